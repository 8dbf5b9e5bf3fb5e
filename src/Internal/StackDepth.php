<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * How deep values may be nested: unserialize() and PHP's destructors take machine stack for each level, and a fiber's stack is
 * small.
 *
 * @internal
 */
final class StackDepth
{
    /**
     * Per machine, bytes of stack per level: while unserialize() runs, and while a value is freed. Measured; unknown machines use the largest.
     *
     * x86-64 239 and 131, AArch64 239 and 177, s390x 341 and 480.
     */
    private const BYTES_PER_LEVEL = ['x86_64' => [480, 160], 'aarch64' => [480, 192]];
    private const BYTES_PER_LEVEL_ELSEWHERE = [1024, 512];

    /** Factor for a PHP without optimization. */
    private const TIMES_IN_DEBUG = 4;

    /** At most this many levels are freed on any stack. */
    private const MAX_HEIGHT = 12_288;

    /** Bytes of a fiber's stack that may be in use already. */
    private const BYTES_RESERVED = 64 * 1024;

    /** The engine's default if the ini setting is absent. */
    private const DEFAULT_SIZE = (\PHP_INT_SIZE < 8 ? 256 : 512) * 4096;

    /** Usual size of the main stack. */
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

    /** Levels that the main stack has room for. */
    public static function ofMainStack(): int
    {
        return self::levels(self::mainStack(), self::perLevel()[0]);
    }

    /** Levels that destructors may recurse; at least limit(). */
    public static function height(): int
    {
        $perLevel = self::perLevel()[1];
        // A value built on a large stack may be freed in an ordinary fiber.
        $most = \min(self::MAX_HEIGHT, self::levels(self::DEFAULT_SIZE, $perLevel));

        return \Fiber::getCurrent() !== null
            ? \min($most, self::levels(self::fiberStack(), $perLevel))
            : \max(ReadOptions::MAX_DEPTH, \min($most, self::levels(self::mainStack(), $perLevel)));
    }

    /** Runs the cycle collector on a stack with room for this many levels. */
    public static function collect(int $levels): void
    {
        $before = (string) \ini_get('fiber.stack_size');
        try {
            \ini_set('fiber.stack_size', (string) (self::BYTES_RESERVED + self::perLevel()[1] * $levels));
            (new \Fiber(\gc_collect_cycles(...)))->start();
        } catch (\FiberError) {
            // The stack cannot be allocated.
        } finally {
            $before === '' ? \ini_restore('fiber.stack_size') : \ini_set('fiber.stack_size', $before);
        }
    }

    /** @return array{int, int} bytes per level, and per level that is only freed */
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

    /** As far as PHP code can find out; a thread may have less. */
    private static function mainStack(): int
    {
        $limits = \function_exists('posix_getrlimit') ? \posix_getrlimit() : false;
        $size = \is_array($limits) ? $limits['soft stack'] ?? null : null;

        return \is_int($size) && $size > 0 ? $size : self::MAIN_SIZE;
    }
}
