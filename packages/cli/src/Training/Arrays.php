<?php

declare(strict_types=1);

namespace Brine\Training;

/**
 * Arrays that can be in a dictionary.
 *
 * @internal
 */
final class Arrays
{
    /** Limits: larger or deeper arrays occur in too few samples to be worth the search. */
    private const MAX_ELEMENTS = 512;
    private const MAX_HEIGHT = 32;
    private const MAX_BYTES = 1 << 14;

    private function __construct()
    {
    }

    /**
     * @param array<mixed> $array
     * @return string|null text that identifies the array by content; null if a dictionary cannot contain it
     */
    public static function hash(array $array): ?string
    {
        $elements = 0;
        if (!self::isPlain($array, $elements, 1)) {
            return null;
        }
        $text = \serialize($array);

        return \strlen($text) <= self::MAX_BYTES ? \hash('xxh128', $text, true) : null;
    }

    /**
     * Whether it contains only scalars, at all depths.
     *
     * @param array<mixed> $array
     */
    private static function isPlain(array $array, int &$elements, int $height): bool
    {
        $elements += \count($array);
        if ($elements > self::MAX_ELEMENTS || $height > self::MAX_HEIGHT) {
            return false;
        }
        foreach ($array as $key => $element) {
            if (\ReflectionReference::fromArrayElement($array, $key) !== null
                || \is_float($element) && \is_nan($element)
                || !\is_array($element) && !\is_scalar($element) && $element !== null
                || \is_array($element) && !self::isPlain($element, $elements, $height + 1)) {
                return false;
            }
        }

        return true;
    }

    /**
     * All strings in it, including keys.
     *
     * @param array<mixed> $array
     * @return iterable<string>
     */
    public static function strings(array $array): iterable
    {
        foreach ($array as $key => $element) {
            if (\is_string($key)) {
                yield $key;
            }
            if (\is_string($element)) {
                yield $element;
            } elseif (\is_array($element)) {
                yield from self::strings($element);
            }
        }
    }
}
