<?php

declare(strict_types=1);

namespace Brine\Tests\Interop;

use Brine\MessagePack\Type\Bin;
use Brine\MessagePack\Type\Ext;
use Brine\MessagePack\Type\Map;
use Brine\MessagePack\Type\Timestamp;
use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

/** Random values that can be packed: the same ones for a seed and an index. */
final class Values
{
    private Randomizer $random;

    /** @param bool $portable only what other languages have too: UTF-8 in strings, and string keys that are no digits */
    public function __construct(private int $seed, private bool $portable = false)
    {
    }

    public function value(int $index): mixed
    {
        $this->random = new Randomizer(new Xoshiro256StarStar($this->seed * 1_000_003 + $index));

        return $this->any($this->int(0, 5));
    }

    public function random(): Randomizer
    {
        return $this->random;
    }

    /** Bytes that are nearly the message of the last value. */
    public function damage(string $bytes): string
    {
        $at = $this->int(0, \strlen($bytes) - 1);

        return match ($this->int(0, 4)) {
            0 => \substr($bytes, 0, $at),
            1 => \substr_replace($bytes, '', $at, 1),
            2 => \substr_replace($bytes, $this->random->getBytes(1), $at, 0),
            3 => \substr_replace($bytes, \chr($this->int(0xc0, 0xdf)), $at, 1),
            4 => \substr_replace($bytes, $this->random->getBytes(1), $at, 1),
        };
    }

    private function any(int $depth): mixed
    {
        return match ($this->int(0, $depth > 0 ? 14 : 9)) {
            0 => null,
            1 => $this->int(0, 1) === 1,
            2, 3 => $this->integer(),
            4 => $this->float(),
            5, 6 => $this->string(),
            7 => new Bin($this->bytes()),
            8 => $this->timestamp(),
            9 => new Ext($this->int($this->portable ? 1 : -127, 127) ?: -128, $this->bytes()),
            10, 11 => $this->list($depth),
            12, 13 => $this->map($depth),
            14 => new Map($this->int(0, 1) === 1 ? $this->map($depth) : ($this->portable ? [] : $this->list($depth))),
        };
    }

    /** Of all magnitudes alike. */
    private function integer(): int
    {
        $int = $this->random->getInt(\PHP_INT_MIN, \PHP_INT_MAX) >> $this->int(0, 63);

        return match ($this->int(0, 3)) {
            0 => $this->random->shuffleArray([
                31, -32, -33, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 0x7fffffff, 0x80000000, 0xffffffff,
                0x100000000, -128, -129, -32768, -32769, -0x80000000, -0x80000001, \PHP_INT_MAX, \PHP_INT_MIN,
            ])[0],
            default => $int,
        };
    }

    private function float(): float
    {
        return match ($this->int(0, 5)) {
            0 => \unpack('E', $this->random->getBytes(8))[1],
            1 => [0.0, -0.0, \INF, -\INF, \NAN, 0.1, 1e300, -5e-324, \PHP_FLOAT_EPSILON, 3.0][$this->int(0, 9)],
            2 => $this->int(-100000, 100000) / 100,
            3 => (float) $this->int(-1000, 1000),
            default => $this->random->getInt(0, 1 << 53) / (1 << 53),
        };
    }

    private function length(): int
    {
        return match ($this->int(0, 40)) {
            0 => $this->int(200, 300),
            1 => $this->int(65500, 65600),
            2, 3, 4, 5 => [0, 1, 2, 4, 8, 15, 16, 17, 30, 31, 32, 33, 255, 256][$this->int(0, 13)],
            default => $this->int(0, 40),
        };
    }

    private function bytes(): string
    {
        $length = $this->length();

        return $length === 0 ? '' : $this->random->getBytes($length);
    }

    private function string(): string
    {
        if (!$this->portable && $this->int(0, 5) === 0) {
            return $this->bytes();
        }
        $string = '';
        for ($i = $this->length(); $i > 0; $i--) {
            $string .= match ($i < 1000 ? $this->int(0, 20) : 9) {
                0 => "\u{e9}",
                1 => "\u{20ac}",
                2 => "\u{1f600}",
                3 => "\0",
                default => \chr($this->int(32, 126)),
            };
        }

        return $string;
    }

    private function timestamp(): Timestamp
    {
        // The range of dates in other languages.
        $seconds = $this->portable
            ? [$this->int(0, 0xffffffff), $this->int(0x100000000, 0x3ffffffff), $this->int(-2000000000, -1)][$this->int(0, 2)]
            : $this->integer();

        return new Timestamp($seconds, $this->int(0, 1) === 0 ? 0 : $this->int(0, 999_999_999));
    }

    private function size(): int
    {
        return $this->int(0, 30) === 0 ? $this->int(14, 20) : $this->int(0, 6);
    }

    /** @return list<mixed> */
    private function list(int $depth): array
    {
        if ($this->int(0, 300) === 0) {
            return \array_fill(0, $this->int(65534, 65537), $this->int(0, 1) === 0 ? 1 : 'a');
        }
        $list = [];
        for ($i = $this->size(); $i > 0; $i--) {
            $list[] = $this->any($depth - 1);
        }

        return $list;
    }

    /** @return array<mixed> */
    private function map(int $depth): array
    {
        $map = [];
        for ($i = $this->size(); $i > 0; $i--) {
            if ($this->portable) {
                $key = 'k' . $this->string();
            } else {
                $key = $this->int(0, 2) === 0 ? $this->integer() : $this->string();
            }
            $map[$key] = $this->any($depth - 1);
        }
        // Force a map: an empty one would be packed as an array.
        return $this->portable && $map === [] ? ['k' => 1] : $map;
    }

    private function int(int $min, int $max): int
    {
        return $this->random->getInt($min, $max);
    }
}
