<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/**
 * Section 2, Integers and doubles: a cursor over the payload that reads one number, or a stretch of bytes, at a time.
 *
 * An error is placed at the first byte of the number or stretch (docs/reference/errors.md).
 */
final class Numbers
{
    private int $offset = 0;

    public function __construct(private readonly string $payload)
    {
    }

    public function offset(): int
    {
        return $this->offset;
    }

    /** Skips these bytes, if the others follow them. */
    public function skip(string $bytes, string $followedBy): void
    {
        if (str_starts_with(substr($this->payload, $this->offset), $bytes . $followedBy)) {
            $this->offset += strlen($bytes);
        }
    }

    public function left(): int
    {
        return strlen($this->payload) - $this->offset;
    }

    /** @param int $size A negative size is one of 2**63 or more. */
    public function bytes(int $size): string
    {
        if ($size < 0 || $size > $this->left()) {
            throw (new MalformedPayload('truncated', 'The payload ends too early'))->placedAt($this->offset);
        }
        $bytes = substr($this->payload, $this->offset, $size);
        $this->offset += $size;

        return $bytes;
    }

    /** As bytes(), to be read number by number. */
    public function part(int $size): self
    {
        return new self($this->bytes($size));
    }

    public function peek(): int
    {
        $byte = $this->u(1);
        --$this->offset;

        return $byte;
    }

    /** An unsigned integer of 1 to 8 bytes. One of 2**63 or more is returned as the negative number of the same bits. */
    public function u(int $width): int
    {
        return unpack('P', str_pad($this->bytes($width), 8, "\0"))[1];
    }

    /** A signed integer of 1, 2, 4 or 8 bytes. */
    public function i(int $width): int
    {
        $unused = 64 - 8 * $width;

        return $this->u($width) << $unused >> $unused;
    }

    public function f32(): float
    {
        return unpack('g', $this->bytes(4))[1];
    }

    public function f64(): float
    {
        return unpack('e', $this->bytes(8))[1];
    }

    /** The number of variable size; negative as in u(). */
    public function uv(): int
    {
        $start = $this->offset;
        $first = $this->peek();
        $size = match (true) {
            $first < 0xC0 => 1,
            $first < 0xE0 => 2,
            $first < 0xEF => 3,
            $first === 0xF0 => 5,
            $first === 0xF1 => 9,
            default => throw (new MalformedPayload('bad_number', 'No uv begins with this byte'))->placedAt($start),
        };
        if ($size > $this->left()) {
            throw (new MalformedPayload('bad_number', 'The payload ends inside of a uv'))->placedAt($start);
        }
        $bytes = $this->bytes($size);
        $rest = unpack('P', str_pad(substr($bytes, 1), 8, "\0"))[1];
        if ($first === 0xF0 && $rest < 991_424 || $first === 0xF1 && $rest >= 0 && $rest < 2 ** 32) {
            throw (new MalformedPayload('bad_number', 'This uv has a shorter form'))->placedAt($start);
        }

        return match (true) {
            $first < 0xC0 => $first,
            $first < 0xE0 => 192 + 256 * ($first - 0xC0) + $rest,
            $first < 0xEF => 8_384 + 65_536 * ($first - 0xE0) + $rest,
            default => $rest,
        };
    }

    /** The signed number of variable size: zigzag. */
    public function sv(): int
    {
        $uv = $this->uv();

        return (($uv >> 1) & PHP_INT_MAX) ^ -($uv & 1);
    }

    /**
     * Section 11, The place of an error: runs what reads an item. An error that has no place yet, because it concerns the
     * item as a whole, is at its first byte.
     *
     * @template T
     * @param callable(): T $read
     * @return T
     */
    public function item(callable $read): mixed
    {
        $offset = $this->offset;
        try {
            return $read();
        } catch (MalformedPayload $error) {
            throw $error->placedAt($offset);
        }
    }

    /**
     * What has this number in one of the five sequences (section 3.2).
     *
     * @template T
     * @param list<T> $sequence
     * @param string  $reason   of a number that was not yet given
     * @return T
     */
    public static function numbered(array $sequence, int $number, string $reason): mixed
    {
        if ($number < 0 || $number >= count($sequence)) {
            throw new MalformedPayload($reason, 'This number was not yet given');
        }

        return $sequence[$number];
    }

    /** Whether a tag is of an integer (section 3.1). */
    public static function isInteger(int $tag): bool
    {
        return $tag < 0x20 || $tag >= 0xDB && $tag <= 0xE1;
    }

    /** An integer by its tag. */
    public function integer(): int
    {
        $tag = $this->u(1);

        return match ($tag) {
            0xDB => $this->u(1),
            0xDC => $this->u(2),
            0xDD => $this->u(4),
            0xDE => $this->i(1),
            0xDF => $this->i(2),
            0xE0 => $this->i(4),
            0xE1 => $this->i(8),
            default => $tag,
        };
    }

    /**
     * A number of elements.
     *
     * @param float $bytes At least this many bytes follow for each of them.
     */
    public function count(float $bytes, int $least = 1): int
    {
        return $this->item(function () use ($bytes, $least): int {
            $count = $this->uv();
            if ($count < $least || $count > 2 ** 30) {
                throw new MalformedPayload('bad_count', 'Not a possible number of elements');
            }
            $this->atLeast((int) ceil($count * $bytes));

            return $count;
        });
    }

    public function atLeast(int $bytes): int
    {
        return $bytes <= $this->left() ? $bytes : throw new MalformedPayload('truncated', 'More elements than bytes are left');
    }

    /** As rows and the keys of a KEYED_TABLE begin (section 7.1). */
    public function zeroOrOne(): int
    {
        return $this->item(function (): int {
            $number = $this->uv();
            if ($number !== 0 && $number !== 1) {
                throw new MalformedPayload('bad_count', 'This number is 0 or 1');
            }

            return $number;
        });
    }
}
