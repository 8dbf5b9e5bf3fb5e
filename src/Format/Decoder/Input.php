<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\Format\Dictionary\Contents;
use Brine\Format\Dictionary\Split;
use Brine\Format\Tag;
use Brine\Internal\DecodeError;
use Brine\Tree\Costs;

/**
 * The bytes of a payload, with its strings and keys (docs/format.md, section 4).
 *
 * @internal
 */
final class Input extends Numbers
{
    /** @var list<string> By string number. */
    public array $strings = [];

    /** The payload's dictionary, if any. */
    public ?Contents $dictionary = null;

    /** First tag of STRING_REF_1 that refers to the dictionary. */
    public int $endOfOwn = 0xA0; // STRING_REF_2

    /** @param int $p where the next byte is */
    public function __construct(string $in, int $p, private readonly Costs $costs)
    {
        $this->in = $in;
        $this->p = $p;
        $this->end = $end = \strlen($in);
        $this->stop = $end - $p > self::BYTES_BETWEEN_STOPS ? $p + self::BYTES_BETWEEN_STOPS : $end;
    }

    /**
     * Reads a string where only a string may occur.
     *
     * @param 'string_expected'|'bad_key' $reason if there is another value
     */
    public function string(string $reason = 'string_expected'): string
    {
        $at = $this->p;
        if ($at >= $this->end) {
            throw DecodeError::at('truncated', $at);
        }
        $tag = \ord($this->in[$at]);
        $this->p = $at + 1;
        if ($tag >= 0x20 && $tag < 0x60) { // SHORT_STRING
            return $this->defineString($tag - 0x1F);
        }
        if ($tag >= 0x60 && $tag < $this->endOfOwn) { // STRING_REF_1
            return $this->stringAgain($tag - 0x60, $at);
        }
        if ($tag >= 0x60 && $tag < 0xB0) { // STRING_REF_1, STRING_REF_2
            return $this->stringAgain($this->numberOfTag($tag), $at);
        }

        return match ($tag) {
            0xE4 => '', // EMPTY_STRING
            0xE5 => $this->longString(), // STRING
            0xE6 => $this->longStringAgain(), // STRING_REF
            default => throw DecodeError::at($reason, $at),
        };
    }

    /** Number of the next string, or the number that it will get; null for a SHORT_STRING or no string. */
    public function numberOfString(): ?int
    {
        $at = $this->p;
        $tag = $at < $this->end ? \ord($this->in[$at]) : 0;
        if ($tag === Tag::STRING) {
            return \count($this->strings);
        }
        $this->p = $at + 1;
        $number = match (true) {
            $tag >= Tag::STRING_REF_1 && $tag <= Tag::STRING_REF_2_LAST => $this->numberOfTag($tag),
            $tag === Tag::STRING_REF => $this->numberBehindTag(),
            default => null,
        };
        $this->p = $at;

        return $number;
    }

    /** Reads a string after its size. */
    private function defineString(int $size): string
    {
        return $this->registerString(\substr($this->in, $this->take($size), $size), $size);
    }

    private function registerString(string $string, int $size): string
    {
        if ($size > 1) {
            $this->strings[] = $string;
            if ($size > Costs::LONG_STRING) {
                $this->costs->noteLongString($size);
            }
        }

        return $string;
    }

    private function stringSize(): int
    {
        $at = $this->p;
        $size = $this->uv();

        return $size !== 0 ? $size : throw DecodeError::with('bad_count', 'the size of a string is 0, and must be 1 or more here', $at);
    }

    /** Reads a STRING after its tag. */
    public function longString(): string
    {
        return $this->defineString($this->stringSize());
    }

    /** The string of a number; negative numbers are the dictionary's (Split::number()). */
    public function stringAgain(int $number, int $at): string
    {
        $string = $number < 0 ? $this->dictionary->strings[-1 - $number] ?? null : $this->strings[$number] ?? null;

        return $string ?? throw DecodeError::at('unknown_string', $at);
    }

    /** The number of a STRING_REF_1 or STRING_REF_2 after its tag. */
    public function numberOfTag(int $tag): int
    {
        if ($tag < $this->endOfOwn) {
            return $tag - 0x60; // STRING_REF_1
        }
        if ($this->dictionary === null) {
            return 64 + (($tag - 0xA0) << 8) + $this->byte(); // STRING_REF_2
        }
        if ($tag < 0xA0) { // STRING_REF_2
            return Split::STRING_REF_1 - 1 - $tag;
        }
        $second = (($tag - 0xA0) << 8) + $this->byte(); // STRING_REF_2

        return $second < Split::OWN_STRINGS_2 ? Split::OWN_STRINGS + $second : Split::OWN_STRINGS_2 - Split::STRINGS - 1 - $second;
    }

    /** The number of a STRING_REF after its tag. */
    private function numberBehindTag(): int
    {
        $uv = $this->uv();

        return $this->dictionary === null ? $uv : Split::number($uv, \count($this->dictionary->strings));
    }

    /** Reads a STRING_REF after its tag. */
    public function longStringAgain(): string
    {
        $at = $this->p;

        return $this->stringAgain($this->numberBehindTag(), $at);
    }

    /** Reads DIGITS, HEX or UUID: two characters a byte, the low four bits first. */
    public function packedString(int $tag): string
    {
        $size = $tag === Tag::UUID ? 32 : $this->stringSize();
        $bytes = $size < 0 ? $size : ($size >> 1) + ($size & 1);
        $at = $this->take($bytes);
        $hex = \substr(\strrev(\bin2hex(\strrev(\substr($this->in, $at, $bytes)))), 0, $size);
        if (($size & 1) === 1 && \ord($this->in[$at + $bytes - 1]) > 0x0F) {
            throw DecodeError::at('bad_digits', $at + $bytes - 1);
        }

        return $this->registerString(match ($tag) {
            Tag::DIGITS => \strtr($hex, 'abcdef', '-:. T+'),
            Tag::UUID => \substr($hex, 0, 8) . '-' . \substr($hex, 8, 4) . '-' . \substr($hex, 12, 4) . '-'
                . \substr($hex, 16, 4) . '-' . \substr($hex, 20),
            default => $hex,
        }, $size);
    }

    /**
     * Reads the keys of a map or table (section 6).
     *
     * @param Shape|null $shape shape that the keys define, if any
     * @return list<int|string>
     */
    public function keys(int $count, ?Shape $shape, int $at): array
    {
        $keys = [];
        $in = $this->in;
        $end = $this->end;
        $p = $this->p;
        while (--$count >= 0) {
            $size = $p < $end ? \ord($in[$p]) - 0x1F : 0; // SHORT_STRING
            if ($size > 1 && $size <= 0x40 && $size < $end - $p) {
                // Inlined: most keys are short strings.
                $keys[] = $this->strings[] = \substr($in, $p + 1, $size);
                $p += 1 + $size;
            } else {
                $this->p = $p;
                $keys[] = $this->key();
                $p = $this->p;
            }
        }
        $this->p = $p;
        $count = \count($keys);
        if ($count > Costs::FEW_KEYS || $this->costs->longStrings > 1) {
            $steps = $this->costs->workOfKeys($keys, $at);
            if ($shape !== null) {
                $shape->steps = $steps;
            }
        }
        // Converts a decimal string to an integer, as PHP does for array keys.
        if (\count(\array_flip($keys)) < $count) {
            throw DecodeError::twice('duplicate_key', $keys, $at);
        }

        return $keys;
    }

    private function key(): int|string
    {
        $at = $this->p;
        if ($at >= $this->end) {
            throw DecodeError::at('truncated', $at);
        }
        $tag = \ord($this->in[$at]);
        if ($tag < 0x20) { // SMALL_INT
            ++$this->p;

            return $tag;
        }
        if ($tag >= 0xDB && $tag <= 0xE1) { // U8 to I64
            ++$this->p;

            return (int) $this->number($tag);
        }

        return $this->string('bad_key');
    }
}
