<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * What a reader knows about a payload and its tree.
 *
 * @internal
 */
final class Sizes
{
    /** In bytes. */
    public int $payload = 0;

    /** Elements and properties of the value; arrays that contain themselves may add more. */
    public int $elements = 0;

    /** Limit of elements. */
    public int $maxElements = 0;

    /** Limit of levels. */
    public int $maxDepth = 0;

    /** Limit of memory in bytes. */
    public int $maxMemory = 0;

    /** Limit of native text in bytes. */
    public int $maxText = 0;

    /** Upper bound of bytes in the tree's longest string or key. */
    public int $longest = 0;

    /** Steps that unserialize() takes because of colliding keys (Collisions). */
    public int $steps = 0;

    /** Whether a later value of the same property may replace an earlier one. */
    public bool $mayGiveWay = false;

    /** Limit of objects, PHP references and arrays that contain them, for arrays that contain themselves. */
    public int $maxNodes = \PHP_INT_MAX;

    /** Levels of a partly built value when unserialize() fails; 0 if they fit any stack. */
    public int $levelsOfRest = 0;

    /** Whether the text has all objects and arrays in the same places as the payload. If not, depth is checked while the text is written. */
    public bool $isAsRead = true;
}
