<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Counts levels of nesting that are in use by calls of callables. Nested calls may use only the rest, so endless recursion throws. Each fiber has
 * its own count.
 *
 * @internal
 */
final class StackLevels
{
    public const MAX = 4096;

    /** Per machine, bytes of a fiber's stack per level; unknown machines use the largest. */
    private const BYTES = ['x86_64' => 480, 'aarch64' => 480];
    private const BYTES_ELSEWHERE = 1024;

    /** Factor for a PHP without optimization. */
    private const TIMES_IN_DEBUG = 4;

    /** Bytes of a fiber's stack that may be in use already. */
    private const BYTES_RESERVED = 64 * 1024;

    /** The engine's default if the ini setting is absent. */
    private const DEFAULT_SIZE = 512 * 4096;

    /** @var \WeakMap<object, int>|null levels in use, by fiber */
    private static ?\WeakMap $used = null;
    /** Key for code outside of fibers. */
    private static ?\stdClass $main = null;

    private function __construct()
    {
    }

    /** @return int depth allowed for a call that begins now; 0 if nothing is left */
    public static function left(): int
    {
        $isMain = \Fiber::getCurrent() === null;
        if (self::$used === null) {
            return $isMain ? self::MAX : self::ofFiber();
        }

        return \max(0, ($isMain ? self::MAX : self::ofFiber()) - (self::$used[self::stack()] ?? 0));
    }

    /** Charges levels before a call; the caller returns them. */
    public static function use(int $levels): void
    {
        $stack = self::stack();
        self::$used ??= new \WeakMap();
        self::$used[$stack] = (self::$used[$stack] ?? 0) + $levels;
    }

    public static function giveBack(int $levels): void
    {
        self::use(-$levels);
    }

    /** How many levels fit into a fiber's stack. */
    private static function ofFiber(): int
    {
        $size = \ini_parse_quantity((string) \ini_get('fiber.stack_size'));
        $perLevel = (self::BYTES[\php_uname('m')] ?? self::BYTES_ELSEWHERE) * ((bool) \PHP_DEBUG ? self::TIMES_IN_DEBUG : 1);
        $room = ($size > 0 ? $size : self::DEFAULT_SIZE) - self::BYTES_RESERVED;

        return \min(self::MAX, 1 + \max(0, \intdiv($room, $perLevel)));
    }

    private static function stack(): object
    {
        return \Fiber::getCurrent() ?? self::$main ??= new \stdClass();
    }
}
