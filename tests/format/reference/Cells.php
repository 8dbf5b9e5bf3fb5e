<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Sections 5.1 and 5.2, Columns and Bitmaps: the parts of a column that are not values. */
final class Cells
{
    public function __construct(private readonly Numbers $in)
    {
    }

    // Section 5.1: Columns

    /** @return array{int, int} Kind without flag, and flag. */
    public function kind(): array
    {
        $byte = $this->in->u(1);
        $kind = $byte & 0x3F;
        $flag = $byte & 0xC0;
        if ($kind > 0x05 && $kind < 0x08 || $kind > 0x1F || $flag === 0xC0) {
            throw new MalformedPayload('bad_column', sprintf('There is no kind %02X of column', $byte));
        }

        return [$kind, $flag];
    }

    /**
     * Data for all cells is read at once.
     *
     * @return \Generator<int, string> The native text of each cell.
     */
    public function members(int $kind, int $count): \Generator
    {
        $width = ($kind & 7) + 1;

        return match (true) {
            $kind === 0x02 => $this->booleans($this->bits($count)),
            $kind === 0x03 => $this->affine($this->in->sv(), $this->in->sv(), $count),
            $kind === 0x04 => $this->doubles($this->in->part($count * 4), 4),
            $kind === 0x05 => $this->doubles($this->in->part($count * 8), 8),
            $kind < 0x10 => $this->integers($this->in->sv(), $this->in->part($count * $width), $width),
            $kind < 0x18 => $this->deltas($this->in->sv(), $this->in->sv(), $this->in->part(($count - 1) * $width), $width),
            default => $this->decimals($this->exponent(), $this->in->sv(), $this->in->part($count * $width), $width),
        };
    }

    /** @param list<int> $bits */
    private function booleans(array $bits): \Generator
    {
        foreach ($bits as $bit) {
            yield "b:$bit;";
        }
    }

    private function affine(int $start, int $step, int $count): \Generator
    {
        for ($last = $start, $i = 1; $i < $count && $step !== 0; ++$i) {
            $last += $step;
            if (is_float($last)) {
                throw new MalformedPayload('out_of_range', 'A cell is outside of the signed 64-bit range');
            }
        }

        return (static function () use ($start, $step, $count): \Generator {
            for ($next = $start, $i = 0; $i < $count; ++$i, $next += $step) {
                yield "i:$next;";
            }
        })();
    }

    private function doubles(Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield serialize($width === 4 ? $cells->f32() : $cells->f64());
        }
    }

    private function integers(int $base, Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield 'i:' . self::wrappingSum($base, $cells->u($width)) . ';';
        }
    }

    private function deltas(int $start, int $step, Numbers $cells, int $width): \Generator
    {
        yield "i:$start;";
        while ($cells->left() > 0) {
            $start = self::wrappingSum(self::wrappingSum($start, $step), $cells->u($width));
            yield "i:$start;";
        }
    }

    private function exponent(): int
    {
        return $this->in->item(function (): int {
            $exponent = $this->in->u(1);
            if ($exponent > 15) {
                throw new MalformedPayload('bad_column', 'An exponent is not above 15');
            }

            return $exponent;
        });
    }

    private function decimals(int $exponent, int $base, Numbers $cells, int $width): \Generator
    {
        while ($cells->left() > 0) {
            yield serialize((float) self::wrappingSum($base, $cells->u($width)) / (float) 10 ** $exponent);
        }
    }

    private static function wrappingSum(int $a, int $b): int
    {
        $low = ($a & 0xFFFFFFFF) + ($b & 0xFFFFFFFF);
        $high = ($a >> 32) + ($b >> 32) + ($low >> 32);

        return $high << 32 | $low & 0xFFFFFFFF;
    }

    // Section 5.2: Bitmaps

    /** @return list<int> For each of $count elements or cells 1 if it is marked, otherwise 0. */
    public function bitmap(int $count): array
    {
        return $this->in->item(function () use ($count): array {
            $marks = $this->bits($count);
            if (in_array(array_sum($marks), [0, $count], true)) {
                throw new MalformedPayload('bad_column', 'A bitmap without a mark, or with nothing but marks');
            }

            return $marks;
        });
    }

    /** @return list<int> */
    private function bits(int $count): array
    {
        return $this->in->item(function () use ($count): array {
            $bits = [];
            foreach (str_split($this->in->bytes(intdiv($count + 7, 8))) as $byte) {
                for ($i = 0; $i < 8; ++$i) {
                    $bits[] = ord($byte) >> $i & 1;
                }
            }
            if (array_sum(array_slice($bits, $count)) > 0) {
                throw new MalformedPayload('bad_column', 'A bit beyond the last is set');
            }

            return array_slice($bits, 0, $count);
        });
    }
}
