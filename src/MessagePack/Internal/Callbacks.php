<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\Native\StackDepth;

/**
 * Calls what brine_msgpack_pack() and brine_msgpack_unpack() were given. It may call them again: levels of nesting are counted over all calls that
 * wait for each other, so that those which do not end are an error. Each fiber has a count of its own.
 *
 * @internal
 */
final class Callbacks
{
    public const MAX_DEPTH = 4096;

    /** As many levels as the extension counts for a call. */
    private const LEVELS_PER_CALL = 4;

    /** @var \WeakMap<object, int>|null levels in use, by fiber */
    private static ?\WeakMap $used = null;
    /** Stands for what runs in no fiber. */
    private static ?\stdClass $main = null;

    private function __construct()
    {
    }

    /** @return int how deep a call that begins now may go; 0 if not even a scalar may be packed or unpacked */
    public static function levelsLeft(): int
    {
        return \max(0, StackDepth::limit(self::MAX_DEPTH) - (self::$used[self::stack()] ?? 0));
    }

    /**
     * @param non-empty-list<mixed> $arguments
     * @param int $depth levels around the value
     */
    public static function call(\Closure $callback, array $arguments, int $depth): mixed
    {
        $stack = self::stack();
        $levels = $depth + self::LEVELS_PER_CALL;
        self::$used ??= new \WeakMap();
        self::$used[$stack] = (self::$used[$stack] ?? 0) + $levels;
        try {
            // Types of the arguments are converted where PHP itself calls, as they are where the extension does; not from here, with strict types.
            return \array_map($callback, ...\array_chunk($arguments, 1))[0];
        } finally {
            self::$used[$stack] -= $levels;
        }
    }

    private static function stack(): object
    {
        return \Fiber::getCurrent() ?? self::$main ??= new \stdClass();
    }
}
