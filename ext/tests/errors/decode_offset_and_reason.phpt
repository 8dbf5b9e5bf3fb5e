--TEST--
A DecodeException says at which byte the payload is wrong, and why
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$bytes = ['', "\xC1", "\xC1\x10", "\xC1\x20\x05", "\xC1\x11\x05", "\xC1\x14\x05", "\xC1\x18\x05",
    "x\x10\x05", 'a:0:{}', '{"json":1}', "\xC1\x10\x05\x05"];
foreach ($bytes as $payload) {
    echo addcslashes($payload, "\0..\37\177..\377"), ': ', thrown(static fn () => brine_unserialize($payload)), "\n";
}
$cases = [
    'reserved tag' => 'f7', 'never used tag' => 'ef', 'last tag' => 'ff', 'tag inside' => 'c2 05 ef',
    'string cut off' => '25 61 62', 'long string cut off' => 'e5 c0 00 61', 'length too long' => 'e5 f1 ff ff ff ff ff ff ff ff',
    'empty STRING' => 'e5 00', 'integer cut off' => 'e1 00 00', 'float cut off' => 'e3 00', 'list cut off' => 'c2 05',
    'list without elements' => 'e8 00', 'number longer than needed' => 'e5 f0 01 00 00 00 61', 'reserved number' => 'e8 ef',
    'unknown string' => 'c1 21 61 62 61', 'unknown short string' => '60', 'unknown shape' => 'b0', 'unknown array' => 'c0 d0 00',
    'unknown object' => 'f4 00', 'array inside itself' => 'c0 d0 00', 'float key' => 'e9 01 e2 00 00 00 00 05', 'null key' => 'e9 01 d8 05',
    'array key' => 'e9 01 e7 05', 'duplicate key' => 'e9 02 05 05 d8 d8', 'duplicate string key' => 'e9 02 20 61 20 61 d8 d8',
    'duplicate numbered key' => 'e9 02 21 61 62 60 d8 d8', 'duplicate property' => 'f0 20 41 02 20 61 20 61 d8 d8',
    'run of width 0' => 'ec 01 00 00', 'run of width 9' => 'ec 01 00 09', 'run cut off' => 'ec 03 00 02 00 00 00 00',
    'run of no element' => 'ec 00 00 01', 'affine run too far' => 'ed 03 f1 fe ff ff ff ff ff ff ff 02',
    'float run of width 2' => 'ee 01 02 00 00',
    'class name no string' => 'f0 05 00', 'empty class name' => 'f0 e4 00', 'one byte too many' => 'd8 d8',
];
foreach ($cases as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
}
?>
--EXPECT--
: Brine\DecodeException: the payload ends too early at byte 0
\301: Brine\DecodeException: the payload ends too early at byte 1
\301\020: Brine\DecodeException: the payload ends too early at byte 2
\301 \005: Brine\DecodeException: the payload has a version that this reader does not know at byte 1
\301\021\005: Brine\DecodeException: the payload has a flag that this reader does not know at byte 1
\301\024\005: Brine\DecodeException: the payload has a flag that this reader does not know at byte 1
\301\030\005: Brine\DecodeException: the payload has a flag that this reader does not know at byte 1
x\020\005: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
a:0:{}: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
{"json":1}: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
\301\020\005\005: Brine\DecodeException: there are bytes after the value at byte 3
reserved tag: Brine\DecodeException: unknown tag at byte 2
never used tag: Brine\DecodeException: unknown tag at byte 2
last tag: Brine\DecodeException: unknown tag at byte 2
tag inside: Brine\DecodeException: the payload ends too early at byte 2
string cut off: Brine\DecodeException: the payload ends too early at byte 3
long string cut off: Brine\DecodeException: the payload ends too early at byte 5
length too long: Brine\DecodeException: the payload ends too early at byte 12
empty STRING: Brine\DecodeException: a count is zero or too large at byte 3
integer cut off: Brine\DecodeException: the payload ends too early at byte 3
float cut off: Brine\DecodeException: the payload ends too early at byte 3
list cut off: Brine\DecodeException: the payload ends too early at byte 2
list without elements: Brine\DecodeException: a count is zero or too large at byte 3
number longer than needed: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 3
reserved number: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 3
unknown string: Brine\DecodeException: reference to a string that was not given at byte 6
unknown short string: Brine\DecodeException: reference to a string that was not given at byte 2
unknown shape: Brine\DecodeException: reference to a shape that was not given at byte 2
unknown array: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 3
unknown object: Brine\DecodeException: reference to an object that was not given at byte 3
array inside itself: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 3
float key: Brine\DecodeException: an array key must be an integer or a string at byte 4
null key: Brine\DecodeException: an array key must be an integer or a string at byte 4
array key: Brine\DecodeException: an array key must be an integer or a string at byte 4
duplicate key: Brine\DecodeException: a key occurs twice at byte 2
duplicate string key: Brine\DecodeException: a key occurs twice at byte 2
duplicate numbered key: Brine\DecodeException: a key occurs twice at byte 2
duplicate property: Brine\DecodeException: a property name occurs twice at byte 2
run of width 0: Brine\DecodeException: the width of a run's elements is not allowed at byte 5
run of width 9: Brine\DecodeException: the width of a run's elements is not allowed at byte 5
run cut off: Brine\DecodeException: the payload ends too early at byte 6
run of no element: Brine\DecodeException: a count is zero or too large at byte 3
affine run too far: Brine\DecodeException: an integer is outside of its range at byte 2
float run of width 2: Brine\DecodeException: the width of a run's elements is not allowed at byte 4
class name no string: Brine\DecodeException: a string was expected here at byte 3
empty class name: Brine\DecodeException: malformed class name at byte 3
one byte too many: Brine\DecodeException: there are bytes after the value at byte 3
