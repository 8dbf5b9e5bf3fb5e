<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Levels of nesting that calls have in use which wait for callables. What these call is allowed the rest, so that calls inside of each other
 * which do not end are an exception. Each fiber has a count of its own.
 *
 * @internal
 */
final class StackLevels
{
    public const MAX = 4096;

    /** By machine, the most bytes of a fiber's stack that a level may take; what nobody has measured is taken for the largest of these. */
    private const BYTES = ['x86_64' => 480, 'aarch64' => 480];
    private const BYTES_ELSEWHERE = 1024;

    /** How many times as much it is where PHP is built without optimisation. */
    private const TIMES_IN_DEBUG = 4;

    /** What a fiber has used already, with room to spare. */
    private const BYTES_RESERVED = 64 * 1024;

    /** The engine's own choice where the ini setting makes none. */
    private const DEFAULT_SIZE = 512 * 4096;

    /** @var \WeakMap<object, int>|null levels in use, by fiber */
    private static ?\WeakMap $used = null;
    /** Stands for what runs in no fiber. */
    private static ?\stdClass $main = null;

    private function __construct()
    {
    }

    /** @return int how deep a call that begins now may go; 0 if nothing is left */
    public static function left(): int
    {
        $isMain = \Fiber::getCurrent() === null;
        if (self::$used === null) {
            return $isMain ? self::MAX : self::ofFiber();
        }

        return \max(0, ($isMain ? self::MAX : self::ofFiber()) - (self::$used[self::stack()] ?? 0));
    }

    /** Counts levels before a call; the caller gives them back after it. */
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

    /** How many levels fit into the stack of a fiber. */
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
