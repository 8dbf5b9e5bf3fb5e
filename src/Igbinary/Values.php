<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\DecodeError;
use Brine\Internal\MemoryFootprint;
use Brine\Tree\ArrayNode;
use Brine\Tree\Costs;
use Brine\Tree\Node;
use Brine\Tree\ObjectNode;
use Brine\Tree\ReferenceNode;
use Brine\Tree\TextNode;

/**
 * The numbered values (arrays, objects, targets of PHP references) and their back-references. Methods take the Reader as an argument, since a
 * property would be a cycle.
 *
 * @internal
 */
final class Values
{
    /** @var list<array<mixed>|ArrayNode|ObjectNode|TextNode|ReferenceNode|false> By number; false for an array that is not complete. */
    public array $list = [];

    /** @var array<int, int> By the number of an array: the elements at all depths. */
    private array $counts = [];

    /** @var array<int, int> By the number of an array: how many levels it has, if more than one. */
    private array $levels = [];

    /** @var array<int, int> By the number of an array that contains objects or references: its height, counted as for an object. */
    private array $heights = [];

    /** @var array<int, int> By the number of an array: steps of colliding keys, if any. */
    private array $works = [];

    /** @var array<int, ArrayNode> By their numbers, arrays that contain themselves. */
    public array $insideThemselves = [];

    /** @var array<int, ReferenceNode> By the number of the array or object that the reference refers to. */
    private array $references = [];

    /** @var list<ReferenceNode|ArrayNode> All nodes that are not objects. */
    public array $others = [];

    public int $identityCount = 0;

    /** Deepest level that the bytes themselves have reached in the innermost open array, without following back-references. */
    public int $nested = 0;

    /** Whether arrays with objects or references are repeated; native text makes separate arrays of them. */
    public bool $hasCopies = false;

    /** Whether objects and references occur first in the tree where they were read. */
    public bool $isAsRead = true;

    /** Whether a property that its class declares may have been given more than once. */
    public bool $hasReplaced = false;

    public function __construct(private readonly Costs $costs)
    {
    }

    /** @return array<mixed>|ArrayNode */
    public function array(Reader $reader, int $type, int $at): array|ArrayNode
    {
        $costs = $this->costs;
        $number = \count($this->list);
        $this->list[] = false;
        $left = $costs->left;
        $deepest = $costs->deepest;
        $nested = $this->nested;
        $identityCount = $this->identityCount;
        $spent = $costs->spent;
        $count = $reader->input->count($type);
        // Whether it is a list is known only after its keys.
        $memory = $count > MemoryFootprint::FEW ? MemoryFootprint::ofMap($count) : MemoryFootprint::OF_SMALL_MAP;
        if ($costs->depth < $costs->maxDepth && $count <= $costs->left && $memory <= $costs->memory) {
            // enter() inlined.
            $costs->left -= $count;
            $costs->memory -= $memory;
            ++$costs->depth;
        } else {
            $costs->enter($count, $memory, $at);
        }
        $costs->deepest = $this->nested = $costs->depth;
        $elements = $count <= Reader::FEW_ELEMENTS && $costs->longStrings < 2
            ? $reader->fewElements($count, false)
            : $reader->manyElements($count, $at, false);
        if (\count($elements) < $count && $this->identityCount !== $identityCount) {
            // An overwritten element may still be referenced elsewhere.
            $this->isAsRead = false;
        }
        if (isset($this->insideThemselves[$number])) {
            $array = $this->insideThemselves[$number];
            $array->elements = $elements;
        } elseif ($this->identityCount !== $identityCount) {
            $array = $this->others[] = new ArrayNode($elements);
        } else {
            $array = $elements;
        }
        $outer = $costs->depth - 1;
        $this->counts[$number] = $left - $costs->left;
        if ($this->nested > $outer + 1) {
            $this->levels[$number] = $this->nested - $outer;
        }
        if ($this->identityCount !== $identityCount) {
            $this->heights[$number] = $costs->deepest - $outer;
        } elseif ($this->nested - $outer > $costs->highest) {
            $costs->highest = $this->nested - $outer;
        }
        $costs->depth = $outer;
        if ($costs->spent > $spent) {
            $this->works[$number] = $costs->spent - $spent;
        }
        // @phpstan-ignore assign.propertyType (the number was given above: the list has no holes)
        $this->list[$number] = $array;
        if ($deepest > $costs->deepest) {
            $costs->deepest = $deepest;
        }
        if ($nested > $this->nested) {
            $this->nested = $nested;
        }

        return $array;
    }

    /** Reads a back-reference to an array, an object, or a reference's value. */
    public function again(Reader $reader, int $type, int $at): mixed
    {
        $number = $reader->input->number($type);
        $value = $this->list[$number] ?? throw DecodeError::at('unknown_value', $at);
        if ($value === false) {
            return $this->insideItself($number, 0, $at);
        }
        if ($value instanceof ReferenceNode) {
            $value = $value->value;
        }
        if (\is_array($value) || $value instanceof ArrayNode) {
            $this->countAgain($number, 0, $at);
        } elseif ($value instanceof Node) {
            $this->costs->reach($value->state, 0, $at);
        }
        if ($value instanceof ObjectNode || $value instanceof TextNode || $value instanceof ArrayNode) {
            ++$this->identityCount;
        }

        return $value;
    }

    /**
     * An array inside itself. Its contents are complete later.
     *
     * @param int $more 1 if a new PHP reference holds it
     */
    private function insideItself(int $number, int $more, int $at): ArrayNode
    {
        ++$this->identityCount;
        $this->costs->reach(0, $more, $at);

        return $this->insideThemselves[$number] ??= $this->others[] = new ArrayNode([]);
    }

    /**
     * A repeated array is charged again.
     *
     * @param int $more levels of destructors above it
     */
    private function countAgain(int $number, int $more, int $at): void
    {
        $elements = $this->counts[$number] ?? throw DecodeError::at('unknown_value', $at);
        $levels = $this->levels[$number] ?? 1;
        if ($elements > $this->costs->left) {
            throw $this->costs->beyond('max_elements', $at);
        }
        if ($levels > $this->costs->maxDepth - $this->costs->depth) {
            throw $this->costs->beyond('max_depth', $at);
        }
        if (isset($this->heights[$number])) {
            $this->hasCopies = true;
        }
        $this->costs->reach($this->heights[$number] ?? $levels, $more, $at);
        $this->costs->left -= $elements;
        $this->nested = \max($this->nested, $this->costs->depth + $levels);
        $this->costs->spendAgain($this->works[$number] ?? 0, 1);
    }

    /** An element or property that is a PHP reference. */
    public function reference(Reader $reader): ReferenceNode
    {
        ++$reader->input->p;
        ++$this->identityCount;
        $at = $reader->input->p;
        $type = $reader->input->type();
        if ($type >= 0x01 && $type <= 0x03 || $type >= 0x22 && $type <= 0x24) {
            return $this->referenceAgain($reader, $type, $at);
        }
        $this->costs->charge(MemoryFootprint::OF_REFERENCE, $at - 1);
        $this->others[] = $reference = new ReferenceNode();
        $number = \count($this->list);
        $deepest = $this->costs->deepest;
        $this->costs->deepest = $this->costs->depth;
        $reader->input->p = $at;
        if ($type >= 0x14 && $type <= 0x1C) {
            // Occurrences inside the value itself are this reference.
            $this->references[$number] = $reference;
            $reference->value = $reader->value();
        } else {
            $this->list[] = $reference;
            $reference->value = $reader->value();
        }
        $reference->state = $this->costs->closeReference($deepest, $at - 1);

        return $reference;
    }

    private function referenceAgain(Reader $reader, int $type, int $at): ReferenceNode
    {
        $number = $reader->input->number($type);
        $value = $this->references[$number] ?? $this->list[$number] ?? throw DecodeError::at('unknown_value', $at);
        if ($value instanceof ReferenceNode) {
            $value->isNamedAgain = true;
            $this->costs->reach($value->state, 0, $at);

            return $value;
        }
        $this->costs->charge(MemoryFootprint::OF_REFERENCE, $at);
        $reference = new ReferenceNode();
        $deepest = $this->costs->deepest;
        $this->costs->deepest = $this->costs->depth;
        if ($value === false) {
            $value = $this->insideItself($number, 1, $at);
        } elseif ($value instanceof ObjectNode || $value instanceof TextNode) {
            $this->costs->reach($value->state, 1, $at);
        } else {
            $this->countAgain($number, 1, $at);
        }
        $this->references[$number] = $this->others[] = $reference;
        $reference->value = $value;
        $reference->state = $this->costs->deepest - $this->costs->depth;
        $this->costs->deepest = \max($this->costs->deepest, $deepest);

        return $reference;
    }

    /** Frees everything but the nodes. */
    public function forget(): void
    {
        $this->list = $this->counts = $this->insideThemselves = $this->references = [];
    }
}
