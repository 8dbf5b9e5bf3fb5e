<?php

declare(strict_types=1);

namespace Brine\Training;

/**
 * What looks like a secret: a long token that nobody has thought of, as keys, hashes, session ids and card numbers are.
 *
 * @internal
 */
final class Secrets
{
    /** A token has at least so many characters. */
    private const LEAST = 16;

    /** Twelve digits are a number of something. */
    private const DIGITS = 12;

    /** Of words that were written together, one character in five begins a new word; of random ones nearly half change their kind. */
    private const CHANGES = 0.3;

    private function __construct()
    {
    }

    public static function areIn(string $string): bool
    {
        // Names of constants have separators.
        if (\preg_match('/[0-9]{' . self::DIGITS . '}|(?=[A-Z]*[0-9])[A-Z0-9]{' . self::LEAST . '}/', $string) === 1) {
            return true;
        }
        \preg_match_all('~[A-Za-z0-9+/=_-]{' . self::LEAST . ',}~', $string, $tokens);
        foreach ($tokens[0] as $token) {
            if (self::isRandom($token)) {
                return true;
            }
        }

        return false;
    }

    /**
     * Whether a key may be data: no name that somebody has given in code has a space, an "@", three digits in a row or letters beyond ASCII.
     */
    public static function mayBeData(string $key): bool
    {
        return \preg_match('/[^\x21-\x7E]|@|[0-9]{3}/', $key) === 1;
    }

    /**
     * What is left of bytes without it.
     *
     * @return non-empty-list<string>
     */
    public static function cut(string $bytes): array
    {
        $parts = [];
        $start = 0;
        \preg_match_all('~[A-Za-z0-9+/=_-]{' . self::DIGITS . ',}~', $bytes, $tokens, \PREG_OFFSET_CAPTURE);
        foreach ($tokens[0] as [$token, $offset]) {
            if (self::areIn($token)) {
                $parts[] = \substr($bytes, $start, $offset - $start);
                $start = $offset + \strlen($token);
            }
        }

        return [...$parts, \substr($bytes, $start)];
    }

    private static function isRandom(string $token): bool
    {
        // What separates words, and a word that begins with a capital letter.
        $kinds = \preg_replace(['/[_=\/+-]+/', '/[A-Z][a-z]+/', '/[a-z]/', '/[A-Z]/', '/[0-9]/'], ['', 'aa', 'a', 'A', '0'], $token) ?? '';
        $size = \strlen($kinds);
        if ($size < self::LEAST || !\str_contains($kinds, '0') && !\str_contains($kinds, 'A')) {
            return false;
        }
        $changes = 0;
        for ($i = 1; $i < $size; ++$i) {
            $changes += $kinds[$i] === $kinds[$i - 1] ? 0 : 1;
        }

        return $changes > self::CHANGES * $size;
    }
}
