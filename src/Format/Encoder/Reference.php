<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * A PHP reference with more than one holder, standing in an array for its element.
 *
 * @internal
 */
final class Reference
{
    /** @var string id of the PHP reference: equal for all its places, and unique while it exists; the reflection keeps it alive */
    public readonly string $id;

    private function __construct(public readonly mixed $value, private readonly \ReflectionReference $reflection)
    {
        $this->id = $reflection->getId();
    }

    /**
     * Returns the array with each reference wrapped. A reference without other holders is replaced by its value.
     *
     * @param array<mixed> $array
     * @return array<mixed>
     */
    public static function wrapAll(array $array): array
    {
        foreach ($array as $key => $_) {
            if (\ReflectionReference::fromArrayElement($array, $key) !== null) {
                return self::wrapped($array);
            }
        }

        return $array;
    }

    /**
     * Copied element by element, since writing to a copy of the array would go through the reference.
     *
     * @param array<mixed> $array
     * @return array<mixed>
     */
    private static function wrapped(array $array): array
    {
        $marked = [];
        foreach ($array as $key => $value) {
            $reflection = \ReflectionReference::fromArrayElement($array, $key);
            $marked[$key] = $reflection === null ? $value : new self($value, $reflection);
        }

        return $marked;
    }
}
