<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Internal\DecodeError;
use Brine\Internal\MemoryFootprint;
use Brine\Tree\ArrayNode;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\Costs;
use Brine\Tree\LocatedObjectNode;
use Brine\Tree\ObjectNode;
use Brine\Tree\ReferenceNode;
use Brine\Tree\TextNode;
use Brine\Tree\VirtualNames;

/**
 * Reads objects and PHP references (docs/format.md, section 8), and keeps them for back-references. Methods take the Reader as an argument, since
 * a property would be a cycle.
 *
 * @internal
 */
final class Objects extends Names
{
    /** @var list<ObjectNode|TextNode> By object number. */
    public array $list = [];

    /** @var list<ReferenceNode> By reference number. */
    public array $references = [];

    /** @param bool $locating whether objects keep the offsets of their values */
    public function __construct(
        Input $input,
        Costs $costs,
        Classes $classes,
        private readonly Arrays $arrays,
        private readonly bool $locating,
    ) {
        $this->input = $input;
        $this->costs = $costs;
        $this->classes = $classes;
        $costs->startText();
    }

    /** Reads an OBJECT whose shape is already numbered. */
    public function define(Reader $reader, Shape $shape, int $at): ObjectNode
    {
        $this->readShape($shape, $at);

        return $this->ofShape($reader, $shape, $at);
    }

    /** @phpstan-impure */
    private function add(Shape $shape, int $at): ObjectNode
    {
        ++$this->arrays->identityCount;

        return $this->list[] = $this->locating ? new LocatedObjectNode($shape->form, $at) : new ObjectNode($shape->form, $at);
    }

    /** Reads an instance of a known shape: properties, or the array of a CUSTOM. */
    public function ofShape(Reader $reader, Shape $shape, int $at): ObjectNode
    {
        if ($shape->kind === Shape::CUSTOM) {
            return $this->customOfShape($reader, $shape, $at);
        }
        if ($shape->count > $reader->input->end - $reader->input->p) {
            throw DecodeError::at('truncated', $at);
        }
        $costs = $this->costs;
        if ($costs->depth < $costs->maxDepth && $shape->count <= $costs->left && $shape->memory <= $costs->memory) {
            // enter() inlined.
            $costs->left -= $shape->count;
            $costs->memory -= $shape->memory;
            ++$costs->depth;
        } else {
            $costs->enter($shape->count, $shape->memory, $at);
        }
        if ($shape->steps > 0) {
            $costs->work($shape->steps, 1, $at);
        }
        if (($costs->text -= $shape->text) < 0) {
            throw DecodeError::at('too_large', $at);
        }
        // add() inlined.
        ++$this->arrays->identityCount;
        $this->list[] = $object = $this->locating ? new LocatedObjectNode($shape->form, $at) : new ObjectNode($shape->form, $at);
        $deepest = $costs->deepest;
        $costs->deepest = $costs->depth;
        $object->values = $this->locating && $object instanceof LocatedObjectNode
            ? self::locatedValues($reader, $object, $shape->count)
            : $reader->values($shape->count, $shape->form);
        $this->close($object, $deepest);

        return $object;
    }

    /** @return list<mixed> */
    private static function locatedValues(Reader $reader, LocatedObjectNode $object, int $count): array
    {
        $values = [];
        for ($i = 0; $i < $count; ++$i) {
            $object->offsets[] = $reader->input->p;
            $values[] = $reader->values(1, $object->form, [$i])[0];
        }

        return $values;
    }

    /** @param int $deepest value before the object began; its values are complete */
    private function close(ObjectNode $object, int $deepest): void
    {
        $costs = $this->costs;
        --$costs->depth;
        $object->state = $costs->deepest - $costs->depth;
        if ($deepest > $costs->deepest) {
            $costs->deepest = $deepest;
        }
        if ($object->form->isReadByPhp) {
            $this->classes->hasEmptyStates = $this->classes->hasEmptyStates || $object->values === [];
            $costs->countHookArrays($object->values, $this->classes, $object->offset);
            $costs->countScopedNames($object->form->properties(), $this->classes, $object->offset);
        }
        if ($object->form->loadsVirtual) {
            VirtualNames::refuse($object->values, $object->form->class, $object->offset);
        }
        if ($object->form->areParsed) {
            $costs->countParsedStrings($object->values, $object->offset);
        }
        if ($object->form->mayNameZones) {
            $costs->countZones($object->values, $object->offset);
        }
    }

    /**
     * Reads a row of a table, whose elements and memory are charged already.
     *
     * @param list<Column> $columns
     * @param list<int>    $valueColumns the columns whose cell in this row is a separate value
     */
    public function row(Reader $reader, Shape $shape, array $columns, array $valueColumns, int $row, int $at): ObjectNode
    {
        $costs = $this->costs;
        $costs->text -= $shape->text;
        ++$costs->depth;
        $object = $this->add($shape, $at);
        $deepest = $costs->deepest;
        $costs->deepest = $costs->depth;
        $values = [];
        foreach ($columns as $column) {
            $values[] = $column->cells[$row] ?? null;
        }
        foreach ($valueColumns as $i) {
            if ($object instanceof LocatedObjectNode) {
                $object->offsets[$i] = $reader->input->p;
            }
            $values[$i] = $reader->values(1, $shape->form, [$i])[0];
        }
        $object->values = $values;
        $this->close($object, $deepest);

        return $object;
    }

    /** Reads a CUSTOM whose shape is already numbered. */
    public function custom(Reader $reader, Shape $shape, int $at): ObjectNode
    {
        [$name, $class] = $this->ofClass($at);
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw ClassError::notByProperties($name, $at);
        }
        $this->classes->checkLayout($name, $class, null, $this->layout, $at);
        $this->fillCustom($shape, $name, $class);

        return $this->customOfShape($reader, $shape, $at);
    }

    private function customOfShape(Reader $reader, Shape $shape, int $at): ObjectNode
    {
        $costs = $this->costs;
        $costs->enter(0, $shape->memory, $at);
        if (($costs->text -= $shape->text) < 0) {
            throw DecodeError::at('too_large', $at);
        }
        $object = $this->add($shape, $at);
        $deepest = $costs->deepest;
        $costs->deepest = $costs->depth;
        $arrayAt = $reader->input->p;
        $array = $reader->plainValue();
        if (!\is_array($array) && !$array instanceof ArrayNode) {
            throw ClassError::data($shape->form->class, $array, $arrayAt);
        }
        $object->values = $array;
        $this->close($object, $deepest);
        $elements = \is_array($array) ? $array : $array->elements;
        if ($shape->class === null || !$shape->class->hasUnserialize) {
            // Charged per object that has the array: its elements become properties, beside the declared ones or the class name.
            $count = \count($elements);
            $others = $shape->class === null ? 1 : \count($shape->class->properties);
            $costs->charge(MemoryFootprint::ofMap($others + $count) + Costs::MEMORY_OF_NAME * $count, $at);
        }
        if ($shape->class === null || $shape->class->minds) {
            $this->classes->checkNames($shape->form->class, $shape->class, $elements, $costs, $at);
        }

        return $object;
    }

    private function addText(TextNode $node): TextNode
    {
        ++$this->arrays->identityCount;
        $node->state = 1;

        return $this->list[] = $node;
    }

    /** An ENUM. */
    public function enumCase(Reader $reader, int $at): TextNode
    {
        [$name, $class] = $this->ofClass($at);
        $case = $reader->input->string();
        $this->costs->enter(0, 0, $at);
        --$this->costs->depth;
        if (!$this->classes->areNamesOnly && ($class === null || !$this->classes->hasCase($class, $name, $case, $this->costs->depth))) {
            throw ClassError::enumCase($name, $case, $class, $this->classes->isDenied($name), $at);
        }

        return $this->addText(TextNode::enumCase($name, $case, $at));
    }

    /** A SERIALIZABLE. */
    public function serializable(Reader $reader, int $at): TextNode
    {
        [$name, $class] = $this->ofClass($at);
        $size = $reader->input->uv();
        $bytesAt = $reader->input->take($size);
        if (!$this->classes->areNamesOnly && ($class === null || !$class->readsString)) {
            throw ClassError::notBySerializable($name, $class, $this->classes->isDenied($name), $at);
        }
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        $this->costs->enter(0, $this->classes->memoryOf($class), $at);
        --$this->costs->depth;

        return $this->addText(TextNode::stringForm($name, \substr($reader->input->in, $bytesAt, $size), $at));
    }

    /** An OBJECT_REF. */
    public function again(Reader $reader): ObjectNode|TextNode
    {
        $at = $reader->input->p;
        $object = $this->list[$reader->input->uv()] ?? throw DecodeError::at('unknown_object', $at);
        ++$this->arrays->identityCount;
        $this->costs->reach($object->state, 0, $at - 1);

        return $object;
    }

    /** A REFERENCE. */
    public function reference(Reader $reader): ReferenceNode
    {
        $costs = $this->costs;
        $at = $reader->input->p - 1;
        $costs->charge(MemoryFootprint::OF_REFERENCE, $at);
        $this->references[] = $reference = new ReferenceNode();
        ++$this->arrays->identityCount;
        $deepest = $costs->deepest;
        $costs->deepest = $costs->depth;
        $reference->value = $reader->plainValue();
        $reference->state = $costs->closeReference($deepest, $at);

        return $reference;
    }

    /** A REFERENCE_REF. */
    public function referenceAgain(Reader $reader): ReferenceNode
    {
        $at = $reader->input->p;
        $reference = $this->references[$reader->input->uv()] ?? throw DecodeError::at('unknown_reference', $at);
        ++$this->arrays->identityCount;
        $this->costs->reach($reference->state, 0, $at - 1);

        return $reference;
    }
}
