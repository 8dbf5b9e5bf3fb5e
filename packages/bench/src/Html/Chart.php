<?php

declare(strict_types=1);

namespace Brine\Bench\Html;

use Brine\Bench\Result\Ratio;
use Brine\Bench\Statistics;

/** Static SVG: bars of ratios, and samples as dots. Both are stretched to the width available on the page. */
final class Chart
{
    private const WIDTH = 300.0;

    /** Least and greatest pixels per bar, and the pixels that all bars share in between. */
    private const STEPS = [5, 9];
    private const TOGETHER = 66;
    private const GAP = 2;

    private function __construct()
    {
    }

    /**
     * Horizontal bars, each with its quartiles as a line. Bars beyond the limit are cut off at the right end.
     *
     * @param list<array{string, Ratio|float|null, string}> $bars  CSS class of the colour, ratio, label
     * @param float                                        $limit ratio at the right end
     */
    public static function bars(array $bars, float $limit): string
    {
        $step = \max(self::STEPS[0], \min(self::STEPS[1], \intdiv(self::TOGETHER, \max(1, \count($bars)))));
        $height = $step * \count($bars) + self::GAP;
        $content = '';
        foreach ($bars as $i => [$colour, $ratio, $title]) {
            if ($ratio !== null) {
                $content .= Html::element('g', [], Html::element('title', [], Html::text($title)) . self::bar($colour, $ratio, $step * $i + self::GAP, $step - self::GAP, $limit));
            }
        }
        $content .= Html::element('path', ['class' => 'one', 'd' => \sprintf('M%.1f 0V%d', self::x(1.0, $limit), $height)], '');

        return self::svg('bars', $height, \implode('; ', \array_column($bars, 2)), $content);
    }

    /**
     * The samples of one serializer as dots between the least and the greatest of the row, and their median as a line.
     *
     * @param non-empty-list<float> $samples
     */
    public static function strip(string $colour, array $samples, float $least, float $greatest): string
    {
        $range = \max($greatest - $least, \PHP_FLOAT_MIN);
        $x = static fn (float $sample): float => 6 + ($sample - $least) / $range * (self::WIDTH - 12);
        $dots = '';
        foreach ($samples as $sample) {
            $dots .= \sprintf('M%.1f 7h0', $x($sample));
        }
        $median = Html::element('path', ['class' => 'median', 'd' => \sprintf('M%.1f 0V14', $x(Statistics::of($samples)->median))], '');

        return self::svg('strip', 14, \count($samples) . ' samples', Html::element('path', ['class' => "dots $colour", 'd' => $dots], '') . $median);
    }

    private static function bar(string $colour, Ratio|float $ratio, int $y, int $thickness, float $limit): string
    {
        $value = $ratio instanceof Ratio ? $ratio->value : $ratio;
        $width = self::x($value, $limit);
        $middle = $y + $thickness / 2;
        $bar = Html::element('rect', ['class' => $colour, 'x' => 0, 'y' => $y, 'width' => \sprintf('%.1f', $width), 'height' => $thickness], '');
        if ($value > $limit) {
            return $bar . Html::element('path', ['class' => 'cut', 'd' => \sprintf('M%.1f %dl-5 %dh-4l5-%dz', $width - 6, $y, $thickness, $thickness)], '');
        }
        if (!$ratio instanceof Ratio || $ratio->upper <= $ratio->lower) {
            return $bar;
        }

        return $bar . Html::element('path', ['class' => 'spread', 'd' => \sprintf('M%.1f %.1fH%.1f', self::x($ratio->lower, $limit), $middle, self::x($ratio->upper, $limit))], '');
    }

    private static function x(float $ratio, float $limit): float
    {
        return \min($ratio / $limit, 1.0) * self::WIDTH;
    }

    private static function svg(string $class, int $height, string $label, string $content): string
    {
        return Html::element('svg', [
            'class' => $class, 'viewBox' => '0 0 ' . self::WIDTH . " $height", 'height' => $height, 'preserveAspectRatio' => 'none', 'role' => 'img', 'aria-label' => $label,
        ], $content);
    }
}
