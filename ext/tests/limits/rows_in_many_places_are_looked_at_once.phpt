--TEST--
Wide arrays and objects that are rows again and again, which takes a payload a byte or two each time, are encoded as shortly, and no rows are compared through all their places
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip a value has more elements than max_elements can be');
}
?>
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

const COUNT = 20_000;

/** @return array<string, mixed> */
function wide(int $first, mixed $last): array
{
    $row = [];
    for ($i = 0; $i < COUNT; $i++) {
        $row["k$i"] = ($i + $first) % 2 === 0;
    }
    $row['last'] = $last;

    return $row;
}

/** @return list<mixed> each of the things again and again */
function turns(mixed ...$things): array
{
    $list = [];
    for ($i = 0; $i < COUNT; $i++) {
        $list[] = $things[$i % count($things)];
    }

    return $list;
}

/** @return list<list<mixed>> lists of the things in ever another order */
function orders(array $things): array
{
    mt_srand(1);
    $lists = [];
    for ($i = 0; $i < COUNT / 10; $i++) {
        shuffle($things);
        $lists[] = $things;
    }

    return $lists;
}

$deep = array_reduce(range(1, 9), static fn (mixed $inner): array => [$inner], 1);
$eight = array_map(static fn (int $i): array => ['first' => $i] + wide($i, $deep), range(0, 7));
$hole = wide(0, null);
unset($hole['k7']);
$narrow = (object) ['one' => 1];
$values = [
    'two rows in turn' => turns(wide(0, null), wide(1, null)),
    'rows with more arrays in one another than are compared' => turns(wide(0, $deep), wide(1, $deep)),
    'the same row' => turns(wide(0, $deep)),
    'rows that differ in the last key' => turns(wide(0, null), ['k0' => 1] + wide(0, null), wide(0, null), wide(0, null)),
    'rows that have a hole' => turns($hole, array_reverse($hole)),
    'maps whose keys are those of a list' => orders(array_fill(0, 8, array_diff_key(range(-1, COUNT * 10), [0 => 0]))),
    'lists of eight rows' => orders($eight),
    'an object' => turns((object) wide(0, null)),
    'a wide object among narrow ones' => turns($narrow, $narrow, $narrow, (object) wide(0, null)),
    'two objects' => turns((object) wide(0, null), (object) wide(1, null)),
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    $decoded = brine_unserialize($payload, ['max_elements' => PHP_INT_MAX]);
    // Of as many rows as columns, a table would have 400,000,000 cells; the values alone have some 20,000 names of 6 bytes and 20,000 places.
    echo $name, ': ',
        strlen($payload) < 2_000_000 ? 'short' : strlen($payload) . ' bytes', ', ',
        array_slice($decoded, -2) == array_slice($value, -2) && count($decoded) === count($value) ? 'equal' : 'another value', "\n";
}
?>
--EXPECT--
two rows in turn: short, equal
rows with more arrays in one another than are compared: short, equal
the same row: short, equal
rows that differ in the last key: short, equal
rows that have a hole: short, equal
maps whose keys are those of a list: short, equal
lists of eight rows: short, equal
an object: short, equal
a wide object among narrow ones: short, equal
two objects: short, equal
