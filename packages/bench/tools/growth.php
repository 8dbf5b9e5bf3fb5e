<?php

declare(strict_types=1);

/*
 * Prints instructions and cache misses per element in small and large values, for docs/internals/measurements.md: php packages/bench/tools/growth.php
 *
 * Both are simulated by callgrind: a second-level cache of 1 MB, in front of it 32 KB of data.
 */

namespace Brine\Bench;

use RuntimeException;

require_once __DIR__ . '/callgrind.php';

const SIZES = [1000, 10_000, 100_000];
const OPTIONS = ['--cache-sim=yes', '--I1=32768,8,64', '--D1=32768,8,64', '--LL=1048576,16,64'];
const CODECS = ['brine' => ['brine_serialize', 'brine_unserialize'], 'native' => ['serialize', 'unserialize']];

/** @return array<string, callable(int): mixed> functions that make an element by its number */
function kinds(): array
{
    \mt_srand(1);

    return [
        'integers, random' => static fn (): int => \mt_rand(\PHP_INT_MIN, \PHP_INT_MAX),
        'strings, all different' => static fn (int $i): string => "string number $i",
        'rows, arrays' => static fn (int $i): array => [
            'id' => $i, 'name' => "name of $i", 'price' => $i % 9973 / 100, 'active' => $i % 3 === 0,
            'parent' => $i % 5 === 0 ? null : \intdiv($i, 5), 'status' => ['new', 'paid', 'sent', 'returned'][$i % 4],
        ],
        'maps of other keys' => static fn (int $i): array => ["k$i" => $i, 'k' => 1],
    ];
}

/** Runs in the child, under callgrind: each direction once for warm-up, and once between the marks. */
function run_loop(string $kind, int $size, string $codec): void
{
    [$encode, $decode] = CODECS[$codec];
    $value = \array_map(kinds()[$kind], \range(0, $size - 1));
    $payload = $encode($value);
    $decode($payload);
    $encode($value);
    \sys_get_temp_dir();
    $encode($value);
    \sys_get_temp_dir();
    $decode($payload);
    \sys_get_temp_dir();
}

/** @return array{list<float>, list<float>} instructions and second-level misses per element, in both directions */
function counted(string $kind, int $size, string $codec): array
{
    $extensions = $codec === 'brine' ? [Builds::current()] : [];
    $counts = [[], []];
    foreach (parts($extensions, [__FILE__, '--loop', $kind, (string) $size, $codec], Builds::root() . '/build/callgrind.growth', OPTIONS) as $file) {
        $text = (string) \file_get_contents($file);
        if (\preg_match('/^events: (.+)$/m', $text, $events) !== 1 || \preg_match('/^summary: (.+)$/m', $text, $sums) !== 1) {
            throw new RuntimeException("$file has no sums");
        }
        $names = \explode(' ', \trim($events[1]));
        // The last figures are omitted if they are 0.
        $sum = \array_combine($names, \array_pad(\array_map(intval(...), \explode(' ', \trim($sums[1]))), \count($names), 0));
        $counts[0][] = $sum['Ir'] / $size;
        $counts[1][] = ($sum['DLmr'] + $sum['DLmw']) / $size;
    }

    return $counts;
}

function main(): void
{
    $shown = static fn (string $format, array $figures): array => \array_map(static fn (float $figure): string => \sprintf($format, $figure), $figures);
    $instructions = [['elements', ...\array_map(static fn (int $size): string => 'encode ' . \number_format($size), SIZES), ...\array_map(static fn (int $size): string => 'decode ' . \number_format($size), SIZES)]];
    $misses = [['elements', 'encode 1,000', '100,000', 'native', 'decode 1,000', '100,000', 'native']];
    foreach (\array_keys(kinds()) as $kind) {
        $own = \array_map(static fn (int $size): array => counted($kind, $size, 'brine'), SIZES);
        $native = counted($kind, 100_000, 'native');
        $of = static fn (int $what, int $direction): array => \array_map(static fn (array $counts): float => $counts[$what][$direction], $own);
        $instructions[] = [$kind, ...$shown('%.0f', $of(0, 0)), ...$shown('%.0f', $of(0, 1))];
        [$encode, $decode] = [$of(1, 0), $of(1, 1)];
        $misses[] = [$kind, ...$shown('%.2f', [$encode[0], $encode[2], $native[1][0], $decode[0], $decode[2], $native[1][1]])];
    }
    echo markdown($instructions), "\n", markdown($misses);
}

if (($argv[1] ?? '') === '--loop') {
    run_loop($argv[2], (int) $argv[3], $argv[4]);
} else {
    main();
}
