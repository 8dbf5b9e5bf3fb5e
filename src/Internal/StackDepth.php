<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * How deep values may be nested: unserialize() and PHP's destructors take machine stack for each level, of which a fiber has
 * little.
 */
final class StackDepth
{
    /** The most that a level takes, in bytes. */
    private const BYTES_PER_LEVEL = 480;

    /** The same where PHP is built without optimisation. */
    private const BYTES_PER_LEVEL_DEBUG = 1920;

    /** What a level takes that is only freed: 131 bytes were measured of an object with dynamic properties. */
    private const BYTES_PER_LEVEL_FREED = 200;
    private const BYTES_PER_LEVEL_FREED_DEBUG = 800;

    /** The most levels that are freed in any stack. What comes from the main stack may be freed in a fiber of 2 MB. */
    private const MAX_HEIGHT = 12_288;

    /** What a fiber has used already, with room to spare. */
    private const BYTES_RESERVED = 64 * 1024;

    /** The engine's own choice where the ini setting makes none. */
    private const DEFAULT_SIZE = (\PHP_INT_SIZE < 8 ? 256 : 512) * 4096;

    /** What the main stack mostly has. */
    private const MAIN_SIZE = 8 * 1024 * 1024;

    private function __construct()
    {
    }

    /** @return int at most $depth */
    public static function limit(int $depth): int
    {
        if (\Fiber::getCurrent() === null) {
            return $depth;
        }
        $perLevel = (bool) \PHP_DEBUG ? self::BYTES_PER_LEVEL_DEBUG : self::BYTES_PER_LEVEL;

        return \min($depth, self::levels(self::fiberStack(), $perLevel));
    }

    /** How many levels of arrays, objects and PHP references PHP's destructors may go down: no less than limit() gives. */
    public static function height(): int
    {
        $perLevel = (bool) \PHP_DEBUG ? self::BYTES_PER_LEVEL_FREED_DEBUG : self::BYTES_PER_LEVEL_FREED;
        $levels = \Fiber::getCurrent() !== null
            ? self::levels(self::fiberStack(), $perLevel)
            : \max(ReadOptions::MAX_DEPTH, self::levels(self::mainStack(), $perLevel));

        return \min(self::MAX_HEIGHT, $levels);
    }

    /** Has the cycle collector free what there is now, where it may go down so many levels. */
    public static function collect(int $levels): void
    {
        $before = (string) \ini_get('fiber.stack_size');
        $perLevel = (bool) \PHP_DEBUG ? self::BYTES_PER_LEVEL_FREED_DEBUG : self::BYTES_PER_LEVEL_FREED;
        try {
            \ini_set('fiber.stack_size', (string) (self::BYTES_RESERVED + $perLevel * $levels));
            (new \Fiber(\gc_collect_cycles(...)))->start();
        } catch (\FiberError) {
            // There is no room for such a stack.
        } finally {
            $before === '' ? \ini_restore('fiber.stack_size') : \ini_set('fiber.stack_size', $before);
        }
    }

    private static function levels(int $stack, int $perLevel): int
    {
        return 1 + \max(0, \intdiv($stack - self::BYTES_RESERVED, $perLevel));
    }

    private static function fiberStack(): int
    {
        $size = \ini_parse_quantity((string) \ini_get('fiber.stack_size'));

        return $size > 0 ? $size : self::DEFAULT_SIZE;
    }

    /** As far as PHP can tell; a thread may have less. */
    private static function mainStack(): int
    {
        $limits = \function_exists('posix_getrlimit') ? \posix_getrlimit() : false;
        $size = \is_array($limits) ? $limits['soft stack'] ?? null : null;

        return \is_int($size) && $size > 0 ? $size : self::MAIN_SIZE;
    }
}
