<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\DecodeException;
use Brine\Internal\ClassList;
use Brine\Internal\Failure;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackLevels;
use Brine\Internal\Warnings;

/**
 * Reads texts of serialize() strictly: the text must be exactly one value.
 *
 * Before PHP 8.3 unserialize() ignores trailing bytes. So arrays and objects are read inside an array with a secret behind them; texts whose
 * numbering that would change are tried without their last byte.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
final class Reader
{
    /** First bytes of all texts, and the whole of short ones. */
    private const HEAD = '/\A(?:
          N;\z | b:[01];\z | i:[+-]?[0-9]+;\z | d:(?:-?INF|NAN|[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?);\z
        | (?<type>[sE]) : (?<size>[0-9]+) :"
        | a : [0-9]+ : \{
        | O : [0-9]+ :"
        | C : (?<name>[0-9]+) :"
    )/xD';

    /** Whether unserialize() warns about trailing bytes (PHP 8.3). */
    private const TELLS_END = \PHP_VERSION_ID >= 80300;

    private const BEFORE = 'a:2:{i:0;';

    /** @var string|null text behind the value: a secret number of this process */
    private static ?string $nonce = null;

    private function __construct()
    {
    }

    /** Whether the first bytes can begin a text. */
    public static function recognises(string $data): bool
    {
        return \preg_match(self::HEAD, $data) === 1;
    }

    /**
     * @param Options $options
     * @throws DecodeException if the text is not exactly one value, or beyond a limit
     */
    public static function read(string $data, array $options): mixed
    {
        if (\preg_match(self::HEAD, $data, $head) !== 1) {
            throw Failure::decoding('Not a text of serialize()', 0, 'unknown_format');
        }
        $classes = $options['allowed_classes'] ?? null;
        $allowed = $classes === null ? Guard::check($data) : ($classes === true ? null : new ClassList($classes === false ? [] : $classes));
        Limits::check($data, $options, $allowed);
        $size = \strlen($data);
        // A depth of 0 would mean no limit.
        $depth = \max(1, StackLevels::left($options['max_depth'] ?? ReadOptions::MAX_DEPTH));
        $native = ['allowed_classes' => $allowed === null ? true : $allowed->namesFor($data), 'max_depth' => $depth];
        if (self::TELLS_END) {
            return self::call($data, $native, 0, $size);
        }
        if ($data[0] !== 'a' && $data[0] !== 'O') {
            $end = self::endOf($data, $head);
        } elseif (!\str_contains($data, ';r:') && !\str_contains($data, ';R:') && !\str_contains($data, ';C:')) {
            return self::readInArray($data, $native);
        } else {
            $end = self::endsWhole($data, $depth) ? $size : Scanner::endOf($data, $depth);
        }
        if ($end < $size) {
            throw self::trailing($end);
        }

        return self::call($data, $native, 0, $size);
    }

    /** @param array{allowed_classes: bool|list<string>, max_depth: int} $options */
    private static function readInArray(string $data, array $options): mixed
    {
        self::$nonce ??= (string) \random_int(1 << 30, \PHP_INT_MAX);
        $depth = $options['max_depth']++;
        $text = self::BEFORE . $data . 'i:1;i:' . self::$nonce . ';}';
        try {
            $value = self::call($text, $options, \strlen(self::BEFORE), \strlen($data));
        } catch (DecodeException $error) {
            // PHP's warning about trailing bytes.
            throw self::trailingOf($data, $depth) ?? $error;
        }
        if (!\is_array($value) || \count($value) !== 2 || ($value[1] ?? null) !== (int) self::$nonce) {
            throw self::trailing(Scanner::endOf($data, $depth));
        }

        return $value[0];
    }

    /**
     * Whether an array or object surely has no trailing bytes: then the text without its last byte is invalid. Tested without creating objects;
     * unknown for texts with enums or string forms (Serializable).
     */
    private static function endsWhole(string $data, int $depth): bool
    {
        if (\str_contains($data, ';E:') || \str_contains($data, ';C:')) {
            return false;
        }
        $messages = [];
        $text = \substr($data, 0, -1);
        $options = ['allowed_classes' => false, 'max_depth' => $depth];
        Warnings::collect(__FILE__, static fn () => \unserialize($text, $options), $messages);

        return $messages !== [];
    }

    /**
     * End of a text's value, if it is neither an array nor an object with plain properties.
     *
     * @param array<string> $head the match of its beginning
     * @return int the end; the size of the text if unserialize() will reject it
     * @throws DecodeException if it is an object with a string form (Serializable) that does not end
     */
    private static function endOf(string $data, array $head): int
    {
        if (($head['type'] ?? '') !== '') {
            $end = \strlen($head[0]) + self::size($head['size'], \strlen($data)) + 2;

            // unserialize() itself reports the place if this is missing.
            return \substr($data, $end - 2, 2) === '";' ? $end : \strlen($data);
        }

        return isset($head['name']) ? Scanner::endOf($data, 1) : \strlen($data);
    }

    /** @return int the number, but at most $most */
    private static function size(string $digits, int $most): int
    {
        return \strlen(\ltrim($digits, '0')) > 10 ? $most : \min((int) $digits, $most);
    }

    /**
     * @param array{allowed_classes: bool|list<string>, max_depth: int} $options
     * @param int $before number of bytes before the caller's
     * @param int $size number of the caller's bytes
     */
    private static function call(string $text, array $options, int $before, int $size): mixed
    {
        $messages = [];
        try {
            $value = Warnings::collect(__FILE__, static fn () => \unserialize($text, $options), $messages);
        } catch (\Throwable $error) {
            throw Failure::reading($error, [__FILE__]);
        }
        if ($messages !== []) {
            throw self::failure($messages, $before, $size);
        }

        return $value;
    }

    /** @param non-empty-list<string> $messages */
    private static function failure(array $messages, int $before, int $size): DecodeException
    {
        $offset = 0;
        foreach ($messages as $message) {
            if (\preg_match('/ at offset ([0-9]+) of /', $message, $match) === 1) {
                $offset = \min(\max(0, (int) $match[1] - $before), $size);
            }
        }
        $message = \preg_replace(['/^unserialize\(\): /', '/ at offset [0-9]+ of [0-9]+ bytes$/'], '', $messages[0]);
        if (\str_starts_with((string) $message, 'Extra data ')) {
            return self::trailing($offset);
        }
        if ($message === 'Error') {
            $message = 'Not a text of serialize()';
        }

        // PHP's message may name another limit than the caller's.
        return \str_starts_with((string) $message, 'Maximum depth')
            ? Failure::decoding("Nested too deeply at offset $offset", $offset, 'max_depth')
            : Failure::decoding("$message at offset $offset", $offset, 'malformed');
    }

    /** The error for a complete value with trailing bytes. */
    private static function trailingOf(string $data, int $depth): ?DecodeException
    {
        try {
            $end = Scanner::endOf($data, $depth);
        } catch (DecodeException) {
            return null;
        }

        return $end < \strlen($data) ? self::trailing($end) : null;
    }

    private static function trailing(int $end): DecodeException
    {
        return Failure::decoding("The value ends before the text does, at offset $end", $end, 'trailing_bytes');
    }
}
