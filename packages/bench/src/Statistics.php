<?php

declare(strict_types=1);

namespace Brine\Bench;

/** Median, quartiles and ends of a list of samples. */
final class Statistics
{
    private function __construct(
        public readonly float $median,
        public readonly float $lower,
        public readonly float $upper,
        public readonly float $least,
        public readonly float $most,
    ) {
    }

    /** @param non-empty-list<float> $samples */
    public static function of(array $samples): self
    {
        \sort($samples);

        return new self(self::quantile($samples, 0.5), self::quantile($samples, 0.25), self::quantile($samples, 0.75), $samples[0], $samples[\count($samples) - 1]);
    }

    /**
     * Statistics of the ratios within each round: a slowdown of a whole round does not change its ratio.
     *
     * @param non-empty-list<float> $samples
     * @param non-empty-list<float> $baseline of the same rounds
     */
    public static function ofRatios(array $samples, array $baseline): self
    {
        return self::of(\array_map(static fn (float $a, float $b): float => $a / $b, $samples, $baseline));
    }

    /** The range. */
    public function range(): float
    {
        return $this->most - $this->least;
    }

    /** Half the interquartile range, relative to the median; 0 if that is 0. */
    public function spread(): float
    {
        return $this->median === 0.0 ? 0.0 : ($this->upper - $this->lower) / 2 / $this->median;
    }

    /** @param non-empty-list<float> $numbers all above 0 */
    public static function geometricMean(array $numbers): float
    {
        return \exp(\array_sum(\array_map(log(...), $numbers)) / \count($numbers));
    }

    /** @param non-empty-list<float> $sorted */
    private static function quantile(array $sorted, float $part): float
    {
        $position = $part * (\count($sorted) - 1);
        $below = (int) \floor($position);
        $above = (int) \ceil($position);

        return $sorted[$below] + ($position - $below) * ($sorted[$above] - $sorted[$below]);
    }
}
