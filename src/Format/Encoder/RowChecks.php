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
    /** Bytes of a string, and arrays in arrays, by which rows are compared. */
    private const COMPARED_BYTES = 256;
    private const COMPARED_LEVELS = 3;

    /** Elements in the cells of objects that are looked at, for each cell; and arrays in arrays. */
    private const INERT_BUDGET = 16;
    private const INERT_LEVELS = 32;

    /**
     * Rows of arrays that repeat earlier ones: written as values, they can be shared.
     *
     * @param list<array<mixed>>  $rows
     * @param list<int|string>    $keys of the columns that are looked at
     * @return list<int> their numbers
     */
    public static function repeated(array $rows, array $keys): array
    {
        if (self::duplicates($rows, $keys, 0) === []) {
            return [];
        }

        return self::duplicates($rows, $keys, self::COMPARED_LEVELS);
    }

    /**
     * @param list<array<mixed>> $rows
     * @param list<int|string>   $keys
     * @return list<int>
     */
    private static function duplicates(array $rows, array $keys, int $levels): array
    {
        $known = [];
        $duplicates = [];
        foreach ($rows as $number => $row) {
            $text = '';
            foreach ($keys as $key) {
                $text .= self::text($row[$key], $levels);
            }
            $text = \md5($text, true);
            if (isset($known[$text])) {
                $duplicates[] = $number;
                if ($levels === 0) {
                    break;
                }
            }
            $known[$text] = true;
        }

        return $duplicates;
    }

    /** What of a value is compared: all that $levels of arrays hold; without any, the ends of strings and the numbers of elements. */
    private static function text(mixed $value, int $levels): string
    {
        if (\is_string($value)) {
            return match (true) {
                $levels > 0 => 's' . \strlen($value) . ':' . \substr($value, 0, self::COMPARED_BYTES),
                \strlen($value) > 16 => 'f' . Strings::fingerprint($value),
                default => 's' . \strlen($value) . ":$value",
            };
        }
        if (\is_array($value)) {
            $text = 'a' . \count($value) . ':';
            if ($levels > 0) {
                foreach (Reference::wrapAll($value) as $key => $element) {
                    $text .= (\is_int($key) ? "i$key;" : 'k' . \strlen($key) . ":$key") . self::text($element, $levels - 1);
                }
            }

            return $text;
        }

        return match (true) {
            \is_int($value) => "i$value;",
            \is_float($value) => 'd' . \pack('e', $value),
            $value === null => 'n',
            \is_bool($value) => $value ? 't' : 'b',
            $value instanceof Reference => "r{$value->id}",
            \is_object($value) => 'o' . \spl_object_id($value) . ';',
            default => 'x',
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
