<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Mangled property names, as in PHP's array of an object: the scope between two zero bytes, then the name.
 *
 * @internal
 */
final class PropertyName
{
    private function __construct()
    {
    }

    /**
     * Splits a mangled name.
     *
     * @return array{string|null, string} "*" for protected, a class name for private, or null for public; and the plain name
     */
    public static function parts(string $mangled): array
    {
        if (!isset($mangled[3]) || $mangled[0] !== "\0" || $mangled[1] === "\0") {
            return [null, $mangled];
        }
        $end = \strpos($mangled, "\0", 1);

        return $end === false || $end > \strlen($mangled) - 2
            ? [null, $mangled]
            : [\substr($mangled, 1, $end - 1), \substr($mangled, $end + 1)];
    }
}
