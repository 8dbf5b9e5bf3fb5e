<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Makes untrusted data printable on a terminal.
 *
 * @internal
 */
final class TerminalText
{
    private const ESCAPES = ["\n" => '\n', "\r" => '\r', "\t" => '\t', "\e" => '\e'];

    private function __construct()
    {
    }

    /**
     * Escapes control characters, marks of text direction, and invalid UTF-8.
     *
     * @param int $limit characters of the data shown at most; the rest is shown as "…"
     */
    public static function shown(string $data, int $limit = \PHP_INT_MAX): string
    {
        // A character has at most four bytes.
        $isCut = $limit < \strlen($data) >> 2;
        $head = $isCut ? \substr($data, 0, 4 * $limit) : $data;
        // A cut character is left out, rather than shown as invalid bytes.
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

    /** For text between quotes: also escapes backslashes. */
    public static function quoted(string $data, int $limit = \PHP_INT_MAX): string
    {
        $isCut = $limit < \strlen($data) >> 2;
        $doubled = \str_replace('\\', '\\\\', $isCut ? \substr($data, 0, 4 * $limit + 4) : $data);

        return '"' . self::shown($doubled, $limit) . '"';
    }

    /** Whether the bytes are safe to print on a terminal. */
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
}
