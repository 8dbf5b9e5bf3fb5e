<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

/**
 * Describes a value by what a program can see: names, values, which objects and references are the same, what is initialised, and what reading
 * and writing do. Writing changes the value.
 */
final class State
{
    /** @var array<int, int> */
    private array $objects = [];

    /** @var array<string, int> */
    private array $references = [];

    /** @var list<object> */
    private array $seen = [];

    private string $text = '';

    public static function of(mixed $value): string
    {
        $state = new self();
        $state->add($value, 0);
        foreach ($state->seen as $number => $object) {
            $state->text .= "\n#$number:";
            $state->use($object);
        }

        return $state->text;
    }

    private function add(mixed $value, int $depth): void
    {
        if (\is_array($value)) {
            $this->text .= '[';
            $this->addElements($value, $depth);
            $this->text .= ']';
        } elseif ($value instanceof \UnitEnum) {
            $this->text .= $value->name;
        } elseif (\is_object($value)) {
            $this->addObject($value, $depth);
        } else {
            $this->text .= \get_debug_type($value) . ' ' . \serialize($value);
        }
    }

    /** @param array<mixed> $elements */
    private function addElements(array $elements, int $depth): void
    {
        if ($depth > 20) {
            $this->text .= '…';

            return;
        }
        foreach (\array_keys($elements) as $key) {
            $reference = \ReflectionReference::fromArrayElement($elements, $key);
            $this->text .= \addcslashes((string) $key, "\0") . '=';
            if ($reference !== null) {
                $this->text .= '&' . ($this->references[$reference->getId()] ??= \count($this->references)) . ' ';
            }
            $this->add($elements[$key], $depth + 1);
            $this->text .= ',';
        }
    }

    private function addObject(object $object, int $depth): void
    {
        $id = \spl_object_id($object);
        if (isset($this->objects[$id])) {
            $this->text .= '#' . $this->objects[$id];

            return;
        }
        $this->objects[$id] = \count($this->objects);
        $this->seen[] = $object;
        $this->text .= '#' . $this->objects[$id] . ' ' . $object::class . '{';
        // References in copies of its properties have the same identity.
        $this->addElements(\get_mangled_object_vars($object), $depth);
        $this->text .= '}';
        if ($object instanceof \ArrayObject || $object instanceof \ArrayIterator) {
            $this->add($object->getArrayCopy(), $depth + 1);
        } elseif ($object instanceof \SplObjectStorage || $object instanceof \SplQueue || $object instanceof \SplFixedArray) {
            $this->add(\iterator_to_array($object, false), $depth + 1);
        } elseif ($object instanceof \DateTimeInterface) {
            $this->text .= $object->format('c u e');
        }
    }

    /** What comes of reading and writing each declared property. */
    private function use(object $object): void
    {
        for ($class = new \ReflectionClass($object); $class !== false; $class = $class->getParentClass()) {
            foreach ($class->isInternal() ? [] : $class->getProperties() as $property) {
                if ($property->class !== $class->name || $property->isStatic()) {
                    continue;
                }
                $name = $property->name;
                $this->text .= " $class->name::$name " . ($property->isInitialized($object) ? 'set' : 'unset');
                $use = static fn (\Closure $use): string => self::outcome(\Closure::bind($use, $object, $class->name));
                $this->text .= ' ' . $use(function () use ($name): mixed {
                    return $this->{$name};
                });
                foreach ([5, 'written', [1]] as $value) {
                    $this->text .= ' ' . $use(function () use ($name, $value): mixed {
                        return $this->{$name} = $value;
                    });
                }
            }
        }
    }

    private static function outcome(\Closure $use): string
    {
        try {
            $value = $use();

            return \is_object($value) ? $value::class : \substr(\var_export(\is_array($value) ? \count($value) : $value, true), 0, 40);
        } catch (\Throwable $thrown) {
            return $thrown::class . ': ' . $thrown->getMessage();
        }
    }
}
