<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Finds the property value that PHP has not accepted: unserialize() tells class and property, but not which of the
 * objects.
 */
final class RefusedProperty
{
    /** Class and name of a property in a message of the engine's. */
    private const PROPERTY = '/property ([\w\\\\\x80-\xFF]+)::\$(.+?)(?: of type .*)?$/Ds';

    private function __construct()
    {
    }

    /**
     * @param list<ObjectNode|TextNode> $objects in the order of the payload
     * @param \Throwable                $error   what unserialize() has thrown
     * @return array{ObjectNode, int}|null the object, and the number of the property; null if it is not about a property
     */
    public static function place(array $objects, \Throwable $error): ?array
    {
        if (\preg_match(self::PROPERTY, $error->getMessage(), $match) !== 1) {
            return null;
        }
        [, $class, $name] = $match;
        if (!\class_exists($class, false)) {
            return null;
        }
        $type = $error instanceof \TypeError && \property_exists($class, $name)
            ? (new \ReflectionProperty($class, $name))->getType()
            : null;
        $form = null;
        $places = [];
        foreach ($objects as $object) {
            if ($object instanceof TextNode || $object->form->incomplete || !\is_a($object->form->class, $class, true)) {
                continue;
            }
            $values = $object->values instanceof ArrayNode ? $object->values->elements : $object->values;
            if ($object->form !== $form || $form->names === null) {
                $form = $object->form;
                $places = self::places($form->names ?? self::keys($values), $name);
            }
            foreach ($places as $i) {
                if ($type === null || !self::accepts($type, \array_values($values)[$i], $class)) {
                    return [$object, $i];
                }
            }
        }

        return null;
    }

    /**
     * @param list<string> $names as native text
     * @return list<int> which of them have this plain name
     */
    private static function places(array $names, string $name): array
    {
        $places = [];
        foreach ($names as $i => $text) {
            // Most are told from it by their end.
            if (\str_ends_with($text, "$name\";") && self::plainName(self::name($text)) === $name) {
                $places[] = $i;
            }
        }

        return $places;
    }

    /**
     * @param array<mixed> $values
     * @return list<string> their keys as native text
     */
    private static function keys(array $values): array
    {
        return \array_map(static fn (int|string $key): string => "s:0:\"$key\";", \array_keys($values));
    }

    /** @param string $text native text of a string */
    private static function name(string $text): string
    {
        return \substr($text, (int) \strpos($text, '"') + 1, -2);
    }

    private static function plainName(string $mangled): string
    {
        return \preg_replace('/^\0[^\0]+\0/', '', $mangled) ?? $mangled;
    }

    private static function accepts(\ReflectionType $type, mixed $value, string $class): bool
    {
        if ($value instanceof ReferenceNode) {
            return self::accepts($type, $value->value, $class);
        }
        if ($type instanceof \ReflectionUnionType) {
            foreach ($type->getTypes() as $part) {
                if (self::accepts($part, $value, $class)) {
                    return true;
                }
            }

            return false;
        }
        if ($type instanceof \ReflectionIntersectionType) {
            foreach ($type->getTypes() as $part) {
                if (!self::accepts($part, $value, $class)) {
                    return false;
                }
            }

            return true;
        }

        return $type instanceof \ReflectionNamedType
            && ($value === null && $type->allowsNull() || self::acceptsNamed($type->getName(), $value, $class));
    }

    private static function acceptsNamed(string $type, mixed $value, string $class): bool
    {
        if ($value instanceof ObjectNode || $value instanceof TextNode) {
            $isIncomplete = $value instanceof ObjectNode && $value->form->incomplete;
            $name = $value instanceof ObjectNode ? $value->form->class : $value->class;
            $given = $isIncomplete ? \__PHP_Incomplete_Class::class : $name;

            return match ($type) {
                'mixed', 'object' => true,
                'self', 'static' => \is_a($given, $class, true),
                'iterable' => \is_a($given, \Traversable::class, true),
                default => \is_a($given, $type, true),
            };
        }

        return match ($type) {
            'mixed' => true,
            'float' => \is_float($value) || \is_int($value),
            'iterable', 'array' => \is_array($value) || $value instanceof ArrayNode,
            'true', 'false' => $value === ($type === 'true'),
            default => \get_debug_type($value) === $type,
        };
    }
}
