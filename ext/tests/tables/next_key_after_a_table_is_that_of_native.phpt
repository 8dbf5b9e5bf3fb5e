--TEST--
What is appended to a decoded table, or to a row of it, gets the key that it gets with native unserialize()
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** The table after an element was appended to it and to each row. */
function appended(array $table): array
{
    foreach ($table as &$row) {
        if (is_array($row)) {
            $row[] = 'new';
        }
    }
    unset($row);
    $table[] = 'new';

    return $table;
}

$rows = array_map(static fn (int $i): array => ['id' => $i, 'name' => "n$i"], range(0, 19));
$numbers = array_map(static fn (int $i): array => [3 => $i, 8 => "n$i", -4 => true], range(0, 19));
$negative = array_map(static fn (int $i): array => [-9 => $i, -8 => "n$i"], range(0, 19));
$pairs = array_map(static fn (int $i): array => [$i, "n$i"], range(0, 19));
$tables = [
    'list' => $rows, 'integer keys in rows' => $numbers, 'negative keys in rows' => $negative, 'lists' => $pairs,
    'from 1' => array_combine(range(1, 20), $rows), 'far' => array_combine(range(1000, 2900, 100), $pairs),
    'negative' => array_combine(range(-40, -21), $rows), 'backwards' => array_reverse($rows, true),
    'strings' => array_combine(array_map(static fn (int $i): string => "k$i", range(0, 19)), $rows),
    'digits' => array_combine(array_map(static fn (int $i): string => (string) ($i * 10), range(0, 19)), $rows),
    'both' => ['x' => $rows[0]] + $numbers, 'last but one' => array_combine(range(PHP_INT_MAX - 20, PHP_INT_MAX - 1), $rows),
    'deviating' => [...array_slice($rows, 0, 15), ['other' => 1], null, ...array_slice($rows, 15)],
];
foreach ($tables as $name => $table) {
    $native = appended(unserialize(serialize($table)));
    $decoded = appended(brine_unserialize(brine_serialize($table)));
    if ($native !== $decoded) {
        echo "$name: native ", json_encode($native), ', here ', json_encode($decoded), "\n";
    }
}
$full = brine_unserialize(brine_serialize(array_combine(range(PHP_INT_MAX - 19, PHP_INT_MAX), $rows)));
try {
    $full[] = 'new';
} catch (Error $error) {
    echo $error->getMessage(), "\n";
}
?>
--EXPECT--
Cannot add element to the array as the next element is already occupied
