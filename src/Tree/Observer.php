<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Receives the positions of values while a reader reads, in the order of the bytes. Contents are reported between a value's begin() and end().
 *
 * Offsets are in bytes. After an error, open values get no end().
 *
 * @internal
 */
interface Observer
{
    /**
     * A value begins.
     *
     * @param int             $at  the offset of its tag
     * @param int|string|null $key of the element, or the name of the property in PHP's mangled form; null if it is neither
     */
    public function begin(int $at, int|string|null $key): void;

    /**
     * The innermost open value ends.
     *
     * @param int   $end   the offset after it
     * @param mixed $value its value or node in the tree
     */
    public function end(int $end, mixed $value): void;

    /**
     * A column was read. Cells that the column does not store, since they are separate values, follow later.
     *
     * @param int         $at    offset of the column's kind byte
     * @param int         $end   offset after the column
     * @param list<mixed> $cells all cells; empty if the column stores none
     */
    public function column(int $at, int $end, array $cells): void;

    /**
     * An element of a table is complete. It contains the values reported since the columns, or since the previous element.
     *
     * @param int|string $key   of the element
     * @param mixed      $value its value or node in the tree
     * @param bool       $isRow whether it is a row; otherwise it is the one value reported since then
     */
    public function element(int|string $key, mixed $value, bool $isRow): void;
}
