<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Internal\DecodeError;
use Brine\Tree\Bytes;

/**
 * Reads bytes and numbers (docs/format.md, section 2), and values that are numbers.
 *
 * @internal
 */
class Numbers extends Bytes
{
    private const MAX_ELEMENTS_OF_ARRAY = 1 << 30;

    /** Reads the second byte of a tag. */
    final public function byte(): int
    {
        if ($this->p >= $this->end) {
            throw DecodeError::at('truncated', $this->p);
        }

        return \ord($this->in[$this->p++]);
    }

    /** Reads an integer or double after its tag. */
    final public function number(int $tag): int|float
    {
        return match ($tag) {
            0xDB => \ord($this->in[$this->take(1)]), // U8
            0xDC => $this->word('v', $this->take(2)), // U16
            0xDD => $this->word('V', $this->take(4)), // U32
            0xDE => (\ord($this->in[$this->take(1)]) ^ 0x80) - 0x80, // I8
            0xDF => ($this->word('v', $this->take(2)) ^ 0x8000) - 0x8000, // I16
            0xE0 => ($this->word('V', $this->take(4)) ^ 0x80000000) - 0x80000000, // I32
            0xE1 => $this->word('P', $this->take(8)), // I64
            0xE2 => $this->double('g', $this->take(4)), // F32
            default => $this->double('e', $this->take(8)),
        };
    }

    /** @param 'v'|'V'|'P' $code of unpack() */
    private function word(string $code, int $at): int
    {
        /** @var array{1: int} $words the bytes are present */
        $words = \unpack($code, $this->in, $at);

        return $words[1];
    }

    /** @param 'g'|'e' $code of unpack() */
    private function double(string $code, int $at): float
    {
        /** @var array{1: float} $doubles the bytes are present */
        $doubles = \unpack($code, $this->in, $at);

        return $doubles[1];
    }

    /** Reads a varint. Values from 2**63 on are negative, with the same bits. */
    final public function uv(): int
    {
        $p = $this->p;
        if ($p >= $this->end) {
            throw DecodeError::at('truncated', $p);
        }
        $lead = \ord($this->in[$p]);
        if ($lead < 0xC0) {
            $this->p = $p + 1;

            return $lead;
        }
        $size = match (true) {
            $lead < 0xE0 => 2,
            $lead < 0xEF => 3,
            $lead === 0xF0 => 5,
            $lead === 0xF1 => 9,
            default => \PHP_INT_MAX,
        };
        if ($size > $this->end - $p) {
            throw DecodeError::at('bad_number', $p);
        }
        $rest = match ($size) {
            2 => 192 + (($lead - 0xC0) << 8) + \ord($this->in[$p + 1]),
            3 => 8384 + (($lead - 0xE0) << 16) + \ord($this->in[$p + 1]) + (\ord($this->in[$p + 2]) << 8),
            5 => $this->word('V', $p + 1),
            default => $this->word('P', $p + 1),
        };
        if ($size === 5 && $rest < 991_424 || $size === 9 && $rest >= 0 && $rest <= 0xFFFFFFFF) {
            throw DecodeError::at('bad_number', $p);
        }
        $this->p = $p + $size;

        return $rest;
    }

    /** Reads a signed varint (zigzag). */
    final public function sv(): int
    {
        $uv = $this->uv();

        return (($uv >> 1) & \PHP_INT_MAX) ^ -($uv & 1);
    }

    /** Reads a count of elements. Throws if the payload has fewer than $unit bytes left for each. */
    final public function count(int $unit): int
    {
        $at = $this->p;
        $count = $this->uv();
        if ($count <= 0 || $count > self::MAX_ELEMENTS_OF_ARRAY) {
            throw DecodeError::number('number of elements', $count, 1, self::MAX_ELEMENTS_OF_ARRAY, $at);
        }
        if ($unit * $count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $count;
    }

    /** Reads a count of properties, of at least two bytes each. */
    final public function countOfNames(): int
    {
        $at = $this->p;
        $count = $this->uv();
        if ($count < 0 || $count > self::MAX_ELEMENTS_OF_ARRAY) {
            throw DecodeError::number('number of properties', $count, 0, self::MAX_ELEMENTS_OF_ARRAY, $at);
        }
        if (2 * $count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $count;
    }

    /** Reads a boolean. */
    final public function zeroOrOne(string $what): int
    {
        $at = $this->p;
        $number = $this->uv();
        if ($number !== 0 && $number !== 1) {
            throw DecodeError::number($what, $number, 0, 1, $at);
        }

        return $number;
    }
}
