<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\ClassKind;
use Brine\Tree\LocatedObjectNode;
use Brine\Tree\ObjectForm;
use Brine\Tree\ObjectNode;
use Brine\Tree\ReferenceNode;
use Brine\Tree\TextNode;

/** Section 8 of docs/format.md. A part of Reader. */
trait ReadsObjects
{
    /** What the names of properties are, by the byte before them. */
    private const PUBLIC = 0x00;
    private const PROTECTED = 0x01;
    private const PRIVATE = 0x02;
    private const PRIVATE_OF = 0x03;

    /** @return array{string, ClassKind|null} the name; null if the class is missing or denied */
    private function className(): array
    {
        $at = $this->p;
        $isNew = $at < $this->end && $this->in[$at] > "\x20" && $this->in[$at] < "\x60";
        $number = $isNew ? \count($this->strings) : $this->numberOfNextString();
        $name = $this->string();
        // A long name can come again in one byte: what it means is found out once.
        if (!$isNew && $number !== null && \array_key_exists($number, $this->classKinds)) {
            return [$name, $this->classKinds[$number]];
        }
        if (!Classes::isName($name)) {
            throw ClassError::name($name, $at);
        }
        $class = $this->asked(fn (): ?ClassKind => $this->classes->find($name));
        if ($number !== null) {
            $this->classKinds[$number] = $class;
        }

        return [$name, $class];
    }

    private function object(int $at): ObjectNode
    {
        $this->shapes[] = $shape = new Shape();
        $this->objectShape($shape, $at);

        return $this->objectOfShape($shape, $at);
    }

    private function objectShape(Shape $shape, int $at): void
    {
        [$name, $class] = $this->className();
        $countAt = $this->p;
        $count = $this->uv();
        if ($count < 0 || $count > self::MAX_ELEMENTS_OF_ARRAY) {
            throw DecodeError::at('bad_count', $countAt);
        }
        if (2 * $count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $countAt);
        }
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        // Before names take memory.
        if ($count > $this->left) {
            throw $this->beyond('max_elements', $at);
        }
        $names = $this->names($count, $name, $class);
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw ClassError::form($name, $at);
        }
        if ($count > self::FEW_KEYS || $this->longStrings > 1) {
            $shape->steps = $this->workOfKeys($names, $at);
        }
        $flipped = \array_flip($names);
        if (\count($flipped) < $count) {
            throw DecodeError::at('duplicate_name', $at);
        }
        $others = $class === null ? [] : \array_diff_key($flipped, $class->properties);
        if ($class !== null && $class->minds && $others !== []) {
            $this->classes->takeOthers($class, $others, $flipped);
        }
        $texts = [];
        $bytes = \strlen($name);
        foreach ($names as $property) {
            $texts[] = $text = 's:' . \strlen($property) . ":\"$property\";";
            $bytes += \strlen($text);
        }
        $shape->text = $bytes;
        $shape->form = new ObjectForm($name, $texts, $class);
        $shape->class = $class;
        $shape->count = $count;
        $memory = $class === null || $class->isThrowable ? $this->classes->memoryOf($class) : $class->memory;
        $shape->memory = $memory + self::memoryOfValues($class, $count, $others === []);
        $shape->kind = Shape::OBJECT;
    }

    /** @return list<string> in PHP's mangled form */
    private function names(int $count, string $class, ?ClassKind $kind): array
    {
        $isIncomplete = $kind === null || $kind->isIncomplete;
        $checksNames = $kind !== null && $kind->checksNames;
        $scope = self::PUBLIC;
        $owner = '';
        $names = [];
        for ($i = 0; $i < $count; ++$i) {
            $at = $this->p;
            if ($at < $this->end && $this->in[$at] <= "\x03") {
                [$scope, $owner] = $this->scope($scope, $class);
            }
            $p = $this->p;
            $size = $p < $this->end ? \ord($this->in[$p]) - 0x1F : 0;
            if ($size > 1 && $size <= 0x40 && $size < $this->end - $p) {
                // Most names are short strings: these take no call.
                $name = $this->strings[] = \substr($this->in, $p + 1, $size);
                $this->p = $p + 1 + $size;
            } else {
                $name = $this->string();
            }
            if ($scope !== self::PUBLIC ? $name === '' : $isIncomplete && $name === Classes::NAME_OF_INCOMPLETE) {
                throw DecodeError::at('bad_name', $at);
            }
            if ($scope !== self::PUBLIC) {
                $this->charge(self::MEMORY_OF_NAME + \strlen($owner) + \strlen($name), $at);
                $name = "\0$owner\0$name";
            } elseif (\str_starts_with($name, "\0")) {
                $this->charge(self::MEMORY_OF_NAME + \strlen($name), $at);
            }
            if ($checksNames && !Classes::isPropertyName($name)) {
                throw DecodeError::at('bad_name', $at);
            }
            $names[] = $name;
        }

        return $names;
    }

    /** @return array{int, string} what the names from here on are, and whose */
    private function scope(int $before, string $class): array
    {
        $at = $this->p;
        $scope = $this->byte();
        if ($scope === $before && $scope !== self::PRIVATE_OF) {
            throw DecodeError::at('bad_name', $at);
        }
        if ($scope === self::PUBLIC) {
            return [$scope, ''];
        }
        $owner = match ($scope) {
            self::PROTECTED => '*',
            self::PRIVATE => $class,
            default => $this->string(),
        };
        if ($owner === '' || \str_contains($owner, "\0")) {
            throw DecodeError::at('bad_name', $at);
        }

        return [$scope, $owner];
    }

    /** @phpstan-impure */
    private function newObject(Shape $shape, int $at): ObjectNode
    {
        ++$this->impurities;

        return $this->objects[] = $this->locating ? new LocatedObjectNode($shape->form, $at) : new ObjectNode($shape->form, $at);
    }

    private function objectOfShape(Shape $shape, int $at): ObjectNode
    {
        if ($shape->count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }
        $this->enter($shape->count, $shape->memory, $at);
        if ($shape->steps > 0) {
            $this->work($shape->steps, 1, $at);
        }
        if (($this->text -= $shape->text) < 0) {
            throw DecodeError::at('too_large', $at);
        }
        $object = $this->newObject($shape, $at);
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        $object->values = $this->locating && $object instanceof LocatedObjectNode
            ? $this->locatedValues($object, $shape->count)
            : $this->values($shape->count, $shape->form);
        $this->closeObject($object, $deepest);

        return $object;
    }

    /** @return list<mixed> */
    private function locatedValues(LocatedObjectNode $object, int $count): array
    {
        $values = [];
        for ($i = 0; $i < $count; ++$i) {
            $object->offsets[] = $this->p;
            $values[] = $this->values(1, $object->form, [$i])[0];
        }

        return $values;
    }

    /** @param int $deepest what was so before the object began, whose values are complete */
    private function closeObject(ObjectNode $object, int $deepest): void
    {
        --$this->depth;
        $object->state = $this->deepest - $this->depth;
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
        if ($object->form->isReadByPhp) {
            $this->countHookArrays($object->values, $object->offset);
        }
    }

    /**
     * @param list<Column> $columns
     * @param list<int>    $own     the columns whose cell is a value of its own
     */
    private function objectRow(Shape $shape, array $columns, array $own, int $row, int $at): ObjectNode
    {
        ++$this->depth;
        $object = $this->newObject($shape, $at);
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        $values = [];
        foreach ($columns as $column) {
            $values[] = $column->cells[$row] ?? null;
        }
        foreach ($own as $i) {
            if ($object instanceof LocatedObjectNode) {
                $object->offsets[$i] = $this->p;
            }
            $values[$i] = $this->values(1, $shape->form, [$i])[0];
        }
        // @phpstan-ignore assign.propertyType (the numbers are of columns)
        $object->values = $values;
        $this->closeObject($object, $deepest);

        return $object;
    }

    private function custom(int $at): ObjectNode
    {
        $this->shapes[] = $shape = new Shape();
        [$name, $class] = $this->className();
        if ($class !== null && !$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw ClassError::form($name, $at);
        }
        $shape->form = new ObjectForm($name, null, $class);
        $shape->text = \strlen($name);
        $shape->class = $class;
        $shape->memory = $this->classes->memoryOf($class);
        $shape->kind = Shape::CUSTOM;

        return $this->customOfShape($shape, $at);
    }

    private function customOfShape(Shape $shape, int $at): ObjectNode
    {
        $this->enter(0, $shape->memory, $at);
        if (($this->text -= $shape->text) < 0) {
            throw DecodeError::at('too_large', $at);
        }
        $object = $this->newObject($shape, $at);
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        $arrayAt = $this->p;
        $array = $this->plainValue();
        if (!\is_array($array) && !$array instanceof ArrayNode) {
            throw ClassError::data($shape->form->class, $array, $arrayAt);
        }
        $object->values = $array;
        $this->closeObject($object, $deepest);
        $elements = \is_array($array) ? $array : $array->elements;
        if ($shape->class === null || !$shape->class->hasUnserialize) {
            // The elements become properties of each object that has the array.
            $count = \count($elements);
            $this->charge(self::memoryOfMap($count) + 32 * $count, $at);
        }
        if ($shape->class === null || $shape->class->minds) {
            $this->checkNames($shape->class, $elements, $at);
        }

        return $object;
    }

    private function newText(TextNode $node): TextNode
    {
        ++$this->impurities;
        $node->state = 1;

        return $this->objects[] = $node;
    }

    private function enumCase(int $at): TextNode
    {
        [$name, $class] = $this->className();
        $case = $this->string();
        $this->enter(0, 0, $at);
        --$this->depth;
        if ($class === null || !$this->asked(static fn (): bool => $class->hasCase($name, $case))) {
            throw ClassError::enumCase($name, $case, $class, $this->classes->isDenied($name), $at);
        }

        return $this->newText(TextNode::enumCase($name, $case, $at));
    }

    private function stringForm(int $at): TextNode
    {
        [$name, $class] = $this->className();
        $size = $this->uv();
        $bytesAt = $this->take($size);
        if ($class === null || !$class->hasStringForm) {
            throw ClassError::stringForm($name, $class, $this->classes->isDenied($name), $at);
        }
        if (!$class->hasObjects) {
            throw ClassError::kind($name, $at);
        }
        $this->enter(0, $this->classes->memoryOf($class), $at);
        --$this->depth;

        return $this->newText(TextNode::stringForm($name, \substr($this->in, $bytesAt, $size), $at));
    }

    private function objectNumber(): ObjectNode|TextNode
    {
        $at = $this->p;
        $object = $this->objects[$this->uv()] ?? throw DecodeError::at('unknown_object', $at);
        ++$this->impurities;
        $this->reach($object->state, 0, $at - 1);

        return $object;
    }

    private function reference(): ReferenceNode
    {
        $this->references[] = $reference = new ReferenceNode();
        ++$this->impurities;
        $deepest = $this->deepest;
        $this->deepest = $this->depth;
        $reference->value = $this->plainValue();
        // It is a level of its own, though not one that max_depth counts.
        ++$this->deepest;
        $reference->state = $this->deepest - $this->depth;
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }

        return $reference;
    }

    private function referenceNumber(): ReferenceNode
    {
        $at = $this->p;
        $reference = $this->references[$this->uv()] ?? throw DecodeError::at('unknown_reference', $at);
        ++$this->impurities;
        $this->reach($reference->state, 0, $at - 1);

        return $reference;
    }
}
