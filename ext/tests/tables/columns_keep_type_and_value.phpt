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

const BITS = 8 * PHP_INT_SIZE;

$int = static fn (int $max): Closure => static fn (int $i): int => $i * 7919 % $max;
$decimals = static fn (int $digits): Closure => static fn (int $i): float => round(($i - 9) * 123.4567890123, $digits);
$nan = unpack('E', hex2bin('7ff800000000beef'))[1];
$columns = [
    'constants' => [cells(fn () => null), cells(fn () => true), cells(fn () => 5), cells(fn () => 1.5), cells(fn () => ''),
        cells(fn () => 'a'), cells(fn () => 'text'), cells(fn () => []), cells(fn () => [1, ['x' => 'y']]), cells(fn () => $nan), cells(fn () => -0.0)],
    'booleans' => [cells(fn (int $i): bool => $i % 3 === 0), cells(fn (int $i): bool => $i === 39), cells(fn (int $i): bool => $i !== 0)],
    'ranges' => [range(0, 39), range(100, 22, -2), cells(fn (int $i): int => PHP_INT_MAX - $i), cells(fn (int $i): int => PHP_INT_MIN + 2 ** (BITS - 7) * $i)],
    'integers of each width' => array_map(fn (int $bits): array => cells($int(2 ** $bits - 1)), range(1, BITS - 2)),
    'integers from a base' => array_map(fn (int $base): array => cells(fn (int $i): int => $base + $i * $i % 97), [-1, -128, 255, 65535, BITS === 64 ? 2 ** 31 : 2 ** 30, BITS === 64 ? -(2 ** 40) : -(2 ** 30), PHP_INT_MAX - 97, PHP_INT_MIN]),
    'far apart' => [cells(fn (int $i): int => $i % 2 ? PHP_INT_MAX : PHP_INT_MIN), cells(fn (int $i): int => [0, PHP_INT_MIN, -1, PHP_INT_MAX][$i % 4])],
    'increasing' => array_map(fn (int $bits): array => cells(fn (int $i): int => 1_700_000_000 + 2 ** $bits * $i + $i * 31 % 7), range(0, BITS === 64 ? 55 : 22)),
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
    echo $name, ': ', $equal === count($kinds) ? 'all' : $equal . ' of ' . count($kinds), "\n";
}
?>
--EXPECT--
constants: all
booleans: all
ranges: all
integers of each width: all
integers from a base: all
far apart: all
increasing: all
decreasing: all
decimals of each length: all
whole doubles: all
not quite decimals: all
halves: all
zeros: all
not finite: all
with nulls: all
nulls and booleans: all
nulls and doubles: all
nulls and a constant: all
with others: all
numbers in strings: all
everything: all
