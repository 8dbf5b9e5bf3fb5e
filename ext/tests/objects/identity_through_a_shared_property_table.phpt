--TEST--
An object that only a property table holds, which an array shares, is one object at both places
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

// An ArrayObject of an object is deprecated since PHP 8.5.
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

/** An object and its properties as an array: in PHP's memory, one table. */
function shared(): array
{
    $object = (object) ['a' => 1, 'inner' => new stdClass()];
    $object->added = 5;

    return ['object' => $object, 'table' => (array) $object];
}

$decoded = round_trip(shared());
var_dump($decoded['object']->inner === $decoded['table']['inner']);

['object' => $object, 'table' => $table] = shared();
$decoded = round_trip([$table, $table, new ArrayObject($object), $object]);
var_dump($decoded[0]['inner'] === $decoded[3]->inner, $decoded[2]['inner'] === $decoded[3]->inner);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
