<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Statistics;

/** What a table says of one serializer: for each measure its place, and who is before or behind it. */
final class Verdict
{
    /** Measures that a table is judged by. */
    private const JUDGED = ['bytes' => 'size', 'encode' => 'encoding', 'decode' => 'decoding'];

    /** What differs by less shares a place. */
    private const SAME = 0.005;

    private const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

    /** Serializers that a table is about, the first that it has. */
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
     * The geometric means of the ratios to the baseline, least first. A serializer that lacks a row of those that $serializer has is left out, since its mean is
     * of other rows; so are other forms of Brine.
     *
     * @return array<string, float> by serializer; empty where $serializer has no figure
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
            foreach ($rows as $row) {
                $ratio = Ratio::of($row, $measure, $name, $table->baseline);
                if ($ratio !== null && $ratio->value > 0) {
                    $ratios[] = $ratio->value;
                }
            }
            $isOther = $name !== $serializer && \str_starts_with($name, 'brine');
            if (!$isOther && $ratios !== [] && \count($ratios) === \count($rows)) {
                $means[$name] = Statistics::geometricMean($ratios);
            }
        }
        // Who is as good as it is not before it.
        \uksort($means, static fn (string $a, string $b): int => [\round($means[$a], 6), $a !== $serializer] <=> [\round($means[$b], 6), $b !== $serializer]);

        return $means;
    }

    /** @param array<string, float> $means */
    private static function place(array $means, string $serializer, string $baseline): string
    {
        $own = $means[$serializer];
        $better = \array_keys(\array_filter($means, static fn (float $mean): bool => $mean < (1 - self::SAME) * $own));
        $ratio = $serializer === $baseline ? '' : \sprintf(', %.2f of %s', $own, $baseline);
        if ($better !== []) {
            return (self::PLACES[\count($better)] ?? \count($better) + 1 . 'th') . \sprintf(' behind %s (%.2f)', $better[0], $means[$better[0]]) . $ratio;
        }
        $next = \array_values(\array_diff(\array_keys($means), [$serializer]))[0] ?? $baseline;

        return 'first' . $ratio . ($next === $baseline ? '' : \sprintf(', next is %s with %.2f', $next, $means[$next]));
    }
}
