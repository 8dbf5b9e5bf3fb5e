--TEST--
A map whose keys are taken from one before it: not from one that was given up, nor from one with another number of keys
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

// The map in "k" is the template of the next ones, until the second value of "k" takes its place.
$given_up = "\x82\xA1k\x82\xA1a\x01\xA1b\x02\xA1k\x00";
echo unpacked("\x95$given_up\x82\xA1a\x03\xA1b\x04\x82\xA1a\x05\xA1b\x06$given_up\x82\xA1a\x07\xA1b\x08"), "\n";

// Maps of all sizes that templates are kept for, and more, by a first key of each letter: many of them share a place.
$expected = [];
$rows = '';
for ($count = 1; $count <= 66; $count++) {
    foreach (range('a', 'z') as $letter) {
        $row = [$letter => $count];
        for ($i = 1; $i < $count; $i++) {
            $row["$letter$i"] = $i;
        }
        $expected[] = $row;
        $rows .= brine_msgpack_pack($row);
    }
}
var_dump(brine_msgpack_unpack(pack('Cn', 0xDC, count($expected)) . $rows) === $expected);

// The keys of the template that a map does not have are not found in it, and all of its own are: also those that share a collision chain
// with one of the template, as letters do that are 16 apart.
foreach (['b', 'x', 'zz', 'key'] as $key) {
    $template = ['a' => 1, 'b' => 2, 'q' => 3, 'c' => 4, 'r' => 5, 's' => 6, 'd' => 7];
    $rows = [$template];
    for ($same = 1; $same < 7; $same++) {
        $row = array_slice($template, 0, $same);
        for ($i = $same; $i < 7; $i++) {
            $row[$key . $i] = $i;
        }
        $rows[] = $row;
    }
    foreach (brine_msgpack_unpack(brine_msgpack_pack($rows)) as $number => $map) {
        foreach ($template + ['none' => 0] + $rows[$number] as $name => $value) {
            if (($map[$name] ?? null) !== ($rows[$number][$name] ?? null)) {
                echo "$name in map $number is wrong\n";
            }
        }
    }
}

// A binary is no string, though it is the same key: it says nothing of whether the string is valid.
foreach (["C4 01 FF", "C4 02 61 FF"] as $binary) {
    $string = ($binary === 'C4 01 FF') ? 'A1 FF' : 'A2 61 FF';
    echo unpacked(hex("92 82 A1 61 01 $binary 02 82 A1 61 01 $string 02"), ['utf8' => true]), "\n";
}

// An empty key among others.
$row = ['a' => 1, '' => 2, 'b' => 3];
var_dump(brine_msgpack_unpack(brine_msgpack_pack([$row, $row, $row])) === [$row, $row, $row]);
?>
--EXPECT--
[["k" => 0], ["a" => 3, "b" => 4], ["a" => 5, "b" => 6], ["k" => 0], ["a" => 7, "b" => 8]]
bool(true)
UnpackingFailedException: bad_utf8 at 13
UnpackingFailedException: bad_utf8 at 14
bool(true)
