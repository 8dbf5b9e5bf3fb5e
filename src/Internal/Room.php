<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * What parts of a value take in bytes, apart from what is in them: an estimate. Of arrays and objects, PHP allocates less than 1.3 times as much.
 *
 * @internal
 */
final class Room
{
    /** Of an array or object itself. */
    public const ITSELF = 56;
    private const ELEMENT = 16;
    private const ENTRY = 40;
    /** Arrays have room for so many elements at least. */
    private const LEAST = 8;
    /** So many elements take no more than the least room. */
    public const FEW = self::LEAST;
    public const OF_SMALL_LIST = self::ITSELF + self::LEAST * self::ELEMENT;
    public const OF_SMALL_MAP = self::ITSELF + self::LEAST * self::ENTRY;
    /** A string of more than one byte, besides its bytes. */
    public const OF_STRING = 32;
    /** A PHP reference. */
    public const OF_REFERENCE = 32;

    /** What takes more than the first and no more than the second is counted with a page more, of which PHP gives whole ones. */
    private const PAGE = 4096;
    private const LEAST_PAGED = 3000;
    private const MOST_PAGED = 1 << 20;

    private function __construct()
    {
    }

    public static function ofList(int $count): int
    {
        return self::ITSELF + self::inPages(self::ELEMENT * self::forCount($count));
    }

    public static function ofMap(int $count): int
    {
        return self::ITSELF + self::inPages(self::ENTRY * self::forCount($count));
    }

    /** Of an object whose class declares so many properties. */
    public static function ofObject(int $properties): int
    {
        return self::ITSELF + self::inPages(self::ELEMENT * $properties);
    }

    /** The least power of two that is not less, and 8 at least. */
    private static function forCount(int $count): int
    {
        $room = self::LEAST;
        while ($room < $count) {
            $room <<= 1;
        }

        return $room;
    }

    private static function inPages(int $bytes): int
    {
        return $bytes > self::LEAST_PAGED && $bytes <= self::MOST_PAGED ? $bytes + self::PAGE : $bytes;
    }
}
