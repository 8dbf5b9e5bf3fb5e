<?php

declare(strict_types=1);

namespace Brine\Tree;

/**
 * How much memory is left below memory_limit.
 *
 * @internal
 */
final class MemoryLimit
{
    private function __construct()
    {
    }

    /** @return int in bytes */
    public static function left(): int
    {
        $limit = \ini_parse_quantity((string) \ini_get('memory_limit'));

        return $limit <= 0 ? \PHP_INT_MAX : \max(0, $limit - \memory_get_usage());
    }
}
