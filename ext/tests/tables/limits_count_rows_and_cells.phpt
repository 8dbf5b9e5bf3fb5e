--TEST--
max_elements counts a table's rows and all their cells, constant ones for each row; max_depth counts a row as a level
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** The least value of an option with which the payload is decoded. */
function least(string $payload, string $option, int $high): int
{
    $low = 0;
    while ($high - $low > 1) {
        $middle = intdiv($low + $high, 2);
        try {
            brine_unserialize($payload, [$option => $middle]);
            $high = $middle;
        } catch (Brine\DecodeException) {
            $low = $middle;
        }
    }

    return $high;
}

$rows = static fn (Closure $row): array => array_map($row, range(0, 49));
$constant = ['x' => [1, 2, 3], 'y' => 4];
$plain = $rows(static fn (int $i): array => ['id' => $i, 'name' => "n$i", 'on' => true]);
$tables = [
    // 50 rows of 3.
    'arrays' => $plain,
    'lists' => $rows(static fn (int $i): array => [$i, "n$i", true]),
    'objects' => $rows(static fn (int $i): object => (object) ['id' => $i, 'name' => "n$i", 'on' => true]),
    'keyed' => array_combine(range(100, 149), $plain),
    'by name' => array_combine(array_map(static fn (int $i): string => "k$i", range(0, 49)), $plain),
    // Two of them have 4 and 1.
    'deviating' => array_replace($plain, [7 => ['a' => 1, 'b' => 2, 'c' => 3, 'd' => 4], 30 => ['x' => 1]]),
    // 50 rows of 2, and 50 arrays of 5 in all.
    'constant arrays' => $rows(static fn (int $i): array => ['id' => $i, 'c' => $constant]),
    'constant arrays or null' => $rows(static fn (int $i): array => ['id' => $i, 'c' => $i < 10 ? null : $constant]),
    'own arrays' => $rows(static fn (int $i): array => ['id' => $i, 'c' => [$i, [$i, $i + 1]]]),
    'empty arrays' => $rows(static fn (int $i): array => ['id' => $i, 'c' => []]),
    'tables in a table' => $rows(static fn (int $i): array => ['id' => $i, 'rows' => array_slice($plain, $i % 2, 10)]),
    'objects in cells' => $rows(static fn (int $i): array => ['id' => $i, 'o' => (object) ['a' => $i]]),
    'the same table twice' => [$plain, $plain],
    'a table deep inside' => [[[$plain]]],
];
foreach ($tables as $name => $table) {
    $payload = brine_serialize($table);
    echo $name, ': ', least($payload, 'max_elements', 100_000), ' elements, ', least($payload, 'max_depth', 4096), " levels\n";
}
$payload = brine_serialize($plain);
foreach (['max_elements' => 199, 'max_depth' => 1] as $option => $value) {
    try {
        brine_unserialize($payload, [$option => $value]);
    } catch (Brine\DecodeException $exception) {
        echo $exception->getMessage(), "\n";
    }
}
?>
--EXPECT--
arrays: 200 elements, 2 levels
lists: 200 elements, 2 levels
objects: 200 elements, 2 levels
keyed: 200 elements, 2 levels
by name: 200 elements, 2 levels
deviating: 199 elements, 2 levels
constant arrays: 400 elements, 4 levels
constant arrays or null: 350 elements, 4 levels
own arrays: 350 elements, 4 levels
empty arrays: 150 elements, 2 levels
tables in a table: 2150 elements, 4 levels
objects in cells: 200 elements, 3 levels
the same table twice: 402 elements, 3 levels
a table deep inside: 203 elements, 5 levels
the value has more elements than max_elements (199) at byte 2
the value is nested deeper than max_depth (1) at byte 2
