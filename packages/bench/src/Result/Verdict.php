<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** A table's summary for one serializer: its place in each measure, and its neighbours. */
final class Verdict
{
    /** Measures that a table is judged by. */
    private const JUDGED = ['bytes' => 'size', 'encode' => 'encoding', 'decode' => 'decoding'];

    /** Ratios closer than this share a place. */
    private const SAME = 0.005;

    private const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

    /** The subject of a table is the first of these that it contains. */
    private const SUBJECTS = ['brine-hit', 'brine-dictionary', 'brine-signed', 'brine', 'this'];

    /** One line, such as "size: first, 0.61 of igbinary; encoding: second behind native (0.80), 0.95 of igbinary". */
    public static function of(Comparison $table, ?string $serializer = null): string
    {
        $serializer ??= self::subject($table);
        if (!\in_array($serializer, $table->serializers, true)) {
            return "$serializer was not measured";
        }
        $parts = [];
        foreach ($table->measures as $measure) {
            $means = self::means($table, $measure, $serializer);
            if ($means !== []) {
                $parts[] = (self::JUDGED[$measure] ?? $measure) . ': ' . self::place($means, $serializer, $table->baseline);
            }
        }

        return $parts === [] ? "$serializer was not measured" : \implode('; ', $parts);
    }

    /** The serializer that the table is about; other forms of Brine are not compared with it. */
    public static function subject(Comparison $table): string
    {
        return \array_values(\array_intersect(self::SUBJECTS, $table->serializers))[0] ?? 'brine';
    }

    /**
     * The means of the ratios to the baseline, least first. Excludes other forms of Brine, and serializers that lack one of $serializer's rows,
     * since their means would cover other rows.
     *
     * @return array<string, float> by serializer; empty if $serializer has no figure
     */
    public static function means(Comparison $table, string $measure, string $serializer): array
    {
        $means = [];
        if (!isset(self::JUDGED[$measure])) {
            return [];
        }
        $rows = \array_filter($table->rows, static fn (Row $row): bool => !$row->isTotal() && Ratio::of($row, $measure, $serializer, $table->baseline) !== null);
        foreach ($table->serializers as $name) {
            $ratios = [];
            foreach ($rows as $i => $row) {
                $ratio = Ratio::of($row, $measure, $name, $table->baseline);
                if ($ratio !== null && $ratio->value > 0) {
                    $ratios[$i] = $ratio->value;
                }
            }
            $isOther = $name !== $serializer && \str_starts_with($name, 'brine');
            if (!$isOther && $ratios !== [] && \count($ratios) === \count($rows)) {
                $means[$name] = Mean::of($table, $ratios);
            }
        }
        if (!isset($means[$serializer])) {
            // A figure of 0 has no mean.
            return [];
        }
        // Serializers level with it do not count as ahead.
        \uksort($means, static fn (string $a, string $b): int => [\round($means[$a], 6), $a !== $serializer] <=> [\round($means[$b], 6), $b !== $serializer]);

        return $means;
    }

    /**
     * The best serializers of a row: the least figure, and those within the spread.
     *
     * @return list<string>
     */
    public static function best(Comparison $table, Row $row, string $measure): array
    {
        $least = self::least($row, $table->serializers, $measure);

        return $least === null ? [] : \array_values(\array_filter(
            $table->serializers,
            static fn (string $name): bool => $row->figure($name, $measure) !== null && self::compare($row, $name, $least, $measure) <= 0,
        ));
    }

    /** The rank of the table's subject row by row. Other forms of Brine are not peers. */
    public static function standing(Comparison $table, string $measure): Standing
    {
        $subject = self::subject($table);
        $peers = \array_values(\array_filter($table->serializers, static fn (string $name): bool => $name !== $subject && !\str_starts_with($name, 'brine')));
        $first = $level = 0;
        $behind = [];
        foreach ($table->rows as $row) {
            $peer = self::least($row, $peers, $measure);
            if ($row->isTotal() || $peer === null || $row->figure($subject, $measure) === null) {
                continue;
            }
            $order = self::compare($row, $subject, $peer, $measure);
            $first += $order < 0 ? 1 : 0;
            $level += $order === 0 ? 1 : 0;
            if ($order > 0) {
                $behind[$row->name] = $peer;
            }
        }

        return new Standing($first, $level, $behind);
    }

    /** @param list<string> $serializers */
    private static function least(Row $row, array $serializers, string $measure): ?string
    {
        $best = null;
        $least = \INF;
        foreach ($serializers as $name) {
            $figure = $row->figure($name, $measure);
            if ($figure !== null && $figure < $least) {
                [$best, $least] = [$name, $figure];
            }
        }

        return $best;
    }

    /** Below 0 if the first is better, 0 if the quartiles of their ratio enclose 1. */
    private static function compare(Row $row, string $a, string $b, string $measure): int
    {
        $ratio = Ratio::of($row, $measure, $a, $b);
        if ($ratio === null) {
            return $row->figure($a, $measure) <=> $row->figure($b, $measure);
        }

        return $ratio->upper < 1.0 ? -1 : ($ratio->lower > 1.0 ? 1 : 0);
    }

    /** @param array<string, float> $means */
    private static function place(array $means, string $serializer, string $baseline): string
    {
        $own = $means[$serializer];
        $better = \array_keys(\array_filter($means, static fn (float $mean): bool => $mean < (1 - self::SAME) * $own));
        $ratio = $serializer === $baseline ? '' : \sprintf(', %s of %s', Measures::ratio($own), $baseline);
        if ($better !== []) {
            return (self::PLACES[\count($better)] ?? \count($better) + 1 . 'th') . \sprintf(' behind %s (%s)', $better[0], Measures::ratio($means[$better[0]])) . $ratio;
        }
        // Another form of Brine is not ranked, but may be the baseline.
        $means += [$baseline => 1.0];
        $next = \array_values(\array_diff(\array_keys($means), [$serializer]))[0] ?? $baseline;
        if ($next !== $serializer && $own > (1 - self::SAME) * $means[$next]) {
            return "level with $next" . ($next === $baseline ? '' : $ratio);
        }

        return 'first' . $ratio . ($next === $baseline ? '' : \sprintf(', next is %s with %s', $next, Measures::ratio($means[$next])));
    }
}
