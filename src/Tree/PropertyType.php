<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Checks whether a typed property accepts a value as unserialize() would, without converting it.
 *
 * @internal
 */
final class PropertyType
{
    private function __construct()
    {
    }

    /** @param mixed $value not a reference */
    public static function accepts(\ReflectionType $type, mixed $value, \ReflectionProperty $property): bool
    {
        if ($type instanceof \ReflectionUnionType) {
            foreach ($type->getTypes() as $part) {
                if (self::accepts($part, $value, $property)) {
                    return true;
                }
            }

            return false;
        }
        if ($type instanceof \ReflectionIntersectionType) {
            foreach ($type->getTypes() as $part) {
                if (!self::accepts($part, $value, $property)) {
                    return false;
                }
            }

            return true;
        }

        return $type instanceof \ReflectionNamedType
            && ($value === null && $type->allowsNull() || self::acceptsNamed($type->getName(), $value, $property));
    }

    /**
     * The type of a value, as the engine's messages have it.
     *
     * @param mixed $value not a reference
     */
    public static function nameOf(mixed $value): string
    {
        return match (true) {
            $value instanceof ArrayNode => 'array',
            $value instanceof TextNode => $value->class,
            $value instanceof ObjectNode => $value->form->incomplete ? \__PHP_Incomplete_Class::class : $value->form->class,
            \is_bool($value) && \PHP_VERSION_ID >= 80300 => $value ? 'true' : 'false',
            default => \get_debug_type($value),
        };
    }

    private static function acceptsNamed(string $type, mixed $value, \ReflectionProperty $property): bool
    {
        if ($value instanceof ObjectNode || $value instanceof TextNode) {
            $given = self::nameOf($value);

            return match ($type) {
                'mixed', 'object' => true,
                'self' => \is_a($given, $property->class, true),
                'parent' => \is_a($given, (string) \get_parent_class($property->class), true),
                'iterable' => \is_a($given, \Traversable::class, true),
                default => \is_a($given, $type, true),
            };
        }

        return match ($type) {
            'mixed' => true,
            'iterable', 'array' => \is_array($value) || $value instanceof ArrayNode,
            'true', 'false' => $value === ($type === 'true'),
            default => \get_debug_type($value) === $type,
        };
    }
}
