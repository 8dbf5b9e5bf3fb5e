<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Format\Dictionary\Contents;
use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\Costs;

/**
 * The numbered arrays of a payload, which back-references return: docs/format.md, section 7.
 *
 * @internal
 */
final class Arrays
{
    /** Counts objects and references. An array during which it has not grown is pure. */
    public int $identityCount = 0;

    /** @var list<ArrayNode> Those that are not pure. */
    public array $nodes = [];

    /** The payload's dictionary, if any. */
    public ?Contents $dictionary = null;

    /**
     * By array number; null while the array is open, or if it is not pure.
     *
     * @var array<int, array<mixed>|null>
     */
    private array $arrays = [];

    /** @var array<int, int> By array number: the elements charged. */
    private array $counts = [];

    /** @var array<int, int> By array number: how many levels the array has, if more than one. */
    private array $heights = [];

    /** @var array<int, int> By array number: steps of colliding keys, if any. */
    private array $works = [];

    /** @var array<int, int> By array number: the steps that were spent when the array began, if any. */
    private array $spentBefore = [];

    public function __construct(private readonly Costs $costs)
    {
    }

    /**
     * Begins an array and gives it the next number.
     *
     * @param int $memory of the array itself
     * @return int its number
     */
    public function open(int $elements, int $memory, int $at): int
    {
        $costs = $this->costs;
        $number = \count($this->arrays);
        if ($costs->spent > 0) {
            $this->spentBefore[$number] = $costs->spent;
        }
        if ($costs->depth < $costs->maxDepth && $elements <= $costs->left && $memory <= $costs->memory) {
            // enter() inlined.
            $costs->left -= $elements;
            $costs->memory -= $memory;
            $costs->deepest = ++$costs->depth;
        } else {
            $costs->enter($elements, $memory, $at);
        }
        $this->arrays[] = null;

        return $number;
    }

    /**
     * Ends an array. Back-references share it if it is pure.
     *
     * @param array<mixed> $array
     * @param int          $identityCount like $deepest and $left, the value before open()
     * @return array<mixed>|ArrayNode
     */
    public function close(array $array, int $number, int $identityCount, int $deepest, int $left): array|ArrayNode
    {
        $costs = $this->costs;
        $outer = --$costs->depth;
        if ($this->identityCount === $identityCount) {
            $this->arrays[$number] = $array;
            $this->counts[$number] = $left - $costs->left;
            if ($costs->deepest > $outer + 1) {
                $this->heights[$number] = $height = $costs->deepest - $outer;
                if ($height > $costs->highest) {
                    $costs->highest = $height;
                }
            }
            if ($costs->spent > 0) {
                $this->works[$number] = $costs->spent - ($this->spentBefore[$number] ?? 0);
            }
        } else {
            $this->nodes[] = $array = new ArrayNode($array);
        }
        if ($deepest > $costs->deepest) {
            $costs->deepest = $deepest;
        }

        return $array;
    }

    /**
     * Returns the array of a back-reference; negative numbers are the dictionary's.
     *
     * @param int $at offset of the tag; $numberAt is the offset of the number
     * @return array<mixed>
     */
    public function again(int $number, int $at, int $numberAt): array
    {
        $costs = $this->costs;
        if ($number < 0) {
            return $this->given(-1 - $number, $at, $numberAt);
        }
        $array = $this->arrays[$number] ?? throw DecodeError::at('unknown_array', $numberAt);
        if ($this->counts[$number] > $costs->left) {
            throw $costs->beyond('max_elements', $at);
        }
        $deepest = $costs->depth + ($this->heights[$number] ?? 1);
        if ($deepest > $costs->maxDepth) {
            throw $costs->beyond('max_depth', $at);
        }
        if ($deepest > $costs->deepest) {
            $costs->deepest = $deepest;
        }
        $costs->left -= $this->counts[$number];
        if (isset($this->works[$number])) {
            $costs->spendAgain($this->works[$number], 1);
        }

        return $array;
    }

    /** @return array<mixed> an array of the dictionary */
    private function given(int $entry, int $at, int $numberAt): array
    {
        $dictionary = $this->dictionary;
        $array = $dictionary->arrays[$entry] ?? null;
        if ($dictionary === null || $array === null) {
            throw DecodeError::at('unknown_array', $numberAt);
        }
        $costs = $this->costs;
        if ($dictionary->counts[$entry] > $costs->left) {
            throw $costs->beyond('max_elements', $at);
        }
        $height = $dictionary->heights[$entry];
        if ($costs->depth + $height > $costs->maxDepth) {
            throw $costs->beyond('max_depth', $at);
        }
        $costs->deepest = \max($costs->deepest, $costs->depth + $height);
        $costs->highest = \max($costs->highest, $height);
        $costs->left -= $dictionary->counts[$entry];
        if (isset($dictionary->works[$entry])) {
            $costs->spendAgain($dictionary->works[$entry], 1);
        }

        return $array;
    }

    /** Frees everything but the nodes. */
    public function forget(): void
    {
        $this->arrays = $this->counts = $this->heights = $this->works = [];
    }
}
