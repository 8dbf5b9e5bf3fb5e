<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * A part of a value that PHP code cannot build: an object, a PHP reference, or an array that has one inside. A reader
 * makes a tree of such nodes, in which all other values stand as they are; Builder makes the value of it.
 *
 * An object or reference that occurs again is the same node again. So nodes can hang together in chains of any length,
 * which PHP would free by calls inside of calls: a reader keeps a list of its nodes, and has them let go of each other (Nodes).
 *
 * @internal
 */
abstract class Node
{
    /** The number that native text gave the value; 0 as long as it is not written. */
    public int $number = 0;

    /** The height of an object or PHP reference, as CountsHeights has it; 0 as long as it is open. Then its number in Cycles. */
    public int $state = 0;

    /** Lets go of what is inside. */
    abstract public function takeApart(): void;
}
