--TEST--
Property names of a cast array that look like mangled names, or nearly so, stay as they are
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

class Hidden
{
    private $p = 'private';
    protected $q = 'protected';
}

$names = ["\0*\0q", "\0Hidden\0p", "\0stdClass\0p", "\0Missing\0p", "\0STDCLASS\0p",
    "\0", "\0\0", "\0x", "\0x\0", "\0\0x", "\0*\0", "\0*\0q\0r", "q"];
foreach ($names as $name) {
    $value = (object) [$name => 'one', 'other' => 'two'];
    $decoded = round_trip([$value, $value, (object) [$name => 'three', 'other' => 'four']]);
    if ((array) $decoded[2] !== [$name => 'three', 'other' => 'four']) {
        echo 'not kept: ', addcslashes($name, "\0"), ' but ', json_encode(array_keys((array) $decoded[2])), "\n";
    }
}
$cast = (object) (array) new Hidden();
var_dump((array) round_trip($cast) === (array) $cast);
?>
--EXPECT--
bool(true)
