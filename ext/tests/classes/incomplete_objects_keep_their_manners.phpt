--TEST--
An incomplete object that Brine made refuses access as one that native made
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$decoded = brine_unserialize(brine_serialize(unserialize('O:7:"Missing":1:{s:1:"x";i:1;}')));
var_dump(@$decoded->x);
echo error_get_last()['message'], "\n";
echo thrown(static function () use ($decoded): void {
    $decoded->x = 2;
}), "\n";
echo thrown(static fn () => $decoded->call()), "\n";
?>
--EXPECTF--
NULL
main(): The script tried to access a property on an incomplete object. Please ensure that the class definition "Missing" of the object %s
Error: The script tried to modify a property on an incomplete object. Please ensure that the class definition "Missing" of the object %s
Error: The script tried to call a method on an incomplete object. Please ensure that the class definition "Missing" of the object %s
