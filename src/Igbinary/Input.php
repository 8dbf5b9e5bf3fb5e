<?php

declare(strict_types=1);

namespace Brine\Igbinary;

use Brine\Internal\DecodeError;
use Brine\Tree\Bytes;

/**
 * The bytes of a payload, and the numbers in them.
 *
 * @internal
 */
final class Input extends Bytes
{
    /** How many bytes a number has, by the types that begin with one. */
    private const SIZES = [
        0x06 => 1, 0x08 => 2, 0x0A => 4, 0x20 => 8, 0x07 => 1, 0x09 => 2, 0x0B => 4, 0x21 => 8,
        0x11 => 1, 0x12 => 2, 0x13 => 4, 0x26 => 8, 0x0E => 1, 0x0F => 2, 0x10 => 4,
        0x14 => 1, 0x15 => 2, 0x16 => 4, 0x01 => 1, 0x02 => 2, 0x03 => 4, 0x22 => 1, 0x23 => 2, 0x24 => 4,
        0x17 => 1, 0x18 => 2, 0x19 => 4, 0x1A => 1, 0x1B => 2, 0x1C => 4, 0x1D => 1, 0x1E => 2, 0x1F => 4,
    ];

    public function __construct(string $in)
    {
        $this->in = $in;
        $this->p = 0;
        $this->end = \strlen($in);
        $this->moveStop(0);
    }

    public function type(): int
    {
        if ($this->p >= $this->end) {
            throw DecodeError::at('truncated', $this->end);
        }

        return \ord($this->in[$this->p++]);
    }

    /** The unsigned number that a type begins with; one of 2**63 or more is negative. */
    public function number(int $type): int
    {
        $size = self::SIZES[$type];
        if ($size === 1) {
            return \ord($this->in[$this->p++] ?? throw DecodeError::at('truncated', --$this->p));
        }
        $at = $this->take($size);
        /** @var array{1: int} $unpacked the bytes are present */
        $unpacked = \unpack(match ($size) {
            2 => 'n',
            4 => 'N',
            default => 'J',
        }, $this->in, $at);

        return $unpacked[1];
    }

    public function double(): float
    {
        /** @var array{1: float} $unpacked the bytes are present */
        $unpacked = \unpack('E', $this->in, $this->take(8));

        return $unpacked[1];
    }

    public function integer(int $type, int $at): int
    {
        $number = $this->number($type);
        $isNegated = ($type & 1) === 1;
        if ($number < 0 && !($isNegated && $number === \PHP_INT_MIN)) {
            throw DecodeError::at('out_of_range', $at);
        }

        return $isNegated && $number >= 0 ? -$number : $number;
    }

    public function count(int $type): int
    {
        $at = $this->p;
        $count = $this->number($type);
        if ($count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $count;
    }
}
