<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Calls what brine_msgpack_pack() and brine_msgpack_unpack() were given. It may call them again: levels of nesting are counted over all calls that
 * wait for each other, so that those which do not end are an error. Each fiber has a count of its own.
 *
 * @internal
 */
final class Callbacks
{
    public const MAX_DEPTH = StackLevels::MAX;

    /** As many levels as the extension counts for a call. */
    private const LEVELS_PER_CALL = 4;

    private function __construct()
    {
    }

    /** @return int how deep a call that begins now may go; 0 if not even a scalar may be packed or unpacked */
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
            // Types of the arguments are converted where PHP itself calls, as they are where the extension does; not from here, with strict types.
            return \array_map($callback, ...\array_chunk($arguments, 1))[0];
        } finally {
            StackLevels::giveBack($levels);
        }
    }
}
