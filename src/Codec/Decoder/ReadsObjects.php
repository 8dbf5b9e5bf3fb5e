<?php

declare(strict_types=1);

namespace Brine\Codec\Decoder;

use Brine\Codec\DecodeError;
use Brine\Native\ArrayNode;
use Brine\Native\Classes;
use Brine\Native\ClassKind;
use Brine\Native\ObjectNode;
use Brine\Native\ReferenceNode;
use Brine\Native\TextNode;

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
        $name = $this->string();
        if (!Classes::isName($name)) {
            throw DecodeError::at('bad_class_name', $at);
        }

        return [$name, $this->classes->find($name)];
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
            throw DecodeError::at('bad_class', $at);
        }
        $shape->class = $name;
        $shape->count = $count;
        $shape->incomplete = $class === null;
        $names = $this->names($count, $name, $class);
        if ($class !== null && $class->hasStringForm && !$class->hasUnserialize) {
            throw DecodeError::at('bad_class', $at);
        }
        if (\count(\array_flip($names)) < $count) {
            throw DecodeError::at('duplicate_name', $at);
        }
        $shape->keys = $names;
        $shape->kind = Shape::OBJECT;
    }

    /** @return list<string> as native text */
    private function names(int $count, string $class, ?ClassKind $kind): array
    {
        $isIncomplete = $kind === null || $kind->isIncomplete;
        $checksNames = $kind !== null && $kind->checksNames;
        $scope = self::PUBLIC;
        $prefix = '';
        $names = $texts = [];
        for ($i = 0; $i < $count; ++$i) {
            $at = $this->p;
            if ($at < $this->end && $this->in[$at] <= "\x03") {
                [$scope, $prefix] = $this->scope($scope, $class);
            }
            $name = $this->string();
            if ($scope !== self::PUBLIC ? $name === '' : $isIncomplete && $name === Classes::NAME_OF_INCOMPLETE) {
                throw DecodeError::at('bad_name', $at);
            }
            $name = $prefix . $name;
            if ($checksNames && !Classes::isPropertyName($name)) {
                throw DecodeError::at('bad_name', $at);
            }
            $names[] = $name;
            $texts[] = 's:' . \strlen($name) . ":\"$name\";";
        }
        if ($checksNames) {
            $this->classes->noteNames($names);
        }

        return $texts;
    }

    /** @return array{int, string} what the names from here on are, and what their mangled form begins with */
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

        return [$scope, "\0$owner\0"];
    }

    /** @phpstan-impure */
    private function newObject(Shape $shape, int $at): ObjectNode
    {
        /** @var list<string>|null $names */
        $names = $shape->kind === Shape::CUSTOM ? null : $shape->keys;
        ++$this->impurities;

        return $this->objects[] = new ObjectNode($shape->class, $names, $shape->incomplete, $at);
    }

    private function objectOfShape(Shape $shape, int $at): ObjectNode
    {
        if ($shape->count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }
        $this->enter($shape->count, $at);
        $object = $this->newObject($shape, $at);
        if ($this->locating) {
            $values = [];
            for ($i = 0; $i < $shape->count; ++$i) {
                $object->offsets[] = $this->p;
                $values[] = $this->values(1)[0];
            }
            $object->values = $values;
        } else {
            $object->values = $this->values($shape->count);
        }
        --$this->depth;

        return $object;
    }

    /**
     * @param list<Column> $columns
     * @param list<int>    $own     the columns whose cell is a value of its own
     */
    private function objectRow(Shape $shape, array $columns, array $own, int $row, int $at): ObjectNode
    {
        $object = $this->newObject($shape, $at);
        $values = [];
        foreach ($columns as $column) {
            $values[] = $column->cells[$row] ?? null;
        }
        $offsets = \array_fill(0, \count($values), $at);
        foreach ($own as $i) {
            $offsets[$i] = $this->p;
            $values[$i] = $this->values(1)[0];
        }
        if ($this->locating) {
            $object->offsets = \array_values($offsets);
        }
        $object->values = $values;

        return $object;
    }

    private function custom(int $at): ObjectNode
    {
        $this->shapes[] = $shape = new Shape();
        [$name, $class] = $this->className();
        if ($class !== null && (!$class->hasObjects || $class->hasStringForm && !$class->hasUnserialize)) {
            throw DecodeError::at('bad_class', $at);
        }
        $shape->class = $name;
        $shape->incomplete = $class === null;
        $shape->hasUnserialize = $class !== null && $class->hasUnserialize;
        $shape->checksNames = $class !== null && $class->checksNames;
        $shape->kind = Shape::CUSTOM;

        return $this->customOfShape($shape, $at);
    }

    private function customOfShape(Shape $shape, int $at): ObjectNode
    {
        $this->enter(0, $at);
        $object = $this->newObject($shape, $at);
        $arrayAt = $this->p;
        $array = $this->plainValue();
        if (!\is_array($array) && !$array instanceof ArrayNode) {
            throw DecodeError::at('array_expected', $arrayAt);
        }
        --$this->depth;
        if (!$shape->hasUnserialize) {
            $this->checkNames($shape, \is_array($array) ? $array : $array->elements, $at);
        }
        $object->values = $array;

        return $object;
    }

    /**
     * Keys that become the names of properties.
     *
     * @param array<mixed> $array
     */
    private function checkNames(Shape $shape, array $array, int $at): void
    {
        $isIncomplete = $shape->incomplete || \strcasecmp($shape->class, \__PHP_Incomplete_Class::class) === 0;
        if ($isIncomplete && \array_key_exists(Classes::NAME_OF_INCOMPLETE, $array)) {
            throw DecodeError::at('bad_name', $at);
        }
        if ($shape->checksNames && !$this->classes->areNames($array)) {
            throw DecodeError::at('bad_name', $at);
        }
    }

    private function newText(TextNode $node): TextNode
    {
        ++$this->impurities;

        return $this->objects[] = $node;
    }

    private function enumCase(int $at): TextNode
    {
        [$name, $class] = $this->className();
        $case = $this->string();
        $this->enter(0, $at);
        --$this->depth;
        if ($class === null || !$class->hasCase($name, $case)) {
            throw DecodeError::at('bad_enum', $at);
        }

        return $this->newText(TextNode::enumCase($name, $case, $at));
    }

    private function stringForm(int $at): TextNode
    {
        [$name, $class] = $this->className();
        $size = $this->uv();
        $bytesAt = $this->take($size);
        if ($class === null || !$class->hasStringForm || !$class->hasObjects) {
            throw DecodeError::at('bad_class', $at);
        }
        $this->enter(0, $at);
        --$this->depth;

        return $this->newText(TextNode::stringForm($name, \substr($this->in, $bytesAt, $size), $at));
    }

    private function objectNumber(): ObjectNode|TextNode
    {
        $at = $this->p;
        $object = $this->objects[$this->uv()] ?? throw DecodeError::at('unknown_object', $at);
        ++$this->impurities;

        return $object;
    }

    private function reference(): ReferenceNode
    {
        $this->references[] = $reference = new ReferenceNode();
        ++$this->impurities;
        $reference->value = $this->plainValue();

        return $reference;
    }

    private function referenceNumber(): ReferenceNode
    {
        $at = $this->p;
        $reference = $this->references[$this->uv()] ?? throw DecodeError::at('unknown_reference', $at);
        ++$this->impurities;

        return $reference;
    }
}
