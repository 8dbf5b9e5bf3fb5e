--TEST--
References to objects stay references, and the objects stay the same objects
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$object = (object) ['name' => 'original'];
$value = ['r1' => &$object, 'r2' => &$object];
$decoded = round_trip($value);
var_dump($decoded['r1'] === $decoded['r2']);
$decoded['r1'] = 'replaced';
var_dump($decoded['r2']);

$self = new stdClass();
$self->itself = &$self;
$decoded = round_trip($self);
var_dump($decoded->itself === $decoded);
$decoded = round_trip([&$self, &$self]);
$decoded[0] = null;
var_dump($decoded[1]);
?>
--EXPECT--
bool(true)
string(8) "replaced"
bool(true)
NULL
