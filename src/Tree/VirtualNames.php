<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Values for virtual properties in what a class of SPL reads, which ends PHP 8.4 and newer: SPL writes them behind the object.
 *
 * @internal
 */
final class VirtualNames
{
    private function __construct()
    {
    }

    /**
     * @param array<mixed>|ArrayNode $state of the object's __unserialize()
     * @throws \Brine\DecodeException if it has such a value
     */
    public static function refuse(array|ArrayNode $state, string $class, int $at): void
    {
        /** @var class-string $class */
        $reflection = new \ReflectionClass($class);
        $isIn = $reflection->isSubclassOf(...);
        if (!$isIn(\SplFixedArray::class)) {
            $state = self::elements($state)[$isIn(\SplObjectStorage::class) ? 1 : 2] ?? null;
        }
        foreach (self::elements($state) as $name => $value) {
            $property = \is_string($name) ? self::find($reflection, $name) : null;
            if ($property !== null) {
                throw ClassError::state($class, new \Error(RefusedProperty::VIRTUAL . "$property->class::\$$property->name"), $at);
            }
        }
    }

    /** @return array<mixed> */
    private static function elements(mixed $state): array
    {
        $value = $state instanceof ReferenceNode ? $state->value : $state;
        $elements = $value instanceof ArrayNode ? $value->elements : $value;

        return \is_array($elements) ? $elements : [];
    }

    /**
     * The declaration that PHP finds for a mangled name, if it is virtual.
     *
     * @param \ReflectionClass<object> $class
     */
    private static function find(\ReflectionClass $class, string $mangled): ?\ReflectionProperty
    {
        $parts = \explode("\0", $mangled, 4);
        [$scopeName, $name] = $mangled === '' || $mangled[0] !== "\0" ? [$class->name, $mangled] : [$parts[1], $parts[2] ?? ''];
        $scope = $class;
        while ($scope !== false && \strcasecmp($scope->name, $scopeName) !== 0) {
            $scope = $scope->getParentClass();
        }
        foreach ([$scope, $class] as $owner) {
            $property = $owner !== false && $owner->hasProperty($name) ? $owner->getProperty($name) : null;
            if ($property !== null && ($property->class === $owner->name || !$property->isPrivate()) && ($owner === $class || $property->isPrivate())) {
                return ClassKind::isVirtual($property) && !$property->isStatic() ? $property : null;
            }
        }

        return null;
    }
}
