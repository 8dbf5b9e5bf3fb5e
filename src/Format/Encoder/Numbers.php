<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Tag;

/**
 * Writes numbers in the forms of docs/format.md, section 2, and as separate values.
 *
 * @internal
 */
final class Numbers
{
    /** @param int $number at least 0 */
    public static function uv(int $number): string
    {
        if ($number < 192) {
            return \chr($number);
        }
        if ($number < 8384) {
            $number -= 192;

            return \chr(0xC0 | $number >> 8) . \chr($number & 0xFF);
        }
        if ($number < 991424) {
            $number -= 8384;

            return \chr(0xE0 + ($number >> 16)) . \pack('v', $number & 0xFFFF);
        }

        return $number <= 0xFFFFFFFF ? \pack('CV', 0xF0, $number) : \pack('CP', 0xF1, $number);
    }

    public static function sv(int $number): string
    {
        $zigzag = $number << 1 ^ ($number < 0 ? -1 : 0);

        // From 2^63 on, the number is negative in PHP.
        return $zigzag >= 0 ? self::uv($zigzag) : \pack('CP', 0xF1, $zigzag);
    }

    public static function int(int $value): string
    {
        if ($value >= 0) {
            return match (true) {
                $value < 32 => \chr($value),
                $value < 0x100 => Tag::U8_BYTE . \chr($value),
                $value < 0x10000 => \pack('Cv', 0xDC, $value), // U16
                $value <= 0xFFFFFFFF => \pack('CV', 0xDD, $value), // U32
                default => \pack('CP', 0xE1, $value), // I64
            };
        }

        return match (true) {
            $value >= -0x80 => Tag::I8_BYTE . \chr($value & 0xFF),
            $value >= -0x8000 => \pack('Cv', 0xDF, $value & 0xFFFF), // I16
            $value >= -0x80000000 => \pack('CV', 0xE0, $value & 0xFFFFFFFF), // I32
            default => \pack('CP', 0xE1, $value), // I64
        };
    }

    /** Bytes of an integer as a separate value. */
    public static function intSize(int $value): int
    {
        if ($value >= 0) {
            return $value < 32 ? 1 : ($value < 0x100 ? 2 : ($value < 0x10000 ? 3 : ($value <= 0xFFFFFFFF ? 5 : 9)));
        }

        return $value >= -0x80 ? 2 : ($value >= -0x8000 ? 3 : ($value >= -0x80000000 ? 5 : 9));
    }

    public static function double(float $value): string
    {
        $bytes = \pack('e', $value);
        // A double that fits into binary32 has zeros in the low 29 bits of its fraction; the smallest binary32 numbers have even fewer bits.
        if ($bytes[0] === "\0" && $bytes[1] === "\0" && $bytes[2] === "\0") {
            $narrow = \pack('g', $value);
            if (\unpack('g', $narrow) === [1 => $value]) {
                return Tag::F32_BYTE . $narrow;
            }
        }

        return Tag::F64_BYTE . $bytes;
    }

    /** Whether it is −0.0, which PHP considers equal to 0.0. */
    public static function isNegativeZero(float $value): bool
    {
        return $value === 0.0 && \fdiv(1.0, $value) < 0.0;
    }

    /** The difference modulo 2^64. */
    public static function subtract(int $a, int $b): int
    {
        if (\abs($a >> 1) < 1 << 61 && \abs($b >> 1) < 1 << 61) {
            return $a - $b;
        }
        $low = ($a & 0xFFFFFFFF) - ($b & 0xFFFFFFFF);
        $high = ($a >> 32) - ($b >> 32) + ($low >> 32);

        return $high << 32 | $low & 0xFFFFFFFF;
    }

    /** Bytes of an unsigned integer, 1 to 8. Negative means 2^63 and above. */
    public static function width(int $number): int
    {
        if ($number < 0 || $number > 0xFFFFFFFFFFFFFF) {
            return 8;
        }
        $width = 1;
        while ($number > 0xFF) {
            $number >>= 8;
            ++$width;
        }

        return $width;
    }

    /** Bytes of the offsets from $low to $high, modulo 2^64. */
    public static function rangeWidth(int $low, int $high): int
    {
        return self::width(self::subtract($high, $low));
    }

    /**
     * The low $width bytes of each number.
     *
     * @param list<int> $numbers
     */
    public static function bytes(array $numbers, int $width): string
    {
        $format = match ($width) {
            1 => 'C*',
            2 => 'v*',
            3, 4 => 'V*',
            default => 'P*',
        };
        $bytes = '';
        // In chunks, since pack() takes each number as an argument.
        foreach (\count($numbers) > 4096 ? \array_chunk($numbers, 4096) : [$numbers] as $piece) {
            $bytes .= \pack($format, ...$piece);
        }
        if ($width === 3) {
            return \implode('', \array_map(static fn (string $number): string => \substr($number, 0, 3), \str_split($bytes, 4)));
        }
        if ($width > 4 && $width < 8) {
            return \implode('', \array_map(static fn (string $number): string => \substr($number, 0, $width), \str_split($bytes, 8)));
        }

        return $bytes;
    }

    /**
     * A bit per cell.
     *
     * @param array<int, int> $positions the positions whose bit is set
     */
    public static function bitmap(array $positions, int $count): string
    {
        $bytes = \array_fill(0, $count + 7 >> 3, 0);
        foreach ($positions as $position) {
            $bytes[$position >> 3] |= 1 << ($position & 7);
        }

        return self::bytes(\array_values($bytes), 1);
    }
}
