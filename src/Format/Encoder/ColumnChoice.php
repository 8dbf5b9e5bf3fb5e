<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\ColumnKind;

/**
 * Chooses the kind of a column.
 *
 * @internal
 */
final class ColumnChoice
{
    /** Size of the sample that decides whether a full scan is worth it. */
    private const SAMPLES = 32;
    /** Largest power of ten that is tried. */
    private const MAX_EXPONENT = 9;

    /**
     * Chooses the kind after all cells were scanned.
     *
     * @param list<mixed> $cells
     * @return bool false, and the kind VALUES, if they are better written one by one
     */
    public static function choose(Column $column, array $cells): bool
    {
        $column->flag = 0;
        if (self::chooseConstant($column, false)) {
            return true;
        }
        $most = \max($column->integers, $column->doubles, $column->booleans);
        if ($most > 0 && self::isEnough($column, $most)) {
            $chosen = match ($most) {
                $column->integers => self::chooseIntegers($column, $cells),
                $column->doubles => self::chooseDoubles($column, $cells),
                default => self::chooseBooleans($column),
            };
            if ($chosen && $column->members < $column->count) {
                $column->flag = $column->count - $column->members === $column->nulls ? ColumnKind::NULLS : ColumnKind::OTHERS;
            }
            if ($chosen && ($column->width < 2 || $column->equalToPattern < $column->count - ($column->count >> 3))) {
                return true;
            }
        }
        if (self::chooseConstant($column, true)) {
            return true;
        }
        $column->chooseValues();

        return false;
    }

    /** Whether this many cells of one type justify a column of that type. */
    private static function isEnough(Column $column, int $most): bool
    {
        $rest = $column->count - $most;

        return $rest === $column->nulls || $rest <= $column->count >> 2
            || $most > $column->integers && $rest <= $column->count >> 1 && $rest - $column->nulls <= $column->count >> 2;
    }

    /** Chooses CONSTANT if nearly all cells that are not null are equal. */
    private static function chooseConstant(Column $column, bool $nearly): bool
    {
        $count = $column->count;
        if ($column->nulls === $count) {
            $column->members = $count;
        } elseif ($column->compares && $column->nulls + $column->equalToPattern === $count) {
            $column->members = $column->equalToPattern;
            $column->flag = $column->nulls > 0 ? ColumnKind::NULLS : 0;
        } elseif ($nearly && $column->compares && $count - $column->equalToPattern <= $count >> 3) {
            $column->members = $column->equalToPattern;
            $column->flag = ColumnKind::OTHERS;
        } else {
            return false;
        }
        $column->kind = ColumnKind::CONSTANT;
        $column->width = 0;
        $column->saved = $column->members;

        return true;
    }

    private static function chooseBooleans(Column $column): bool
    {
        $column->kind = ColumnKind::BOOLEANS;
        $column->width = 0;
        $column->members = $column->saved = $column->booleans;

        return true;
    }

    /** @param list<mixed> $cells */
    private static function chooseIntegers(Column $column, array $cells): bool
    {
        $column->members = $column->integers;
        if ($column->affine && $column->integers > 1) {
            $column->kind = ColumnKind::AFFINE;
            $column->width = 0;
            $column->saved = $column->members;
            $column->start = $column->first;

            return true;
        }
        /** @var non-empty-list<int> $integers */
        $integers = ColumnBytes::integers($column, $cells);
        $low = \min($integers);
        $high = \max($integers);
        [$sampled, $sampleLow, $sampleHigh, $stepLow, $stepHigh, $size] = self::sampleIntegers($column, $cells);
        $column->kind = ColumnKind::INTEGERS;
        $column->saved = 0;
        $column->start = 0;
        $column->width = $low < 0 ? 8 : Numbers::width($high);
        if ($low < 0 || Numbers::rangeWidth($sampleLow, $sampleHigh) < $column->width) {
            $width = Numbers::rangeWidth($low, $high);
            if ($low < 0 || $width < $column->width) {
                $column->width = $width;
                $column->start = $low;
            }
        }
        if ($stepLow <= $stepHigh && Numbers::rangeWidth($stepLow, $stepHigh) < $column->width) {
            [$stepLow, $stepHigh] = self::steps($integers);
            $width = Numbers::rangeWidth($stepLow, $stepHigh);
            if ($width < $column->width) {
                $column->kind = ColumnKind::DELTAS;
                $column->width = $width;
                $column->start = $column->first;
                $column->step = $stepLow;
            }
        }

        return $column->width < 2 || $size >= $sampled * $column->width;
    }

    /**
     * Whether a chosen column, but for its head, takes at most as many bytes as its cells as values. Of INTEGERS and DELTAS, choosing has only sampled
     * that.
     *
     * @param list<mixed> $cells
     */
    public static function pays(Column $column, array $cells): bool
    {
        $missing = ($column->flag === 0 ? 0 : $column->count + 7 >> 3) - $column->gain();
        if ($column->isOfIntegers()) {
            $missing += $column->members * ($column->width - 1);
            foreach (ColumnBytes::integers($column, $cells) as $integer) {
                if ($missing <= 0) {
                    return true;
                }
                $missing -= Numbers::intSize($integer) - 1;
            }
        }

        return $missing <= 0;
    }

    /**
     * Samples every s-th integer, and its difference to the next cell if that is an integer too.
     *
     * @param list<mixed> $cells
     * @return array{int, int, int, int, int, int} count, smallest and largest, smallest and largest difference modulo 2^64, and bytes as
     *     separate values. Without integers or differences, the smallest is PHP_INT_MAX and the largest PHP_INT_MIN.
     */
    private static function sampleIntegers(Column $column, array $cells): array
    {
        $count = $size = 0;
        $low = $stepLow = \PHP_INT_MAX;
        $high = $stepHigh = \PHP_INT_MIN;
        $stride = self::stride($column);
        for ($i = 0; $i < $column->count; $i += $stride) {
            $value = $cells[$i];
            if (!\is_int($value)) {
                continue;
            }
            ++$count;
            $low = \min($low, $value);
            $high = \max($high, $value);
            $size += Numbers::intSize($value);
            $next = $cells[$i + 1] ?? null;
            if (\is_int($next)) {
                $step = Numbers::subtract($next, $value);
                $stepLow = \min($stepLow, $step);
                $stepHigh = \max($stepHigh, $step);
            }
        }

        return [$count, $low, $high, $stepLow, $stepHigh, $size];
    }

    /**
     * @param list<int> $integers two or more
     * @return array{int, int} the smallest and the largest difference between neighbours, modulo 2^64
     */
    private static function steps(array $integers): array
    {
        $low = \PHP_INT_MAX;
        $high = \PHP_INT_MIN;
        $last = null;
        foreach ($integers as $integer) {
            if ($last !== null) {
                $step = Numbers::subtract($integer, $last);
                if ($step < $low) {
                    $low = $step;
                }
                if ($step > $high) {
                    $high = $step;
                }
            }
            $last = $integer;
        }

        return [$low, $high];
    }

    private static function stride(Column $column): int
    {
        return \intdiv($column->count, self::SAMPLES) + 1;
    }

    /** @param list<mixed> $cells */
    private static function chooseDoubles(Column $column, array $cells): bool
    {
        $doubles = ColumnBytes::doubles($column, $cells);
        $scaled = self::chooseExponent($column, $cells, $doubles);
        $column->kind = ColumnKind::DECIMALS;
        $column->saved = $column->members * (5 - $column->width);
        if ($scaled && $column->width < 4 && $column->members === $column->doubles) {
            return true;
        }
        $narrow = self::countNarrow($doubles);
        $width = $narrow === $column->doubles ? 4 : 8;
        if ($scaled && $column->members * $column->width + ($column->doubles - $column->members) * 9 < $column->doubles * $width) {
            if ($column->width < 5) {
                return true;
            }
            // Doubles that fit into 4 bytes are smaller as values than in a column of more than 5.
            $column->saved = $column->members * (9 - $column->width) - $narrow * 4;
            if ($column->saved >= 0) {
                return true;
            }
        }
        $column->members = $column->doubles;
        $column->kind = $width === 4 ? ColumnKind::F32 : ColumnKind::F64;
        $column->width = $width;
        $column->saved = $width === 4 ? $column->members : $column->members - $narrow * 4;

        return $column->saved >= 0;
    }

    /** @param list<float> $doubles */
    private static function countNarrow(array $doubles): int
    {
        $count = 0;
        foreach (\array_chunk($doubles, 4096) as $piece) {
            $narrow = \array_values((array) \unpack('g*', \pack('g*', ...$piece)));
            foreach ($piece as $i => $double) {
                if ($narrow[$i] === $double) {
                    ++$count;
                }
            }
        }

        return $count;
    }

    /**
     * Finds an exponent that makes all but a few doubles scaled integers.
     *
     * @param list<mixed> $cells
     * @param list<float> $doubles
     */
    private static function chooseExponent(Column $column, array $cells, array $doubles): bool
    {
        for ($exponent = self::guessExponent($column, $cells); $exponent <= self::MAX_EXPONENT; ++$exponent) {
            if (self::tryExponent($column, $cells, $doubles, $exponent)) {
                return true;
            }
        }

        return false;
    }

    /**
     * The smallest exponent that suffices for seven eighths of a sample; one above the largest if there is none.
     *
     * @param list<mixed> $cells
     */
    private static function guessExponent(Column $column, array $cells): int
    {
        $samples = \array_fill(0, self::MAX_EXPONENT + 2, 0);
        $taken = 0;
        $stride = self::stride($column);
        for ($i = 0; $i < $column->count; $i += $stride) {
            if (\is_float($cells[$i])) {
                ++$samples[self::exponentOf($cells[$i])];
                ++$taken;
            }
        }
        $enough = 0;
        for ($exponent = 0; $exponent <= self::MAX_EXPONENT; ++$exponent) {
            $enough += $samples[$exponent];
            if ($enough >= $taken - ($taken >> 3)) {
                return $exponent;
            }
        }

        return self::MAX_EXPONENT + 1;
    }

    /** The smallest exponent that makes a double a scaled integer; one above the largest if there is none. */
    private static function exponentOf(float $value): int
    {
        $largest = self::MAX_EXPONENT;
        while ($largest > 0 && !(\abs($value * 10.0 ** $largest) < Scaling::LIMIT)) {
            --$largest;
        }
        // If the largest exponent does not suffice, no smaller one does.
        if (!Scaling::isExact($value, 10.0 ** $largest)) {
            return self::MAX_EXPONENT + 1;
        }
        for ($exponent = 0; $exponent < $largest; ++$exponent) {
            if (Scaling::isExact($value, 10.0 ** $exponent)) {
                return $exponent;
            }
        }

        return $largest;
    }

    /**
     * Scans all doubles with one exponent.
     *
     * @param list<mixed> $cells
     * @param list<float> $doubles
     * @return bool false if none of them, or fewer than seven eighths, are scaled integers
     */
    private static function tryExponent(Column $column, array $cells, array $doubles, int $exponent): bool
    {
        $scale = 10.0 ** $exponent;
        $misses = 0;
        $low = \PHP_INT_MAX;
        $high = \PHP_INT_MIN;
        foreach ($doubles as $double) {
            if (!Scaling::isExact($double, $scale)) {
                if (++$misses > $column->doubles >> 3) {
                    return false;
                }
                continue;
            }
            $integer = Scaling::integer($double, $scale);
            if ($integer < $low) {
                $low = $integer;
            }
            if ($integer > $high) {
                $high = $integer;
            }
        }
        $column->exponent = $exponent;
        $column->members = $column->doubles - $misses;
        if ($column->members === 0) {
            return false;
        }
        $column->start = 0;
        $column->width = $low < 0 ? 8 : Numbers::width($high);
        if ($low < 0 || self::sampleScaledWidth($column, $cells, $scale) < $column->width) {
            $width = Numbers::rangeWidth($low, $high);
            if ($low < 0 || $width < $column->width) {
                $column->start = $low;
                $column->width = $width;
            }
        }

        return true;
    }

    /**
     * Bytes of the range of every s-th scaled integer.
     *
     * @param list<mixed> $cells
     */
    private static function sampleScaledWidth(Column $column, array $cells, float $scale): int
    {
        $sample = [];
        $stride = self::stride($column);
        for ($i = 0; $i < $column->count; $i += $stride) {
            if (\is_float($cells[$i]) && Scaling::isExact($cells[$i], $scale)) {
                $sample[] = Scaling::integer($cells[$i], $scale);
            }
        }

        return $sample === [] ? 8 : Numbers::rangeWidth(\min($sample), \max($sample));
    }
}
