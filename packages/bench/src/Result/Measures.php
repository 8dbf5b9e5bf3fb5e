<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** The measures of a result file, and their units. */
final class Measures
{
    /** Units: bytes, a count, or nanoseconds. Less is always better. */
    private const UNITS = ['bytes' => 'B', 'memory' => 'B', 'worker' => 'B', 'roots' => '', 'kept' => ''];

    private const NAMES = ['bytes' => 'Size', 'roots' => 'Garbage roots', 'worker' => 'Memory of the worker', 'kept' => 'Values kept', 'redis_get' => 'Get from Redis', 'redis_set' => 'Set in Redis'];

    /** Name in reports. */
    public static function name(string $measure): string
    {
        if (\preg_match('/\A(get|set)_(\d+)gbit_([\d.]+)ms\z/', $measure, $match) === 1) {
            return \ucfirst($match[1]) . ", $match[2] Gbit/s, $match[3] ms";
        }

        return self::NAMES[$measure] ?? \ucfirst(\strtr($measure, '_', ' '));
    }

    /** @return 'B'|''|'ns' unlisted measures are times */
    public static function unit(string $measure): string
    {
        return self::UNITS[$measure] ?? 'ns';
    }

    /** A ratio, with more digits if it is very small, instead of 0.00. */
    public static function ratio(float $ratio): string
    {
        return \sprintf($ratio > 0.0 && $ratio < 0.01 ? '%.4f' : '%.2f', $ratio);
    }

    /** A figure with its unit, such as "1,234", "1.5 us" */
    public static function shown(string $measure, float $figure): string
    {
        if (self::unit($measure) !== 'ns') {
            return \number_format($figure);
        }

        return match (true) {
            $figure < 1e3 => \sprintf('%.0f ns', $figure),
            $figure < 1e6 => \sprintf('%.1f us', $figure / 1e3),
            default => \sprintf('%.2f ms', $figure / 1e6),
        };
    }
}
