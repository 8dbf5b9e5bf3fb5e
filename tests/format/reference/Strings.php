<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** Section 4, Strings: those that were given, and a reader of further ones. */
final class Strings
{
    /** The characters of DIGITS and of HEX, by their four bits. */
    private const DIGITS = '0123456789-:. T+';
    private const HEX = '0123456789abcdef';

    /** @var list<string> By string number. */
    private array $given = [];

    /** Section 13: of the dictionary that the payload names. */
    public ?Dictionary $dictionary = null;

    public function __construct(private readonly Numbers $in)
    {
    }

    public function count(): int
    {
        return count($this->given);
    }

    public static function isString(int $tag): bool
    {
        return $tag >= 0x20 && $tag < 0xB0 || $tag >= 0xE4 && $tag <= 0xE6;
    }

    public function read(): string
    {
        return $this->in->item(function (): string {
            $tag = $this->in->u(1);

            return match (true) {
                !self::isString($tag) => throw new MalformedPayload('string_expected', 'A string is expected'),
                $tag < 0x60 => $this->newString($this->in->bytes($tag - 0x1F)),
                $tag < 0xA0 => $this->numbered($tag - 0x60, 64, 0),
                $tag < 0xB0 => $this->numbered(256 * ($tag - 0xA0) + $this->in->u(1), 4096, 64),
                $tag === 0xE4 => '',
                $tag === 0xE5 => $this->newString($this->in->bytes($this->in->item($this->size(...)))),
                $tag === 0xE6 => $this->in->item(fn (): string => $this->dictionary === null
                    ? Numbers::numbered($this->given, $this->in->uv(), 'unknown_string')
                    : Dictionary::behindTag($this->given, $this->dictionary->strings, $this->in->uv(), 'unknown_string')),
            };
        });
    }

    /** @param int $number Among those of its tags, before which there are others */
    private function numbered(int $number, int $among, int $before): string
    {
        return $this->dictionary === null
            ? Numbers::numbered($this->given, $before + $number, 'unknown_string')
            : Dictionary::inTag($this->given, $this->dictionary->strings, $number, $among, intdiv($before, 4), 'unknown_string');
    }

    private function size(): int
    {
        return $this->in->uv() ?: throw new MalformedPayload('bad_count', 'A string of no bytes');
    }

    private function newString(string $bytes): string
    {
        if (strlen($bytes) > 1) {
            $this->given[] = $bytes;
        }

        return $bytes;
    }

    /** Whether the tag is of a string that is a value only. */
    public static function isPacked(int $tag): bool
    {
        return $tag >= 0xF7 && $tag <= 0xF9;
    }

    public function readPacked(): string
    {
        return $this->newString(match ($this->in->u(1)) {
            0xF7 => $this->packed(self::DIGITS, $this->in->item($this->size(...))),
            0xF8 => $this->packed(self::HEX, $this->in->item($this->size(...))),
            0xF9 => vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split($this->packed(self::HEX, 32), 4)),
        });
    }

    /** @param int $size A negative size is one of 2**63 or more. */
    private function packed(string $alphabet, int $size): string
    {
        $bytes = $this->in->bytes($size < 0 ? $size : intdiv($size, 2) + $size % 2);
        $string = '';
        foreach (str_split($bytes) as $byte) {
            $string .= $alphabet[ord($byte) & 0x0F] . $alphabet[ord($byte) >> 4];
        }
        if ($size % 2 === 1 && ord($bytes[-1]) > 0x0F) {
            throw (new MalformedPayload('bad_digits', 'A bit beyond the last character is set'))->placedAt($this->in->offset() - 1);
        }

        return substr($string, 0, $size);
    }
}
