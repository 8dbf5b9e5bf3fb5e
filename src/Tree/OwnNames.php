<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Dynamic properties of an object that got other names in native text: unserialize() would take their own ones for other properties.
 *
 * @internal
 */
final class OwnNames
{
    /** @param non-empty-array<string, string> $names by the name in the text, in PHP's mangled form */
    private function __construct(private readonly array $names)
    {
    }

    /**
     * @param array<mixed> $values by name; renamed where it returns an object
     * @return self|null null if all properties keep their names
     */
    public static function hide(array &$values, ClassKind $class): ?self
    {
        $names = $hidden = [];
        foreach (\array_diff_key($values, $class->properties) as $name => $value) {
            if ($class->isOutOfReach((string) $name, $value === null) || $class->checksNames && self::hasManyParts((string) $name)) {
                $hidden[$name] = $other = self::otherName((string) $name, $values);
                $names[$other] = (string) $name;
            }
        }
        if ($names === []) {
            return null;
        }
        $renamed = [];
        foreach ($values as $name => $value) {
            $renamed[$hidden[$name] ?? $name] = $value;
        }
        $values = $renamed;

        return new self($names);
    }

    /** Whether a name in the mangled form has a further zero byte. */
    public static function hasManyParts(string $name): bool
    {
        return \preg_match('/^\0[^\0]+\0(?=.)[^\0]*\0/s', $name) === 1;
    }

    /**
     * The same name, private to a class that does not exist.
     *
     * @param array<mixed> $values by names that are in use
     */
    private static function otherName(string $name, array $values): string
    {
        $end = \str_starts_with($name, "\0") ? (int) \strpos($name, "\0", 1) + 1 : 0;
        $plain = (string) \strstr(\substr($name, $end) . "\0", "\0", true);
        $scope = '-';
        do {
            $other = "\0$scope\0" . ($plain === '' ? '-' : $plain);
            $scope .= '-';
        } while (\array_key_exists($other, $values));

        return $other;
    }

    /** Gives the properties their own names. Those behind them move, too, so that the order stays. */
    public function give(object $object): void
    {
        $properties = (array) $object;
        \set_error_handler(static fn (): bool => true, \E_DEPRECATED | \E_NOTICE);
        try {
            // An ArrayObject reaches any name, without __set().
            $table = new \ArrayObject($object);
            $isMoved = false;
            foreach (\array_keys($properties) as $name) {
                $own = $this->names[$name] ?? $name;
                $isMoved = $isMoved || $own !== $name;
                if ($isMoved) {
                    self::move($object, $table, $name, $own, $properties);
                }
            }
        } catch (\InvalidArgumentException) {
            // An internal class without a table of properties.
        } finally {
            \restore_error_handler();
        }
    }

    /**
     * Moves a dynamic property to the end. The table holds values only, and has numbers for integer-like names: then the object itself is written to,
     * unless it has methods for that.
     *
     * @param \ArrayObject<int|string, mixed> $table
     * @param array<mixed>                    $properties of the object
     */
    private static function move(object $object, \ArrayObject $table, int|string $name, int|string $own, array &$properties): void
    {
        $isReference = \ReflectionReference::fromArrayElement($properties, $name) !== null;
        if (\is_int($own)) {
            if (\method_exists($object, '__set') || \method_exists($object, '__unset')) {
                return;
            }
            // @phpstan-ignore property.dynamicName (a dynamic property)
            unset($object->{$own});
        } else {
            unset($table[$name]);
            $table[$own] = $properties[$name];
        }
        if ($isReference && (\is_int($own) || !\str_starts_with($own, "\0"))) {
            try {
                // @phpstan-ignore property.dynamicName
                $object->{$own} = &$properties[$name];
            } catch (\Error) {
                // A static property has this name: the value stays without the reference.
            }
        } elseif (\is_int($own)) {
            // @phpstan-ignore property.dynamicName
            $object->{$own} = $properties[$name];
        }
    }
}
