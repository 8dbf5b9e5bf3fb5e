<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Doubles as integers divided by a power of ten: prices, coordinates, percentages.
 *
 * @internal
 */
final class Scaling
{
    /** Limit of the scaled integers, 2^50. Below it, adding and subtracting ROUNDING gives the nearest integer. */
    public const LIMIT = 1125899906842624.0;

    /** 2^52 + 2^51: adding and subtracting it rounds a double below 2^51 to the nearest integer, ties to even. */
    private const ROUNDING = 6755399441055744.0;

    /** Whether a double is bit for bit an integer within the limits, divided by $scale. */
    public static function isExact(float $value, float $scale): bool
    {
        $integer = $value * $scale + self::ROUNDING - self::ROUNDING;

        return $integer / $scale === $value && $integer >= -self::LIMIT && $integer < self::LIMIT
            && ($integer !== 0.0 || !Numbers::isNegativeZero($value));
    }

    /** That integer. */
    public static function integer(float $value, float $scale): int
    {
        return (int) ($value * $scale + self::ROUNDING - self::ROUNDING);
    }
}
