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
    'affine run of 2^40' => 'ed f1 00 00 00 00 00 01 00 00 00 02',
    'affine run of 2^32 - 1' => 'ed f0 ff ff ff ff 00 00',
    'affine run of 2^63' => 'ed f1 00 00 00 00 00 00 00 80 00 00',
    'affine run of 2^64 - 1' => 'ed f1 ff ff ff ff ff ff ff ff 00 00',
    'affine run of 2^24 + 1' => 'ed f0 01 00 00 01 00 00',
    'integer run of 2^61 + 1' => 'ec f1 01 00 00 00 00 00 00 20 00 08 00 00 00 00 00 00 00 00',
    'float run of 2^61 + 1' => 'ee f1 01 00 00 00 00 00 00 20 08 00 00 00 00 00 00 00 00',
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
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
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
// Within the limit the memory is that of the payload, not that of the elements.
$payload = sharing(2, 20);
$before = memory_get_usage();
$decoded = brine_unserialize($payload);
var_dump(memory_get_usage() - $before < 20_000, count($decoded, COUNT_RECURSIVE));
?>
--EXPECT--
affine run of 2^40: Brine\DecodeException: a count is zero or too large at byte 3
affine run of 2^32 - 1: Brine\DecodeException: a count is zero or too large at byte 3
affine run of 2^63: Brine\DecodeException: a count is zero or too large at byte 3
affine run of 2^64 - 1: Brine\DecodeException: a count is zero or too large at byte 3
affine run of 2^24 + 1: Brine\DecodeException: the value has more elements than max_elements at byte 2
integer run of 2^61 + 1: Brine\DecodeException: a count is zero or too large at byte 3
float run of 2^61 + 1: Brine\DecodeException: a count is zero or too large at byte 3
list of 2^31: Brine\DecodeException: a count is zero or too large at byte 3
list of 2^63: Brine\DecodeException: a count is zero or too large at byte 3
map of 2^32 - 1: Brine\DecodeException: a count is zero or too large at byte 3
map of 2^63: Brine\DecodeException: a count is zero or too large at byte 3
object of 2^32 - 1 properties: Brine\DecodeException: a count is zero or too large at byte 12
string of 2^63: Brine\DecodeException: the payload ends too early at byte 12
string of 2^64 - 1: Brine\DecodeException: the payload ends too early at byte 12
old form of 2^64 - 1: Brine\DecodeException: the payload ends too early at byte 24
nested claims: Brine\DecodeException: the payload ends too early at byte 3
2^23: Brine\DecodeException: the value has more elements than max_elements at byte 71
16^6: Brine\DecodeException: the value has more elements than max_elements at byte 172
100^4: Brine\DecodeException: the value has more elements than max_elements at byte 620
2^60: Brine\DecodeException: the value has more elements than max_elements at byte 108
16^40: Brine\DecodeException: the value has more elements than max_elements at byte 206
bool(true)
int(3145726)
