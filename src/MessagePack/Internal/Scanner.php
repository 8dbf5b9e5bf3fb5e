<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\UnpackingFailedException;

/**
 * Finds out whether a value is in a buffer in full, reading each of its heads once however often it is asked.
 *
 * MessagePack is a prefix code: it is enough to know where the next head is, and how many values are still to come.
 *
 * @internal
 */
final class Scanner
{
    /** Bytes that follow the byte, where their number does not depend on them. */
    private const FIXED = [
        0xc0 => 0, 0xc2 => 0, 0xc3 => 0,
        0xca => 4, 0xcb => 8,
        0xcc => 1, 0xcd => 2, 0xce => 4, 0xcf => 8,
        0xd0 => 1, 0xd1 => 2, 0xd2 => 4, 0xd3 => 8,
        0xd4 => 2, 0xd5 => 3, 0xd6 => 5, 0xd7 => 9, 0xd8 => 17,
    ];

    /** Bytes of the size that follows the byte; behind it, besides as many bytes as it says, there is an ext's type. */
    private const SIZED = [
        0xc4 => 1, 0xc5 => 2, 0xc6 => 4,
        0xc7 => 1, 0xc8 => 2, 0xc9 => 4,
        0xd9 => 1, 0xda => 2, 0xdb => 4,
    ];

    /** Values that are still to come. */
    private int $pending = 1;

    /**
     * @param int $offset where the value begins
     * @param int $maxElements as in UnpackOptions
     */
    public function __construct(private int $offset, private int $maxElements, private bool $native)
    {
    }

    /** The buffer has lost bytes at its start. */
    public function release(int $bytes): void
    {
        $this->offset -= $bytes;
    }

    /**
     * @param string $buffer as it was at the last call, and maybe longer
     * @throws UnpackingFailedException if the value has a byte that begins none, or more elements than it may have
     */
    public function isComplete(string $buffer): bool
    {
        $isComplete = $this->native ? $this->scanNative($buffer) : $this->scan($buffer);
        // An entry of a map is two values and one element.
        if ($this->pending > 2 * $this->maxElements) {
            throw Errors::maxElements($this->offset);
        }

        return $isComplete;
    }

    private function scanNative(string $buffer): bool
    {
        $offset = $this->offset;
        $pending = $this->pending;
        try {
            $isComplete = \brine_msgpack_scan($buffer, $offset, $pending);
        } catch (UnpackingFailedException $error) {
            throw Errors::fromNative($error, $buffer);
        }
        $this->offset = $offset;
        $this->pending = $pending;

        return $isComplete;
    }

    private function scan(string $buffer): bool
    {
        $end = \strlen($buffer);
        $offset = $this->offset;
        $pending = $this->pending;

        // The offset is beyond the end where a string is.
        while ($pending > 0 && $offset < $end) {
            $code = \ord($buffer[$offset]);
            if ($code < 0x80 || $code > 0xdf) {
                ++$offset;
                --$pending;
            } elseif ($code < 0xa0) {
                ++$offset;
                $pending += ($code < 0x90 ? 2 * ($code & 0x0f) : $code & 0x0f) - 1;
            } elseif ($code < 0xc0) {
                $offset += 1 + ($code & 0x1f);
                --$pending;
            } elseif (isset(self::FIXED[$code])) {
                $offset += 1 + self::FIXED[$code];
                --$pending;
            } elseif ($code > 0xdb) {
                $width = ($code & 1) === 0 ? 2 : 4;
                if ($end - $offset <= $width) {
                    break;
                }
                $count = \unpack($width === 2 ? 'n' : 'N', $buffer, $offset + 1)[1];
                $offset += 1 + $width;
                $pending += ($code > 0xdd ? 2 * $count : $count) - 1;
            } elseif ($code === 0xc1) {
                throw Errors::unknownByte($offset);
            } else {
                $width = self::SIZED[$code];
                if ($end - $offset <= $width) {
                    break;
                }
                $size = match ($width) {
                    1 => \ord($buffer[$offset + 1]),
                    2 => \unpack('n', $buffer, $offset + 1)[1],
                    4 => \unpack('N', $buffer, $offset + 1)[1],
                };
                $offset += 1 + $width + $size + ($code > 0xc6 && $code < 0xca ? 1 : 0);
                --$pending;
            }
        }
        $this->offset = $offset;
        $this->pending = $pending;

        return $pending === 0 && $offset <= $end;
    }
}
