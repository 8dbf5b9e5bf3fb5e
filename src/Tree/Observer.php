<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Is told by a reader where things are, in the order of the bytes. What is inside of a value is told between its begin() and end().
 * Offsets are in bytes. After a fault there is no end() for what is open.
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
     * The value ends that was begun last and is open.
     *
     * @param int   $end   the offset behind it
     * @param mixed $value what it is, as it stands in the tree
     */
    public function end(int $end, mixed $value): void;

    /**
     * A column was read; the values of their own, which other cells are, come later.
     *
     * @param int         $at    the offset of its kind
     * @param int         $end   the offset behind it
     * @param list<mixed> $cells all cells; none if all are values of their own
     */
    public function column(int $at, int $end, array $cells): void;

    /**
     * An element of a table is complete: the values that were told since the columns, or since the element before it, are in it.
     *
     * @param int|string $key   of the element
     * @param mixed      $value the element, as it stands in the tree
     * @param bool       $isRow whether it is a row; otherwise it is the value that was told since then
     */
    public function element(int|string $key, mixed $value, bool $isRow): void;
}
