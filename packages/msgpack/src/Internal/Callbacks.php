<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Calls the callbacks of brine_msgpack_pack() and brine_msgpack_unpack(). They may call these functions again: levels are counted over nested
 * calls, so that endless recursion throws. Each fiber has its own count.
 *
 * @internal
 */
final class Callbacks
{
    public const MAX_DEPTH = StackLevels::MAX;

    /** Levels charged per call, as in the extension. */
    private const LEVELS_PER_CALL = 4;

    private function __construct()
    {
    }

    /** @return int depth allowed for a call that begins now; 0 if not even a scalar may be packed or unpacked */
    public static function levelsLeft(): int
    {
        return StackLevels::left();
    }

    /**
     * @param non-empty-list<mixed> $arguments
     * @param int $depth levels around the value
     */
    public static function call(\Closure $callback, array $arguments, int $depth): mixed
    {
        $levels = $depth + self::LEVELS_PER_CALL;
        StackLevels::use($levels);
        try {
            // PHP converts argument types when it calls from here, as for the extension; strict types would prevent it.
            return \array_map($callback, ...\array_chunk($arguments, 1))[0];
        } finally {
            StackLevels::giveBack($levels);
        }
    }
}
