<?php

declare(strict_types=1);

namespace Brine\Console;

/** Formats numbers for readers. */
final class Text
{
    private function __construct()
    {
    }

    /** A number of bytes. */
    public static function bytes(int|float $bytes): string
    {
        foreach (['GB' => 1e9, 'MB' => 1e6, 'KB' => 1e4] as $unit => $size) {
            if (\abs($bytes) >= $size) {
                return \sprintf('%.1f %s', $bytes / ($unit === 'KB' ? 1e3 : $size), $unit);
            }
        }

        return \number_format($bytes) . ' bytes';
    }

    /** A ratio in percent. */
    public static function percent(int|float $part, int|float $whole): string
    {
        return \sprintf('%.1f %%', $whole > 0 ? 100 * $part / $whole : 0.0);
    }
}
