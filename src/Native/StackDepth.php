<?php

declare(strict_types=1);

namespace Brine\Native;

/**
 * How deep values may be nested in a fiber: unserialize() and PHP's destructors take machine stack for each level, of
 * which a fiber has little.
 */
final class StackDepth
{
    /** The most that a level takes, in bytes. */
    private const BYTES_PER_LEVEL = 480;

    /** The same where PHP is built without optimisation. */
    private const BYTES_PER_LEVEL_DEBUG = 1920;

    /** What a fiber has used already, with room to spare. */
    private const BYTES_RESERVED = 64 * 1024;

    /** The engine's own choice where the ini setting makes none. */
    private const DEFAULT_SIZE = (\PHP_INT_SIZE < 8 ? 256 : 512) * 4096;

    private function __construct()
    {
    }

    /** @return int at most $depth */
    public static function limit(int $depth): int
    {
        if (\Fiber::getCurrent() === null) {
            return $depth;
        }
        $size = \ini_parse_quantity((string) \ini_get('fiber.stack_size'));
        if ($size <= 0) {
            $size = self::DEFAULT_SIZE;
        }

        $perLevel = (bool) \PHP_DEBUG ? self::BYTES_PER_LEVEL_DEBUG : self::BYTES_PER_LEVEL;

        return \min($depth, 1 + \max(0, \intdiv($size - self::BYTES_RESERVED, $perLevel)));
    }
}
