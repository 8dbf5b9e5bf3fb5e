--TEST--
Names that look like integers are keys of integers in arrays, and names in objects, in every form that a payload has for them
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip needs 64-bit integers');
}
?>
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

final class Magic
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}
#[AllowDynamicProperties]
final class Plain
{
}
#[AllowDynamicProperties]
final class WithProperty
{
    public $p;
}

$names = ['5', '-0', '05', '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809', '-7', '0'];
$hex = implode(array_map(hex_string(...), $names));
$count = sprintf('%02x', count($names));
$values = '';
for ($i = 0; $i < count($names); $i++) {
    $values .= sprintf('%02x', $i);
}
$columns = implode(array_map(static fn (int $i): string => sprintf('01 %02x', $i), array_keys($names)));
$native = array_flip($names);
$object = (object) $native;
$arrays = [
    'map' => static fn (): array => brine_unserialize(payload("e9 $count $hex $values")),
    'instance of its shape' => static fn (): array => brine_unserialize(payload("c1 e9 $count $hex $values b0 $values"))[1],
    'row' => static fn (): array => brine_unserialize(payload("ed 02 00 e9 $count $hex $columns"))[1],
    'keyed table' => static fn (): array => array_map(static fn (array $row): int => $row[0], brine_unserialize(payload("ee $count 00 $hex 00 c0 03 00 02"))),
    'own array form' => static fn (): array => brine_unserialize(payload('f1' . hex_string('Magic') . "e9 $count $hex $values"))->got,
    'object for __unserialize()' => static fn (): array => brine_unserialize(payload('f0' . hex_string('Magic') . "$count $hex $values"))->got,
    'row for __unserialize()' => static fn (): array => brine_unserialize(payload('ed 02 00 f0' . hex_string('Magic') . "$count $hex $columns"))[1]->got,
];
$objects = [];
foreach (['stdClass', 'Plain', 'WithProperty'] as $class) {
    $objects["$class, object"] = static fn (): object => brine_unserialize(payload('f0' . hex_string($class) . "$count $hex $values"));
    $objects["$class, array form"] = static fn (): object => brine_unserialize(payload('f1' . hex_string($class) . "e9 $count $hex $values"));
    $objects["$class, row"] = static fn (): object => brine_unserialize(payload('ed 02 00 f0' . hex_string($class) . "$count $hex $columns"))[1];
}
foreach ($arrays as $title => $decode) {
    for ($time = 0; $time < 3; $time++) {
        $decoded = $decode();
        $found = array_filter($names, static fn (string $name): bool => ($decoded[$name] ?? null) === $native[$name]);
        echo $time === 0 ? "$title: " : ', ', $decoded === $native && count($found) === count($names) ? 'right' : json_encode($decoded);
    }
    echo "\n";
}
foreach ($objects as $title => $decode) {
    for ($time = 0; $time < 3; $time++) {
        $decoded = $decode();
        $found = array_filter($names, static fn (string $name): bool => $decoded->$name === $native[$name]);
        $cast = (array) $decoded;
        unset($cast['p']);
        echo $time === 0 ? "$title: " : ', ', $cast === $native && count($found) === count($names) ? 'right' : json_encode($decoded);
    }
    echo "\n";
}

// An integer and the string that stands for it are one key, and so in the array that __unserialize() is given.
foreach ([
    'map' => 'e9 02 05' . hex_string('5') . '00 01', 'keyed table' => 'ee 02 00 05' . hex_string('5') . '00 c0 00 01 02',
    'rows' => 'ed 02 00 e9 02 05' . hex_string('5') . '01 00 01 01', 'array form' => 'f1' . hex_string('Magic') . 'e9 02 ' . hex_string('5') . '05 00 01',
    'object' => 'f0' . hex_string('Magic') . '02' . hex_string('5') . hex_string('5') . '00 01',
] as $title => $twice) {
    echo $title, ': ', thrown(static fn () => brine_unserialize(payload($twice))), "\n";
}
?>
--EXPECT--
map: right, right, right
instance of its shape: right, right, right
row: right, right, right
keyed table: right, right, right
own array form: right, right, right
object for __unserialize(): right, right, right
row for __unserialize(): right, right, right
stdClass, object: right, right, right
stdClass, array form: right, right, right
stdClass, row: right, right, right
Plain, object: right, right, right
Plain, array form: right, right, right
Plain, row: right, right, right
WithProperty, object: right, right, right
WithProperty, array form: right, right, right
WithProperty, row: right, right, right
map: Brine\DecodeException: the key 5 occurs twice at byte 2
keyed table: Brine\DecodeException: the key 5 occurs twice at byte 2
rows: Brine\DecodeException: the key 5 occurs twice at byte 5
array form: Brine\DecodeException: the key 5 occurs twice at byte 9
object: Brine\DecodeException: the property name 5 occurs twice at byte 2
