<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Reads the rarer types of a message at the position of their head. Methods advance the position; if they throw, it stays.
 *
 * @internal
 */
trait ReadsParts
{
    private string $buffer;
    private int $offset = 0;
    private bool $validateUtf8;
    private int $type = 0;

    /** The payload of an extension value; sets $this->type. */
    private function takePayload(int $code): string
    {
        switch ($code) {
            case 0xc7:
                $this->need(1);
                $start = $this->offset + 3;
                $size = \ord($this->buffer[$this->offset + 1]);
                break;
            case 0xc8:
                $start = $this->offset + 4;
                $size = $this->size16();
                break;
            case 0xc9:
                $start = $this->offset + 6;
                $size = $this->size32();
                break;
            default:
                $start = $this->offset + 2;
                $size = 1 << $code - 0xd4;
        }
        if ($size > \strlen($this->buffer) - $start) {
            throw Errors::truncated($this->offset);
        }
        $this->offset = $start + $size;
        $this->type = (\ord($this->buffer[$start - 1]) ^ 0x80) - 0x80;

        return \substr($this->buffer, $start, $size);
    }

    private function takeKey(int $code): int|string
    {
        if ($code === 0xcf) {
            $this->need(8);
            $this->offset += 9;

            // Decimal digits, for all kinds of big integers. PHP converts them back if the integer fits.
            return \sprintf('%u', \unpack('J', $this->buffer, $this->offset - 8)[1]);
        }
        match (Format::typeName($code)) {
            'int', 'str', 'bin' => null,
            'unknown' => throw Errors::unknownByte($this->offset),
            default => throw Errors::badKey($code, $this->offset),
        };

        /** @var int|string */
        return self::unpack();
    }

    /** The 16-bit unsigned integer after the head. */
    private function size16(): int
    {
        $this->need(2);

        return \unpack('n', $this->buffer, $this->offset + 1)[1];
    }

    /** The 32-bit unsigned integer after the head. */
    private function size32(): int
    {
        $this->need(4);

        return \unpack('N', $this->buffer, $this->offset + 1)[1];
    }

    /** @param int $size number of bytes required after the head */
    private function need(int $size): void
    {
        if ($size >= \strlen($this->buffer) - $this->offset) {
            throw Errors::truncated($this->offset);
        }
    }
}
