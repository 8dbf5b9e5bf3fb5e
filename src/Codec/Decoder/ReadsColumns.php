<?php

declare(strict_types=1);

namespace Brine\Codec\Decoder;

use Brine\Codec\DecodeError;

/** The columns of section 5 of docs/format.md. A part of Reader. */
trait ReadsColumns
{
    private function column(int $count): Column
    {
        $at = $this->p;
        $byte = $this->byte();
        $kind = $byte & 0x3F;
        $flag = $byte & 0xC0;
        if ($kind === 0 && $flag !== 0 || $flag === 0xC0 || $kind > 0x05 && $kind < 0x08 || $kind > 0x1F) {
            throw DecodeError::at('bad_column', $at);
        }
        if ($kind === 0) {
            return new Column(null);
        }
        if ($flag === 0) {
            return new Column($this->cells($kind, $count, $at));
        }
        $marks = $this->marks($count);
        $cells = $this->cells($kind, $count - \array_sum($marks), $at);
        $all = $own = [];
        $next = 0;
        foreach ($marks as $i => $mark) {
            if ($mark === 0) {
                $all[] = $cells[$next++];
            } else {
                $all[] = null;
                $own[] = $i;
            }
        }

        return new Column($all, $flag === 0x80 ? $own : []);
    }

    /**
     * The cells that are not marked, of a kind that is not VALUES.
     *
     * @return list<mixed>
     */
    private function cells(int $kind, int $count, int $at): array
    {
        return match (true) {
            $kind === 0x01 => $this->constant($count),
            $kind === 0x02 => $this->booleans($count),
            $kind === 0x03 => $this->affine($count, $at),
            $kind === 0x04 => $this->unpacked('g', $this->take(4 * $count), $count),
            $kind === 0x05 => $this->unpacked('e', $this->take(8 * $count), $count),
            $kind < 0x10 => $this->integers($this->sv(), ($kind & 7) + 1, $count),
            $kind < 0x18 => $this->deltas(($kind & 7) + 1, $count),
            default => $this->decimals(($kind & 7) + 1, $count),
        };
    }

    /**
     * For each element or cell 1 if it is marked, otherwise 0: at least one of each.
     *
     * @return list<int>
     */
    private function marks(int $count): array
    {
        $at = $this->p;
        $marks = $this->bits($count);
        $sum = \array_sum($marks);
        if ($sum === 0 || $sum === $count) {
            throw DecodeError::at('bad_column', $at);
        }

        return $marks;
    }

    /** @return list<int> */
    private function bits(int $count): array
    {
        $size = ($count + 7) >> 3;
        $at = $this->take($size);
        if (($count & 7) !== 0 && \ord($this->in[$at + $size - 1]) >> ($count & 7) !== 0) {
            throw DecodeError::at('bad_column', $at);
        }
        $bits = [];
        for ($i = 0; $i < $count; $i += 8, ++$at) {
            $byte = \ord($this->in[$at]);
            for ($bit = 0; $bit < 8 && $i + $bit < $count; ++$bit) {
                $bits[] = $byte >> $bit & 1;
            }
        }

        return $bits;
    }

    /** @return list<bool> */
    private function booleans(int $count): array
    {
        return \array_map(static fn (int $bit): bool => $bit === 1, $this->bits($count));
    }

    /** @return list<mixed> */
    private function constant(int $count): array
    {
        $at = $this->p;
        [$left, $impurities] = [$this->left, $this->impurities];
        $value = $this->plainValue();
        if ($this->impurities !== $impurities) {
            throw DecodeError::at('unknown_array', $at);
        }
        $elements = $left - $this->left;
        if ($elements > 0 && $count - 1 > \intdiv($this->left, $elements)) {
            throw DecodeError::at('max_elements', $at);
        }
        $this->left -= $elements * ($count - 1);

        return \array_fill(0, $count, $value);
    }

    /** @return list<int> */
    private function affine(int $count, int $at): array
    {
        $start = $this->sv();
        $step = $this->sv();
        $cells = [$start];
        for ($cell = $start, $i = 1; $i < $count; ++$i) {
            $cell += $step;
            if (!\is_int($cell)) {
                throw DecodeError::at('out_of_range', $at);
            }
            $cells[] = $cell;
        }

        return $cells;
    }

    /**
     * @param string $code of unpack()
     * @return ($code is 'g'|'e' ? list<float> : list<int>)
     */
    private function unpacked(string $code, int $at, int $count): array
    {
        return $count === 0 ? [] : \array_values(\unpack("$code$count", $this->in, $at) ?: []);
    }

    /**
     * Unsigned integers of $width bytes each; one of 2**63 or more as the negative number of the same bits.
     *
     * @return list<int>
     */
    private function unsigned(int $width, int $count): array
    {
        $at = $this->take($width * $count);
        switch ($width) {
            case 1:
                return $this->unpacked('C', $at, $count);
            case 2:
                return $this->unpacked('v', $at, $count);
            case 4:
                return $this->unpacked('V', $at, $count);
            case 8:
                return $this->unpacked('P', $at, $count);
        }
        if ($count === 0) {
            return [];
        }
        $word = $width < 4 ? 4 : 8;
        $padding = \str_repeat("\0", $word - $width);
        $words = \implode($padding, \str_split(\substr($this->in, $at, $width * $count), $width)) . $padding;

        return \array_values(\unpack($word === 4 ? 'V*' : 'P*', $words) ?: []);
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
        $cell = $this->sv();
        $step = $this->sv();
        $cells = [$cell];
        foreach ($this->unsigned($width, $count - 1) as $more) {
            $sum = $cell + $step;
            $sum = \is_int($sum) ? $sum : self::wrappingSum($cell, $step);
            $cell = $sum + $more;
            $cell = \is_int($cell) ? $cell : self::wrappingSum($sum, $more);
            $cells[] = $cell;
        }

        return $cells;
    }

    /** @return list<float> */
    private function decimals(int $width, int $count): array
    {
        $at = $this->p;
        $exponent = $this->byte();
        if ($exponent > 15) {
            throw DecodeError::at('bad_column', $at);
        }
        $scale = (float) 10 ** $exponent;
        $cells = [];
        foreach ($this->integers($this->sv(), $width, $count) as $integer) {
            $cells[] = (float) $integer / $scale;
        }

        return $cells;
    }

    /** Modulo 2**64. */
    private static function wrappingSum(int $a, int $b): int
    {
        $low = ($a & 0xFFFFFFFF) + ($b & 0xFFFFFFFF);
        $high = ($a >> 32) + ($b >> 32) + ($low >> 32);

        return $high << 32 | $low & 0xFFFFFFFF;
    }
}
