<?php

/*
 * Prints the ratios of benchmark results (brine bench --json FILE) to the baseline: one line per row of "mixed", and the geometric mean of the
 * other tables. --write replaces them between the page's marks "figures".
 *
 * usage: php scripts/figures.php [--write PAGE] RESULT...
 */

declare(strict_types=1);

namespace Brine\Scripts;

/** Tables whose rows are all shown. */
const BY_ROW = ['mixed'];

/** Names of rows on the page; others keep their own names. */
const NAMES = [
    'mixed_2k' => 'under 2 KB',
    'mixed_20k' => 'under 20 KB',
    'mixed_2k_evicted' => 'under 2 KB, other work before each',
    'mixed_20k_evicted' => 'under 20 KB, other work before each',
    'mixed_first_call' => 'first call of a new process',
    'mixed_tenth_call' => 'tenth call of a new process',
];

/** Tables of which only the mean is shown, under this name. */
const BY_MEAN = ['real_caches' => 'real caches, the same values again and again', 'shapes' => 'made-up values, again and again'];

const MEASURES = ['bytes', 'encode', 'decode'];

function fail(string $message): never
{
    \fwrite(\STDERR, "figures.php: $message\n");
    exit(1);
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
 * @param array<string, mixed> $row
 * @return list<float>|null bytes, encode, decode; null if one of them was not measured
 */
function ratios(array $row, string $serializer, string $baseline): ?array
{
    [$own, $other] = [$row['results'][$serializer] ?? [], $row['results'][$baseline] ?? []];
    $ratios = [];
    foreach (MEASURES as $measure) {
        if (!isset($own[$measure], $other[$measure])) {
            return null;
        }
        $ratios[] = ratio($own[$measure], $other[$measure]);
    }

    return $ratios;
}

/** @param list<list<float>|null> $rows of one serializer; unmeasured rows are skipped */
function mean(array $rows): ?array
{
    $rows = \array_values(\array_filter($rows));
    if ($rows === []) {
        return null;
    }
    $logarithms = static fn (int $i): array => \array_map(\log(...), \array_column($rows, $i));

    return \array_map(static fn (int $i): float => \exp(\array_sum($logarithms($i)) / \count($rows)), \array_keys(MEASURES));
}

/** @param list<float>|null $ratios */
function cell(?array $ratios, bool $bold): string
{
    $text = $ratios === null ? '–' : \implode(' / ', \array_map(static fn (float $ratio): string => \sprintf('%.2f', $ratio), $ratios));

    return $bold && $ratios !== null ? "**$text**" : $text;
}

/** @param array<string, mixed> $result */
function figures(array $result): string
{
    $tables = \array_column($result['tables'], null, 'id');
    $first = $tables['mixed'] ?? fail('the result has no table "mixed"');
    $serializers = \array_values(\array_diff($first['serializers'], [$first['baseline']]));
    $lines = [];
    foreach (\array_intersect_key($tables, \array_flip(BY_ROW)) as $table) {
        foreach ($table['rows'] as $row) {
            $lines[NAMES[$row['name']] ?? $row['name']] = \array_map(static fn (string $name): ?array => ratios($row, $name, $table['baseline']), $serializers);
        }
    }
    foreach (\array_intersect_key(BY_MEAN, $tables) as $id => $name) {
        ['rows' => $rows, 'baseline' => $baseline] = $tables[$id];
        $lines[$name] = \array_map(
            static fn (string $serializer): ?array => mean(\array_map(static fn (array $row): ?array => ratios($row, $serializer, $baseline), $rows)),
            $serializers,
        );
    }
    $text = "| size / encode / decode, {$first['baseline']} = 1 | " . \implode(' | ', $serializers) . " |\n|---" . \str_repeat('|---', \count($serializers)) . "|\n";
    foreach ($lines as $name => $cells) {
        $text .= "| $name | " . \implode(' | ', \array_map(static fn (?array $ratios, string $serializer): string => cell($ratios, $serializer === 'brine'), $cells, $serializers)) . " |\n";
    }

    return $text . "\n" . circumstances($result['environment'], $first['baseline']) . "\n";
}

/** @param array<string, mixed> $environment */
function circumstances(array $environment, string $baseline): string
{
    $version = $environment['extensions'][$baseline] ?? null;

    return \implode(', ', \array_filter([
        "PHP {$environment['php']}",
        $environment['opcache'] ? "OPcache, JIT {$environment['jit']}" : 'without OPcache',
        $environment['cpu'],
        $version === null ? null : "$baseline $version",
        "{$environment['rounds']} rounds: `make bench` repeats it.",
    ]));
}

/** @return array<string, mixed> */
function result(string $file): array
{
    $result = \json_decode((string) @\file_get_contents($file), true);

    return \is_array($result) && ($result['format'] ?? '') === 'brine-bench 1' ? $result : fail("$file is no result of the benchmark");
}

$arguments = \array_slice($argv, 1);
$page = null;
if (($arguments[0] ?? '') === '--write') {
    \array_shift($arguments);
    $page = \array_shift($arguments) ?? fail('--write needs a page');
}
$results = \array_map(result(...), $arguments) ?: fail('usage: php scripts/figures.php [--write PAGE] RESULT...');
$figures = \implode("\n", \array_map(figures(...), $results));
if ($page === null) {
    echo $figures;
    exit(0);
}
$place = "/(?<=^<!-- figures -->\n).*?(?=^<!-- \/figures -->$)/ms";
$text = (string) @\file_get_contents($page);
\preg_match_all($place, $text) === 1 || fail("$page has no figures between marks, or has them more than once");
\file_put_contents($page, \preg_replace_callback($place, static fn (): string => $figures, $text));
