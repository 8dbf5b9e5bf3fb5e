<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Levels of the machine's stack that calls have in use which wait for user code. What that calls is allowed the rest, so that calls inside of
 * each other which do not end are an exception. Each fiber has a count of its own.
 *
 * @internal
 */
final class StackLevels
{
    /** As many as the extension counts for a call of a hook; it takes some 4,000 bytes of stack with all that is around it. */
    public const PER_HOOK = 16;

    /** @var \WeakMap<object, int>|null levels in use, by fiber */
    private static ?\WeakMap $used = null;
    /** Stands for what runs in no fiber. */
    private static ?\stdClass $main = null;

    private function __construct()
    {
    }

    /** @return int how deep a call that begins now may go, at most $depth; 0 if nothing is left */
    public static function left(int $depth): int
    {
        if (self::$used === null && $depth <= ReadOptions::MAX_DEPTH && \Fiber::getCurrent() === null) {
            return $depth;
        }

        return \max(0, \min($depth, StackDepth::limit(ReadOptions::MAX_DEPTH) - self::used()));
    }

    /** @return int how deep an extension may go that has no limit of its own, at most $levels; the main stack is looked at where they are many */
    public static function room(int $levels): int
    {
        if (\Fiber::getCurrent() !== null) {
            return self::left(\min($levels, ReadOptions::MAX_DEPTH));
        }

        return $levels <= ReadOptions::MAX_DEPTH ? $levels : \min($levels, \max(ReadOptions::MAX_DEPTH, StackDepth::ofMainStack()));
    }

    public static function used(): int
    {
        return self::$used === null ? 0 : self::$used[self::stack()] ?? 0;
    }

    /** Counts levels before a call of user code; the caller gives them back after it. */
    public static function use(int $levels): void
    {
        $stack = self::stack();
        self::$used ??= new \WeakMap();
        self::$used[$stack] = (self::$used[$stack] ?? 0) + $levels;
    }

    public static function giveBack(int $levels): void
    {
        \assert(self::used() >= $levels);
        self::use(-$levels);
    }

    /**
     * Runs what calls user code, which may come back to this.
     *
     * @template T
     * @param int $depth levels around it
     * @param \Closure(): T $call
     * @return T
     */
    public static function around(int $depth, \Closure $call): mixed
    {
        self::use($depth + self::PER_HOOK);
        try {
            return $call();
        } finally {
            self::giveBack($depth + self::PER_HOOK);
        }
    }

    private static function stack(): object
    {
        return \Fiber::getCurrent() ?? self::$main ??= new \stdClass();
    }
}
