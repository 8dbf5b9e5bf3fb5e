--TEST--
max_elements counts the elements of every array and the properties of every object, those of shared arrays and of runs too
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

final class Magic
{
    public function __serialize(): array
    {
        return ['a' => 1, 'b' => 2];
    }

    public function __unserialize(array $data): void
    {
    }
}

$hundred = ['x' => range(1, 50), 'y' => array_fill(0, 48, 0.5)];
$values = [
    'scalar' => 5, 'empty' => [], 'list' => [1, 2, 3], 'map' => ['a' => 1, 'b' => [2, 3]], 'affine run' => range(0, 999),
    'other run' => array_map(static fn (int $i): int => $i * $i, range(0, 99)), 'floats' => array_fill(0, 100, 1.5),
    'object' => (object) ['a' => 1, 'b' => 2], 'objects' => [(object) ['a' => 1], (object) ['a' => 2]], 'array form' => new Magic(),
    'shared' => [$hundred, $hundred, $hundred], 'shared in shared' => array_fill(0, 3, array_fill(0, 3, $hundred)),
];
$rows = array_map(static fn (int $i): array => ['id' => $i * $i, 'on' => true, 'list' => [1, 2]], range(0, 99));
$values += [
    'booleans' => array_map(static fn (int $i): bool => $i % 3 === 0, range(0, 99)), 'constant' => array_fill(0, 100, 'x'),
    'numbers or null' => array_map(static fn (int $i): ?int => $i % 3 ? $i * $i : null, range(0, 99)),
    'decimals' => array_map(static fn (int $i): float => $i * $i / 100, range(0, 99)),
    'rows' => $rows, 'keyed rows' => array_combine(range(5, 104), $rows),
    'rows of objects' => array_map(static fn (array $row): object => (object) $row, $rows), 'the same rows twice' => [$rows, $rows],
];
$payloads = array_map(brine_serialize(...), $values);
// A run whose cells are one list of three, and a run of ten cells, two of them null.
$payloads['constant list'] = "\xC1\x10\xEC\x0A\x01\xC2\x01\x02\x03";
$payloads['constant list or null'] = "\xC1\x10\xEC\x0A\x41\x03\x00\xC2\x01\x02\x03";
foreach ($payloads as $name => $payload) {
    $low = 0;
    $high = 4096;
    while ($high - $low > 1) {
        $middle = intdiv($low + $high, 2);
        try {
            brine_unserialize($payload, ['max_elements' => $middle]);
            $high = $middle;
        } catch (Brine\DecodeException) {
            $low = $middle;
        }
    }
    echo "$name: $high\n";
}
// The default is 2 ** 24.
echo count(brine_unserialize("\xC1\x10\xEC\xF0\x00\x00\x00\x01\x03\x00\x02", ['max_memory' => 1 << 30])), "\n";
try {
    brine_unserialize("\xC1\x10\xEC\xF0\x01\x00\x00\x01\x03\x00\x02");
} catch (Brine\DecodeException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
scalar: 1
empty: 1
list: 3
map: 4
affine run: 1000
other run: 100
floats: 100
object: 2
objects: 4
array form: 2
shared: 303
shared in shared: 912
booleans: 100
constant: 100
numbers or null: 100
decimals: 100
rows: 600
keyed rows: 600
rows of objects: 600
the same rows twice: 1202
constant list: 40
constant list or null: 34
16777216
the value has more elements than max_elements (16777216) at byte 2
