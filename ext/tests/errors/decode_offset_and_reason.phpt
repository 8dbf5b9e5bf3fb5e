--TEST--
A DecodeException says at which byte the payload is wrong, and why
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Magic
{
    public function __unserialize(array $data): void
    {
    }
}

$bytes = ['', "\xC1", "\xC1\x10", "\xC1\x20\x05", "\xC1\x11\x05", "\xC1\x14\x05", "\xC1\x18\x05",
    "x\x10\x05", 'a:0:{}', 'N;', 'a', "\0\0\0\x02\x14\0", "\0\0\0\x03", "\x1F\x8B\x08", "\x28\xB5\x2F\xFD\x04",
    '{"json":1}', "\0:", "\xC1\x10\x05\x05"];
foreach ($bytes as $payload) {
    echo addcslashes($payload, "\0..\37\177..\377"), ': ', thrown(static fn () => brine_unserialize($payload)), "\n";
}
$cases = [
    'reserved tag' => 'fb', 'never used tag' => 'ef', 'last tag' => 'ff', 'tag inside' => 'c2 05 ef',
    'string cut off' => '25 61 62', 'long string cut off' => 'e5 c0 00 61', 'length too long' => 'e5 f1 ff ff ff ff ff ff ff ff',
    'empty STRING' => 'e5 00', 'integer cut off' => 'e1 00 00', 'float cut off' => 'e3 00', 'list cut off' => 'c2 05',
    'list without elements' => 'e8 00', 'number longer than needed' => 'e5 f0 01 00 00 00 61', 'reserved number' => 'e8 ef',
    'unknown string' => 'c1 21 61 62 61', 'unknown short string' => '60', 'unknown shape' => 'b0', 'unknown array' => 'c0 d0 00',
    'unknown object' => 'f4 00', 'array inside itself' => 'c0 d0 00', 'float key' => 'e9 01 e2 00 00 00 00 05', 'null key' => 'e9 01 d8 05',
    'array key' => 'e9 01 e7 05', 'duplicate key' => 'e9 02 05 05 d8 d8', 'duplicate string key' => 'e9 02 20 61 20 61 d8 d8',
    'duplicate numbered key' => 'e9 02 21 61 62 60 d8 d8', 'duplicate property' => 'f0 20 41 02 20 61 20 61 d8 d8',
    'digits cut off' => 'f7 03 21', 'no digits' => 'f7 00', 'digits of no count' => 'f8 ef', 'digits with a bit beyond' => 'f7 03 21 13',
    'hex with a bit beyond' => 'f8 01 1a', 'uuid cut off' => 'f9 00 00', 'digits as a key' => 'e9 01 f7 02 21 05',
    'uuid as a class name' => 'f0 f9 00112233445566778899aabbccddeeff 00',
    'scope that changes nothing' => 'f0 20 41 01 00 20 61 d8', 'run cut off' => 'ec 03', 'run without a number' => 'ec',
    'run of no element' => 'ec 00 03 00 02', 'run of VALUES' => 'ec 02 00 05 05',
    'unknown kind of run' => 'ec 02 06 00 00', 'kind after the last' => 'ec 02 20 00 00 00', 'kind before INTEGERS' => 'ec 02 07 00',
    'kind with both flags' => 'ec 02 c8 01 00 00', 'VALUES with a flag' => 'ec 02 40 01', 'bitmap without a mark' => 'ec 08 48 00 00',
    'bitmap of marks only' => 'ec 08 48 ff 00', 'bitmap with a mark beyond' => 'ec 07 48 81 00', 'bitmap cut off' => 'ec 09 48 01',
    'booleans with a bit beyond' => 'ec 03 02 0f', 'booleans cut off' => 'ec 09 02 00', 'affine without a step' => 'ec 03 03 00',
    'affine with a step too long' => 'ec 03 03 00 f0 01 00 00 00', 'affine run too far' => 'ec 03 03 f1 fc ff ff ff ff ff ff ff 02',
    'affine run too far down' => 'ec 04 03 f1 fb ff ff ff ff ff ff ff 01',
    'affine key too far' => 'ee 02 01 03 f1 fe ff ff ff ff ff ff ff 02', 'integers without a base' => 'ec 03 08',
    'integers cut off' => 'ec 03 09 00 00 00 00 00 00', 'deltas cut off' => 'ec 03 12 00 02 00 00 00 00 00',
    'exponent too large' => 'ec 02 18 10 00 00 00', 'decimals without an exponent' => 'ec 02 18',
    'decimals cut off' => 'ec 02 19 02 00 00 00 00', 'floats cut off' => 'ec 02 04 00 00 00 00 00',
    'doubles cut off' => 'ec 01 05 00 00 00 00 00 00 00', 'constant without a value' => 'ec 02 01',
    'constant object' => 'ec 02 01 f0 20 41 00', 'constant with an object in it' => 'ec 02 01 c1 05 f0 20 41 00',
    'constant reference' => 'ec 02 01 f5 05', 'constant with a reference in it' => 'ec 02 01 c0 f5 05',
    'marked cell that is missing' => 'ec 02 88 01 00 05', 'unknown tag of a cell' => 'ec 02 88 01 00 05 ff',
    'table of no element' => 'ed 00', 'table of more than can follow' => 'ed 11 00 c0', 'table cut off' => 'ed 02',
    'marks of no known form' => 'ed 02 02 c0 03 00 02', 'table with no row' => 'ed 02 01 03 c0 03 00 02 05 05',
    'table with no marked element' => 'ed 02 01 00 c0 03 00 02', 'rows of no known head' => 'ed 02 00 d8 03 00 02',
    'rows that are a run' => 'ed 02 00 ec 01 03 00 02', 'rows of an unknown shape' => 'ed 02 00 b0 03 00 02',
    'rows of an unknown shape by number' => 'ed 02 00 ea 10 03 00 02',
    'rows of a shape with an array form' => 'c1 f1 24' . bin2hex('Magic') . 'e7 ed 02 00 b0 03 00 02',
    'rows of no element' => 'ed 02 00 e8 00 03 00 02', 'rows with more columns than can follow' => 'ed 02 00 c3 03 00 02',
    'column cut off' => 'ed 02 00 c1 03 00 02', 'unknown kind of column' => 'ed 02 00 c1 03 00 02 07',
    'rows with a key twice' => 'ed 02 00 e9 02 05 05 03 00 02 03 00 02',
    'rows with a property twice' => 'ed 02 00 f0 20 41 02 20 61 20 61 00 00 d8 d8 d8 d8', 'cell that is missing' => 'ed 02 00 c0 00 05',
    'cell of an unknown tag' => 'ed 02 00 c0 00 05 ff', 'marked element that is missing' => 'ed 02 01 02 c0 00 05',
    'keyed table of no element' => 'ee 00', 'keys of no known form' => 'ee 02 02 05 06 00 c0 00 05 05',
    'keys in a column of doubles' => 'ee 02 01 05', 'keys in a column of decimals' => 'ee 02 01 18 00 00 00 01',
    'keys that are null in places' => 'ee 08 01 48 01 00', 'keys that are one constant' => 'ee 02 01 01 05',
    'keys that are values' => 'ee 02 01 00 05 06', 'keys cut off' => 'ee 08 01 09 00 00', 'key column missing' => 'ee 02 01',
    'key of a table twice' => 'ee 02 00 05 05 00 c0 00 05 05', 'keys of a table that stand still' => 'ee 02 01 03 05 00 00 c0 00 05 05',
    'null as a key of a table' => 'ee 02 00 d8 05 00 c0 00 05 05',
    'class name no string' => 'f0 05 00', 'empty class name' => 'f0 e4 00', 'one byte too many' => 'd8 d8',
];
foreach ($cases as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
}
?>
--EXPECT--
: Brine\DecodeException: The payload is empty: was the cache entry missing (false)?
\301: Brine\DecodeException: the payload ends too early at byte 1
\301\020: Brine\DecodeException: the payload ends too early at byte 2
\301 \005: Brine\DecodeException: the payload has version 2, and this reader knows version 1 at byte 1
\301\021\005: Brine\DecodeException: the payload has a flag that this reader does not know at byte 1
\301\024\005: Brine\DecodeException: the payload is signed, which only brine_unserialize_signed() reads, at byte 1
\301\030\005: Brine\DecodeException: the payload is in an envelope, which Brine\Compressed or Brine\Auto reads, at byte 1
x\020\005: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
a:0:{}: Brine\DecodeException: the payload is not one of Brine; it looks like the text of serialize(), which unserialize() or Brine\Auto reads, at byte 0
N;: Brine\DecodeException: the payload is not one of Brine; it looks like the text of serialize(), which unserialize() or Brine\Auto reads, at byte 0
a: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
\000\000\000\002\024\000: Brine\DecodeException: the payload is not one of Brine; it looks like igbinary, which igbinary_unserialize() or Brine\Auto reads, at byte 0
\000\000\000\003: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
\037\213\b: Brine\DecodeException: the payload is not one of Brine; it looks like gzip, which gzdecode() reads, at byte 0
(\265/\375\004: Brine\DecodeException: the payload is not one of Brine; it looks like Zstandard, which zstd_uncompress() reads, at byte 0
{"json":1}: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
\000:: Brine\DecodeException: the payload does not begin with the magic byte of Brine at byte 0
\301\020\005\005: Brine\DecodeException: there are bytes after the value at byte 3
reserved tag: Brine\DecodeException: unknown tag FB at byte 2
never used tag: Brine\DecodeException: unknown tag EF at byte 2
last tag: Brine\DecodeException: unknown tag FF at byte 2
tag inside: Brine\DecodeException: the payload ends too early at byte 2
string cut off: Brine\DecodeException: the payload ends too early at byte 3
long string cut off: Brine\DecodeException: the payload ends too early at byte 5
length too long: Brine\DecodeException: the payload ends too early at byte 12
empty STRING: Brine\DecodeException: the size of a string is 0, and must be 1 or more here at byte 3
integer cut off: Brine\DecodeException: the payload ends too early at byte 3
float cut off: Brine\DecodeException: the payload ends too early at byte 3
list cut off: Brine\DecodeException: the payload ends too early at byte 2
list without elements: Brine\DecodeException: the number of elements is 0, and must be from 1 to 1073741824 at byte 3
number longer than needed: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 3
reserved number: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 3
unknown string: Brine\DecodeException: reference to a string that was not given at byte 6, in $value[1]
unknown short string: Brine\DecodeException: reference to a string that was not given at byte 2
unknown shape: Brine\DecodeException: reference to a shape that was not given at byte 2
unknown array: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 3, in $value[0]
unknown object: Brine\DecodeException: reference to an object that was not given at byte 3
array inside itself: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 3, in $value[0]
float key: Brine\DecodeException: an array key must be an integer or a string at byte 4
null key: Brine\DecodeException: an array key must be an integer or a string at byte 4
array key: Brine\DecodeException: an array key must be an integer or a string at byte 4
duplicate key: Brine\DecodeException: the key 5 occurs twice at byte 2
duplicate string key: Brine\DecodeException: the key 'a' occurs twice at byte 2
duplicate numbered key: Brine\DecodeException: the key 'ab' occurs twice at byte 2
duplicate property: Brine\DecodeException: the property name 'a' occurs twice at byte 2
digits cut off: Brine\DecodeException: the payload ends too early at byte 4
no digits: Brine\DecodeException: the size of a string is 0, and must be 1 or more here at byte 3
digits of no count: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 3
digits with a bit beyond: Brine\DecodeException: a packed string has bits beyond its end at byte 5
hex with a bit beyond: Brine\DecodeException: a packed string has bits beyond its end at byte 4
uuid cut off: Brine\DecodeException: the payload ends too early at byte 3
digits as a key: Brine\DecodeException: an array key must be an integer or a string at byte 4
uuid as a class name: Brine\DecodeException: a string was expected here at byte 3
scope that changes nothing: Brine\DecodeException: the scope of property names is public, and is public already at byte 6
run cut off: Brine\DecodeException: the payload ends too early at byte 4
run without a number: Brine\DecodeException: the payload ends too early at byte 3
run of no element: Brine\DecodeException: the number of elements is 0, and must be from 1 to 1073741824 at byte 3
run of VALUES: Brine\DecodeException: the column of a run has the kind 00, which is not allowed at byte 4
unknown kind of run: Brine\DecodeException: the column of a run has the kind 06, which is not allowed at byte 4
kind after the last: Brine\DecodeException: the column of a run has the kind 20, which is not allowed at byte 4
kind before INTEGERS: Brine\DecodeException: the column of a run has the kind 07, which is not allowed at byte 4
kind with both flags: Brine\DecodeException: the column of a run has the kind C8, which is not allowed at byte 4
VALUES with a flag: Brine\DecodeException: the column of a run has the kind 40, which is not allowed at byte 4
bitmap without a mark: Brine\DecodeException: the bitmap of the column of a run marks nothing, everything, or what is beyond its end at byte 5
bitmap of marks only: Brine\DecodeException: the bitmap of the column of a run marks nothing, everything, or what is beyond its end at byte 5
bitmap with a mark beyond: Brine\DecodeException: the bitmap of the column of a run marks nothing, everything, or what is beyond its end at byte 5
bitmap cut off: Brine\DecodeException: the payload ends too early at byte 5
booleans with a bit beyond: Brine\DecodeException: the column of a run has bits beyond its end at byte 5
booleans cut off: Brine\DecodeException: the payload ends too early at byte 5
affine without a step: Brine\DecodeException: the payload ends too early at byte 6
affine with a step too long: Brine\DecodeException: a number is cut off, longer than needed, or of no known form at byte 6
affine run too far: Brine\DecodeException: an integer is outside of its range at byte 4
affine run too far down: Brine\DecodeException: an integer is outside of its range at byte 4
affine key too far: Brine\DecodeException: an integer is outside of its range at byte 5
integers without a base: Brine\DecodeException: the payload ends too early at byte 5
integers cut off: Brine\DecodeException: the payload ends too early at byte 6
deltas cut off: Brine\DecodeException: the payload ends too early at byte 7
exponent too large: Brine\DecodeException: the column of a run has the exponent 16, and at most 15 is possible at byte 5
decimals without an exponent: Brine\DecodeException: the payload ends too early at byte 5
decimals cut off: Brine\DecodeException: the payload ends too early at byte 7
floats cut off: Brine\DecodeException: the payload ends too early at byte 5
doubles cut off: Brine\DecodeException: the payload ends too early at byte 5
constant without a value: Brine\DecodeException: the payload ends too early at byte 5
constant object: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 5
constant with an object in it: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 5
constant reference: Brine\DecodeException: a PHP reference cannot stand here at byte 5
constant with a reference in it: Brine\DecodeException: reference to an array that was not given, is not complete, or cannot be shared at byte 5
marked cell that is missing: Brine\DecodeException: the payload ends too early at byte 8, in $value[0]
unknown tag of a cell: Brine\DecodeException: unknown tag FF at byte 8, in $value[0]
table of no element: Brine\DecodeException: the number of elements is 0, and must be from 1 to 1073741824 at byte 3
table of more than can follow: Brine\DecodeException: the payload ends too early at byte 3
table cut off: Brine\DecodeException: the payload ends too early at byte 3
marks of no known form: Brine\DecodeException: the number of bitmaps is 2, and must be from 0 to 1 at byte 4
table with no row: Brine\DecodeException: the bitmap of a table marks nothing, everything, or what is beyond its end at byte 5
table with no marked element: Brine\DecodeException: the bitmap of a table marks nothing, everything, or what is beyond its end at byte 5
rows of no known head: Brine\DecodeException: rows do not begin with the tag D8 at byte 5
rows that are a run: Brine\DecodeException: rows do not begin with the tag EC at byte 5
rows of an unknown shape: Brine\DecodeException: reference to a shape that was not given at byte 5
rows of an unknown shape by number: Brine\DecodeException: reference to a shape that was not given at byte 6
rows of a shape with an array form: Brine\DecodeException: reference to a shape that was not given at byte 14, in $value[1]
rows of no element: Brine\DecodeException: the number of elements is 0, and must be from 1 to 1073741824 at byte 6
rows with more columns than can follow: Brine\DecodeException: the payload ends too early at byte 5
column cut off: Brine\DecodeException: the payload ends too early at byte 9
unknown kind of column: Brine\DecodeException: column 2 of 2 has the kind 07, which is not allowed at byte 9
rows with a key twice: Brine\DecodeException: the key 5 occurs twice at byte 5
rows with a property twice: Brine\DecodeException: the property name 'a' occurs twice at byte 5
cell that is missing: Brine\DecodeException: the payload ends too early at byte 8, in $value[1][0]
cell of an unknown tag: Brine\DecodeException: unknown tag FF at byte 8, in $value[1][0]
marked element that is missing: Brine\DecodeException: the payload ends too early at byte 9, in $value[1]
keyed table of no element: Brine\DecodeException: the number of elements is 0, and must be from 1 to 1073741824 at byte 3
keys of no known form: Brine\DecodeException: the form of the keys is 2, and must be from 0 to 1 at byte 4
keys in a column of doubles: Brine\DecodeException: the column of keys has the kind 05, which is not allowed at byte 5
keys in a column of decimals: Brine\DecodeException: the column of keys has the kind 18, which is not allowed at byte 5
keys that are null in places: Brine\DecodeException: the column of keys has the kind 48, which is not allowed at byte 5
keys that are one constant: Brine\DecodeException: the column of keys has the kind 01, which is not allowed at byte 5
keys that are values: Brine\DecodeException: the column of keys has the kind 00, which is not allowed at byte 5
keys cut off: Brine\DecodeException: the payload ends too early at byte 7
key column missing: Brine\DecodeException: the payload ends too early at byte 5
key of a table twice: Brine\DecodeException: the key 5 occurs twice at byte 2
keys of a table that stand still: Brine\DecodeException: the key -3 occurs twice at byte 2
null as a key of a table: Brine\DecodeException: an array key must be an integer or a string at byte 5
class name no string: Brine\DecodeException: a string was expected here at byte 3
empty class name: Brine\DecodeException: '' is not the name of a class at byte 3
one byte too many: Brine\DecodeException: there are bytes after the value at byte 3
