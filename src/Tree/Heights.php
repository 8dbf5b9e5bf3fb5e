<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;

/**
 * How deep a value is while it is read: its levels, and how far PHP's destructors go down in it.
 *
 * Each object and PHP reference has a height: so many levels of arrays, objects and references there are from it down, itself among
 * them. Where one occurs again, it counts with all of them, so that no chain of them gets longer than the stack takes (StackDepth). Where one
 * occurs again inside of itself, it counts as one level there; what this means for a large value, Cycles finds out in the end.
 *
 * @internal
 */
abstract class Heights
{
    /** Levels of arrays and objects around the next value, and how many there may be. */
    public int $depth = 0;
    public int $maxDepth = 0;

    /** How many levels the highest array without objects and references inside has. */
    public int $highest = 1;

    /**
     * Deepest level that anything in the innermost open array, object or reference has reached so far. An object or reference that occurs again
     * reaches as far as it has levels; as long as it is open itself, as far as one.
     */
    public int $deepest = 0;

    /** How far $deepest may go; the levels of max_depth until more is asked for. */
    protected int $maxHeight = 0;

    /** The first place where something occurs inside of itself. */
    public ?int $firstCycle = null;

    /** Takes a thing once more that has such a height, or 0 if it is open, below so many others that are new. */
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
     * Ends a PHP reference: a level of its own, though not one that max_depth counts.
     *
     * @param int $before what $deepest was when the reference began
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
     * Refuses cycles through which destructors may go too far.
     *
     * @param int        $firstCycle where the first of them is
     * @param Node       $tree       the value
     * @param list<Node> $things     all objects, references, and arrays with such inside
     * @param Classes    $classes    those of the value
     * @return int how many levels what is left may have where unserialize() breaks off; 0 if they are not too many
     */
    final public function checkCycles(int $firstCycle, Node $tree, array $things, Classes $classes): int
    {
        $all = \count($things) + $this->highest;
        if ($all <= StackDepth::limit(ReadOptions::MAX_DEPTH) || $all <= StackDepth::height()) {
            return 0;
        }
        if (Cycles::MEMORY_OF_THING > \intdiv(MemoryLimit::left(), \count($things))) {
            throw DecodeError::at('too_large', $firstCycle);
        }
        // Names that meet give way to each other: then it is not known who holds what.
        $longest = $classes->mayLoseNumbers() ? $all : Cycles::longestChain($things, $tree);
        $this->checkHeight($longest + $this->highest, $firstCycle);

        return $all;
    }
}
