<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Estimates the memory of a MessagePack message's value, within a factor of two, as the other readers do.
 *
 * @internal
 */
final class MessageMemory
{
    /** A byte takes at most this much memory: nested arrays of one element have a byte each. */
    private const MAX_EXPANSION = 200;

    /** Bytes of a length or count, by the first byte. Extensions have a type besides. */
    private const LENGTHS = [0xc4 => 1, 0xc5 => 2, 0xc6 => 4, 0xc7 => 1, 0xc8 => 2, 0xc9 => 4, 0xd9 => 1, 0xda => 2, 0xdb => 4, 0xdc => 2, 0xdd => 4, 0xde => 2, 0xdf => 4];
    /** Bytes after the first one, for values of fixed size. */
    private const SIZES = [0xca => 4, 0xcb => 8, 0xcc => 1, 0xcd => 2, 0xce => 4, 0xcf => 8, 0xd0 => 1, 0xd1 => 2, 0xd2 => 4, 0xd3 => 8,
        0xd4 => 2, 0xd5 => 3, 0xd6 => 5, 0xd7 => 9, 0xd8 => 17];

    private function __construct()
    {
    }

    /** @throws \Brine\DecodeException if it takes more */
    public static function check(string $data, int $maxMemory): void
    {
        $size = \strlen($data);
        if ($size <= \intdiv($maxMemory, self::MAX_EXPANSION)) {
            return;
        }
        // Values of one byte.
        $small = \implode('', \array_map(\chr(...), [...\range(0, 0x7f), 0xc0, 0xc2, 0xc3, ...\range(0xe0, 0xff)]));
        for ($offset = 0; ($offset += \strspn($data, $small, $offset)) < $size;) {
            $at = $offset;
            $type = \ord($data[$offset++]);
            $number = $type & ($type < 0xa0 ? 0x0f : 0x1f);
            if (isset(self::LENGTHS[$type])) {
                $number = (int) \hexdec(\bin2hex(\substr($data, $offset, self::LENGTHS[$type])));
                $offset += self::LENGTHS[$type];
            }
            // PHP allocates for at most as many elements as there are bytes.
            $maxMemory -= match (true) {
                $type < 0x90, $type === 0xde, $type === 0xdf => $number === 0 ? 0 : MemoryFootprint::ofMap(\min($number, $size)),
                $type < 0xa0, $type === 0xdc, $type === 0xdd => $number === 0 ? 0 : MemoryFootprint::ofList(\min($number, $size)),
                // Floats and integers.
                $type >= 0xca && $type <= 0xd3 => 0,
                default => $number > 1 ? MemoryFootprint::OF_STRING : 0,
            };
            if ($maxMemory < 0) {
                throw Budget::exceeded($at);
            }
            $offset += match (true) {
                $type < 0xa0, $type >= 0xdc => 0,
                $type >= 0xc7 && $type <= 0xc9 => $number + 1,
                default => self::SIZES[$type] ?? $number,
            };
        }
    }
}
