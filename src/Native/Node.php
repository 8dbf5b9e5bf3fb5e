<?php

declare(strict_types=1);

namespace Brine\Native;

/**
 * A part of a value that PHP code cannot build: an object, a PHP reference, or an array that has one inside. A reader
 * makes a tree of such nodes, in which all other values stand as they are; Builder makes the value of it.
 *
 * An object or reference that occurs again is the same node again.
 */
abstract class Node
{
    /** The number that native text gave the value; 0 as long as it is not written. */
    public int $number = 0;
}
