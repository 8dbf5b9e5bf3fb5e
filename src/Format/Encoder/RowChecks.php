<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Decides which rows of a table are better written as values, and checks rows of objects.
 *
 * @internal
 */
final class RowChecks
{
    /** Limits for rows that are compared: levels of arrays, the row included, and elements of arrays in a row. */
    private const COMPARED_LEVELS = 8;
    private const COMPARED_ELEMENTS = 1024;

    /** Elements of an array in a row that make up its sample. */
    private const FIRST_ELEMENTS = 4;

    /** Limits for cells of objects: elements examined per cell, and nested arrays. */
    private const INERT_BUDGET = 16;
    private const INERT_LEVELS = 32;

    /**
     * How many rows repeat earlier ones: as values, they could be shared. Each row is compared with the first one that has the same sample
     * (string ends, scalars).
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

    /** A sample of the value: ends of strings; for arrays the count and, one level deep, the first elements. */
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
     * A text that is equal for equal rows; null if the row is not compared.
     *
     * @param array<mixed> $row
     */
    private static function rowText(array $row): ?string
    {
        $left = \count($row) + self::COMPARED_ELEMENTS;

        return self::text($row, self::COMPARED_LEVELS, $left);
    }

    /**
     * A text that is equal for equal values; null if the value has objects, PHP references, or too many levels or elements.
     *
     * @param int $left elements, reduced by the elements found
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
     * Whether the columns of objects hold no objects but enum cases, no PHP references, and are small enough to check.
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
     * Whether the table must be given up: too many of the first elements are back-references to objects.
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

    /** Whether marked elements beside rows of objects are only back-references, null or scalars, and there are enough rows. */
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
     * Registers the objects that are rows. They get numbers when they are written.
     *
     * @return list<int> indexes of the rows that are back-references
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
