<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Statistics;

/** The mean of the ratios of a table's rows. */
final class Mean
{
    /** Tables whose rows are parts of one store. A part is weighted by its bytes, so that ten entries do not outweigh ten thousand. */
    private const OF_PARTS = ['own'];

    private function __construct()
    {
    }

    public static function name(Comparison $table): string
    {
        return self::isOfParts($table) ? 'mean by bytes' : 'geometric mean';
    }

    /**
     * @param non-empty-array<int, float> $ratios above 0, by the number of the row in the table
     * @return float geometric mean; for parts of a store, the arithmetic mean weighted by the baseline's bytes: for sizes, the ratio of the sums
     */
    public static function of(Comparison $table, array $ratios): float
    {
        $weights = \array_map(static fn (int $i): float => $table->rows[$i]->figure($table->baseline, 'bytes') ?? 0.0, \array_keys($ratios));
        $sum = \array_sum($weights);

        return self::isOfParts($table) && $sum > 0
            ? \array_sum(\array_map(static fn (float $ratio, float $weight): float => $ratio * $weight, $ratios, $weights)) / $sum
            : Statistics::geometricMean(\array_values($ratios));
    }

    private static function isOfParts(Comparison $table): bool
    {
        return \in_array($table->id, self::OF_PARTS, true);
    }
}
