<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\UnpackingFailedException;

/**
 * The parsed head of a value.
 *
 * @internal
 */
final class Head
{
    /**
     * @param int $size bytes of the value without the values inside it
     * @param int $elements of an array, or entries of a map
     * @param int $values number of values inside it; for a map, twice the entries
     */
    private function __construct(public readonly int $size, public readonly int $elements = 0, public readonly int $values = 0)
    {
    }

    /**
     * @return self|null null if some of the value's own bytes are missing
     * @throws UnpackingFailedException if no value begins with the byte; has the extension's message
     */
    public static function read(string $bytes, int $offset): ?self
    {
        $left = \strlen($bytes) - $offset;
        if ($left === 0) {
            return null;
        }
        $code = \ord($bytes[$offset]);
        if ($code === 0xc1) {
            throw Errors::native('unknown_byte', $offset);
        }
        if ($code > 0x7f && $code < 0xa0) {
            $count = $code & 0x0f;

            return new self(1, $count, $code < 0x90 ? 2 * $count : $count);
        }
        if ($code > 0xdb && $code < 0xe0) {
            $width = ($code & 1) === 0 ? 2 : 4;
            if ($left <= $width) {
                return null;
            }
            $count = self::length($bytes, $offset + 1, $width);

            return new self(1 + $width, $count, $code > 0xdd ? 2 * $count : $count);
        }
        $size = self::sizeOfScalar($bytes, $offset, $code, $left);

        return $size > $left ? null : new self($size);
    }

    /** @return int more than $left if even the size is incomplete */
    private static function sizeOfScalar(string $bytes, int $offset, int $code, int $left): int
    {
        if ($code < 0x80 || $code > 0xdf) {
            return 1;
        }
        if ($code < 0xc0) {
            return 1 + ($code & 0x1f);
        }
        if (isset(Heads::FIXED[$code])) {
            return 1 + Heads::FIXED[$code];
        }
        $width = Heads::SIZED[$code];
        if ($left <= $width) {
            return $left + 1;
        }

        return 1 + $width + self::length($bytes, $offset + 1, $width) + ($code > 0xc6 && $code < 0xca ? 1 : 0);
    }

    private static function length(string $bytes, int $offset, int $width): int
    {
        return match ($width) {
            1 => \ord($bytes[$offset]),
            2 => \unpack('n', $bytes, $offset)[1],
            default => \unpack('N', $bytes, $offset)[1],
        };
    }
}
