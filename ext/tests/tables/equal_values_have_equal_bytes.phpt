--TEST--
Equal values have equal bytes, whatever was encoded before, however arrays are stored, and whether equal arrays are one or many
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

$rows = ['a' => ['p' => 1, 'q' => 'same']];
for ($i = 1; $i < 9; ++$i) {
    $rows["k$i"] = ['p' => $i, 'q' => 'same'];
}
$rows['middle'] = 5;
for ($i = 10; $i < 18; ++$i) {
    $rows["k$i"] = ['p' => $i, 'q' => 'same'];
}
$rows['last'] = 'x';
$holes = array_fill_keys(range('A', 'J'), 1) + $rows;
foreach (range('A', 'J') as $key) {
    unset($holes[$key]);
}
echo 'holes: ';
var_dump($holes === $rows, brine_serialize($holes) === brine_serialize($rows));

$strings = array_map(static fn (int $i): string => "string $i", range(1, 40000));
$value = [$strings, array_reverse($strings)];
$first = brine_serialize($value);
echo 'history: ';
brine_serialize(array_map(static fn (int $i): string => "other $i", range(1, 12000)));
var_dump(brine_serialize($value) === $first, brine_unserialize($first) === $value);

$make = static function (bool $copies): array {
    $one = [1, 'x', 2];
    $value = [];
    for ($i = 0; $i < 2000; ++$i) {
        $value["x$i"] = $copies ? [1, chr(120), 2 + $i * 0] : $one;
    }
    for ($i = 0; $i < 17000; ++$i) {
        $value["d$i"] = $i % 2 ? [$i, 'd', null, 'q', 5] : [$i, 'd', 1, 'q'];
    }
    for ($i = 0; $i < 100; ++$i) {
        $value["e$i"] = [$i % 2, 'e', -$i];
        $value["f$i"] = [$i % 2, 'e', -$i];
    }

    return $value;
};
echo 'identity: ';
var_dump($make(false) === $make(true), brine_serialize($make(false)) === brine_serialize($make(true)));
?>
--EXPECT--
holes: bool(true)
bool(true)
history: bool(true)
bool(true)
identity: bool(true)
bool(true)
