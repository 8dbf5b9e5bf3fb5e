<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Reads what is less common in a message. Each method reads behind the cursor, and moves it; the byte before it is the
 * head of what is read.
 *
 * @internal
 */
trait ReadsParts
{
    private string $buffer;
    private bool $validateUtf8;
    private int $cursor = 0;

    /**
     * @param int $size in bytes
     * @param int $ahead how many bytes of the value there are between its head and the cursor
     */
    private function take(int $size, int $ahead = 0): string
    {
        if ($size > \strlen($this->buffer) - $this->cursor) {
            throw Errors::truncated($this->cursor - $ahead - 1);
        }
        $data = \substr($this->buffer, $this->cursor, $size);
        $this->cursor += $size;

        return $data;
    }

    /** @return int|string a string of digits above PHP_INT_MAX */
    private function takeInt(int $code): int|string
    {
        switch ($code) {
            case 0xcc:
                return \ord($this->take(1));
            case 0xcd:
                return \unpack('n', $this->take(2))[1];
            case 0xce:
                return \unpack('N', $this->take(4))[1];
            case 0xcf:
                $int = \unpack('J', $this->take(8))[1];

                return $int >= 0 ? $int : \sprintf('%u', $int);
            case 0xd0:
                $int = \ord($this->take(1));

                return $int < 0x80 ? $int : $int - 0x100;
            case 0xd1:
                $int = \unpack('n', $this->take(2))[1];

                return $int < 0x8000 ? $int : $int - 0x10000;
            case 0xd2:
                $int = \unpack('N', $this->take(4))[1];

                return $int < 0x80000000 ? $int : $int - 0x100000000;
            default:
                return \unpack('J', $this->take(8))[1];
        }
    }

    /** A str or a bin. */
    private function takeString(int $code): string
    {
        $head = $this->cursor - 1;
        if ($code < 0xc0) {
            $string = $this->take($code & 0x1f);
        } else {
            // The size takes 1, 2 or 4 bytes.
            $string = match ($code) {
                0xc4, 0xd9 => $this->take(\ord($this->take(1)), 1),
                0xc5, 0xda => $this->take(\unpack('n', $this->take(2))[1], 2),
                default => $this->take(\unpack('N', $this->take(4))[1], 4),
            };
        }
        if ($this->validateUtf8 && ($code < 0xc0 || $code > 0xd8) && \preg_match('//u', $string) !== 1) {
            throw Errors::badUtf8($head);
        }

        return $string;
    }

    private function takeKey(int $code): int|string
    {
        return match (true) {
            $code < 0x80 => $code,
            $code > 0xdf => $code - 0x100,
            $code > 0x9f && $code < 0xc0, $code > 0xc3 && $code < 0xc7, $code > 0xd8 && $code < 0xdc
                => $this->takeString($code),
            $code > 0xcb && $code < 0xd4 => $this->takeInt($code),
            $code === 0xc1 => throw Errors::unknownByte($this->cursor - 1),
            default => throw Errors::badKey($code, $this->cursor - 1),
        };
    }

    /** @return array{int, string} type and payload */
    private function takeExt(int $code): array
    {
        if ($code > 0xd3) {
            $size = 1 << $code - 0xd4;
            $ahead = 1;
        } else {
            [$size, $ahead] = match ($code) {
                0xc7 => [\ord($this->take(1)), 2],
                0xc8 => [\unpack('n', $this->take(2))[1], 3],
                default => [\unpack('N', $this->take(4))[1], 5],
            };
        }
        $type = \unpack('c', $this->take(1, $ahead - 1))[1];

        return [$type, $this->take($size, $ahead)];
    }
}
