<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\Dictionary\Entries;
use Brine\Format\Dictionary\Split;
use Brine\Format\Tag;
use Brine\Internal\Collisions;

/**
 * The strings of a payload: each is written once, then referred to by number.
 *
 * @internal
 */
final class Strings
{
    /** Longer strings are looked up by a fingerprint first, so that most need no full hash. */
    public const LONG = 256;

    /** Once this many strings are remembered and fewer than one in 16 was repeated, no more are. */
    private const TO_GIVE_UP = 32768;
    private const HITS_SHIFT = 4;

    /** After this many new strings, they are checked for chosen hash collisions. */
    private const SEGMENT = 4096;

    private const DIGITS = '0123456789-:. T+';
    private const HEX = '0123456789abcdef';
    private const ANY = self::DIGITS . 'abcdef';

    /** @var array<array-key, string> bytes for a known string */
    public array $known = [];
    /** How often a string was repeated. */
    public int $hits = 0;
    /** Bytes for the last name or new string. */
    public string $backReference = '';

    /** Bytes that the dictionary's entries have saved, at least. */
    public int $saved = 0;

    /** String numbers used so far, and strings remembered. */
    public int $numbers = 0;
    private int $count = 0;
    /** @var array<string, array{string, string}> the first string of more than 256 bytes with each fingerprint, and the bytes for it */
    private array $long = [];
    /** A random key for lookups, as long as the longest short string, set once chosen collisions were found; empty before. */
    private string $secret = '';
    /** @var array<string, string> bytes for a known string, by its keyed hash: then $known and $long are empty */
    private array $bySecret = [];
    /** @var array<array-key, true> the strings of the dictionary that were used */
    private array $used = [];

    public function __construct(private readonly ?Entries $dictionary)
    {
    }

    /** Writes a key or name. */
    public function name(string $string): string
    {
        if (!isset($string[1])) {
            return $this->backReference = $string === '' ? Tag::EMPTY_STRING_BYTE : Tag::SHORT_STRING_BYTE . $string;
        }
        $found = isset($string[self::LONG]) ? $this->findLong($string) : $this->known[$string] ?? null;
        if ($found !== null) {
            ++$this->hits;

            return $this->backReference = $found;
        }

        return $this->define($string, false);
    }

    /** Bytes for a string of more than 256 bytes, or null if it is new. */
    public function findLong(string $string): ?string
    {
        $alike = $this->long[self::fingerprint($string)] ?? null;

        return match (true) {
            $alike === null => null,
            $alike[0] === $string => $alike[1],
            default => $this->known[$string] ?? null,
        };
    }

    /** Writes a new string of 2 bytes or more. Only values can be packed. */
    public function define(string $string, bool $isValue): string
    {
        $key = $this->secret === '' ? null : $this->keyOf($string);
        if ($key !== null && isset($this->bySecret[$key])) {
            ++$this->hits;

            return $this->backReference = $this->bySecret[$key];
        }
        if ($this->dictionary !== null) {
            $fromDictionary = $this->dictionary->string($string);
            if ($fromDictionary !== null) {
                $this->noteGiven($string, $fromDictionary);

                return $this->backReference = $fromDictionary;
            }
            $backReference = Split::ownString($this->numbers++, $this->dictionary->countStrings());
        } else {
            $number = $this->numbers++;
            $backReference = $number < 64 ? \chr(Tag::STRING_REF_1 + $number) : self::longReference($number);
        }
        $this->backReference = $backReference;
        $size = \strlen($string);
        if ($this->count < self::TO_GIVE_UP || $this->hits >= $this->count >> self::HITS_SHIFT) {
            if ($key !== null) {
                $this->bySecret[$key] = $backReference;
            } elseif ($size > self::LONG && !isset($this->long[$fingerprint = self::fingerprint($string)])) {
                $this->long[$fingerprint] = [$string, $backReference];
            } else {
                $this->known[$string] = $backReference;
            }
            if (++$this->count % self::SEGMENT === 0 && $key === null) {
                $this->checkCollisions();
            }
        }
        if ($size > 64) {
            return ($isValue && $size <= 128 ? self::pack($string, $size) : null) ?? Tag::STRING_BYTE . Numbers::uv($size) . $string;
        }

        return ($isValue && $size >= 8 ? self::pack($string, $size) : null) ?? \chr(Tag::SHORT_STRING - 1 + $size) . $string;
    }

    /** Look up strings by a secret from here on, which an attacker cannot collide. */
    private function checkCollisions(): void
    {
        if (!Collisions::areChosen($this->known, self::SEGMENT) && !Collisions::areChosen($this->long, self::SEGMENT)) {
            return;
        }
        $this->secret = \random_bytes(self::LONG);
        foreach ($this->known as $string => $reference) {
            $this->bySecret[$this->keyOf((string) $string)] = $reference;
        }
        foreach ($this->long as [$string, $reference]) {
            $this->bySecret[$this->keyOf($string)] = $reference;
        }
        $this->known = $this->long = [];
    }

    private function keyOf(string $string): string
    {
        return isset($string[self::LONG]) ? \hash_hmac('sha256', $string, $this->secret, true) : $string ^ $this->secret;
    }

    /** Whether a string of the dictionary was used. */
    public function hasGiven(): bool
    {
        return $this->used !== [];
    }

    /** Counts bytes saved by a dictionary string: as if it were a UUID, with a byte less than half its length, and one byte for a repetition. */
    private function noteGiven(string $string, string $token): void
    {
        $this->saved += (isset($this->used[$string]) ? 1 : \intdiv(\strlen($string), 2) - 1) - \strlen($token);
        $this->used[$string] = true;
    }

    /** Fingerprint of a string of more than 16 bytes: size, and the first, middle and last 8 bytes. */
    public static function fingerprint(string $string): string
    {
        $size = \strlen($string);

        return $size . '/' . \substr($string, 0, 8) . \substr($string, ($size >> 1) - 4, 8) . \substr($string, -8);
    }

    private static function longReference(int $number): string
    {
        $number -= 64;

        return $number < 4096 ? \chr(Tag::STRING_REF_2 | $number >> 8) . \chr($number & 0xFF) : Tag::STRING_REF_BYTE . Numbers::uv($number + 64);
    }

    /** Packs a string of 8 to 128 bytes with four bits per character; null if it is not of one alphabet. */
    private static function pack(string $string, int $size): ?string
    {
        // Rejects most strings by their first byte.
        if (\strspn($string, self::ANY, 0, 2) < 2) {
            return null;
        }
        if (\strspn($string, self::DIGITS) === $size) {
            return Tag::DIGITS_BYTE . \chr($size) . \pack('h*', \strtr($string, '-:. T+', 'abcdef'));
        }
        if (\strspn($string, self::HEX) === $size) {
            return Tag::HEX_BYTE . \chr($size) . \pack('h*', $string);
        }
        if ($size === 36 && $string[8] === '-' && \preg_match('/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\z/', $string) === 1) {
            return Tag::UUID_BYTE . \pack('h*', \str_replace('-', '', $string));
        }

        return null;
    }
}
