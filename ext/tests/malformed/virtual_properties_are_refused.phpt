--TEST--
A virtual property has no place for a value: a payload that gives it one is refused, whatever it calls its visibility
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip property hooks came with PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

#[AllowDynamicProperties]
final class Hooked
{
    public int $stored = 1;
    public int $virtual {
        get => 2;
    }
}

$name = hex_string('virtual');
foreach (["01 $name 05", "01 01 $name 05", "01 02 $name 05", '02' . hex_string('stored') . "$name 05 05"] as $properties) {
    try {
        var_dump(brine_unserialize(payload('f0' . hex_string('Hooked') . $properties)));
    } catch (Brine\DecodeException $exception) {
        echo $exception->getReason(), ', ', $exception->getPrevious()->getMessage(), "\n";
    }
}
var_dump(brine_unserialize(brine_serialize(new Hooked()))->stored);
?>
--EXPECT--
bad_property, Cannot unserialize value for virtual property Hooked::$virtual
bad_property, Cannot unserialize value for virtual property Hooked::$virtual
bad_property, Cannot unserialize value for virtual property Hooked::$virtual
bad_property, Cannot unserialize value for virtual property Hooked::$virtual
int(1)
