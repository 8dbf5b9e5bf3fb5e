<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\ClassKind;
use Brine\Tree\Costs;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\OwnNames;
use Brine\Tree\TextNode;
use Brine\Tree\VirtualNames;

/**
 * Reads objects in all forms. Methods take the Reader as an argument, since a property would be a cycle.
 *
 * @internal
 */
final class Objects
{
    /** @var list<ObjectNode|TextNode> In the order of the payload. */
    public array $list = [];

    /**
     * By name number: the class (null if missing or not allowed), the form, and the bytes of an object without its values.
     *
     * @var array<int, array{ClassKind|null, ObjectForm, int}>
     */
    private array $classKinds = [];

    public function __construct(
        private readonly Costs $costs,
        private readonly Values $values,
        private readonly Classes $classes,
    ) {
        $costs->startText();
    }

    public function next(Reader $reader, int $type, int $at): ObjectNode|TextNode
    {
        $nameAt = $reader->input->p;
        if ($type <= 0x19) {
            $number = \count($reader->strings);
            $size = $reader->input->number($type);
            $name = $reader->strings[] = \substr($reader->input->in, $reader->input->take($size), $size);
        } else {
            $number = $reader->input->number($type);
            $name = $reader->strings[$number] ?? throw DecodeError::at('unknown_string', $nameAt);
        }
        [$class, $objectForm, $memory] = $this->classKinds[$number] ??= $this->findClass($name, $nameAt);
        $formAt = $reader->input->p;
        $form = $reader->input->type();
        ++$this->values->identityCount;
        if ($form >= 0x14 && $form <= 0x16) {
            if ($class !== null && !$class->hasObjects) {
                throw ClassError::kind($name, $at);
            }
            if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
                throw ClassError::notByProperties($name, $at);
            }
            $this->values->list[] = $this->list[] = $object = new ObjectNode($objectForm, $at);
            $this->readProperties($reader, $object, $form, $class, $memory);

            return $object;
        }
        $object = match (true) {
            $form >= 0x1D && $form <= 0x1F => $this->serializable($reader, $name, $class, $form, $at),
            $form === 0x27 => $this->enumCase($reader, $name, $class, $at),
            default => throw DecodeError::tag($form, $formAt),
        };
        $object->state = 1;

        return $this->values->list[] = $this->list[] = $object;
    }

    /**
     * A long name can be repeated with two bytes, so its meaning is cached.
     *
     * @return array{ClassKind|null, ObjectForm, int}
     */
    private function findClass(string $name, int $at): array
    {
        if (!Classes::isName($name)) {
            throw ClassError::name($name, $at);
        }
        $this->costs->beforeClass($this->classes, $name, $at, $at);
        $class = $this->classes->find($name, $at, $this->costs->depth);
        $memory = $class === null || $class->isThrowable ? $this->classes->memoryOf($class) : $class->memory;

        return [$class, new ObjectForm($name, null, $class, $class === null || !$class->hasUnserialize), $memory];
    }

    private function readProperties(Reader $reader, ObjectNode $object, int $form, ?ClassKind $class, int $memory): void
    {
        $count = $reader->input->count($form);
        if (($this->costs->text -= \strlen($object->form->class)) < 0) {
            throw DecodeError::at('too_large', $object->offset);
        }
        $this->costs->enter($count, $memory + Costs::memoryOfValues($class, $count, true), $object->offset);
        $identityCount = $this->values->identityCount;
        $deepest = $this->costs->deepest;
        $this->costs->deepest = $this->costs->depth;
        if ($this->costs->depth > $this->values->nested) {
            $this->values->nested = $this->costs->depth;
        }
        $elements = $count <= Reader::FEW_ELEMENTS && $this->costs->longStrings < 2
            ? $reader->fewElements($count, !$object->form->isArray())
            : $reader->manyElements($count, $object->offset, !$object->form->isArray());
        if (\count($elements) < $count) {
            $this->values->isAsRead = $this->values->isAsRead && $this->values->identityCount === $identityCount;
            $this->values->hasReplaced = $this->values->hasReplaced
                || \count($elements) + $reader->skipped < $count && $class !== null && $class->properties !== [] && !$object->form->isArray();
        }
        --$this->costs->depth;
        $object->state = $this->costs->deepest - $this->costs->depth;
        if ($deepest > $this->costs->deepest) {
            $this->costs->deepest = $deepest;
        }
        if ($class !== null && !$class->hasUnserialize && !$class->isIncomplete && \array_diff_key($elements, $class->properties) !== []) {
            // All names are known now.
            $this->costs->charge(Costs::memoryOfValues($class, $count, false) - Costs::memoryOfValues($class, $count, true), $object->offset);
        }
        if ($class !== null && ($class->outOfReach !== [] || $class->checksNames && \array_diff_key($elements, $class->properties) !== [])) {
            $object->ownNames = OwnNames::hide($elements, $class);
        }
        if ($class === null || $class->minds) {
            $this->classes->checkNames($object->form->class, $class, $elements, $this->costs, $object->offset);
        }
        if ($object->form->isReadByPhp) {
            $this->classes->hasEmptyStates = $this->classes->hasEmptyStates || $elements === [];
            $this->costs->countHookArrays($elements, $this->classes, $object->offset);
        }
        if ($object->form->loadsVirtual) {
            VirtualNames::refuse($elements, $object->form->class, $object->offset);
        }
        if ($object->form->areParsed) {
            $this->costs->countParsedStrings($elements, $object->offset);
        }
        if ($object->form->mayNameZones) {
            $this->costs->countZones($elements, $object->offset);
        }
        if ($this->values->identityCount === $identityCount) {
            $object->values = $elements;

            return;
        }
        $object->values = new ArrayNode($elements);
        if ($object->form->isArray()) {
            // Not counted as an array if its elements are properties.
            $this->values->others[] = $object->values;
        }
    }

    private function serializable(Reader $reader, string $name, ?ClassKind $class, int $form, int $at): TextNode
    {
        $size = $reader->input->number($form);
        $bytesAt = $reader->input->take($size);
        if (!$this->classes->areNamesOnly && ($class === null || !$class->readsString)) {
            throw ClassError::notBySerializable($name, $class, $this->classes->isDenied($name), $at);
        }
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        $this->enterText($this->classes->memoryOf($class), $at);

        return TextNode::stringForm($name, \substr($reader->input->in, $bytesAt, $size), $at);
    }

    /** An object that contains no objects. */
    private function enterText(int $memory, int $at): void
    {
        $this->costs->enter(0, $memory, $at);
        $this->values->nested = \max($this->values->nested, $this->costs->depth);
        $this->costs->deepest = \max($this->costs->deepest, $this->costs->depth);
        --$this->costs->depth;
    }

    private function enumCase(Reader $reader, string $name, ?ClassKind $class, int $at): TextNode
    {
        $caseAt = $reader->input->p;
        $type = $reader->input->type();
        if ($type < 0x0E || $type > 0x13) {
            throw DecodeError::at('string_expected', $caseAt);
        }
        $case = (string) $reader->key($type, $caseAt);
        $this->enterText(0, $at);
        if (!$this->classes->areNamesOnly && ($class === null || !$this->classes->hasCase($class, $name, $case, $this->costs->depth))) {
            throw ClassError::enumCase($name, $case, $class, $this->classes->isDenied($name), $at);
        }

        return TextNode::enumCase($name, $case, $at);
    }
}
