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
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
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
echo count(brine_unserialize("\xC1\x10\xED\xF0\x00\x00\x00\x01\x00\x02")), "\n";
try {
    brine_unserialize("\xC1\x10\xED\xF0\x01\x00\x00\x01\x00\x02");
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
16777216
the value has more elements than max_elements at byte 2
