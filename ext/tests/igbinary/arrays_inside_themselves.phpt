--TEST--
igbinary's format: an array inside itself is the same array again, behind an object or a PHP reference
--EXTENSIONS--
brine
--FILE--
<?php
function read(string $bytes): mixed
{
	return brine_igbinary_unserialize("\0\0\0\2" . $bytes);
}
function isReference(array $array, int|string $key): bool
{
	return ReflectionReference::fromArrayElement($array, $key) !== null;
}
const OBJECT = "\x17\x08stdClass\x14\x01\x11\x01p";

// Behind an object.
$value = read("\x14\x02\x06\x00" . OBJECT . "\x01\x00\x06\x01\x06\x05");
var_dump($value[0]->p[0] === $value[0], $value[0]->p[1], isReference($value[0]->p, 0));
$value[0]->p[1] = 'changed';
var_dump($value[1]);

// Directly: a reference lies between.
$value = read("\x14\x02\x11\x04name\x11\x03old\x11\x04self\x01\x00");
var_dump(isReference($value, 'self'), $value['self']['self']['self']['name']);
$value['name'] = 'new';
var_dump($value['self']['name']);

// A complete array that leads back to one that is still open, without an object between.
$value = read("\x14\x03\x06\x00" . OBJECT . "\x14\x01\x06\x00\x01\x00\x06\x01\x01\x02\x06\x02\x06\x07");
var_dump(isReference($value, 1), $value[1][0][1][0][2], isReference($value[0]->p, 0));

// The same array in two objects is two values.
$value = read("\x14\x02\x06\x00" . OBJECT . "\x01\x00\x06\x01\x1a\x00\x14\x01\x0e\x01\x01\x00");
$value[0]->p = 'changed';
var_dump(count($value[1]->p), count($value, COUNT_RECURSIVE));

// Brine writes all of them.
foreach (["\x14\x01\x06\x00\x01\x00", "\x14\x01\x06\x00" . OBJECT . "\x01\x00", "\x14\x01\x06\x00\x25\x14\x01\x06\x00\x25\x01\x00"] as $bytes) {
	$payload = brine_serialize(read($bytes));
	var_dump(brine_serialize(brine_unserialize($payload)) === $payload);
}
unset($value);
var_dump(gc_collect_cycles() > 0);
?>
--EXPECT--
bool(true)
int(5)
bool(false)
int(5)
bool(true)
string(3) "old"
string(3) "old"
bool(false)
int(7)
bool(false)
int(2)
int(2)
bool(true)
bool(true)
bool(true)
bool(true)
