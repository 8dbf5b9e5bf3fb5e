<?php

declare(strict_types=1);

/* Reads results of the benchmark (brine bench --json FILE) and forms ratios of their figures. */

namespace Brine\Scripts;

/** Prints a message with the name of the script, and exits with 1. */
function fail(string $message): never
{
    \fwrite(\STDERR, \basename($_SERVER['argv'][0]) . ": $message\n");
    exit(1);
}

/** @return array<string, mixed> */
function result(string $file): array
{
    $result = \json_decode((string) @\file_get_contents($file), true);

    return \is_array($result) && ($result['format'] ?? '') === 'brine-bench 1' ? $result : fail("$file is no result of the benchmark");
}

/** @param non-empty-list<float> $figures */
function median(array $figures): float
{
    \sort($figures);
    $middle = \intdiv(\count($figures), 2);

    return \count($figures) % 2 === 1 ? $figures[$middle] : ($figures[$middle - 1] + $figures[$middle]) / 2;
}

/**
 * The ratio of one measure to the baseline's: for samples, the median of the ratios within each round.
 *
 * @param int|float|list<int|float> $figure
 * @param int|float|list<int|float> $baseline
 */
function ratio(int|float|array $figure, int|float|array $baseline): float
{
    return \is_array($figure) ? median(\array_map(static fn ($own, $other): float => $own / $other, $figure, $baseline)) : $figure / $baseline;
}

/**
 * @param array<string, mixed>   $row
 * @param non-empty-list<string> $measures
 * @return list<float>|null a ratio for each measure; null if one of them was not measured
 */
function ratios(array $row, string $serializer, string $baseline, array $measures): ?array
{
    [$own, $other] = [$row['results'][$serializer] ?? [], $row['results'][$baseline] ?? []];
    $ratios = [];
    foreach ($measures as $measure) {
        if (!isset($own[$measure], $other[$measure])) {
            return null;
        }
        $ratios[] = ratio($own[$measure], $other[$measure]);
    }

    return $ratios;
}

/**
 * Geometric means of a serializer's ratios over the rows of a table; rows that lack a measure are skipped.
 *
 * @param list<array<string, mixed>> $rows
 * @param non-empty-list<string>     $measures
 * @return list<float>|null null if no row has all measures
 */
function means(array $rows, string $serializer, string $baseline, array $measures): ?array
{
    $ratios = \array_values(\array_filter(\array_map(static fn (array $row): ?array => ratios($row, $serializer, $baseline, $measures), $rows)));
    if ($ratios === []) {
        return null;
    }

    return \array_map(
        static fn (int $i): float => \exp(\array_sum(\array_map(\log(...), \array_column($ratios, $i))) / \count($ratios)),
        \array_keys($measures),
    );
}

/** Replaces what stands between a page's marks <!-- NAME --> and <!-- /NAME -->. */
function write_between(string $page, string $mark, string $markdown): void
{
    $place = "/(?<=^<!-- $mark -->\n).*?(?=^<!-- \\/$mark -->$)/ms";
    $text = (string) @\file_get_contents($page);
    \preg_match_all($place, $text) === 1 || fail("$page has no $mark between marks, or has them more than once");
    \file_put_contents($page, \preg_replace_callback($place, static fn (): string => $markdown, $text));
}
