<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Counts levels of the machine's stack that are in use by calls of user code. Nested calls may use only the rest, so endless recursion throws.
 * Each fiber has its own count.
 *
 * @internal
 */
final class StackLevels
{
    /** Levels charged per hook call, as in the extension: about 4,000 bytes of stack. */
    public const PER_HOOK = 16;

    /** @var \WeakMap<object, int>|null levels in use, by fiber */
    private static ?\WeakMap $used = null;
    /** Key for code outside of fibers. */
    private static ?\stdClass $main = null;

    private function __construct()
    {
    }

    /** @return int depth allowed for a call that begins now, at most $depth; 0 if nothing is left */
    public static function left(int $depth): int
    {
        if (self::$used === null && $depth <= ReadOptions::MAX_DEPTH && \Fiber::getCurrent() === null) {
            return $depth;
        }

        return \max(0, \min($depth, StackDepth::limit(ReadOptions::MAX_DEPTH) - self::used()));
    }

    /** @return int depth allowed for an extension without its own limit, at most $levels; many levels are checked against the main stack */
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

    /** Charges levels before a call of user code; the caller returns them. */
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
     * Runs code that may call user code, and so this library again.
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
