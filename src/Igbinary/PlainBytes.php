<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\CollidingText;

/**
 * Decides which bytes are safe for the extension igbinary: null, booleans, numbers, strings and arrays, with no back-references. Others can make
 * it read unset memory.
 *
 * A regular expression checks the flat sequence of types, without nesting; the bytes may still be invalid.
 *
 * @internal
 */
final class PlainBytes
{
    /**
     * The extension takes at most this much memory per accepted byte: an array of one element has 4 bytes, and takes 376. Strings come on top.
     *
     * Elements are limited by the bytes of the whole, since nested arrays would each allocate for all of them.
     */
    public const MAX_EXPANSION = 192;

    private const HEADER = 4;

    /** Fewest bytes of an element: key and value. */
    private const ELEMENT_BYTES = 2;

    /** Keys that can be chosen to collide: integers of 4 or 8 bytes, or strings of up to 255. */
    private const KEY = '/[\x0a\x0b](.{4})|[\x20\x21](.{8})|\x11(.)(.{2,255})/s';

    private static string $pattern = '';

    private function __construct()
    {
    }

    /** Whether the extension can read or reject the bytes safely. */
    public static function are(string $data): bool
    {
        if (!\str_starts_with($data, "\0\0\0\1") && !\str_starts_with($data, "\0\0\0\2")) {
            return false;
        }
        self::$pattern = self::$pattern === '' ? self::pattern() : self::$pattern;
        $size = \strlen($data);
        if ($size === self::HEADER) {
            return false;
        }
        $elements = \intdiv($size, self::ELEMENT_BYTES);
        $offset = self::HEADER;
        while ($offset < $size) {
            if (\preg_match(self::$pattern, $data, $match, \PREG_OFFSET_CAPTURE, $offset) !== 1) {
                return false;
            }
            [$head, $offset] = $match[0];
            if ($head === '') {
                return true;
            }
            $offset += \strlen($head);
            $number = \hexdec(\bin2hex(\substr($head, 1)));
            // With 32-bit integers it may be too large.
            if (!\is_int($number)) {
                return false;
            }
            if ($head[0] === "\x12" || $head[0] === "\x13") {
                $offset += $number;
            } else {
                $elements -= $number;
                if ($elements < 0) {
                    return false;
                }
            }
        }

        return $offset === $size;
    }

    /** Whether keys may have been chosen to collide, so that the extension takes long. Decided by a sample, with rare false positives. */
    public static function maySlow(string $data): bool
    {
        return CollidingText::maySlow($data, self::KEY, static fn (array $match): int|string|null => match (\count($match)) {
            2, 3 => self::integer($match[0]),
            default => \strlen($match[4]) >= \ord($match[3]) ? \substr($match[4], 0, \ord($match[3])) : null,
        });
    }

    /** The bits that select a place in the hash table. */
    private static function integer(string $bytes): int
    {
        $number = (int) \hexdec(\bin2hex(\substr($bytes, -4)));

        return $bytes[0] === "\x0b" || $bytes[0] === "\x21" ? -$number : $number;
    }

    /** Skips all types, but stops at arrays of more than eight elements, and strings of more than 255 bytes. */
    private static function pattern(): string
    {
        $strings = [];
        foreach (\range(0, 255, 16) as $first) {
            // Two steps of 16 choices instead of one of 256.
            $sizes = \array_map(static fn (int $size): string => \sprintf('\x%02x.{%d}', $size, $size), \range($first, $first + 15));
            $strings[] = \sprintf('(?=[\x%02x-\x%02x])(?>%s)', $first, $first + 15, \implode('|', $sizes));
        }
        $types = [
            '[\x06\x07\x0e].',
            '\x11(?>' . \implode('|', $strings) . ')',
            '\x14[\x00-\x08]',
            '[\x00\x04\x05\x0d]',
            '[\x08\x09\x0f]..',
            '[\x0a\x0b\x10].{4}',
            '[\x0c\x20\x21].{8}',
        ];

        return '/\G(?>' . \implode('|', $types) . ')*+\K(?:\x14.|[\x12\x15]..|[\x13\x16].{4}|\z)/s';
    }
}
