<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Tree\ClassError;
use Brine\Tree\Classes;
use Brine\Tree\Declarations;
use Brine\Tree\ObjectNode;
use Brine\Tree\Observer;
use Brine\Tree\OwnNames;
use Brine\Tree\PropertyType;
use Brine\Tree\ReferenceNode;

/**
 * Finds the first property that a class refuses, in the order of the bytes. unserialize() sees neither a value that a later one of the same name
 * replaces, nor anything of bytes that end in an error.
 *
 * @internal
 */
final class FirstRefusal implements Observer
{
    private ?Reader $reader = null;

    /** @var list<array{int, int|string|null, ObjectNode|false|null}> open values: offset, key, and the object; false for others, null if not known */
    private array $open = [];

    /** @var array<string, Declarations> by class */
    private array $declarations = [];

    private function __construct(private readonly Classes $classes)
    {
    }

    /**
     * Reads the payload again.
     *
     * @param \Closure(?Observer): Reader $again makes a reader
     * @param DecodeException|null        $error what the first reading ended with
     * @throws DecodeException the refusal, or that error
     * @phpstan-return ($error is null ? void : never)
     */
    public static function check(\Closure $again, Classes $classes, ?DecodeException $error): void
    {
        if ($error !== null && $classes->isForeign($error)) {
            throw $error;
        }
        $classes->close();
        $observer = new self($classes);
        $observer->reader = $again($observer);
        try {
            $observer->reader->read();
        } catch (DecodeException $found) {
            // Limits are watched less closely while values are observed.
            throw $error === null || \in_array($found->getReason(), ['bad_property', 'bad_name'], true) ? $found : $error;
        } finally {
            $observer->reader->takeApart();
            $observer->reader = null;
        }
        if ($error !== null) {
            throw $error;
        }
    }

    public function begin(int $at, int|string|null $key): void
    {
        $object = $key === null ? null : $this->objectAround();
        if ($object !== null && !isset($this->classes->find($object->form->class, $at, 0)?->properties[$key])) {
            $this->checkName($object, (string) $key);
        }
        $this->open[] = [$at, $key, null];
    }

    public function end(int $end, mixed $value): void
    {
        [, $key] = \array_pop($this->open) ?? [0, null];
        $object = $key === null ? null : $this->objectAround();
        if ($object === null || $this->classes->find($object->form->class, 0, 0)?->isOutOfReach((string) $key, $value === null) === true) {
            return;
        }
        $declarations = $this->declarations[$object->form->class] ??= new Declarations($object->form->class);
        $property = $declarations->find((string) $key);
        $type = $property?->getType();
        if ($property === null || $type === null) {
            return;
        }
        $given = $value instanceof ReferenceNode ? $value->value : $value;
        if (!PropertyType::accepts($type, $given, $property) && !(\is_int($given) && PropertyType::accepts($type, (float) $given, $property))) {
            $message = 'Cannot assign ' . PropertyType::nameOf($given) . " to property $property->class::\$$property->name of type $type";
            throw DecodeError::with('bad_property', $message, $object->offset);
        }
    }

    public function column(int $at, int $end, array $cells): void
    {
    }

    public function element(int|string $key, mixed $value, bool $isRow): void
    {
    }

    /** The innermost open value, if it is an object whose properties are given. */
    private function objectAround(): ?ObjectNode
    {
        $last = \count($this->open) - 1;
        if ($last < 0) {
            return null;
        }
        [$at, $key, $object] = $this->open[$last];
        if ($object === null) {
            $objects = $this->reader?->objects() ?? [];
            $newest = $objects === [] ? null : $objects[\count($objects) - 1];
            // The type of a PHP reference may lie between the value's offset and the object's.
            $isOpened = $newest instanceof ObjectNode && $newest->offset - $at >= 0 && $newest->offset - $at <= 1;
            $object = $isOpened && !$newest->form->isArray() && !$newest->form->incomplete ? $newest : false;
            $this->open[$last] = [$at, $key, $object];
        }

        return $object === false ? null : $object;
    }

    private function checkName(ObjectNode $object, string $name): void
    {
        $class = $this->classes->find($object->form->class, $object->offset, 0);
        if ($class !== null && $class->checksNames && !Classes::isPropertyName($name) && !OwnNames::hasManyParts($name)) {
            throw ClassError::propertyName($name, $object->form->class, $object->offset);
        }
    }
}
