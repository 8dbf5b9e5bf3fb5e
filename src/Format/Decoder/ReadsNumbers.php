<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Internal\DecodeError;

/** Section 2 of docs/format.md, and the values that are numbers. A part of Reader. */
trait ReadsNumbers
{
    /** The second byte of a tag. */
    private function byte(): int
    {
        if ($this->p >= $this->end) {
            throw DecodeError::at('truncated', $this->p);
        }

        return \ord($this->in[$this->p++]);
    }

    /** An integer or double whose tag was read. */
    private function number(int $tag): int|float
    {
        $at = $this->take(match ($tag) {
            0xDB, 0xDE => 1,
            0xDC, 0xDF => 2,
            0xDD, 0xE0, 0xE2 => 4,
            default => 8,
        });

        return match ($tag) {
            0xDB => \ord($this->in[$at]),
            0xDC => $this->word('v', $at),
            0xDD => $this->word('V', $at),
            0xDE => (\ord($this->in[$at]) ^ 0x80) - 0x80,
            0xDF => ($this->word('v', $at) ^ 0x8000) - 0x8000,
            0xE0 => ($this->word('V', $at) ^ 0x80000000) - 0x80000000,
            0xE1 => $this->word('P', $at),
            0xE2 => $this->doubles('g', $at, 1)[0],
            default => $this->doubles('e', $at, 1)[0],
        };
    }

    /** @param 'v'|'V'|'P' $code of unpack() */
    private function word(string $code, int $at): int
    {
        /** @var array{1: int} $words what it is unpacked of is there */
        $words = \unpack($code, $this->in, $at);

        return $words[1];
    }

    /**
     * An unsigned number of variable size; one of 2**63 or more is returned as the negative number of the same bits.
     */
    private function uv(): int
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

    /** A signed number of variable size: zigzag. */
    private function sv(): int
    {
        $uv = $this->uv();

        return (($uv >> 1) & \PHP_INT_MAX) ^ -($uv & 1);
    }

    /** A number of elements, each of which takes at least $unit bytes of input. */
    private function count(int $unit): int
    {
        $at = $this->p;
        $count = $this->uv();
        if ($count <= 0 || $count > self::MAX_ELEMENTS_OF_ARRAY) {
            throw DecodeError::at('bad_count', $at);
        }
        if ($unit * $count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $count;
    }
}
