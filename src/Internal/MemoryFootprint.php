<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Estimates the bytes that a value's parts take in memory, without their contents. PHP allocates less than 1.3 times as much for arrays and
 * objects.
 *
 * @internal
 */
final class MemoryFootprint
{
    /** An array or object itself. */
    public const ITSELF = 56;
    private const ELEMENT = 16;
    private const ENTRY = 40;
    /** The least capacity of an array, in elements. */
    private const LEAST = 8;
    /** Up to this many elements fit into the least capacity. */
    public const FEW = self::LEAST;
    public const OF_SMALL_LIST = self::ITSELF + self::LEAST * self::ELEMENT;
    public const OF_SMALL_MAP = self::ITSELF + self::LEAST * self::ENTRY;
    /** A string of more than one byte, without its bytes. */
    public const OF_STRING = 32;
    /** A PHP reference. */
    public const OF_REFERENCE = 32;

    /** Sizes in this range are charged a page more, since PHP allocates whole pages for them. */
    private const PAGE = 4096;
    private const LEAST_PAGED = 3000;
    private const MAX_PAGED = 1 << 20;

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

    /** An object whose class declares this many properties. */
    public static function ofObject(int $properties): int
    {
        return self::ITSELF + self::inPages(self::ELEMENT * $properties);
    }

    /** The smallest power of two that is at least $count and LEAST. */
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
        return $bytes > self::LEAST_PAGED && $bytes <= self::MAX_PAGED ? $bytes + self::PAGE : $bytes;
    }
}
