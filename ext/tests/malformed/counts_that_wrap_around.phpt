--TEST--
Counts and numbers around the ends of 31, 32, 63 and 64 bits, and longer than needed, are refused wherever a payload has one
--EXTENSIONS--
brine
--INI--
memory_limit=64M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Hooked
{
    public function __unserialize(array $data): void
    {
        echo "must not be called\n";
    }
}

/** The number's encoded form. */
function uv(string $hex): string
{
    $bytes = strrev(hex2bin(str_pad($hex, 16, '0', STR_PAD_LEFT)));

    return substr($bytes, 4) === "\0\0\0\0" ? 'f0' . bin2hex(substr($bytes, 0, 4)) : 'f1' . bin2hex($bytes);
}

$numbers = [];
foreach (['1000000', '1000001', '3fffffff', '40000000', '40000001', '7fffffff', '80000000', 'ffffffff', '100000000', '100000001', '4000000000000000',
    '7fffffffffffffff', '8000000000000000', '8000000000000001', 'fffffffffffffffe', 'ffffffffffffffff'] as $hex) {
    $numbers[$hex] = uv($hex);
}
// Of no form, longer than needed, or cut off; those of two and three bytes take what comes after them.
$malformed = ['c0', 'e000', 'ef', 'f000000000', 'f00a000000', 'f07f200f00', 'f100000000', 'f10100000000000000', 'f1ffffffff00000000', 'f2', 'ff', 'f00000'];
$class = hex_string('stdClass');
$hooked = hex_string('Hooked');
$tail = str_repeat('05', 40);
$places = [
    'string' => "c1 e5 %s $tail", 'digits' => "c1 f7 %s $tail", 'hex' => "c1 f8 %s $tail", 'list' => "e8 %s $tail", 'map' => "e9 %s $tail",
    'run' => "ec %s 0f 00 $tail", 'affine run' => 'ec %s 03 00 00', 'constant run' => 'ec %s 01 05', 'booleans' => "ec %s 02 $tail",
    'constant run of a list' => 'ec %s 01 c1 05 05', 'run with nulls' => "ec %s 43 01 00 00 $tail", 'table' => "ed %s 00 c0 03 00 00 $tail",
    'keyed table' => "ee %s 01 03 00 02 00 c0 03 00 00 $tail", 'columns of a table' => "ed 02 00 e8 %s $tail", 'columns of maps' => "ed 02 00 e9 %s $tail",
    'columns of objects' => "ed 02 00 f0 $class %s $tail", 'form of a table' => "ed 02 %s c0 03 00 02", 'form of keys' => "ee 02 %s 05 06 00 c0 03 00 02",
    'names' => "f0 $class %s $tail", 'names for a hook' => "f0 $hooked %s $tail", 'names of a missing class' => 'f0' . hex_string('Missing') . "%s $tail",
    'string form' => 'f3' . hex_string('ArrayObject') . "%s $tail", 'string number' => "c1 21 61 62 e6 %s", 'shape number' => "c1 e9 01 05 05 ea %s $tail",
    'shape of rows' => "c1 e9 01 05 05 ed 02 00 ea %s $tail", 'array number' => 'c1 c0 05 eb %s', 'object number' => "c1 f0 $class 00 f4 %s",
    'reference number' => 'c1 f5 05 f6 %s', 'string number as a key' => "c1 21 61 62 e9 01 e6 %s 05", 'string number as a class' => "c1 21 61 62 f0 e6 %s 00",
];
foreach ($places as $place => $form) {
    $reasons = [];
    foreach ([...$numbers, ...$malformed] as $number) {
        try {
            $decoded = brine_unserialize(payload(sprintf($form, $number)), ['max_elements' => 1 << 20, 'max_memory' => PHP_INT_MAX]);
            $reason = get_debug_type($decoded) . ' of ' . count($decoded) . ' by ' . $number;
            unset($decoded);
        } catch (Brine\DecodeException $exception) {
            $reason = $exception->getReason();
        }
        $reasons[$reason] = ($reasons[$reason] ?? 0) + 1;
    }
    echo $place, ': ', implode(', ', array_map(static fn (string $reason, int $count): string => "$reason $count", array_keys($reasons), $reasons)), "\n";
}
// With no limit of elements but that of one array, what is claimed must still be there. A list of so many takes more memory than 32 bits have addresses.
foreach (['ec %s 0f 00', 'ec %s 02', 'ec %s 43 01', 'ed %s 00 c0 03 00 00', 'ee %s 01 03 00 02 00 c0 03 00 00', 'e8 %s', 'e9 %s'] as $form) {
    foreach (['3fffffff', '40000000'] as $hex) {
        echo thrown(static fn () => brine_unserialize(payload(sprintf($form, $numbers[$hex]) . $tail), ['max_elements' => PHP_INT_MAX, 'max_memory' => PHP_INT_MAX])), "\n";
    }
}
?>
--EXPECTF--
string: truncated 20, bad_number 8
digits: truncated 20, bad_number 8
hex: truncated 20, bad_number 8
list: truncated 7, bad_count 13, bad_number 8
map: truncated 7, bad_count 13, bad_number 8
run: max_elements 4, bad_count 13, bad_column 2, bad_number 9
affine run: max_elements 4, bad_count 12, bad_column 2, bad_number 10
constant run: max_elements 5, bad_count 12, truncated 2, bad_number 9
booleans: max_elements 5, bad_count 13, truncated 2, bad_number 8
constant run of a list: max_elements 4, bad_count 14, bad_column 2, bad_number 8
run with nulls: max_elements 5, bad_count 13, trailing_bytes 2, bad_number 8
table: truncated 5, bad_count 15, bad_number 8
keyed table: truncated 6, bad_count 14, bad_number 8
columns of a table: truncated 7, bad_count 13, bad_number 8
columns of maps: truncated 7, bad_count 13, bad_number 8
columns of objects: truncated 7, bad_count 13, bad_number 8
form of a table: bad_count 20, bad_number 8
form of keys: bad_count 20, bad_number 8
names: truncated 7, bad_count 13, bad_number 8
names for a hook: truncated 7, bad_count 13, bad_number 8
names of a missing class: truncated 7, bad_count 13, bad_number 8
string form: truncated 20, bad_number 8
string number: unknown_string 16, bad_number 12
shape number: unknown_shape 20, bad_number 8
shape of rows: unknown_shape 20, bad_number 8
array number: unknown_array 16, bad_number 12
object number: unknown_object 16, bad_number 12
reference number: unknown_reference 16, bad_number 12
string number as a key: unknown_string 18, bad_number 10
string number as a class: unknown_string 18, bad_number 10
Brine\DecodeException: %r(the payload ends too early at byte 10|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: %r(the payload ends too early at byte 10|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: %r(the payload ends too early at byte 9|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: %r(the payload ends too early at byte 9|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: %r(the payload ends too early at byte 9|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: %r(the payload ends too early at byte 9|the value takes more memory than max_memory allows \(2147483647\) at byte 2)%r
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
Brine\DecodeException: the payload ends too early at byte 3
