<?php

/*
 * Prints the ratios of benchmark results (brine bench --json FILE) to the baseline: one line per row of "mixed", and the geometric mean of the
 * tables of BY_MEAN, both by the names that the report has. --write replaces them between the page's marks "figures".
 *
 * usage: php packages/bench/tools/figures.php [--write PAGE] RESULT...
 */

declare(strict_types=1);

namespace Brine\Scripts;

require __DIR__ . '/results.php';

/** Tables whose rows are all shown. */
const BY_ROW = ['mixed'];

/** Tables of which only the mean is shown, under the table's name. */
const BY_MEAN = ['real_caches', 'shapes'];

const MEASURES = ['bytes', 'encode', 'decode'];

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
            $lines[$row['name']] = \array_map(static fn (string $name): ?array => ratios($row, $name, $table['baseline'], MEASURES), $serializers);
        }
    }
    foreach (\array_intersect(BY_MEAN, \array_keys($tables)) as $id) {
        ['rows' => $rows, 'baseline' => $baseline] = $tables[$id];
        $lines[$id] = \array_map(
            static fn (string $serializer): ?array => means($rows, $serializer, $baseline, MEASURES),
            $serializers,
        );
    }
    $text = "| size / encode / decode, {$first['baseline']} = 1 | " . \implode(' | ', $serializers) . " |\n|---" . \str_repeat('|---', \count($serializers)) . "|\n";
    foreach ($lines as $name => $cells) {
        $text .= "| `$name` | " . \implode(' | ', \array_map(static fn (?array $ratios, string $serializer): string => cell($ratios, $serializer === 'brine'), $cells, $serializers)) . " |\n";
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

$arguments = \array_slice($argv, 1);
$page = null;
if (($arguments[0] ?? '') === '--write') {
    \array_shift($arguments);
    $page = \array_shift($arguments) ?? fail('--write needs a page');
}
$results = \array_map(result(...), $arguments) ?: fail('usage: php packages/bench/tools/figures.php [--write PAGE] RESULT...');
$figures = \implode("\n", \array_map(figures(...), $results));
if ($page === null) {
    echo $figures;
    exit(0);
}
write_between($page, 'figures', $figures);
