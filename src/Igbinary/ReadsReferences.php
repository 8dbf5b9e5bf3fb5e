<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\Node;
use Brine\Tree\ObjectNode;
use Brine\Tree\ReferenceNode;
use Brine\Tree\TextNode;

/** PHP references, and what was there before. A part of Reader. */
trait ReadsReferences
{
    /** An array or object that was there before, or the value of a reference. */
    private function again(int $type, int $at): mixed
    {
        $number = $this->number($type);
        $value = $this->numbered[$number] ?? throw DecodeError::at('unknown_value', $at);
        if (\is_int($value)) {
            return $this->insideItself($number, $value, 0, $at);
        }
        if ($value instanceof ReferenceNode) {
            $value = $value->value;
        }
        if (\is_array($value) || $value instanceof ArrayNode) {
            $this->countAgain($number, 0, $at);
        } elseif ($value instanceof Node) {
            $this->reach($value->state, 0, $at);
        }
        if ($value instanceof ObjectNode || $value instanceof TextNode || $value instanceof ArrayNode) {
            ++$this->impurities;
        }

        return $value;
    }

    /**
     * An array inside of an object or reference inside of itself. What it contains is there once it is complete.
     *
     * @param int $open how many objects and references were open when it began
     * @param int $more 1 if a new reference is around it
     */
    private function insideItself(int $number, int $open, int $more, int $at): ArrayNode
    {
        // Inside of a new reference, the reference is one of those in between.
        if ($more === 0 && $open === $this->breaks) {
            throw DecodeError::at('unknown_value', $at);
        }
        ++$this->impurities;
        $this->reach(0, $more, $at);

        return $this->insideThemselves[$number] ??= $this->others[] = new ArrayNode([]);
    }

    /**
     * An array counts again where it stands again.
     *
     * @param int $more levels that PHP's destructors go down before they come to it
     */
    private function countAgain(int $number, int $more, int $at): void
    {
        $elements = $this->counts[$number] ?? throw DecodeError::at('unknown_value', $at);
        $levels = $this->levels[$number] ?? 1;
        if ($elements > $this->left) {
            throw $this->beyond('max_elements', $at);
        }
        if ($levels > $this->maxDepth - $this->depth) {
            throw $this->beyond('max_depth', $at);
        }
        if (isset($this->heights[$number])) {
            $this->hasCopies = true;
        }
        $this->reach($this->heights[$number] ?? $levels, $more, $at);
        $this->left -= $elements;
        $this->nested = \max($this->nested, $this->depth + $levels);
        $this->spendAgain($this->works[$number] ?? 0, 1);
    }

    /** An element or property that is a PHP reference. */
    private function reference(): ReferenceNode
    {
        ++$this->p;
        ++$this->impurities;
        $at = $this->p;
        $type = $this->type();
        if ($type >= 0x01 && $type <= 0x03 || $type >= 0x22 && $type <= 0x24) {
            return $this->referenceAgain($type, $at);
        }
        $this->others[] = $reference = new ReferenceNode();
        $number = \count($this->numbered);
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        $this->p = $at;
        if ($type >= 0x14 && $type <= 0x1C) {
            // Where the array or object is met inside of itself, it is this reference.
            $this->references[$number] = $reference;
            ++$this->breaks;
            $reference->value = $this->value();
            --$this->breaks;
        } else {
            $this->numbered[] = $reference;
            $reference->value = $this->value();
        }
        // It is a level of its own, though not one that max_depth counts.
        ++$this->deepest;
        $this->closeReference($reference, $deepest);

        return $reference;
    }

    /** @param int $deepest what was so before the reference began */
    private function closeReference(ReferenceNode $reference, int $deepest): void
    {
        $reference->state = $this->deepest - $this->depth;
        $this->deepest = \max($this->deepest, $deepest);
    }

    private function referenceAgain(int $type, int $at): ReferenceNode
    {
        $number = $this->number($type);
        $value = $this->references[$number] ?? $this->numbered[$number] ?? throw DecodeError::at('unknown_value', $at);
        if ($value instanceof ReferenceNode) {
            $this->reach($value->state, 0, $at);

            return $value;
        }
        $reference = new ReferenceNode();
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        if (\is_int($value)) {
            $value = $this->insideItself($number, $value, 1, $at);
        } elseif ($value instanceof ObjectNode || $value instanceof TextNode) {
            $this->reach($value->state, 1, $at);
        } else {
            $this->countAgain($number, 1, $at);
        }
        $this->references[$number] = $this->others[] = $reference;
        $reference->value = $value;
        $this->closeReference($reference, $deepest);

        return $reference;
    }
}
