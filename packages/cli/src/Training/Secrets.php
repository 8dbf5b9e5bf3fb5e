<?php

declare(strict_types=1);

namespace Brine\Training;

/**
 * Detects secrets: long random tokens such as keys, hashes, session ids and card numbers.
 *
 * @internal
 */
final class Secrets
{
    /** Shortest token in characters. */
    private const LEAST = 16;

    /** Twelve digits are probably an id. */
    private const DIGITS = 12;

    /** A token is random if more of its characters differ in kind (small, capital, digit) from the one before. Words have 0.2, random ones 0.5. */
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

    /** Whether a key may be data: names in code have no spaces, "@", three digits in a row, or letters beyond ASCII. */
    public static function mayBeData(string $key): bool
    {
        return \preg_match('/[^\x21-\x7E]|@|[0-9]{3}/', $key) === 1;
    }

    /**
     * Splits bytes at their secrets.
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
        // Drops separators; a capitalized word counts as lower case.
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
