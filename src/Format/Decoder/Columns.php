<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\DecodeException;
use Brine\Format\ColumnKind;
use Brine\Internal\DecodeError;

/**
 * Reads columns (docs/format.md, section 5).
 *
 * @internal
 */
final class Columns
{
    public const OF_RUN = 'the column of a run';

    private readonly Input $input;

    /** Number of the current column, and how many the table has; both 0 for a run's single column. */
    private int $number = 0;
    private int $of = 0;

    public function __construct(private readonly Reader $reader)
    {
        $this->input = $reader->input;
    }

    /**
     * @param int $number of the column in its table, counted from 1
     * @param int $of     how many columns the table has; 0 for a run
     */
    public function next(int $count, int $number = 0, int $of = 0): Column
    {
        $this->number = $number;
        $this->of = $of;
        $at = $this->input->p;
        $byte = $this->input->byte();
        $kind = $byte & 0x3F;
        $flag = $byte & 0xC0;
        $isKind = $kind < 0x06 || $kind >= 0x08 && $kind < 0x20; // F64, INTEGERS, DECIMALS
        if (!$isKind || $flag === 0xC0 || $kind === 0 && $flag !== 0) {
            throw self::badKind($this->name(), $byte, $at);
        }
        if ($kind === 0x00) { // VALUES
            return new Column(null);
        }
        if ($flag === 0) {
            return new Column($this->cells($kind, $count, $at));
        }
        $bitmap = $this->bitmap($count, $this->name());
        $cells = $this->cells($kind, $count - \array_sum($bitmap), $at);
        $all = $marked = [];
        $next = 0;
        foreach ($bitmap as $i => $mark) {
            if ($mark === 0) {
                $all[] = $cells[$next++];
            } else {
                $all[] = null;
                $marked[] = $i;
            }
        }

        return new Column($all, $flag === ColumnKind::OTHERS ? $marked : []);
    }

    /**
     * Reads the unmarked cells of a column that is not VALUES.
     *
     * @return list<mixed>
     */
    public function cells(int $kind, int $count, int $at): array
    {
        return match ($kind) {
            0x01 => $this->constant($count), // CONSTANT
            0x02 => $this->booleans($count), // BOOLEANS
            0x03 => $this->affine($count, $at), // AFFINE
            0x04 => $this->doubles('g', $this->input->take(4 * $count), $count), // F32
            0x05 => $this->doubles('e', $this->input->take(8 * $count), $count), // F64
            0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x0F => $this->integers($this->input->sv(), ($kind & 7) + 1, $count), // INTEGERS
            0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17 => $this->deltas(($kind & 7) + 1, $count), // DELTAS
            default => $this->decimals(($kind & 7) + 1, $count),
        };
    }

    /**
     * Reads the marks: 1 for each marked element or cell. At least one must be marked and one not.
     *
     * @param string $of name of the marked things, for errors
     * @return list<int>
     */
    public function bitmap(int $count, string $of): array
    {
        $message = "the bitmap of $of marks nothing, everything, or what is beyond its end";
        $at = $this->input->p;
        $bitmap = $this->bits($count, $message);
        $sum = \array_sum($bitmap);
        if ($sum === 0 || $sum === $count) {
            throw DecodeError::with('bad_column', $message, $at);
        }

        return $bitmap;
    }

    /**
     * @param string $message for the error if bits after the last one are set
     * @return list<int>
     */
    private function bits(int $count, string $message): array
    {
        $size = ($count + 7) >> 3;
        $at = $this->input->take($size);
        if (($count & 7) !== 0 && \ord($this->input->in[$at + $size - 1]) >> ($count & 7) !== 0) {
            throw DecodeError::with('bad_column', $message, $at);
        }
        $in = $this->input->in;
        $bits = [];
        for ($i = 0; $i < $count; $i += 8, ++$at) {
            $byte = \ord($in[$at]);
            for ($bit = 0; $bit < 8 && $i + $bit < $count; ++$bit) {
                $bits[] = $byte >> $bit & 1;
            }
        }

        return $bits;
    }

    /** @return list<bool> */
    private function booleans(int $count): array
    {
        return \array_map(static fn (int $bit): bool => $bit === 1, $this->bits($count, $this->name() . ' has bits beyond its end'));
    }

    /** @return list<mixed> */
    private function constant(int $count): array
    {
        $at = $this->input->p;
        $costs = $this->reader->costs;
        [$left, $identityCount, $spent] = [$costs->left, $this->reader->arrays->identityCount, $costs->spent];
        try {
            $value = $this->reader->plainValue();
        } catch (DecodeException $error) {
            // Not counted as a shared array per cell: the table is its place.
            $this->reader->path()->clear();
            throw $error;
        }
        if ($this->reader->arrays->identityCount !== $identityCount) {
            throw DecodeError::at('unknown_array', $at);
        }
        $elements = $left - $costs->left;
        if ($elements > 0 && $count - 1 > \intdiv($costs->left, $elements)) {
            throw $costs->beyond('max_elements', $at);
        }
        $costs->left -= $elements * ($count - 1);
        if ($costs->spent > $spent) {
            $costs->spendAgain($costs->spent - $spent, $count - 1);
        }

        return \array_fill(0, $count, $value);
    }

    /** @return list<int> */
    private function affine(int $count, int $at): array
    {
        $start = $this->input->sv();
        $step = $this->input->sv();
        $cells = [$start];
        for ($cell = $start, $i = 1; $i < $count; ++$i) {
            $next = $cell + $step;
            // @phpstan-ignore function.alreadyNarrowedType (a double if it is beyond the range)
            if (!\is_int($next)) {
                throw DecodeError::at('out_of_range', $at);
            }
            $cells[] = $cell = $next;
        }

        return $cells;
    }

    /**
     * @param 'e'|'g' $code of unpack()
     * @return list<float>
     */
    private function doubles(string $code, int $at, int $count): array
    {
        /** @var array<int, float> $doubles the bytes are present */
        $doubles = \unpack("$code$count", $this->input->in, $at);

        return \array_values($doubles);
    }

    /**
     * @param 'C'|'v'|'V'|'P' $code of unpack()
     * @return list<int>
     */
    private static function words(string $code, string $bytes, int $at, int $count): array
    {
        /** @var array<int, int> $words the bytes are present */
        $words = \unpack("$code$count", $bytes, $at);

        return \array_values($words);
    }

    /**
     * Unsigned integers of $width bytes. Values from 2**63 on are negative, with the same bits.
     *
     * @return list<int>
     */
    private function unsigned(int $width, int $count): array
    {
        $at = $this->input->take($width * $count);
        if ($count === 0) {
            return [];
        }

        return match ($width) {
            1 => self::words('C', $this->input->in, $at, $count),
            2 => self::words('v', $this->input->in, $at, $count),
            3 => self::words('V', $this->padded($at, 3, $count, "\0"), 0, $count),
            4 => self::words('V', $this->input->in, $at, $count),
            5 => self::words('P', $this->padded($at, 5, $count, "\0\0\0"), 0, $count),
            6 => self::words('P', $this->padded($at, 6, $count, "\0\0"), 0, $count),
            7 => self::words('P', $this->padded($at, 7, $count, "\0"), 0, $count),
            default => self::words('P', $this->input->in, $at, $count),
        };
    }

    /**
     * Integers of a width that unpack() does not support, each padded with zero bytes.
     *
     * @param positive-int $width
     */
    private function padded(int $at, int $width, int $count, string $padding): string
    {
        return \implode($padding, \str_split(\substr($this->input->in, $at, $width * $count), $width)) . $padding;
    }

    /** @return list<int> */
    private function integers(int $base, int $width, int $count): array
    {
        $cells = $this->unsigned($width, $count);
        if ($base === 0) {
            return $cells;
        }
        $sums = [];
        foreach ($cells as $cell) {
            $sum = $base + $cell;
            $sums[] = \is_int($sum) ? $sum : self::wrappingSum($base, $cell);
        }

        return $sums;
    }

    /** @return list<int> */
    private function deltas(int $width, int $count): array
    {
        $cell = $this->input->sv();
        $step = $this->input->sv();
        $cells = [$cell];
        foreach ($this->unsigned($width, $count - 1) as $more) {
            $sum = $cell + $step;
            // @phpstan-ignore function.alreadyNarrowedType (a double if it is beyond the range)
            $cell = \is_int($sum) ? $sum : self::wrappingSum($cell, $step);
            $sum = $cell + $more;
            $cells[] = $cell = \is_int($sum) ? $sum : self::wrappingSum($cell, $more);
        }

        return $cells;
    }

    /** @return list<float> */
    private function decimals(int $width, int $count): array
    {
        $at = $this->input->p;
        $exponent = $this->input->byte();
        if ($exponent > 15) {
            throw DecodeError::with('bad_column', $this->name() . " has the exponent $exponent, and at most 15 is possible", $at);
        }
        $scale = (float) 10 ** $exponent;
        $cells = [];
        foreach ($this->integers($this->input->sv(), $width, $count) as $integer) {
            $cells[] = (float) $integer / $scale;
        }

        return $cells;
    }

    /** Name of the current column in errors. */
    private function name(): string
    {
        return $this->of > 0 ? "column $this->number of $this->of" : self::OF_RUN;
    }

    public static function badKind(string $column, int $kind, int $at): DecodeException
    {
        return DecodeError::with('bad_column', \sprintf('%s has the kind %02X, which is not allowed', $column, $kind), $at);
    }

    /** Modulo 2**64. */
    private static function wrappingSum(int $a, int $b): int
    {
        $low = ($a & 0xFFFFFFFF) + ($b & 0xFFFFFFFF);
        $high = ($a >> 32) + ($b >> 32) + ($low >> 32);

        return $high << 32 | $low & 0xFFFFFFFF;
    }
}
