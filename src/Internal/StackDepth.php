<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * How deep values may be nested: unserialize() and PHP's destructors take machine stack for each level, of which a fiber has
 * little.
 *
 * @internal
 */
final class StackDepth
{
    /**
     * By machine, the most bytes that a level takes, and one that is only freed. Measured of unserialize() and of an object with dynamic properties:
     * x86-64 239 and 131, AArch64 239 and 177, s390x 341 and 480. What nobody has measured is taken for the largest of these.
     */
    private const BYTES_PER_LEVEL = ['x86_64' => [480, 160], 'aarch64' => [480, 192]];
    private const BYTES_PER_LEVEL_ELSEWHERE = [1024, 512];

    /** How many times as much it is where PHP is built without optimisation. */
    private const TIMES_IN_DEBUG = 4;

    /** The most levels that are freed in any stack. */
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

        return \min($depth, self::levels(self::fiberStack(), self::perLevel()[0]));
    }

    /** How many levels the main stack has room for. */
    public static function ofMainStack(): int
    {
        return self::levels(self::mainStack(), self::perLevel()[0]);
    }

    /** How many levels of arrays, objects and PHP references PHP's destructors may go down: no less than limit() gives. */
    public static function height(): int
    {
        $perLevel = self::perLevel()[1];
        // What is made on a large stack may be freed in a fiber of the usual size.
        $most = \min(self::MAX_HEIGHT, self::levels(self::DEFAULT_SIZE, $perLevel));

        return \Fiber::getCurrent() !== null
            ? \min($most, self::levels(self::fiberStack(), $perLevel))
            : \max(ReadOptions::MAX_DEPTH, \min($most, self::levels(self::mainStack(), $perLevel)));
    }

    /** Has the cycle collector free what there is now, where it may go down so many levels. */
    public static function collect(int $levels): void
    {
        $before = (string) \ini_get('fiber.stack_size');
        try {
            \ini_set('fiber.stack_size', (string) (self::BYTES_RESERVED + self::perLevel()[1] * $levels));
            (new \Fiber(\gc_collect_cycles(...)))->start();
        } catch (\FiberError) {
            // There is no room for such a stack.
        } finally {
            $before === '' ? \ini_restore('fiber.stack_size') : \ini_set('fiber.stack_size', $before);
        }
    }

    /** @return array{int, int} in bytes, what a level takes, and one that is only freed */
    private static function perLevel(): array
    {
        [$level, $freed] = self::BYTES_PER_LEVEL[\php_uname('m')] ?? self::BYTES_PER_LEVEL_ELSEWHERE;
        $times = (bool) \PHP_DEBUG ? self::TIMES_IN_DEBUG : 1;

        return [$times * $level, $times * $freed];
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
