<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\ClassKind;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\TextNode;

/** Objects, in all their forms. A part of Reader. */
trait ReadsObjects
{
    private function object(int $type, int $at): ObjectNode|TextNode
    {
        $nameAt = $this->p;
        if ($type <= 0x19) {
            $number = \count($this->strings);
            $size = $this->number($type);
            $name = $this->strings[] = \substr($this->in, $this->take($size), $size);
        } else {
            $number = $this->number($type);
            $name = $this->strings[$number] ?? throw DecodeError::at('unknown_string', $nameAt);
        }
        [$class, $objectForm, $memory] = $this->classKinds[$number] ??= $this->findClass($name, $nameAt);
        $formAt = $this->p;
        $form = $this->type();
        ++$this->impurities;
        if ($form >= 0x14 && $form <= 0x16) {
            if ($class !== null && !$class->hasObjects) {
                throw ClassError::kind($name, $at);
            }
            if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
                throw ClassError::form($name, $at);
            }
            $this->numbered[] = $this->objects[] = $object = new ObjectNode($objectForm, $at);
            $this->readProperties($object, $form, $class, $memory);

            return $object;
        }
        $object = match (true) {
            $form >= 0x1D && $form <= 0x1F => $this->stringForm($name, $class, $form, $at),
            $form === 0x27 => $this->enumCase($name, $class, $at),
            default => throw DecodeError::at('unknown_tag', $formAt),
        };
        $object->state = 1;

        return $this->numbered[] = $this->objects[] = $object;
    }

    /**
     * A name can be long, and come again in two bytes: what it means is found out once.
     *
     * @return array{ClassKind|null, ObjectForm, int}
     */
    private function findClass(string $name, int $at): array
    {
        if (!Classes::isName($name)) {
            throw ClassError::name($name, $at);
        }
        $class = $this->asked(fn (): ?ClassKind => $this->classes->find($name));
        $memory = $class === null || $class->isThrowable ? $this->classes->memoryOf($class) : $class->memory;

        return [$class, new ObjectForm($name, null, $class, $class === null || !$class->hasUnserialize), $memory];
    }

    private function readProperties(ObjectNode $object, int $form, ?ClassKind $class, int $memory): void
    {
        $count = $this->count($form);
        if (($this->text -= \strlen($object->form->class)) < 0) {
            throw DecodeError::at('too_large', $object->offset);
        }
        $this->enter($count, $memory + self::memoryOfValues($class, $count, true), $object->offset);
        $impurities = $this->impurities;
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        if ($this->depth > $this->nested) {
            $this->nested = $this->depth;
        }
        ++$this->breaks;
        $elements = $count <= self::FEW_ELEMENTS && $this->longStrings < 2
            ? $this->fewElements($count, !$object->form->isArray())
            : $this->manyElements($count, $object->offset, !$object->form->isArray());
        if (\count($elements) < $count && $this->impurities !== $impurities) {
            $this->isAsRead = false;
        }
        --$this->breaks;
        --$this->depth;
        $object->state = $this->deepest - $this->depth;
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
        if ($class !== null && !$class->hasUnserialize && !$class->isIncomplete && \array_diff_key($elements, $class->properties) !== []) {
            // Which names there are is known now.
            $this->charge(self::memoryOfValues($class, $count, false) - self::memoryOfValues($class, $count, true), $object->offset);
        }
        if ($class === null || $class->minds) {
            $this->checkNames($class, $elements, $object->offset);
        }
        if ($object->form->isReadByPhp) {
            $this->countHookArrays($elements, $object->offset);
        }
        if ($this->impurities === $impurities) {
            $object->values = $elements;

            return;
        }
        $object->values = new ArrayNode($elements);
        if ($object->form->isArray()) {
            // It is no thing of its own where its elements are properties.
            $this->others[] = $object->values;
        }
    }

    private function stringForm(string $name, ?ClassKind $class, int $form, int $at): TextNode
    {
        $size = $this->number($form);
        $bytesAt = $this->take($size);
        if ($class === null || !$class->hasStringForm) {
            throw ClassError::stringForm($name, $class, $this->classes->isDenied($name), $at);
        }
        if (!$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        $this->enterText($this->classes->memoryOf($class), $at);

        return TextNode::stringForm($name, \substr($this->in, $bytesAt, $size), $at);
    }

    /** An object that has no other inside. */
    private function enterText(int $memory, int $at): void
    {
        $this->enter(0, $memory, $at);
        $this->nested = \max($this->nested, $this->depth);
        $this->deepest = \max($this->deepest, $this->depth);
        --$this->depth;
    }

    private function enumCase(string $name, ?ClassKind $class, int $at): TextNode
    {
        $caseAt = $this->p;
        $type = $this->type();
        if ($type < 0x0E || $type > 0x13) {
            throw DecodeError::at('string_expected', $caseAt);
        }
        $case = (string) $this->key($type, $caseAt);
        $this->enterText(0, $at);
        if ($class === null || !$this->asked(static fn (): bool => $class->hasCase($name, $case))) {
            throw ClassError::enumCase($name, $case, $class, $this->classes->isDenied($name), $at);
        }

        return TextNode::enumCase($name, $case, $at);
    }
}
