<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Which rows of a table are better no rows, and what rows of objects may hold.
 *
 * @internal
 */
final class RowChecks
{
    /** Levels of arrays in rows that are compared, their own included, and elements of the arrays in a row. */
    private const COMPARED_LEVELS = 8;
    private const COMPARED_ELEMENTS = 1024;

    /** Elements of an array in a row that are looked at first. */
    private const FIRST_ELEMENTS = 4;

    /** Elements in the cells of objects that are looked at, for each cell; and arrays in arrays. */
    private const INERT_BUDGET = 16;
    private const INERT_LEVELS = 32;

    /**
     * How many rows of arrays repeat earlier ones: written as values, they can be shared. Each is compared with the first row of which the ends of strings and
     * the scalars are the same.
     *
     * @param list<array<mixed>> $rows
     */
    public static function repeated(array $rows): int
    {
        $firsts = [];
        $repeated = 0;
        foreach ($rows as $row) {
            $ends = \md5(\implode(\array_map(static fn (mixed $cell): string => self::ends($cell), $row)), true);
            if (!isset($firsts[$ends])) {
                $firsts[$ends] = $row;
                continue;
            }
            $text = self::rowText($row);
            if ($text !== null && $text === self::rowText($firsts[$ends])) {
                ++$repeated;
            }
        }

        return $repeated;
    }

    /** The value; of strings their ends, and of arrays the number of elements and, if they are not in another array, the first of these. */
    private static function ends(mixed $value, bool $inArray = false): string
    {
        if (\is_array($value)) {
            $text = 'a' . \count($value) . ';';
            foreach ($inArray ? [] : Reference::wrapAll(\array_slice($value, 0, self::FIRST_ELEMENTS)) as $element) {
                $text .= self::ends($element, true);
            }

            return $text;
        }

        return match (true) {
            \is_string($value) && \strlen($value) > 16 => 'f' . Strings::fingerprint($value),
            \is_object($value) => 'o',
            default => self::scalarText($value) ?? 'x',
        };
    }

    /**
     * The same text for equal rows; null for those that are not compared.
     *
     * @param array<mixed> $row
     */
    private static function rowText(array $row): ?string
    {
        $left = \count($row) + self::COMPARED_ELEMENTS;

        return self::text($row, self::COMPARED_LEVELS, $left);
    }

    /**
     * The same text for equal values; null if there are objects, PHP references, or more levels or elements of arrays in a value.
     *
     * @param int $left elements, reduced by those that there are
     */
    private static function text(mixed $value, int $levels, int &$left): ?string
    {
        if (!\is_array($value)) {
            return self::scalarText($value);
        }
        $left -= \count($value);
        if (($value !== [] && $levels === 0) || $left < 0) {
            return null;
        }
        $text = 'a' . \count($value) . ':';
        foreach (Reference::wrapAll($value) as $key => $element) {
            $part = self::text($element, $levels - 1, $left);
            if ($part === null) {
                return null;
            }
            $text .= (\is_int($key) ? "i$key;" : 'k' . \strlen($key) . ":$key") . $part;
        }

        return $text;
    }

    private static function scalarText(mixed $value): ?string
    {
        return match (true) {
            \is_string($value) => 's' . \strlen($value) . ":$value",
            \is_int($value) => "i$value;",
            \is_float($value) => 'd' . \pack('e', $value),
            \is_bool($value) => $value ? 't' : 'b',
            $value === null => 'n',
            default => null,
        };
    }

    /**
     * True if the values of objects' columns hold neither objects that are no enum cases nor PHP references, and are not too large to be
     * looked at.
     *
     * @param list<array<mixed>> $rows
     * @param list<int|string>   $keys    of the columns that have values
     * @param int                $columns number of all columns
     */
    public static function areInert(array $rows, array $keys, int $columns): bool
    {
        $budget = (\count($rows) + 16) * ($columns + 1) * self::INERT_BUDGET;
        foreach ($rows as $row) {
            foreach ($keys as $key) {
                if (!self::isInert($row[$key], $budget, self::INERT_LEVELS)) {
                    return false;
                }
            }
        }

        return true;
    }

    private static function isInert(mixed $cell, int &$budget, int $levels): bool
    {
        if (!\is_array($cell)) {
            return !\is_object($cell) || $cell instanceof \UnitEnum;
        }
        if (\count($cell) > $budget || $levels === 0) {
            return false;
        }
        $budget -= \count($cell);
        foreach (Reference::wrapAll($cell) as $element) {
            if (!self::isInert($element, $budget, $levels - 1)) {
                return false;
            }
        }

        return true;
    }

    /**
     * True if it is no table, since the first elements are objects that were met before, and more than it may have.
     *
     * @param list<mixed> $elements
     */
    public static function beginWithKnown(Writer $writer, array $elements): bool
    {
        foreach (\array_slice($elements, 0, (\count($elements) >> 2) + 1) as $element) {
            if (!\is_object($element) || !isset($writer->objectNumbers[$element])) {
                return false;
            }
        }

        return true;
    }

    /** True if all marked elements beside rows of objects are objects that were met before, null or scalars, and there are rows enough. */
    public static function areNew(Writer $writer, Rows $rows): bool
    {
        $known = \count($rows->marked);
        foreach ($rows->elements as $position => $element) {
            $isMarked = isset($rows->marked[$position]);
            if (!\is_object($element)) {
                if ($element !== null && !\is_scalar($element)) {
                    return false;
                }
                continue;
            }
            $isKnown = isset($writer->objectNumbers[$element]);
            if ($isMarked && !$isKnown) {
                return false;
            }
            if ($isKnown && !$isMarked) {
                ++$known;
            }
        }

        return $known <= \count($rows->elements) >> 2;
    }

    /**
     * Remembers the objects that are rows; their numbers are given when they are written.
     *
     * @return list<int> the numbers of those rows that were met before
     */
    public static function remember(Writer $writer, Rows $rows): array
    {
        $known = [];
        foreach ($rows->positions as $number => $position) {
            $object = $rows->elements[$position];
            if (!\is_object($object)) {
                continue;
            }
            if (isset($writer->objectNumbers[$object])) {
                $known[] = $number;
            } else {
                $writer->objectNumbers[$object] = 0;
            }
        }

        return $known;
    }
}
