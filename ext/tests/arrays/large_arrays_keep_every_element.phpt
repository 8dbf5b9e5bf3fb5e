--TEST--
Arrays beyond every small form keep every element: lists, maps, runs and many different shapes
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$map = $shapes = [];
for ($i = 0; $i < 70_000; $i++) {
    $map["key $i"] = $i % 3 ? $i : "value $i";
}
for ($i = 0; $i < 9_000; $i++) {
    $shapes[] = ["first $i" => 1, 'second' => $i];
}
for ($i = 0; $i < 9_000; $i += 7) {
    // Again, by numbers of every width.
    $shapes[] = ["first $i" => 2, 'second' => -$i];
    $shapes[] = ["first $i" => 1, 'second' => $i];
}
$holes = array_filter(range(0, 70_000), static fn (int $i): bool => $i % 5 !== 0);
foreach ([$map, $shapes, $holes, range(0, 100_000), array_fill(0, 100_000, 1.5), array_fill(0, 70_000, null)] as $value) {
    var_dump(brine_unserialize(brine_serialize($value)) === $value);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
