<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Columns;

/** The report as text: ratios to the baseline for each table, then notes. */
final class TextReport
{
    /** Measures that share one table, as ratios; every other measure has its own table. */
    private const TOGETHER = ['bytes', 'encode', 'decode'];

    /** Decoded values that take less than this get no row in the table of memory. */
    private const MEMORY_MINIMUM = 32 * 1024;

    private const NONE = '-';

    /** A table with more serializers than this gets a line per serializer, if it has fewer rows. */
    private const MAX_COLUMNS = 10;

    public static function of(ResultFile $file): string
    {
        return Environment::text($file->environment) . "\n" . \implode("\n", \array_map(self::table(...), $file->tables));
    }

    public static function table(Comparison $table): string
    {
        $subject = Verdict::subject($table);
        $text = "$table->title\n$table->note\n" . (\in_array($subject, $table->serializers, true) ? "$subject: " . Verdict::of($table) . "\n\n" : "\n");
        $together = \array_values(\array_intersect(self::TOGETHER, $table->measures));
        if ($together !== []) {
            $text .= self::ratios($table, $together, $table->baseline) . "\n";
            if ($table->id === 'mixed' && $table->baseline !== 'native' && \in_array('native', $table->serializers, true)) {
                $text .= "\n" . self::ratios($table, $together, 'native') . "\n";
            }
        }
        foreach (\array_diff($table->measures, $together) as $measure) {
            $text .= self::single($table, $measure);
        }

        return $text . self::published($table) . self::failures($table);
    }

    /** @param non-empty-list<string> $measures */
    private static function ratios(Comparison $table, array $measures, string $baseline): string
    {
        $others = \array_values(\array_diff($table->serializers, [$baseline]));
        $rows = [[\implode(' / ', $measures) . " to $baseline", ...$measures, ...$others, '+-%']];
        foreach ($table->rows as $row) {
            $cells = [$row->name];
            foreach ($measures as $measure) {
                $figure = $row->figure($baseline, $measure);
                $cells[] = $figure === null ? self::NONE : Measures::shown($measure, $figure);
            }
            $spread = 0.0;
            foreach ($others as $name) {
                $ratios = \array_map(static fn (string $measure): ?Ratio => Ratio::of($row, $measure, $name, $baseline), $measures);
                $shown = \array_map(static fn (?Ratio $ratio, string $measure): string => self::cell($row, $name, $measure, $ratio), $ratios, $measures);
                $cells[] = \array_unique($shown) === [self::NONE] ? self::NONE : \implode(' / ', $shown);
                $spread = \max([$spread, ...\array_map(static fn (?Ratio $ratio): float => $ratio->spread ?? 0.0, $ratios)]);
            }
            $rows[] = [...$cells, \sprintf('%.0f', 100 * $spread)];
        }
        if (self::parts($table) > 1) {
            $rows[] = self::means($table, $measures, $others, $baseline);
        }

        return self::rendered($rows);
    }

    /** A ratio, or the figure itself if the baseline has none. */
    private static function cell(Row $row, string $name, string $measure, ?Ratio $ratio): string
    {
        $figure = $row->figure($name, $measure);

        return $ratio !== null ? Measures::ratio($ratio->value) : ($figure === null ? self::NONE : Measures::shown($measure, $figure));
    }

    /** @param non-empty-list<non-empty-list<string>> $rows */
    private static function rendered(array $rows): string
    {
        if (\count($rows[0]) <= \max(self::MAX_COLUMNS, \count($rows))) {
            return Columns::render($rows);
        }
        $turned = [];
        foreach (\array_keys($rows[0]) as $column) {
            $turned[] = [$rows[0][$column], ...\array_column(\array_slice($rows, 1), $column)];
        }

        return Columns::render($turned);
    }

    /**
     * @param non-empty-list<string> $measures
     * @param list<string>           $others
     * @return non-empty-list<string>
     */
    private static function means(Comparison $table, array $measures, array $others, string $baseline): array
    {
        $cells = [Mean::name($table), ...\array_fill(0, \count($measures), '')];
        foreach ($others as $name) {
            $means = [];
            $least = self::parts($table);
            foreach ($measures as $measure) {
                $ratios = [];
                foreach ($table->rows as $i => $row) {
                    $ratio = $row->isTotal() ? null : Ratio::of($row, $measure, $name, $baseline);
                    if ($ratio !== null && $ratio->value > 0) {
                        $ratios[$i] = $ratio->value;
                    }
                }
                $means[] = $ratios === [] ? self::NONE : Measures::ratio(Mean::of($table, $ratios));
                $least = \min($least, \count($ratios));
            }
            $cells[] = \implode(' / ', $means) . ($least < self::parts($table) ? " ($least)" : '');
        }

        return [...$cells, ''];
    }

    /** Number of rows without totals. */
    private static function parts(Comparison $table): int
    {
        return \count(\array_filter($table->rows, static fn (Row $row): bool => !$row->isTotal()));
    }

    private static function single(Comparison $table, string $measure): string
    {
        $has = static fn (string $name): bool => \array_filter($table->rows, static fn (Row $row): bool => $row->figure($name, $measure) !== null) !== [];
        $names = \array_values(\array_filter($table->serializers, $has));
        $rows = [[$measure, ...$names]];
        foreach ($table->rows as $row) {
            if ($measure === 'memory' && ($row->figure($table->baseline, $measure) ?? 0) < self::MEMORY_MINIMUM) {
                continue;
            }
            $figures = \array_map(static fn (string $name): ?float => $row->figure($name, $measure), $names);
            if (\array_filter($figures, is_float(...)) !== []) {
                $rows[] = [$row->name, ...\array_map(static fn (?float $figure): string => $figure === null ? self::NONE : Measures::shown($measure, $figure), $figures)];
            }
        }

        return \count($rows) > 1 ? "\n" . self::rendered($rows) . "\n" : '';
    }

    private static function published(Comparison $table): string
    {
        $text = '';
        foreach ($table->published as $published) {
            $names = $measures = [];
            foreach ($published->rows as $serializers) {
                foreach ($serializers as $name => $figures) {
                    $names[$name] = $name;
                    $measures += \array_combine(\array_keys($figures), \array_keys($figures));
                }
            }
            $rows = [[\implode(' / ', $measures), ...\array_values($names)]];
            foreach ($published->rows as $row => $serializers) {
                $cells = \array_map(static fn (string $name): string => \implode(' / ', \array_map(
                    static fn (string $measure): string => (string) ($serializers[$name][$measure] ?? self::NONE),
                    $measures,
                )), \array_values($names));
                $rows[] = [$row, ...$cells];
            }
            $text .= "\nPublished: $published->source ($published->unit)\n" . Columns::render($rows) . "\n";
        }

        return $text;
    }

    private static function failures(Comparison $table): string
    {
        $rows = [];
        foreach ($table->rows as $row) {
            foreach ($row->failed as $name => $reason) {
                $rows["$name left out, $reason"][] = $row->name;
            }
        }
        $text = '';
        foreach ($rows as $what => $names) {
            $text .= "\n$what: " . \implode(', ', $names);
        }

        return $text === '' ? '' : "$text\n";
    }
}
