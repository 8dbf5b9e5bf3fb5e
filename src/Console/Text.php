<?php

declare(strict_types=1);

namespace Brine\Console;

/**
 * Makes text for a terminal of data that anybody may have written.
 *
 * @internal
 */
final class Text
{
    private const ESCAPES = ["\n" => '\n', "\r" => '\r', "\t" => '\t', "\e" => '\e'];

    private function __construct()
    {
    }

    /**
     * Bytes as text without any control character: these, what changes the direction of writing, and bytes that are no UTF-8 are escaped.
     *
     * @param int $limit characters of the data that are shown at most; what is left out is shown as "…"
     */
    public static function shown(string $data, int $limit = \PHP_INT_MAX): string
    {
        // A character has four bytes at most.
        $isCut = $limit < \strlen($data) >> 2;
        $head = $isCut ? \substr($data, 0, 4 * $limit) : $data;
        // A character that was cut is left out, and not taken for bytes that are none.
        $head = $isCut && \preg_match('//u', $head) !== 1 ? (string) \preg_replace('/[\xC2-\xF4][\x80-\xBF]{0,2}\z/', '', $head) : $head;
        $isText = \preg_match('//u', $head) === 1;
        $unit = $isText ? '/./su' : '/./s';
        if (\preg_match_all($unit, $head) > $limit) {
            \preg_match($isText ? "/\\A.{{$limit}}/su" : "/\\A.{{$limit}}/s", $head, $match);
            $head = $match[0] ?? '';
            $isCut = true;
        }
        $pattern = $isText ? '/[\p{C}\p{Zl}\p{Zp}]/u' : '/[\x00-\x1F\x7F-\xFF]/';
        $shown = \preg_replace_callback(
            $pattern,
            static fn (array $match): string => self::ESCAPES[$match[0]] ?? self::escape($match[0]),
            $head,
        );

        return $shown . ($isCut ? '…' : '');
    }

    /** The same as what stands between quotes: a backslash of the data is told from that of an escape. */
    public static function quoted(string $data, int $limit = \PHP_INT_MAX): string
    {
        $isCut = $limit < \strlen($data) >> 2;
        $doubled = \str_replace('\\', '\\\\', $isCut ? \substr($data, 0, 4 * $limit + 4) : $data);

        return '"' . self::shown($doubled, $limit) . '"';
    }

    /** Whether a terminal may be given the bytes as they are. */
    public static function isPlain(string $data): bool
    {
        return \preg_match('//u', $data) === 1 && \preg_match('/[^\P{C}\n\t]/u', $data) === 0;
    }

    private static function escape(string $character): string
    {
        if (\strlen($character) === 1) {
            return \sprintf('\x%02X', \ord($character));
        }
        $code = 0;
        foreach (\str_split($character) as $i => $byte) {
            $code = $code << 6 | \ord($byte) & ($i > 0 ? 0x3F : 0xFF >> \strlen($character) + 1);
        }

        return \sprintf('\u{%X}', $code);
    }

    /** A number of bytes, for people. */
    public static function bytes(int|float $bytes): string
    {
        foreach (['GB' => 1e9, 'MB' => 1e6, 'KB' => 1e4] as $unit => $size) {
            if (\abs($bytes) >= $size) {
                return \sprintf('%.1f %s', $bytes / ($unit === 'KB' ? 1e3 : $size), $unit);
            }
        }

        return \number_format($bytes) . ' bytes';
    }

    /** A part of a whole, in percent. */
    public static function percent(int|float $part, int|float $whole): string
    {
        return \sprintf('%.1f %%', $whole > 0 ? 100 * $part / $whole : 0.0);
    }
}
