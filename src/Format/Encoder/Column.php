<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\ColumnKind;

/**
 * Statistics of a column's cells, and how they are written (docs/format.md, section 5; docs/reference/writer.md, section 2). scan() reads cells,
 * ColumnChoice decides, ColumnBytes writes.
 *
 * @internal
 */
final class Column
{
    /** Cells scanned, and how many there are of each type. */
    public int $count = 0;
    public int $nulls = 0;
    public int $booleans = 0;
    public int $doubles = 0;
    public int $integers = 0;

    /** Whether the integers are an arithmetic sequence without overflow; other cells are skipped. */
    public bool $affine = false;
    public int $first = 0;
    public int $step = 0;
    private int $last = 0;

    /** The first cell that is not null, how many cells equal it, and whether cells are still compared. */
    public ?Pattern $pattern = null;
    public int $equalToPattern = 0;
    public bool $compares = false;
    /** Compared cells that are neither equal nor null. */
    private int $unequal = 0;

    /** The choice: kind, flag, bytes per cell (0 if the column stores no cells), and power of ten. */
    public int $kind = ColumnKind::VALUES;
    public int $flag = 0;
    public int $width = 0;
    public int $exponent = 0;
    /** Cells that are not marked, and at least how many bytes they take more as values. */
    public int $members = 0;
    public int $saved = 0;
    /** Bytes before the cells: base or start. */
    public int $start = 0;

    /**
     * A column whose kind is known.
     *
     * @param list<mixed> $cells
     */
    public static function of(array $cells): self
    {
        $column = new self();
        $column->scan($cells, 0, \count($cells));
        ColumnChoice::choose($column, $cells);

        return $column;
    }

    /** A low estimate of the bytes that the chosen column saves, without those of its head and its bitmap. */
    public function gain(): int
    {
        return $this->saved + ($this->flag === ColumnKind::NULLS ? $this->count - $this->members : 0);
    }

    public function isOfIntegers(): bool
    {
        return $this->kind === ColumnKind::INTEGERS || $this->kind === ColumnKind::DELTAS;
    }

    public function chooseValues(): void
    {
        $this->kind = ColumnKind::VALUES;
        $this->flag = 0;
        $this->width = 0;
    }

    /** Whether the column has values that follow after all columns. */
    public function hasValues(): bool
    {
        return $this->kind === ColumnKind::VALUES || $this->flag === ColumnKind::OTHERS;
    }

    /**
     * Scans the next cells.
     *
     * @param list<mixed> $cells
     */
    public function scan(array $cells, int $from, int $to): void
    {
        $i = $from;
        while ($i < $to && $this->pattern === null) {
            $cell = $cells[$i++];
            if ($cell !== null) {
                $this->pattern = new Pattern($cell);
                $this->compares = $this->pattern->comparable;
                $this->equalToPattern = $this->compares ? 1 : 0;
            }
        }
        if ($this->compares) {
            $this->compare($cells, $i, $to);
        }
        $this->count($cells, $from, $to);
        $this->count = $to;
    }

    /**
     * Compares cells with the first one, until too many have differed.
     *
     * @param list<mixed> $cells
     */
    private function compare(array $cells, int $from, int $to): void
    {
        $pattern = $this->pattern;
        if ($pattern === null) {
            return;
        }
        // Cells that are neither equal nor null; nulls are only known after the comparison.
        $unequal = $this->unequal;
        for ($i = $from; $i < $to; ++$i) {
            $cell = $cells[$i];
            if ($pattern->isSimple ? $cell === $pattern->value : $pattern->equals($cell)) {
                ++$this->equalToPattern;
            } elseif ($unequal > 4 + ($i >> 3)) {
                $this->compares = false;
                break;
            } elseif ($cell !== null) {
                ++$unequal;
            }
        }
        $this->unequal = $unequal;
    }

    /**
     * Counts the cells of each type.
     *
     * @param list<mixed> $cells
     */
    private function count(array $cells, int $from, int $to): void
    {
        $nulls = $booleans = $doubles = 0;
        for ($i = $from; $i < $to;) {
            $cell = $cells[$i];
            if (\is_string($cell) || \is_array($cell)) {
                ++$i;
            } elseif (\is_int($cell)) {
                $i = $this->countIntegers($cells, $i, $to);
            } elseif (\is_float($cell)) {
                ++$doubles;
                ++$i;
            } else {
                if ($cell === null) {
                    ++$nulls;
                } elseif (\is_bool($cell)) {
                    ++$booleans;
                }
                ++$i;
            }
        }
        $this->nulls += $nulls;
        $this->booleans += $booleans;
        $this->doubles += $doubles;
    }

    /**
     * Scans the integers as a sequence.
     *
     * @param list<mixed> $cells
     * @return int where they end
     */
    private function countIntegers(array $cells, int $from, int $to): int
    {
        $count = $this->integers;
        $last = $this->last;
        $i = $from;
        while ($i < $to && ($count < 2 || $this->affine)) {
            $value = $cells[$i];
            if (!\is_int($value)) {
                break;
            }
            ++$i;
            if ($count > 1) {
                // An overflowing sum is a double, and identical to no integer.
                $this->affine = $last + $this->step === $value;
            } elseif ($count === 1) {
                $this->step = Numbers::subtract($value, $last);
                // A difference that has overflowed has the wrong sign.
                $this->affine = $this->step >= 0 === $value >= $last;
            } else {
                $this->first = $value;
            }
            $last = $value;
            ++$count;
        }
        $others = $i;
        while ($i < $to && \is_int($cells[$i])) {
            ++$i;
        }
        $this->integers = $count + $i - $others;
        $this->last = $last;

        return $i;
    }

    /**
     * Whether the integers are strictly increasing or strictly decreasing.
     *
     * @param list<mixed> $cells
     */
    public function isMonotonic(array $cells): bool
    {
        if ($this->integers !== $this->count || $this->count < 2) {
            return false;
        }
        if ($this->affine) {
            return $this->step !== 0;
        }
        $last = null;
        $grows = $cells[1] > $cells[0];
        foreach ($cells as $cell) {
            // With both signs, the difference could overflow.
            if ($cell < 0 || $last !== null && ($grows ? $cell <= $last : $cell >= $last)) {
                return false;
            }
            $last = $cell;
        }

        return true;
    }
}
