--TEST--
Cells of every kind of column keep their type and every bit, as cells of rows and as elements of lists
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** Type and bits of a scalar; arrays element by element. */
function exact(mixed $value): string
{
    return match (true) {
        is_float($value) => 'd' . bin2hex(pack('E', $value)),
        is_array($value) => '[' . implode(',', array_map(exact(...), $value)) . ']',
        default => get_debug_type($value) . var_export($value, true),
    };
}

/** @return list<mixed> */
function cells(Closure $cell): array
{
    return array_map($cell, range(0, 39));
}

$int = static fn (int $max): Closure => static fn (int $i): int => $i * 7919 % $max;
$decimals = static fn (int $digits): Closure => static fn (int $i): float => round(($i - 9) * 123.4567890123, $digits);
$nan = unpack('E', hex2bin('7ff800000000beef'))[1];
$columns = [
    'constants' => [cells(fn () => null), cells(fn () => true), cells(fn () => 5), cells(fn () => 1.5), cells(fn () => ''),
        cells(fn () => 'a'), cells(fn () => 'text'), cells(fn () => []), cells(fn () => [1, ['x' => 'y']]), cells(fn () => $nan), cells(fn () => -0.0)],
    'booleans' => [cells(fn (int $i): bool => $i % 3 === 0), cells(fn (int $i): bool => $i === 39), cells(fn (int $i): bool => $i !== 0)],
    'ranges' => [range(0, 39), range(100, 22, -2), cells(fn (int $i): int => PHP_INT_MAX - $i), cells(fn (int $i): int => PHP_INT_MIN + 2 ** 57 * $i)],
    'integers of each width' => array_map(fn (int $bits): array => cells($int(2 ** $bits - 1)), range(1, 62)),
    'integers from a base' => array_map(fn (int $base): array => cells(fn (int $i): int => $base + $i * $i % 97), [-1, -128, 255, 65535, 2 ** 31, -(2 ** 40), PHP_INT_MAX - 97, PHP_INT_MIN]),
    'far apart' => [cells(fn (int $i): int => $i % 2 ? PHP_INT_MAX : PHP_INT_MIN), cells(fn (int $i): int => [0, PHP_INT_MIN, -1, PHP_INT_MAX][$i % 4])],
    'increasing' => array_map(fn (int $bits): array => cells(fn (int $i): int => 1_700_000_000 + 2 ** $bits * $i + $i * 31 % 7), range(0, 55)),
    'decreasing' => [cells(fn (int $i): int => 5 - $i * 1000 - $i * 31 % 7)],
    'decimals of each length' => array_map(fn (int $digits): array => cells($decimals($digits)), range(0, 15)),
    'whole doubles' => [cells(fn (int $i): float => (float) $i), cells(fn (int $i): float => $i * 1e15), cells(fn (int $i): float => $i * 1e21), cells(fn (int $i): float => 2.0 ** 53 + 2 * $i)],
    'not quite decimals' => [cells(fn (int $i): float => 0.1 + $i / 10 + 0.2), cells(fn (int $i): float => $i * 1.07), cells(fn (int $i): float => $i / 3), cells(fn (int $i): float => $i / 100 + 1e-16)],
    'halves' => [cells(fn (int $i): float => $i / 1024), cells(fn (int $i): float => 1.5 * 2 ** $i)],
    'zeros' => [cells(fn (int $i): float => $i % 5 ? 0.0 : -0.0), cells(fn (int $i): float => $i % 5 ? $i / 100 : -0.0)],
    'not finite' => [cells(fn (int $i): float => $i % 7 ? $i / 100 : INF), cells(fn (int $i): float => $i % 7 ? $i / 100 : -INF), cells(fn (int $i): float => $i % 7 ? $i / 100 : $nan), cells(fn (int $i): float => [NAN, INF, -INF, 1e300, 5e-324][$i % 5])],
    'with nulls' => array_map(fn (int $step): array => cells(fn (int $i): ?int => $i % $step ? null : $i * 3), range(1, 39)),
    'nulls and booleans' => [cells(fn (int $i): ?bool => [null, true, false][$i % 3]), cells(fn (int $i): ?bool => $i === 20 ? null : true)],
    'nulls and doubles' => [cells(fn (int $i): ?float => $i % 4 ? $i / 100 : null), cells(fn (int $i): ?float => $i % 4 ? $i / 7 : null)],
    'nulls and a constant' => [cells(fn (int $i): ?string => $i % 4 ? 'text' : null), cells(fn (int $i): ?array => $i % 4 ? ['x' => [1]] : null)],
    'with others' => [cells(fn (int $i): mixed => $i === 20 ? 'x' : $i), cells(fn (int $i): mixed => $i === 0 ? 1.5 : $i * $i), cells(fn (int $i): mixed => $i === 39 ? [] : $i / 100), cells(fn (int $i): mixed => $i % 9 ? true : null), cells(fn (int $i): mixed => $i % 9 ? 'same' : $i), cells(fn (int $i): mixed => $i === 5 ? 5.0 : $i)],
    'numbers in strings' => [cells(fn (int $i): string => (string) $i), cells(fn (int $i): string => $i . '.0')],
    'everything' => [cells(fn (int $i): mixed => [1, 1.0, '1', true, null, [], [1], 'one'][$i % 8])],
];
foreach ($columns as $name => $kinds) {
    $equal = 0;
    foreach ($kinds as $cells) {
        $rows = array_map(static fn (mixed $cell, int $i): array => ['id' => $i, 'cell' => $cell, 'again' => $cell], $cells, range(0, 39));
        $objects = array_map(static fn (array $row): object => (object) $row, $rows);
        $pairs = array_map(static fn (mixed $cell, int $i): array => [$i, $cell], $cells, range(0, 39));
        $equal += (int) (exact(brine_unserialize(brine_serialize($cells))) === exact($cells)
            && exact(brine_unserialize(brine_serialize($rows))) === exact($rows)
            && exact(array_map(get_object_vars(...), brine_unserialize(brine_serialize($objects)))) === exact($rows)
            && exact(brine_unserialize(brine_serialize($pairs))) === exact($pairs));
    }
    echo $name, ': ', $equal, ' of ', count($kinds), "\n";
}
?>
--EXPECT--
constants: 11 of 11
booleans: 3 of 3
ranges: 4 of 4
integers of each width: 62 of 62
integers from a base: 8 of 8
far apart: 2 of 2
increasing: 56 of 56
decreasing: 1 of 1
decimals of each length: 16 of 16
whole doubles: 4 of 4
not quite decimals: 4 of 4
halves: 2 of 2
zeros: 2 of 2
not finite: 4 of 4
with nulls: 39 of 39
nulls and booleans: 2 of 2
nulls and doubles: 2 of 2
nulls and a constant: 2 of 2
with others: 6 of 6
numbers in strings: 2 of 2
everything: 1 of 1
