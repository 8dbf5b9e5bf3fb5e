<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\ColumnKind;
use Brine\Format\Tag;

/**
 * Writes lists whose elements are the cells of one column.
 *
 * @internal
 */
final class Run
{
    /** Elements examined before a list is rejected as a run: few at first, then more at a time. */
    private const FIRST_BLOCK = 32;
    private const BLOCK = 512;

    /**
     * Writes a list of 8 or more elements as a run, if that is shorter.
     *
     * @param list<mixed> $list as Reference::wrapAll() returns it
     * @return string|null its transcript, or null if nothing was written
     */
    public static function write(Writer $writer, array $list): ?string
    {
        if (!self::isLikely($list)) {
            return null;
        }
        $column = self::choose($list);
        if ($column === null) {
            return null;
        }
        $marked = ColumnBytes::marked($column, $list);
        $transcript = Tag::RUN_BYTE . Numbers::uv($column->count) . ColumnBytes::of($column, $list, $marked);
        $writer->put($transcript);
        if ($column->kind === ColumnKind::CONSTANT) {
            $transcript .= $writer->value($column->pattern?->value);
        }
        if ($column->flag === ColumnKind::OTHERS) {
            $transcript .= $writer->values(\array_intersect_key($list, \array_flip($marked)), '', '');
        }

        return $transcript;
    }

    /**
     * Guesses from three elements: numbers, booleans, null, or one repeated string.
     *
     * @param list<mixed> $list
     */
    private static function isLikely(array $list): bool
    {
        $count = \count($list);
        $first = $list[0];
        $middle = $list[$count >> 1];
        $last = $list[$count - 1];
        foreach ([$first, $middle, $last] as $element) {
            if ($element === null || \is_scalar($element) && !\is_string($element)) {
                return true;
            }
        }

        return \is_string($first) && $first === $middle && $first === $last;
    }

    /** @param list<mixed> $list */
    private static function choose(array $list): ?Column
    {
        $column = new Column();
        $count = \count($list);
        for ($from = 0, $to = self::FIRST_BLOCK; $from < $count; $from = $to, $to += self::BLOCK) {
            $to = \min($to, $count);
            $column->scan($list, $from, $to);
            $most = \max($column->integers, $column->doubles, $column->booleans);
            if (!$column->compares && $most + $column->nulls < ($column->count >> 2) * 3) {
                return null;
            }
        }

        return ColumnChoice::choose($column, $list) && ColumnChoice::pays($column, $list) ? $column : null;
    }
}
