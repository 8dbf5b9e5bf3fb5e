<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\ColumnKind;

/**
 * Writes the bytes of a column whose kind is known.
 *
 * @internal
 */
final class ColumnBytes
{
    /**
     * All bytes but a CONSTANT's value.
     *
     * @param list<mixed> $cells
     * @param list<int>   $marked the cells that are marked, from marked()
     */
    public static function of(Column $column, array $cells, array $marked): string
    {
        $kind = $column->kind | $column->flag | ($column->kind >= ColumnKind::INTEGERS ? $column->width - 1 : 0);
        $bytes = \chr($kind) . ($column->flag === 0 ? '' : Numbers::bitmap($marked, $column->count));

        return $bytes . match ($column->kind) {
            ColumnKind::BOOLEANS => self::booleans($cells, $column->members),
            ColumnKind::AFFINE => Numbers::sv($column->start) . Numbers::sv($column->step),
            ColumnKind::F32 => self::floats('g*', self::doubles($column, $cells)),
            ColumnKind::F64 => self::floats('e*', self::doubles($column, $cells)),
            ColumnKind::INTEGERS => Numbers::sv($column->start)
                . self::differences(self::integers($column, $cells), $column->start, $column->width),
            ColumnKind::DELTAS => Numbers::sv($column->start) . Numbers::sv($column->step)
                . self::deltas(self::integers($column, $cells), $column->step, $column->width),
            ColumnKind::DECIMALS => \chr($column->exponent) . Numbers::sv($column->start) . self::decimals($column, $cells),
            default => '',
        };
    }

    /**
     * Cells that the column does not store: null, or separate values.
     *
     * @param list<mixed> $cells
     * @return list<int>
     */
    public static function marked(Column $column, array $cells): array
    {
        if ($column->flag === 0) {
            return [];
        }
        $marked = [];
        $pattern = $column->pattern;
        $scale = 10.0 ** $column->exponent;
        foreach ($cells as $i => $cell) {
            $isMember = match ($column->kind) {
                ColumnKind::BOOLEANS => \is_bool($cell),
                ColumnKind::F32, ColumnKind::F64 => \is_float($cell),
                ColumnKind::DECIMALS => \is_float($cell) && ($column->members === $column->doubles || Scaling::isExact($cell, $scale)),
                ColumnKind::CONSTANT => $pattern !== null && $pattern->equals($cell),
                default => \is_int($cell),
            };
            if (!$isMember) {
                $marked[] = $i;
            }
        }

        return $marked;
    }

    /**
     * @param list<mixed> $cells
     * @return list<int> those that are integers
     */
    public static function integers(Column $column, array $cells): array
    {
        /** @var list<int> */
        return $column->integers === $column->count ? $cells : \array_values(\array_filter($cells, \is_int(...)));
    }

    /**
     * @param list<mixed> $cells
     * @return list<float> those that are doubles
     */
    public static function doubles(Column $column, array $cells): array
    {
        /** @var list<float> */
        return $column->doubles === $column->count ? $cells : \array_values(\array_filter($cells, \is_float(...)));
    }

    /** @param list<float> $doubles */
    private static function floats(string $format, array $doubles): string
    {
        $bytes = '';
        foreach (\array_chunk($doubles, 4096) as $piece) {
            $bytes .= \pack($format, ...$piece);
        }

        return $bytes;
    }

    /** @param list<mixed> $cells */
    private static function booleans(array $cells, int $members): string
    {
        $true = [];
        $position = 0;
        foreach ($cells as $cell) {
            if ($cell === true) {
                $true[] = $position++;
            } elseif ($cell === false) {
                ++$position;
            }
        }

        return Numbers::bitmap($true, $members);
    }

    /** @param list<int> $integers */
    private static function differences(array $integers, int $base, int $width): string
    {
        if ($base !== 0) {
            foreach ($integers as $i => $integer) {
                $integers[$i] = Numbers::subtract($integer, $base);
            }
        }

        return Numbers::bytes($integers, $width);
    }

    /** @param list<int> $integers */
    private static function deltas(array $integers, int $step, int $width): string
    {
        $deltas = [];
        $last = null;
        foreach ($integers as $integer) {
            if ($last !== null) {
                $deltas[] = Numbers::subtract(Numbers::subtract($integer, $last), $step);
            }
            $last = $integer;
        }

        return Numbers::bytes($deltas, $width);
    }

    /** @param list<mixed> $cells */
    private static function decimals(Column $column, array $cells): string
    {
        $scale = 10.0 ** $column->exponent;
        $all = $column->members === $column->doubles;
        $integers = [];
        foreach ($cells as $cell) {
            if (\is_float($cell) && ($all || Scaling::isExact($cell, $scale))) {
                $integers[] = Scaling::integer($cell, $scale) - $column->start;
            }
        }

        return Numbers::bytes($integers, $column->width);
    }
}
