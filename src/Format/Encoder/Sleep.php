<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Reads the properties that __sleep() names.
 *
 * PHP code cannot raise E_WARNING and E_NOTICE, so the extension's are E_USER_WARNING and E_USER_NOTICE here.
 *
 * @internal
 */
final class Sleep
{
    /**
     * @param array<mixed> $names
     * @return array<mixed> the properties by mangled name, as Reference::wrapAll() returns them
     */
    public static function choose(object $object, ClassForm $form, array $names): array
    {
        $properties = Objects::properties($object);
        $chosen = [];
        foreach ($names as $name) {
            if (!\is_string($name)) {
                self::warn($object);
                \settype($name, 'string');
            }
            $shown = CannotEncode::beforeZero($name);
            $mangled = self::find($name, $object::class, $properties, $form);
            if ($mangled === null) {
                \trigger_error("brine_serialize(): \"$shown\" returned as member variable from __sleep() but does not exist", \E_USER_WARNING);
            } elseif (!\array_key_exists($mangled, $properties)) {
                continue;
            } elseif (\array_key_exists($mangled, $chosen)) {
                $level = \PHP_VERSION_ID >= 80300 ? \E_USER_WARNING : \E_USER_NOTICE;
                \trigger_error("brine_serialize(): \"$shown\" is returned from __sleep() multiple times", $level);
            } else {
                $chosen[$mangled] = $properties[$mangled];
            }
        }

        return $chosen;
    }

    public static function warn(object $object): void
    {
        $class = CannotEncode::beforeZero($object::class);
        \trigger_error(
            "brine_serialize(): $class::__sleep() should return an array only containing the names of instance-variables to serialize",
            \E_USER_WARNING,
        );
    }

    /**
     * Finds a property under a name from __sleep(): public, then private to the class, then protected.
     *
     * @param array<mixed> $properties
     * @return string|null its mangled name, also if uninitialized; null if there is none
     */
    private static function find(string $name, string $class, array $properties, ClassForm $form): ?string
    {
        foreach ([$name, "\0$class\0$name", "\0*\0$name"] as $mangled) {
            if (\array_key_exists($mangled, $properties) || ($form->slots()[$mangled] ?? false)) {
                return $mangled;
            }
        }

        return null;
    }
}
