<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

use Brine\Internal\DecodeError;
use Brine\Internal\Failure;

/**
 * Dictionaries that the readers and writers in PHP know, until the end of the request.
 *
 * @internal
 */
final class Registry
{
    /** Limited, since none is ever freed. */
    public const MAX_DICTIONARIES = 64;
    public const MAX_BYTES = 1 << 25;

    /** @var array<array-key, Contents> by id */
    private static array $known = [];

    private static int $bytes = 0;

    private function __construct()
    {
    }

    /** @param string $id 8 bytes */
    public static function find(string $id): ?Contents
    {
        return self::$known[$id] ?? null;
    }

    /**
     * Registers a dictionary; registering it again has no effect.
     *
     * @throws \Brine\DecodeException if another one has the same id, or there are too many
     */
    public static function add(Contents $contents): void
    {
        $id = $contents->id();
        $known = self::$known[$id] ?? null;
        if ($known !== null) {
            if ($known->hash !== $contents->hash) {
                throw DecodeError::with('bad_dictionary', 'another dictionary has the same id,', 0);
            }

            return;
        }
        if (\count(self::$known) >= self::MAX_DICTIONARIES || self::$bytes + $contents->size > self::MAX_BYTES) {
            throw Failure::decoding(
                'There are ' . \count(self::$known) . ' dictionaries of ' . self::$bytes . ' bytes already, and no room for more',
                0,
                'too_many_dictionaries',
            );
        }
        self::$known[$id] = $contents;
        self::$bytes += $contents->size;
    }

    /** @return list<Contents> */
    public static function all(): array
    {
        return \array_values(self::$known);
    }

    /** Forgets all, for tests. */
    public static function clear(): void
    {
        self::$known = [];
        self::$bytes = 0;
    }
}
