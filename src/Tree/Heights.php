<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;

/**
 * Tracks how deep a value is while it is read: its levels (max_depth), and how deep PHP's destructors recurse.
 *
 * A back-reference counts with its target's full height, or as one level if the target is still open: then Cycles checks the whole value.
 *
 * @internal
 */
abstract class Heights
{
    /** Levels around the next value, and the limit. */
    public int $depth = 0;
    public int $maxDepth = 0;

    /** Levels of the highest array that contains no objects or references. */
    public int $highest = 1;

    /**
     * Deepest level reached in the innermost open array, object or reference. A back-reference reaches as far as its target has levels; one level
     * if the target is still open.
     */
    public int $deepest = 0;

    /** Limit of $deepest: the levels of max_depth, until a deeper stack was reserved. */
    protected int $maxHeight = 0;

    /** Offset of the first back-reference to a node that is still open. */
    public ?int $firstCycle = null;

    /** Counts a back-reference to a node of this height (0 if the node is open), $more levels further down. */
    final public function reach(int $height, int $more, int $at): void
    {
        if ($height === 0) {
            $this->firstCycle ??= $at;
            $height = 1;
        }
        $deepest = $this->depth + $more + $height;
        $this->checkHeight($deepest, $at);
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
    }

    /**
     * Ends a PHP reference. It is a level here, though max_depth does not count it.
     *
     * @param int $before value of $deepest when the reference began
     * @return int its height
     */
    final public function closeReference(int $before, int $at): int
    {
        \assert($this->deepest >= $this->depth);
        ++$this->deepest;
        $this->checkHeight($this->deepest, $at);
        $height = $this->deepest - $this->depth;
        if ($before > $this->deepest) {
            $this->deepest = $before;
        }

        return $height;
    }

    private function checkHeight(int $height, int $at): void
    {
        if ($height > $this->maxHeight) {
            $this->maxHeight = StackDepth::height();
            if ($height > $this->maxHeight) {
                throw DecodeError::at('too_deep', $at);
            }
        }
    }

    /**
     * Throws if destructors may recurse too deep because of cycles.
     *
     * @param int        $firstCycle offset of the first cycle
     * @param Node       $tree       the value
     * @param list<Node> $nodes     all objects, references, and arrays that contain them
     * @param Classes    $classes    the value's classes
     * @return int levels of a partly built value when unserialize() fails; 0 if they fit any stack
     */
    final public function checkCycles(int $firstCycle, Node $tree, array $nodes, Classes $classes): int
    {
        $all = \count($nodes) + $this->highest;
        if ($all <= StackDepth::limit(ReadOptions::MAX_DEPTH) || $all <= StackDepth::height()) {
            return 0;
        }
        if (Cycles::MEMORY_OF_NODE > \intdiv(MemoryLimit::left(), \count($nodes))) {
            throw DecodeError::at('too_large', $firstCycle);
        }
        // If one property can replace another, it is unknown which node holds which.
        $longest = $classes->mayLoseNumbers() ? $all : Cycles::longestChain($nodes, $tree);
        $this->checkHeight($longest + $this->highest, $firstCycle);

        return $all;
    }
}
