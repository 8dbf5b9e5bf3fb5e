--TEST--
An object of a missing class becomes __PHP_Incomplete_Class, and encodes to the original class again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

// Only unserialize() can make such objects.
$text = 'O:12:"Gone\Missing":3:{s:4:"open";i:1;s:7:"' . "\0*\0half" . '";a:1:{i:0;r:1;}'
    . 's:18:"' . "\0Gone\Missing\0mine" . '";O:5:"Other":0:{}}';
$incomplete = unserialize($text);
$decoded = round_trip([$incomplete, 'again' => $incomplete, unserialize($text)]);
var_dump($decoded[0] === $decoded['again'], $decoded[0]::class, serialize($decoded[0]) === $text);
var_dump(((array) $decoded[0])['__PHP_Incomplete_Class_Name']);

// Once the class is there, it is that class again.
$payload = brine_serialize(unserialize('O:5:"Later":1:{s:8:"' . "\0Later\0" . 'p";i:7;}'));
eval('final class Later { private $p; public function p() { return $this->p; } }');
var_dump(brine_unserialize($payload)->p());

// Without a name, or with one that is not a string, it is an object of its own class, as with native.
$nameless = ['O:22:"__PHP_Incomplete_Class":1:{s:1:"a";i:1;}',
    'O:22:"__PHP_Incomplete_Class":1:{s:27:"__PHP_Incomplete_Class_Name";i:5;}'];
foreach (array_map(unserialize(...), $nameless) as $object) {
    var_dump(serialize(brine_unserialize(brine_serialize($object))) === serialize(unserialize(serialize($object))));
}
?>
--EXPECT--
bool(true)
string(22) "__PHP_Incomplete_Class"
bool(true)
string(12) "Gone\Missing"
int(7)
bool(true)
bool(true)
