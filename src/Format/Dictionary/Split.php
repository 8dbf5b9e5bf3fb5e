<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

use Brine\Format\Encoder\Numbers;
use Brine\Format\Tag;

/**
 * Numbers in a payload with a dictionary (docs/reference/dictionary-format.md, section 2). In tags that hold a number, the payload's own come
 * first, then the dictionary's; in a varint, the dictionary's come first.
 *
 * @internal
 */
final class Split
{
    /** First tag of each kind that holds a dictionary's number. */
    public const STRING_REF_1 = 0x70;
    public const STRING_REF_2 = 0xA4;
    public const SHAPED_1 = 0xB4;
    public const SHARED_2 = 0xD2;

    /** How many of the payload's own numbers fit into the tag. */
    public const OWN_STRINGS = 16;
    public const OWN_STRINGS_2 = 1024;
    public const OWN_SHAPES = 4;
    public const OWN_ARRAYS = 512;

    /** How many of the dictionary's numbers fit into the tag. */
    public const STRINGS = 48;
    private const STRINGS_2 = 3072;
    private const SHAPES = 12;
    private const ARRAYS = 1536;

    private function __construct()
    {
    }

    /** Bytes for a string of the dictionary. */
    public static function string(int $entry): string
    {
        if ($entry < self::STRINGS) {
            return \chr(self::STRING_REF_1 + $entry);
        }
        $second = $entry - self::STRINGS;

        return $second < self::STRINGS_2
            ? \chr(self::STRING_REF_2 + ($second >> 8)) . \chr($second & 0xFF)
            : Tag::STRING_REF_BYTE . Numbers::uv($entry);
    }

    /** Bytes that begin an instance of a dictionary's shape. */
    public static function shape(int $entry): string
    {
        return $entry < self::SHAPES ? \chr(self::SHAPED_1 + $entry) : Tag::SHAPED_BYTE . Numbers::uv($entry);
    }

    /** Bytes for an array of the dictionary. */
    public static function array(int $entry): string
    {
        return $entry < self::ARRAYS
            ? \chr(self::SHARED_2 + ($entry >> 8)) . \chr($entry & 0xFF)
            : Tag::SHARED_BYTE . Numbers::uv($entry);
    }

    /**
     * Bytes for a string of the payload.
     *
     * @param int $entries how many strings the dictionary has
     */
    public static function ownString(int $number, int $entries): string
    {
        if ($number < self::OWN_STRINGS) {
            return \chr(Tag::STRING_REF_1 + $number);
        }
        $second = $number - self::OWN_STRINGS;

        return $second < self::OWN_STRINGS_2
            ? \chr(Tag::STRING_REF_2 + ($second >> 8)) . \chr($second & 0xFF)
            : Tag::STRING_REF_BYTE . Numbers::uv($entries + $number);
    }

    /** @param int $entries how many shapes the dictionary has */
    public static function ownShape(int $number, int $entries): string
    {
        return $number < self::OWN_SHAPES ? \chr(Tag::SHAPED_1 + $number) : Tag::SHAPED_BYTE . Numbers::uv($entries + $number);
    }

    /** @param int $entries how many arrays the dictionary has */
    public static function ownArray(int $number, int $entries): string
    {
        return $number < self::OWN_ARRAYS
            ? \chr(Tag::SHARED_2 + ($number >> 8)) . \chr($number & 0xFF)
            : Tag::SHARED_BYTE . Numbers::uv($entries + $number);
    }

    /**
     * Converts a varint: numbers from 0 on are the payload's own; −1 is the dictionary's first, −2 its second, and so on.
     *
     * @param int $uv      negative from 2**63 on
     * @param int $entries how many strings, shapes or arrays the dictionary has
     */
    public static function number(int $uv, int $entries): int
    {
        return match (true) {
            $uv < 0 => \PHP_INT_MAX,
            $uv < $entries => -1 - $uv,
            default => $uv - $entries,
        };
    }
}
