<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * Measures arrays without nodes inside.
 *
 * @internal
 */
final class PureArray
{
    private function __construct()
    {
    }

    /**
     * How many levels of arrays it has; an empty one has none.
     *
     * @param array<mixed> $array
     */
    public static function levels(array $array): int
    {
        $levels = 0;
        foreach ($array as $element) {
            if (\is_array($element)) {
                $levels = \max($levels, self::levels($element));
            }
        }

        return $array === [] ? 0 : 1 + $levels;
    }

    /**
     * Bytes of all strings and string keys in it, or more than a terabyte.
     *
     * @param array<mixed> $array
     */
    public static function stringBytes(array $array): int
    {
        $bytes = 0;
        foreach ($array as $key => $value) {
            $bytes += \is_string($key) ? \strlen($key) : 0;
            if (\is_string($value)) {
                $bytes += \strlen($value);
            } elseif (\is_array($value)) {
                $bytes += self::stringBytes($value);
            }
            if ($bytes > 1 << 40) {
                break;
            }
        }

        return $bytes;
    }
}
