<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * A part of a value that PHP code cannot build itself: an object, a PHP reference, or an array with one inside. Readers make trees of nodes and
 * plain values; Builder makes the value.
 *
 * A back-reference is the same node again.
 *
 * @internal
 */
abstract class Node
{
    /** The value's number in native text; 0 until it is written. */
    public int $number = 0;

    /** Height of an object or reference (Heights); 0 while it is open. Later the node's number in Cycles. */
    public int $state = 0;

    /** Drops the contents, so that PHP frees a long chain of nodes without recursion. */
    abstract public function takeApart(): void;
}
