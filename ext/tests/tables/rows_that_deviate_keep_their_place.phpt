--TEST--
Elements that are no rows of the others' shape keep their place, their kind and the order of their keys
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$rows = array_map(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'price' => $i / 4], range(0, 23));
$others = [
    'a key is missing' => ['id' => 1, 'name' => 'x'],
    'one key more' => ['id' => 1, 'name' => 'x', 'price' => 1.0, 'more' => null],
    'other order' => ['name' => 'x', 'id' => 1, 'price' => 1.0],
    'another key' => ['id' => 1, 'name' => 'x', 'cost' => 1.0],
    'an integer key' => ['id' => 1, 'name' => 'x', 0 => 1.0],
    'a list' => [1, 'x', 1.0],
    'the empty array' => [],
    'null' => null,
    'a string' => 'row',
    'an object' => (object) ['id' => 1, 'name' => 'x', 'price' => 1.0],
    'a row of other types' => ['id' => 'one', 'name' => 2, 'price' => [3]],
    'an equal row' => ['id' => 7, 'name' => 'n7', 'price' => 1.75],
];
foreach ($others as $name => $other) {
    foreach ([0, 7, 12, 23] as $at) {
        $list = $rows;
        $list[$at] = $other;
        $list[($at + 5) % 24] = $other;
        $decoded = round_trip($list);
        $keyed = round_trip(array_combine(range(100, 123), $list));
        if (!is_object($other) && ($decoded !== $list || array_values($keyed) !== $list)) {
            echo "$name at $at: not the same\n";
        }
        if (array_keys($keyed) !== range(100, 123)) {
            echo "$name at $at: other keys\n";
        }
    }
}
// From one in eight to all.
for ($step = 8; $step > 0; $step--) {
    $list = $rows;
    foreach (range(0, 23, $step) as $i => $at) {
        $list[$at] = ['x' => $i];
    }
    var_dump(round_trip($list) === $list);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
