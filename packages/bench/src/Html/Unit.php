<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Measures;

/** Formats numbers of a measure for readers. */
final class Unit
{
    private function __construct()
    {
    }

    public static function shown(string $measure, float $number): string
    {
        $shown = \strtr(Measures::shown($measure, $number), ['us' => 'µs']);

        return Measures::unit($measure) === 'B' ? "$shown B" : $shown;
    }

    public static function ratio(float $ratio): string
    {
        return match (true) {
            $ratio >= 100 => \number_format($ratio),
            $ratio >= 10 => \sprintf('%.1f', $ratio),
            default => Measures::ratio($ratio),
        };
    }
}
