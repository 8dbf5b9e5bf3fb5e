--TEST--
igbinary's format: what __sleep() names, repeated and missing names too, and what is no name
--EXTENSIONS--
brine
--INI--
error_reporting=E_ALL & ~E_DEPRECATED
--FILE--
<?php
class Base
{
    public $names;
    private $hidden = 'base';
    public function __sleep()
    {
        return $this->names;
    }
}
class Child extends Base
{
    public $public = 1;
    protected $protected = 2;
    private $private = 3;
    public int $typed;
    public $gone;
}
set_error_handler(static function (int $level, string $message): bool {
    echo "  $message\n";

    return true;
}, E_WARNING);
function show(mixed $names): void
{
    $child = new Child();
    unset($child->gone);
    $child->names = $names;
    echo addcslashes(substr(brine_igbinary_serialize(['x' => [$child]]), 4), "\0..\37\177..\377"), "\n";
}

show(['private', 'public', 'protected']);
show(['public', 'public']);
show(['missing', 'public']);
show(['hidden', "\0Base\0hidden"]);
show(['gone']);
show(['typed', 'public']);
show([]);
$name = 'public';
show([&$name]);
show(['public', 5]);
show([new class {
    public function __toString(): string
    {
        return 'public';
    }
}]);
show([null]);
show('public');
show(null);
show(new ArrayObject(['public']));

// null takes no number, wherever it stands.
final class Old implements Serializable
{
    public function serialize()
    {
        return null;
    }
    public function unserialize(string $data)
    {
    }
}
foreach ([new Child(), new Old()] as $object) {
    $shared = [7];
    $bytes = brine_igbinary_serialize([&$object, $object, 'in' => [&$object], $shared, $shared]);
    echo addcslashes(substr($bytes, 4), "\0..\37\177..\377"), "\n", json_encode(brine_igbinary_unserialize($bytes)), "\n";
}
$child = new Child();
set_error_handler(static fn (int $level, string $message) => throw new Exception('stops'));
try {
    brine_igbinary_serialize([$child]);
} catch (Exception $exception) {
    echo get_class($exception), ': ', $exception->getMessage(), "\n";
}
?>
--EXPECT--
\024\001\021\001x\024\001\006\000\027\005Child\024\003\021\016\000Child\000private\006\003\021\006public\006\001\021\f\000*\000protected\006\002
\024\001\021\001x\024\001\006\000\027\005Child\024\002\021\006public\006\001\016\002\006\001
  brine_igbinary_serialize(): "missing" returned as member variable from __sleep() but does not exist
\024\001\021\001x\024\001\006\000\027\005Child\024\002\021\amissing\000\021\006public\006\001
  brine_igbinary_serialize(): "hidden" returned as member variable from __sleep() but does not exist
\024\001\021\001x\024\001\006\000\027\005Child\024\002\021\006hidden\000\021\f\000Base\000hidden\021\004base
  brine_igbinary_serialize(): "gone" returned as member variable from __sleep() but does not exist
\024\001\021\001x\024\001\006\000\027\005Child\024\001\021\004gone\000
\024\001\021\001x\024\001\006\000\027\005Child\024\001\021\006public\006\001
\024\001\021\001x\024\001\006\000\027\005Child\024\000
\024\001\021\001x\024\001\006\000\027\005Child\024\001\021\006public\006\001
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
  brine_igbinary_serialize(): "5" returned as member variable from __sleep() but does not exist
\024\001\021\001x\024\001\006\000\027\005Child\024\002\021\006public\006\001\000
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
\024\001\021\001x\024\001\006\000\027\005Child\024\001\021\006public\006\001
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
  brine_igbinary_serialize(): "" returned as member variable from __sleep() but does not exist
\024\001\021\001x\024\001\006\000\027\005Child\024\001\000
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
\024\001\021\001x\024\001\006\000\000
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
\024\001\021\001x\024\001\006\000\000
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
\024\001\021\001x\024\001\006\000\000
  brine_igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
\024\005\006\000\000\006\001\000\021\002in\024\001\006\000\000\006\002\024\001\006\000\006\a\006\003\001\002
{"0":null,"1":null,"in":[null],"2":[7],"3":[7]}
\024\005\006\000\000\006\001\000\021\002in\024\001\006\000\000\006\002\024\001\006\000\006\a\006\003\001\002
{"0":null,"1":null,"in":[null],"2":[7],"3":[7]}
Exception: stops
