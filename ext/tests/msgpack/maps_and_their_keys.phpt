--TEST--
Keys are normalised as PHP does; of equal keys the last value stays; maps whose keys are nearly those of another are right
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

foreach ([
    'integers' => '87 00 01 7F 02 FF 03 CC FF 04 D0 80 05 CF 00 00 00 00 7F FF FF FF 06 D3 FF FF FF FF 80 00 00 01 07',
    'beyond' => '82 CF FF FF FF FF FF FF FF FF 01 CF 80 00 00 00 00 00 00 00 02',
    'integer-like strings' => '86 A1 35 01 A2 2D 35 02 A2 30 35 03 A2 2D 30 04 A0 05 A1 2D 06',
    'binaries' => '84 C4 01 61 01 C4 01 35 02 C5 00 00 03 C6 00 00 00 02 FF FE 04',
    'long forms' => '83 D9 01 61 01 DA 00 01 62 02 DB 00 00 00 01 63 03',
    'overlong integers' => '83 CC 01 01 CD 00 02 02 D3 00 00 00 00 00 00 00 03 03',
    'twice' => '84 A1 61 01 A1 62 02 A1 61 03 A1 63 04',
    'in two forms' => '84 05 01 A1 35 02 C4 01 35 03 CC 05 04',
    'all the same' => '85 A1 61 01 A1 61 02 A1 61 03 A1 61 04 A1 61 05',
] as $name => $digits) {
    echo $name, ': ', unpacked(hex($digits)), "\n";
}
// An array that was made so is like any other.
$map = brine_msgpack_unpack(hex('84 A1 61 01 A1 62 02 A1 61 03 A1 63 04'));
unset($map['a']);
$map['d'] = 5;
$map[] = 6;
echo text($map), ' ', text(isset($map['b'], $map['c']) && !isset($map['a'])), "\n";
$map = brine_msgpack_unpack(hex('82 05 01 FF 02'));
$map[] = 'next';
echo text($map), "\n";
$map = brine_msgpack_unpack("\x81\xCF" . hex(str_pad(dechex(PHP_INT_MAX), 16, '0', STR_PAD_LEFT)) . "\x06");
try {
    $map[] = 'next';
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}

// Rows that follow a template, all but some.
$rows = [];
for ($i = 0; $i < 300; $i++) {
    $row = ['id' => $i, 'name' => "name $i", 'a key of seventeen' => [$i], 'inner' => ['x' => $i, 'y' => null], 'z' => true];
    switch ($i % 7) {
        case 1:
            $row = ['id' => $i, 'name' => 1, 'a key of seventeem' => 2, 'inner' => 3, 'z' => 4];
            break;
        case 2:
            $row = array_reverse($row, true);
            break;
        case 3:
            unset($row['z']);
            $row[$i] = 'integer';
            break;
        case 4:
            unset($row['z']);
            $row[str_repeat('z', 40)] = 'long';
            break;
        case 5:
            $row['inner'] = ['x' => $i, 'why' => ['x' => 1, 'y' => 2]];
            break;
    }
    $rows[] = $row;
}
$unpacked = brine_msgpack_unpack(brine_msgpack_pack($rows));
var_dump($unpacked === $rows);
foreach ($unpacked as $i => $row) {
    foreach ($row as $key => $value) {
        if ($row[$key] !== $value || !array_key_exists($key, $rows[$i])) {
            echo "row $i lacks $key\n";
        }
    }
    $row['new'] = 1;
    if (count($row) !== count($rows[$i]) + 1 || $row['new'] !== 1) {
        echo "row $i cannot grow\n";
    }
}
// A row with a key twice, after and before rows of which it looks like one.
$row = "\x83\xA1a\x01\xA1b\x91\x81\xA1q\x01\xA1c\x03";
$twice = "\x83\xA1a\x01\xA1b\x91\x81\xA1q\x01\xA1a\x03";
echo unpacked("\x95$row$twice$row$twice$row"), "\n";
// Templates inside of what gives way.
$gone = "\x82\xA1k\x92\x81\xA1q\x01\x81\xA1q\x02\xA1k\x03";
echo unpacked("\x93$gone\x81\xA1q\x04$gone"), "\n";

// Many keys, of each kind.
foreach ([64, 65, 1000, 70000] as $count) {
    $map = [];
    for ($i = 0; $i < $count; $i++) {
        $map[$i % 3 ? "key $i" : $i * 5] = $i;
    }
    echo $count, ' ', text(brine_msgpack_unpack(brine_msgpack_pack($map)) === $map), "\n";
}
?>
--EXPECT--
integers: [0 => 1, 127 => 2, -1 => 3, 255 => 4, -128 => 5, 2147483647 => 6, -2147483647 => 7]
beyond: ["18446744073709551615" => 1, "9223372036854775808" => 2]
integer-like strings: [5 => 1, -5 => 2, "05" => 3, "-0" => 4, "" => 5, "-" => 6]
binaries: ["a" => 1, 5 => 2, "" => 3, hex fffe => 4]
long forms: ["a" => 1, "b" => 2, "c" => 3]
overlong integers: [1 => 1, 2 => 2, 3 => 3]
twice: ["a" => 3, "b" => 2, "c" => 4]
in two forms: [5 => 4]
all the same: ["a" => 5]
["b" => 2, "c" => 4, "d" => 5, 0 => 6] true
[5 => 1, -1 => 2, 6 => "next"]
Cannot add element to the array as the next element is already occupied
bool(true)
[["a" => 1, "b" => [["q" => 1]], "c" => 3], ["a" => 3, "b" => [["q" => 1]]], ["a" => 1, "b" => [["q" => 1]], "c" => 3], ["a" => 3, "b" => [["q" => 1]]], ["a" => 1, "b" => [["q" => 1]], "c" => 3]]
[["k" => 3], ["q" => 4], ["k" => 3]]
64 true
65 true
1000 true
70000 true
