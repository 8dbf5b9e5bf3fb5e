--TEST--
igbinary's format: what __sleep() names, repeated and missing names too
--EXTENSIONS--
brine
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
});
function show(mixed $names): void
{
    $child = new Child();
    unset($child->gone);
    $child->names = $names;
    try {
        echo addcslashes(substr(brine_igbinary_serialize(['x' => [$child]]), 4), "\0..\37\177..\377"), "\n";
    } catch (Brine\EncodeException $error) {
        echo get_class($error), ': ', $error->getMessage(), "\n";
    }
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
show('public');
show(null);
show(new ArrayObject(['public']));
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
Brine\EncodeException: Child::__sleep() must return names of properties at $value['x'][0]
Brine\EncodeException: Child::__sleep() must return an array at $value['x'][0]
Brine\EncodeException: Child::__sleep() must return an array at $value['x'][0]
Brine\EncodeException: Child::__sleep() must return an array at $value['x'][0]
