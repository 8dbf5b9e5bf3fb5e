<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * What a reader knows of a payload and of the tree that it has made of it.
 *
 * @internal
 */
final class Sizes
{
    /** In bytes. */
    public int $payload = 0;

    /** How many elements and properties the value has; arrays inside of themselves may add to these. */
    public int $elements = 0;

    /** How many it may have. */
    public int $maxElements = 0;

    /** How many levels it may have. */
    public int $maxDepth = 0;

    /** How many bytes it may take. */
    public int $maxMemory = 0;

    /** How many bytes of native text it may have. */
    public int $maxText = 0;

    /** How many bytes the longest string or key of the tree has at most. */
    public int $longest = 0;

    /** How many steps unserialize() takes because of keys that collide (Collisions). */
    public int $steps = 0;

    /** Whether a value may give way to a later one of the same property. */
    public bool $mayGiveWay = false;

    /** How many objects, PHP references, and arrays with such inside there may be where arrays stand inside of themselves. */
    public int $maxThings = \PHP_INT_MAX;

    /** How many levels what is left may have where unserialize() breaks off; 0 if they are not too many for any stack. */
    public int $levelsOfRest = 0;

    /**
     * Whether the text has all objects and arrays where the payload has them. Otherwise how deep they nest is known when the text is
     * written.
     */
    public bool $isAsRead = true;
}
