<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Finds the object whose property value or name unserialize() rejected. PHP's message names only class and property, so the tree is walked in the
 * order in which unserialize() builds it.
 *
 * @internal
 */
final class RefusedProperty
{
    /** The engine's message for a value of a property that is virtual. */
    public const VIRTUAL = 'Cannot unserialize value for virtual property ';

    private const CLASS_AND_NAME = ' property ([\w\\\\\x80-\xFF]+)::\$';
    private const OF_TYPE = '/^(?:Cannot assign .+ to|Reference with value of type .+ is not compatible with)' . self::CLASS_AND_NAME . '(\S+) of type /s';
    private const DYNAMIC = '/^Cannot create dynamic' . self::CLASS_AND_NAME . '/';

    /** What to find: a property of the named type, or one that must not exist. */
    private readonly bool $isOfType;
    private readonly bool $isVirtual;

    /** Class and property that the message names. */
    private readonly string $class;
    private readonly string $name;

    /** How many objects and references were entered. */
    private int $begun = 0;

    /** @var array<int, true> by object id: objects and references that were entered */
    private array $seen = [];

    /** @var array<int, int> by object id of an array: value of $begun when it began; PHP_INT_MAX once it is complete */
    private array $arrays = [];

    /** @var array<int, true> by object id: references that a typed property holds */
    private array $typed = [];

    /** @var array<int, float> by object id: float into which a typed property converted a referenced integer */
    private array $floats = [];

    /** @var array<string, Declarations> by class */
    private array $declarations = [];

    /** @param string $message unserialize()'s message */
    private function __construct(string $message)
    {
        $this->isVirtual = \str_starts_with($message, self::VIRTUAL);
        $this->isOfType = \preg_match(self::OF_TYPE, $message, $match) === 1;
        if (!$this->isOfType) {
            \preg_match(self::DYNAMIC, $message, $match);
        }
        $this->class = $match[1] ?? '';
        $this->name = $match[2] ?? '';
    }

    /**
     * @param string $message unserialize()'s message
     * @return array{ObjectNode, int, \ReflectionProperty|null}|null the object, the number of the property, and its declaration; null if it is not known
     */
    public static function place(mixed $tree, string $message): ?array
    {
        $search = new self($message);

        return $search->isVirtual || $search->class !== '' ? $search->find($tree) : null;
    }

    /** @return array{ObjectNode, int, \ReflectionProperty|null}|null */
    private function find(mixed $value): ?array
    {
        if ($value instanceof ArrayNode) {
            return $this->findInArray($value);
        }
        if (!$value instanceof Node || isset($this->seen[\spl_object_id($value)])) {
            return null;
        }
        ++$this->begun;
        $this->seen[\spl_object_id($value)] = true;

        return match (true) {
            $value instanceof ReferenceNode => $this->find($value->value),
            $value instanceof ObjectNode => $this->findInObject($value),
            default => null,
        };
    }

    /**
     * Searches an array. A repeated array is skipped, unless it is inside an object that it contains: elements behind that object are built in
     * the inner pass.
     *
     * @return array{ObjectNode, int, \ReflectionProperty|null}|null
     */
    private function findInArray(ArrayNode $array): ?array
    {
        $id = \spl_object_id($array);
        if (($this->arrays[$id] ?? -1) >= $this->begun) {
            return null;
        }
        $this->arrays[$id] = $this->begun;
        foreach ($array->elements as $element) {
            $found = $element instanceof Node ? $this->find($element) : null;
            if ($found !== null) {
                return $found;
            }
        }
        $this->arrays[$id] = \PHP_INT_MAX;

        return null;
    }

    /** @return array{ObjectNode, int, \ReflectionProperty|null}|null */
    private function findInObject(ObjectNode $object): ?array
    {
        $form = $object->form;
        $hasProperties = !$form->incomplete && !\method_exists($form->class, '__unserialize');
        $declarations = $hasProperties ? $this->declarations[$form->class] ??= new Declarations($form->class) : null;
        $i = 0;
        foreach ($object->values instanceof ArrayNode ? $object->values->elements : $object->values as $key => $value) {
            $property = $declarations?->find($form->names === null ? (string) $key : $form->name($i));
            if ($declarations !== null && $this->isNameRefused($declarations, $property)) {
                return [$object, $i, $property];
            }
            $found = $value instanceof Node ? $this->find($value) : null;
            if ($found !== null) {
                return $found;
            }
            if ($property !== null && $this->isValueRefused($property, $value)) {
                return [$object, $i, $property];
            }
            ++$i;
        }

        return null;
    }

    private function isNameRefused(Declarations $declarations, ?\ReflectionProperty $property): bool
    {
        return match (true) {
            $this->isOfType => false,
            $this->isVirtual => $property !== null && ClassKind::isVirtual($property),
            default => $property === null && $declarations->className() === $this->class,
        };
    }

    private function isValueRefused(\ReflectionProperty $property, mixed $value): bool
    {
        $type = $property->getType();
        if ($type === null) {
            return false;
        }
        $id = null;
        if ($value instanceof ReferenceNode) {
            $id = \spl_object_id($value);
            $value = $this->floats[$id] ?? $value->value;
        }
        $isAccepted = PropertyType::accepts($type, $value, $property);
        if (!$isAccepted && \is_int($value) && !isset($this->typed[$id ?? -1])) {
            // unserialize() converts the integer to float, unless a reference shares it with a typed property.
            $isAccepted = PropertyType::accepts($type, (float) $value, $property);
            if ($isAccepted && $id !== null) {
                $this->floats[$id] = (float) $value;
            }
        }
        if ($id !== null) {
            $this->typed[$id] = true;
        }

        return !$isAccepted && $this->isOfType && $property->class === $this->class && $property->name === $this->name;
    }
}
