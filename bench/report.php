<?php

declare(strict_types=1);

namespace Brine\Bench;

require_once __DIR__ . '/statistics.php';

/** The text report: ratios to a baseline, one row for each workload, and what the rows do not have room for. */
final class Report
{
    private const HEADINGS = [
        'mixed' => 'Different values, each once',
        'shapes' => 'Synthetic shapes',
        'weak_spots' => 'Weak spots of other serializers',
        'variants' => 'Variants of the shapes',
        'real_values' => 'Single real values',
        'real_caches' => 'Real caches, totals of each group',
        'files' => 'Files of the corpus',
    ];

    /** Decoded values that take less than this are not worth a row in the table of memory. */
    private const MEMORY_MINIMUM = 32 * 1024;

    private const NONE = '-';

    /**
     * @param list<array>           $results  of Measure::workload()
     * @param string                $baseline serializer that the ratios are to
     * @param list<string>          $others   the other serializers, in order
     * @param array<string, array>  $targets  of the last of the others, ratios to the baseline; see targets.php
     */
    public function __construct(
        private readonly array $results,
        private readonly string $baseline,
        private readonly array $others,
        private readonly array $targets,
    ) {
    }

    public function text(): string
    {
        $text = "Size / encode / decode: ratios to $this->baseline, whose absolute figures stand first. Below 1 is better.\n";
        if ($this->targets !== []) {
            $text .= "An asterisk marks a figure that misses its target.\n";
        }
        foreach (self::HEADINGS as $section => $heading) {
            $results = array_filter($this->results, static fn (array $result) => $result['section'] === $section);
            if ($results !== []) {
                $text .= "\n" . $this->table($section, $heading, $results) . "\n";
            }
            if ($results !== [] && $section === 'mixed' && in_array('native', $this->others, true)) {
                $others = array_values(array_diff([$this->baseline, ...$this->others], ['native']));
                $toNative = new self($results, 'native', $others, $this->targets['to native'] ?? []);
                $text .= "\n" . $toNative->table($section, 'The same, ratios to native', $results) . "\n";
            }
        }

        return $text . $this->memory() . $this->roots() . $this->failures();
    }

    private function table(string $section, string $heading, array $results): string
    {
        $last = $this->targets === [] ? ['+-% e/d'] : ['target', '+-% e/d'];
        $rows = [[$heading, 'bytes', 'encode', 'decode', ...$this->others, ...$last]];
        $ratios = [];
        foreach ($results as $result) {
            $baseline = $result['serializers'][$this->baseline] ?? null;
            $row = [$result['name'], ...self::absolute($baseline)];
            foreach ($this->others as $name) {
                $triple = self::ratios($result['serializers'][$name] ?? null, $baseline);
                $row[] = $triple === null ? self::NONE : $this->triple($result['name'], $name, $triple, $result);
                if ($triple !== null) {
                    $ratios[$name][] = array_map(self::median(...), $triple);
                }
            }
            $rows[] = [...$row, ...$this->target($result['name']), self::spread($triple ?? null)];
        }
        if (count($results) > 1) {
            $rows[] = $this->geometricMeans("@$section", $ratios, count($results));
        }

        return Table::render($rows);
    }

    /** @param ?array $measured a serializer's part of a result */
    private static function absolute(?array $measured): array
    {
        return $measured === null ? [self::NONE, self::NONE, self::NONE] : [
            number_format($measured['bytes']),
            Table::time(Statistics::of($measured['encode'])->median),
            Table::time(Statistics::of($measured['decode'])->median),
        ];
    }

    /** @return ?array{float, Statistics, Statistics} size, encode, decode; null where one was not measured */
    private static function ratios(?array $measured, ?array $baseline): ?array
    {
        return $measured === null || $baseline === null ? null : [
            (float) ($measured['bytes'] / $baseline['bytes']),
            Statistics::ofRatios($measured['encode'], $baseline['encode']),
            Statistics::ofRatios($measured['decode'], $baseline['decode']),
        ];
    }

    private static function median(float|Statistics $ratio): float
    {
        return is_float($ratio) ? $ratio : $ratio->median;
    }

    /** @param array{float, Statistics, Statistics} $triple */
    private function triple(string $row, string $name, array $triple, array $result): string
    {
        $targets = $name === $this->others[count($this->others) - 1] ? $this->targets[$row] ?? [] : [];
        $cells = [];
        foreach ($triple as $i => $ratio) {
            $value = round(self::median($ratio), 2);
            $target = $targets[$i] ?? null;
            $missed = $target !== null && (is_int($target) ? $result['serializers'][$name]['bytes'] : $value) > $target;
            $cells[] = sprintf('%.2f%s', $value, $missed ? '*' : ' ');
        }

        return implode('/ ', $cells);
    }

    /** @return list<string> the column of targets, if there is one */
    private function target(string $row): array
    {
        if ($this->targets === []) {
            return [];
        }
        $cells = array_map(
            static fn (int|float|null $target) => is_int($target) ? number_format($target) . ' B'
                : ($target === null ? self::NONE : sprintf('%.2f', $target)),
            $this->targets[$row] ?? [],
        );

        return [implode(' / ', $cells)];
    }

    /** @param ?array{float, Statistics, Statistics} $triple */
    private static function spread(?array $triple): string
    {
        if ($triple === null) {
            return self::NONE;
        }

        return sprintf('%.0f / %.0f', 100 * $triple[1]->spread(), 100 * $triple[2]->spread());
    }

    /** @param array<string, non-empty-list<array{float, float, float}>> $ratios by serializer */
    private function geometricMeans(string $row, array $ratios, int $count): array
    {
        $cells = ["geometric mean of $count", '', '', ''];
        foreach ($this->others as $name) {
            $measured = $ratios[$name] ?? [];
            if ($measured === []) {
                $cells[] = self::NONE;
                continue;
            }
            $means = array_map(static fn (int $i) => Statistics::geometricMean(array_column($measured, $i)), [0, 1, 2]);
            $complete = count($measured) === $count;
            $cells[] = vsprintf('%.2f / %.2f / %.2f ', $means) . ($complete ? '' : sprintf('(%d)', count($measured)));
        }

        return [...$cells, ...$this->target($row), ''];
    }

    private function memory(): string
    {
        $rows = [['Memory held by the decoded value', $this->baseline, ...$this->others]];
        foreach ($this->results as $result) {
            $baseline = $result['serializers'][$this->baseline]['memory'] ?? null;
            if ($baseline === null || $baseline < self::MEMORY_MINIMUM) {
                continue;
            }
            $row = [$result['name'], number_format($baseline)];
            foreach ($this->others as $name) {
                $memory = $result['serializers'][$name]['memory'] ?? null;
                $row[] = $memory === null ? self::NONE : sprintf('%.2f', $memory / $baseline);
            }
            $rows[] = $row;
        }

        return count($rows) > 1 ? "\n" . Table::render($rows) . "\n" : '';
    }

    private function roots(): string
    {
        $names = [$this->baseline, ...$this->others];
        $rows = [['Possible garbage roots left by decoding', ...$names]];
        foreach (array_filter($this->results, static fn (array $result) => $result['kept']) as $result) {
            $roots = static fn (string $name) => (string) ($result['serializers'][$name]['roots'] ?? self::NONE);
            $rows[] = [$result['name'], ...array_map($roots, $names)];
        }

        return count($rows) > 1 ? "\n" . Table::render($rows) . "\n" : '';
    }

    private function failures(): string
    {
        $text = '';
        foreach ($this->results as $result) {
            foreach ($result['failed'] as $name => $reason) {
                $text .= "\n{$result['name']}: $name left out: $reason";
            }
        }

        return $text === '' ? '' : "$text\n";
    }
}

/** Columns of text. */
final class Table
{
    /** @param non-empty-list<non-empty-list<string>> $rows the first is the heading; its first column is flush left */
    public static function render(array $rows): string
    {
        $widths = [];
        foreach (array_keys($rows[0]) as $column) {
            $widths[] = max(array_map(strlen(...), array_column($rows, $column)));
        }
        $lines = [];
        foreach ($rows as $row) {
            $line = str_pad($row[0], $widths[0]);
            foreach (array_slice($row, 1, preserve_keys: true) as $column => $cell) {
                $line .= '  ' . str_pad($cell, $widths[$column], ' ', STR_PAD_LEFT);
            }
            $lines[] = rtrim($line);
        }
        array_splice($lines, 1, 0, str_repeat('-', array_sum($widths) + 2 * count($widths) - 2));

        return implode("\n", $lines);
    }

    /** @param non-empty-list<non-empty-list<string>> $rows as for render() */
    public static function markdown(array $rows): string
    {
        array_splice($rows, 1, 0, [['---', ...array_fill(0, count($rows[0]) - 1, '--:')]]);

        return implode("\n", array_map(static fn (array $row) => '| ' . implode(' | ', $row) . ' |', $rows));
    }

    public static function time(float $nanoseconds): string
    {
        return match (true) {
            $nanoseconds < 1e3 => sprintf('%.0f ns', $nanoseconds),
            $nanoseconds < 1e6 => sprintf('%.1f us', $nanoseconds / 1e3),
            default => sprintf('%.2f ms', $nanoseconds / 1e6),
        };
    }
}
