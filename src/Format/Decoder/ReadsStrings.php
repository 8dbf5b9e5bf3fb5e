<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Internal\DecodeError;

/** Section 4 of docs/format.md. A part of Reader. */
trait ReadsStrings
{
    /**
     * A string where no other value can stand.
     *
     * @param 'string_expected'|'bad_key' $reason if there is another value
     */
    private function string(string $reason = 'string_expected'): string
    {
        $at = $this->p;
        if ($at >= $this->end) {
            throw DecodeError::at('truncated', $at);
        }
        $tag = \ord($this->in[$at]);
        $this->p = $at + 1;
        if ($tag >= 0x20 && $tag < 0x60) {
            return $this->newString($tag - 0x1F);
        }
        if ($tag >= 0x60 && $tag < 0xA0) {
            return $this->stringNumber($tag - 0x60, $at);
        }
        if ($tag >= 0xA0 && $tag < 0xB0) {
            return $this->stringNumber(64 + (($tag - 0xA0) << 8) + $this->byte(), $at);
        }

        return match ($tag) {
            0xE4 => '',
            0xE5 => $this->longString(),
            0xE6 => $this->longStringNumber(),
            default => throw DecodeError::at($reason, $at),
        };
    }

    /** The number of the string that comes next, which is none of SHORT_STRING: that of an earlier one, or that which it will get; or null. */
    private function numberOfNextString(): ?int
    {
        $at = $this->p;
        $tag = $at < $this->end ? \ord($this->in[$at]) : 0;
        if ($tag === 0xE5) {
            return \count($this->strings);
        }
        if ($tag >= 0x60 && $tag < 0xA0) {
            return $tag - 0x60;
        }
        $this->p = $at + 1;
        $number = match (true) {
            $tag >= 0xA0 && $tag < 0xB0 => 64 + (($tag - 0xA0) << 8) + $this->byte(),
            $tag === 0xE6 => $this->uv(),
            default => null,
        };
        $this->p = $at;

        return $number;
    }

    private function newString(int $size): string
    {
        $string = \substr($this->in, $this->take($size), $size);
        if ($size > 1) {
            $this->strings[] = $string;
            if ($size > self::LONG_STRING) {
                $this->noteLongString($size);
            }
        }

        return $string;
    }

    private function stringSize(): int
    {
        $at = $this->p;

        $size = $this->uv();

        return $size !== 0 ? $size : throw DecodeError::at('bad_count', $at);
    }

    private function longString(): string
    {
        return $this->newString($this->stringSize());
    }

    private function stringNumber(int $number, int $at): string
    {
        return $this->strings[$number] ?? throw DecodeError::at('unknown_string', $at);
    }

    private function longStringNumber(): string
    {
        $at = $this->p;

        return $this->stringNumber($this->uv(), $at);
    }

    /** DIGITS, HEX and UUID: the low four bits of a byte come before the high four. */
    private function packedString(int $tag): string
    {
        $size = $tag === 0xF9 ? 32 : $this->stringSize();
        $bytes = $size < 0 ? $size : ($size >> 1) + ($size & 1);
        $at = $this->take($bytes);
        $hex = \substr(\strrev(\bin2hex(\strrev(\substr($this->in, $at, $bytes)))), 0, $size);
        if (($size & 1) === 1 && \ord($this->in[$at + $bytes - 1]) > 0x0F) {
            throw DecodeError::at('bad_digits', $at + $bytes - 1);
        }
        if ($tag === 0xF7) {
            $hex = \strtr($hex, 'abcdef', '-:. T+');
        } elseif ($tag === 0xF9) {
            $hex = \substr($hex, 0, 8) . '-' . \substr($hex, 8, 4) . '-' . \substr($hex, 12, 4) . '-'
                . \substr($hex, 16, 4) . '-' . \substr($hex, 20);
        }
        if ($size > 1) {
            $this->strings[] = $hex;
            if ($size > self::LONG_STRING) {
                $this->noteLongString($size);
            }
        }

        return $hex;
    }
}
