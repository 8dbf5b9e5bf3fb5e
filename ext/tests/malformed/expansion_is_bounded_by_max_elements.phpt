--TEST--
A few bytes that claim many elements are refused before the memory is taken
--EXTENSIONS--
brine
--INI--
memory_limit=64M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$cases = [
    'affine run of 2^40' => 'ec f1 00 00 00 00 00 01 00 00 03 00 02',
    'affine run of 2^32 - 1' => 'ec f0 ff ff ff ff 03 00 00',
    'affine run of 2^63' => 'ec f1 00 00 00 00 00 00 00 80 03 00 00',
    'affine run of 2^64 - 1' => 'ec f1 ff ff ff ff ff ff ff ff 03 00 00',
    'affine run of 2^24 + 1' => 'ec f0 01 00 00 01 03 00 00',
    'constant run of 2^24 + 1' => 'ec f0 01 00 00 01 01 05',
    'integer run of 2^61 + 1' => 'ec f1 01 00 00 00 00 00 00 20 0f 00 00 00 00 00 00 00 00 00',
    'float run of 2^61 + 1' => 'ec f1 01 00 00 00 00 00 00 20 05 00 00 00 00 00 00 00 00',
    'integer run of 2^24' => 'ec f0 00 00 00 01 0f 00 00 00 00 00 00 00 00 00',
    'nulls of 2^24' => 'ec f0 00 00 00 01 43 01 00 00',
    'booleans of 2^24' => 'ec f0 00 00 00 01 02 00',
    'table of 2^24' => 'ed f0 00 00 00 01 00 c0 03 00 00',
    'table of 2^32 - 1' => 'ed f0 ff ff ff ff 00 c0 03 00 00',
    'table of 2^64 - 1' => 'ed f1 ff ff ff ff ff ff ff ff 00 c0 03 00 00',
    'keyed table of 2^24' => 'ee f0 00 00 00 01 01 03 00 02 00 c0 03 00 00',
    'rows of 2^31' => 'ed 08 00 e8 f0 00 00 00 80 03 00 00',
    'rows of 1,000 columns' => 'ed 08 00 e8 c3 28 03 00 00',
    'nested tables' => str_repeat('ed 08 00 c0 01', 1000),
    'nested runs' => str_repeat('ec e2 00 00 01', 1000),
    'list of 2^31' => 'e8 f0 00 00 00 80 05',
    'list of 2^63' => 'e8 f1 00 00 00 00 00 00 00 80 05',
    'map of 2^32 - 1' => 'e9 f0 ff ff ff ff 05 05',
    'map of 2^63' => 'e9 f1 00 00 00 00 00 00 00 80 05 05',
    'object of 2^32 - 1 properties' => 'f0' . hex_string('stdClass') . 'f0 ff ff ff ff 20 61',
    'string of 2^63' => 'e5 f1 00 00 00 00 00 00 00 80 61',
    'string of 2^64 - 1' => 'e5 f1 ff ff ff ff ff ff ff ff 61',
    'old form of 2^64 - 1' => 'f3' . hex_string('ArrayObject') . 'f1 ff ff ff ff ff ff ff ff',
    'nested claims' => str_repeat('e8 f0 40 42 0f 00', 1000),
];
foreach ($cases as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex), ['max_memory' => PHP_INT_MAX])), "\n";
}

/** A list that holds the one before $width times, $depth levels. */
function sharing(int $width, int $depth): string
{
    $list = [1];
    for ($i = 0; $i < $depth; $i++) {
        $list = array_fill(0, $width, $list);
    }

    return brine_serialize($list);
}
foreach ([[2, 23], [16, 6], [100, 4], [2, 60], [16, 40]] as [$width, $depth]) {
    $payload = sharing($width, $depth);
    echo strlen($payload) < 5000 ? "$width^$depth: " : "$width^$depth is long: ";
    echo thrown(static fn () => brine_unserialize($payload)), "\n";
}
/** A number of two or three bytes. */
function uv(int $number): string
{
    return $number < 8384 ? sprintf('%02x%02x', 0xC0 + intdiv($number - 192, 256), ($number - 192) % 256)
        : sprintf('%02x', 0xE0 + intdiv($number - 8384, 65536)) . bin2hex(pack('v', ($number - 8384) % 65536));
}

// Cells of a constant count like values of their own, with all that is in them.
$constants = [
    'run of a constant list' => 'ec' . uv(100_000) . '01 e8' . uv(200) . str_repeat('05', 200),
    'run of a constant list or null' => 'ec' . uv(200_000) . '41' . str_repeat('55', 25_000) . 'e8' . uv(200) . str_repeat('05', 200),
    'runs in runs' => str_repeat('ec 40 01', 5) . '05',
    'tables in tables' => str_repeat('ed 20 00 c0 01', 6) . '05',
    'keyed tables in keyed tables' => str_repeat('ee 20 01 03 00 02 00 c0 01', 6) . '05',
    'wide rows of constants' => 'ed' . uv(8000) . '00 e8' . uv(8000) . str_repeat('01 05', 8000),
    'constant that is shared' => 'c1 e8' . uv(200) . str_repeat('05', 200) . 'ec' . uv(100_000) . '01 d0 01',
];
foreach ($constants as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex), ['max_memory' => PHP_INT_MAX])), "\n";
}
// Within the limit the memory is that of the payload and of the outermost cells, not that of all elements.
$values = [
    'shared lists' => sharing(2, 20),
    'run of runs' => payload('ec' . uv(8384) . '01 ec' . uv(1000) . '01 05'),
    'runs in runs' => payload(str_repeat('ec 3c 01', 4) . '05'),
    'table of runs' => payload('ed 20 00 c1 03 00 02 01 ec' . uv(5000) . '01 05'),
];
foreach ($values as $name => $payload) {
    $before = memory_get_usage();
    $decoded = brine_unserialize($payload);
    $taken = memory_get_usage() - $before;
    echo $name, ': ', count($decoded, COUNT_RECURSIVE), ' elements, ', $taken < 300_000 ? 'little memory' : "$taken bytes", "\n";
    unset($decoded);
}
?>
--EXPECT--
affine run of 2^40: Brine\DecodeException: the number of elements is 1099511627776, and must be from 1 to 1073741824 at byte 3
affine run of 2^32 - 1: Brine\DecodeException: the number of elements is 4294967295, and must be from 1 to 1073741824 at byte 3
affine run of 2^63: Brine\DecodeException: the number of elements is 9223372036854775808, and must be from 1 to 1073741824 at byte 3
affine run of 2^64 - 1: Brine\DecodeException: the number of elements is 18446744073709551615, and must be from 1 to 1073741824 at byte 3
affine run of 2^24 + 1: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 2
constant run of 2^24 + 1: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 2
integer run of 2^61 + 1: Brine\DecodeException: the number of elements is 2305843009213693953, and must be from 1 to 1073741824 at byte 3
float run of 2^61 + 1: Brine\DecodeException: the number of elements is 2305843009213693953, and must be from 1 to 1073741824 at byte 3
integer run of 2^24: Brine\DecodeException: the payload ends too early at byte 10
nulls of 2^24: Brine\DecodeException: the payload ends too early at byte 9
booleans of 2^24: Brine\DecodeException: the payload ends too early at byte 9
table of 2^24: Brine\DecodeException: the payload ends too early at byte 3
table of 2^32 - 1: Brine\DecodeException: the number of elements is 4294967295, and must be from 1 to 1073741824 at byte 3
table of 2^64 - 1: Brine\DecodeException: the number of elements is 18446744073709551615, and must be from 1 to 1073741824 at byte 3
keyed table of 2^24: Brine\DecodeException: the payload ends too early at byte 3
rows of 2^31: Brine\DecodeException: the number of elements is 2147483648, and must be from 1 to 1073741824 at byte 6
rows of 1,000 columns: Brine\DecodeException: the payload ends too early at byte 6
nested tables: Brine\DecodeException: the payload ends too early at byte 5002
nested runs: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 602
list of 2^31: Brine\DecodeException: the number of elements is 2147483648, and must be from 1 to 1073741824 at byte 3
list of 2^63: Brine\DecodeException: the number of elements is 9223372036854775808, and must be from 1 to 1073741824 at byte 3
map of 2^32 - 1: Brine\DecodeException: the number of elements is 4294967295, and must be from 1 to 1073741824 at byte 3
map of 2^63: Brine\DecodeException: the number of elements is 9223372036854775808, and must be from 1 to 1073741824 at byte 3
object of 2^32 - 1 properties: Brine\DecodeException: the number of properties is 4294967295, and must be from 0 to 1073741824 at byte 12
string of 2^63: Brine\DecodeException: the payload ends too early at byte 12
string of 2^64 - 1: Brine\DecodeException: the payload ends too early at byte 12
old form of 2^64 - 1: Brine\DecodeException: the payload ends too early at byte 24
nested claims: Brine\DecodeException: the payload ends too early at byte 3
2^23: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 71, in $value[1]
16^6: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 172, in $value[7]
100^4: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 620, in $value[8]
2^60: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 108, in $value[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][1]
16^40: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 206, in $value[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][7]
run of a constant list: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 7
run of a constant list or null: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 25007
runs in runs: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 8
tables in tables: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 12
keyed tables in keyed tables: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 20
wide rows of constants: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 2
constant that is shared: Brine\DecodeException: the value has more elements than max_elements (16777216) at byte 211, in $value[1]
shared lists: 3145726 elements, little memory
run of runs: 8392384 elements, little memory
runs in runs: 13179660 elements, little memory
table of runs: 160096 elements, little memory
