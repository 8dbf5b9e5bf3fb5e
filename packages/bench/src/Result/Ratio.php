<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Statistics;

/** The ratio of two serializers' figures in the same row. */
final class Ratio
{
    /**
     * @param float $spread half the interquartile range, relative to the ratio; 0 if nothing varies
     * @param float $lower  quartile
     * @param float $upper  quartile
     * @param float $range  range over the rounds; 0 if nothing varies
     */
    private function __construct(public readonly float $value, public readonly float $spread, public readonly float $lower, public readonly float $upper, public readonly float $range)
    {
    }

    /** Null if one of the two was not measured, or the baseline is 0. */
    public static function of(Row $row, string $measure, string $serializer, string $baseline): ?self
    {
        $figure = $row->results[$serializer][$measure] ?? null;
        $base = $row->results[$baseline][$measure] ?? null;
        if (\is_array($figure) && \is_array($base) && \count($figure) === \count($base) && \min($base) > 0) {
            $ratios = Statistics::ofRatios($figure, $base);

            return new self($ratios->median, $ratios->spread(), $ratios->lower, $ratios->upper, $ratios->range());
        }
        $figure = $row->figure($serializer, $measure);
        $base = $row->figure($baseline, $measure);

        if ($figure === null || $base === null || $base === 0.0) {
            return null;
        }
        $ratio = $figure / $base;

        return new self($ratio, 0.0, $ratio, $ratio, 0.0);
    }
}
