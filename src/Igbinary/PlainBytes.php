<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\CollidingText;

/**
 * Tells the bytes that the extension igbinary can be given whoever wrote them: those of null, booleans, numbers, strings and arrays, and
 * nothing else. Of others it reads memory that it has not set (an object whose state is damaged), or makes arrays that contain
 * themselves, or stand in so many places that nobody can walk through them (what refers to something before).
 *
 * Bytes are a sequence of types with what each asks for (Reader has the list), in the order in which a reader comes to them, whatever is
 * inside of what. So a regular expression passes over them as fast as they are read: all that the extension can meet is known, without
 * the value. They may still be wrong, such as an array that ends too early.
 *
 * The extension makes room for as many elements as an array says to have, if there are as many bytes behind it: arrays inside each
 * other would each have room for all of them. Here they may only have elements that there are bytes for in the whole.
 *
 * @internal
 */
final class PlainBytes
{
    /**
     * The most memory, in bytes, that the extension takes for a byte of what is accepted here: an array of one element has 4
     * bytes, and takes 376; the elements of larger ones take 80 at most, and 2 bytes. Strings and what they are found by come on top.
     */
    public const MAX_EXPANSION = 192;

    private const HEADER = 4;

    /** The fewest bytes of an element: a key and a value. */
    private const ELEMENT_BYTES = 2;

    /** What looks like a key that can be chosen to collide: an integer of 4 or 8 bytes, or a string of up to 255. */
    private const KEY = '/[\x0a\x0b](.{4})|[\x20\x21](.{8})|\x11(.)(.{2,255})/s';

    private static string $pattern = '';

    private function __construct()
    {
    }

    /** Whether the extension reads the bytes, or refuses them, and does nothing else. */
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
            // Where integers have 32 bits it may be too large for one.
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

    /** Whether the extension may take long, because keys were chosen to meet in a hash table. A sample tells: without such keys, this is wrong now and then. */
    public static function maySlow(string $data): bool
    {
        return CollidingText::maySlow($data, self::KEY, static fn (array $match): int|string|null => match (\count($match)) {
            2, 3 => self::integer($match[0]),
            default => \strlen($match[4]) >= \ord($match[3]) ? \substr($match[4], 0, \ord($match[3])) : null,
        });
    }

    /** The bits that matter to a hash table. */
    private static function integer(string $bytes): int
    {
        $number = (int) \hexdec(\bin2hex(\substr($bytes, -4)));

        return $bytes[0] === "\x0b" || $bytes[0] === "\x21" ? -$number : $number;
    }

    /** What passes over all types but some with a number, which it finds: arrays of more than eight elements, and strings of more than 255 bytes. */
    private static function pattern(): string
    {
        $strings = [];
        foreach (\range(0, 255, 16) as $first) {
            // Two steps of sixteen choices instead of one of 256.
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
