--TEST--
__sleep() that names what it cannot reach, or returns no names: neither an exception nor a change of a private property of the parent
--EXTENSIONS--
brine
igbinary
--INI--
igbinary.format=igbinary
--FILE--
<?php
declare(strict_types=1);

class Base
{
    private string $secret = 's';

    public function secret(): string
    {
        return $this->secret;
    }
}

#[AllowDynamicProperties]
class Child extends Base
{
    public mixed $own = 'o';

    public function __construct(private mixed $names)
    {
    }

    public function __sleep()
    {
        return $this->names;
    }
}

set_error_handler(static function (int $level, string $message): bool {
    echo "warning: $message\n";

    return true;
});
foreach ([['secret', 'own'], [5, 'own'], null] as $names) {
    foreach (['igbinary', 'brine'] as $format) {
        ini_set('igbinary.format', $format);
        [$child, $two] = igbinary_unserialize(igbinary_serialize([new Child($names), 2]));
        echo "$format: ", $child?->secret(), ' ', json_encode($child), " $two\n";
    }
}
?>
--EXPECT--
warning: igbinary_serialize(): "secret" returned as member variable from __sleep() but does not exist
igbinary: s {"own":"o","secret":null} 2
warning: igbinary_serialize(): "secret" returned as member variable from __sleep() but does not exist
brine: s {"own":"o"} 2
warning: igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
warning: igbinary_serialize(): "5" returned as member variable from __sleep() but does not exist
igbinary: s {"own":"o"} 2
warning: igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
warning: igbinary_serialize(): "5" returned as member variable from __sleep() but does not exist
brine: s {"own":"o"} 2
warning: igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
igbinary:  null 2
warning: igbinary_serialize(): Child::__sleep() should return an array only containing the names of instance-variables to serialize
brine:  null 2
