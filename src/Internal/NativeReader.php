<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Reads what serialize() has written: the whole text is one value, or nothing is read.
 *
 * unserialize() passes over bytes behind the value, so where it ends has to be known otherwise. The sizes of texts of
 * strings, numbers and the like tell it. Arrays and objects are put into an array with something behind them that
 * nobody else knows: it is found only if the value ends where the text does. Where the text refers to values by their
 * number, which that array would change, NativeScanner looks for the end.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
final class NativeReader
{
    /** The beginnings of all texts, and the whole ones of those that are short. */
    private const HEAD = '/\A(?:
          N;\z | b:[01];\z | i:[+-]?[0-9]+;\z | d:(?:-?INF|NAN|[+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?);\z
        | (?<type>[sE]) : (?<size>[0-9]+) :"
        | a : [0-9]+ : \{
        | O : [0-9]+ :"
        | C : (?<name>[0-9]+) :"
    )/xD';

    private const BEFORE = 'a:2:{i:0;';

    /** @var string|null what is behind values, as text: a number of this process */
    private static ?string $nonce = null;

    private function __construct()
    {
    }

    /** Whether the first bytes can be those of a text. */
    public static function recognises(string $data): bool
    {
        return \preg_match(self::HEAD, $data) === 1;
    }

    /**
     * @param Options $options
     * @throws \Brine\DecodeException if the text is not exactly one value, or beyond a limit
     */
    public static function read(string $data, array $options): mixed
    {
        if (\preg_match(self::HEAD, $data, $head) !== 1) {
            throw Failure::decoding('Not a text of serialize()', 0, 'unknown_format');
        }
        $native = ['allowed_classes' => $options['allowed_classes'] ?? true];
        $depth = $options['max_depth'] ?? 4096;
        if (!\in_array($data[0], ['a', 'O'], true)) {
            $end = self::endOf($data, $head);

            return self::call($data, $native + ['max_depth' => $depth], $end, 0, \strlen($data));
        }
        if (\str_contains($data, ';r:') || \str_contains($data, ';R:') || \str_contains($data, 'C:')) {
            $end = NativeScanner::endOf($data, $depth);

            return self::call($data, $native + ['max_depth' => $depth], $end, 0, \strlen($data));
        }
        self::$nonce ??= (string) \random_int(1 << 30, \PHP_INT_MAX);
        $value = self::call(
            self::BEFORE . $data . 'i:1;i:' . self::$nonce . ';}',
            $native + ['max_depth' => $depth + 1],
            null,
            \strlen(self::BEFORE),
            \strlen($data),
        );
        if (!\is_array($value) || \count($value) !== 2 || ($value[1] ?? null) !== (int) self::$nonce) {
            throw self::trailing(NativeScanner::endOf($data, $depth));
        }

        return $value[0];
    }

    /**
     * Where the value of a text ends that is neither an array nor an object of plain properties.
     *
     * @param array<string> $head what was matched of it
     * @throws \Brine\DecodeException if the text ends before
     */
    private static function endOf(string $data, array $head): int
    {
        if (($head['type'] ?? '') !== '') {
            // Behind the bytes are a quote and a semicolon.
            return \strlen($head[0]) + self::size($head['size'], \strlen($data)) + 2;
        }

        return isset($head['name']) ? NativeScanner::endOf($data, 1) : \strlen($data);
    }

    /** @return int the number, or the most that can be of use */
    private static function size(string $digits, int $most): int
    {
        return \strlen(\ltrim($digits, '0')) > 10 ? $most : (int) $digits;
    }

    /**
     * @param array{allowed_classes: bool|list<string>, max_depth: int} $options
     * @param int|null $end where the value ends, if it is known
     * @param int $before how many bytes before those of the caller there are
     * @param int $size how many bytes are the caller's
     */
    private static function call(string $text, array $options, ?int $end, int $before, int $size): mixed
    {
        if ($end !== null && $end < \strlen($text)) {
            throw self::trailing($end);
        }
        $messages = [];
        try {
            $value = Warnings::collect(__FILE__, static fn () => \unserialize($text, $options), $messages);
        } catch (\Throwable $error) {
            // What PHP itself throws about the text; what comes from elsewhere is of a hook.
            throw $error->getFile() === __FILE__
                ? Failure::decoding($error->getMessage(), 0, 'bad_object', $error)
                : $error;
        }
        if ($messages !== []) {
            throw self::failure($messages, $before, $size);
        }

        return $value;
    }

    /** @param non-empty-list<string> $messages */
    private static function failure(array $messages, int $before, int $size): \Brine\DecodeException
    {
        $offset = 0;
        foreach ($messages as $message) {
            if (\preg_match('/ at offset ([0-9]+) of /', $message, $match) === 1) {
                $offset = \min(\max(0, (int) $match[1] - $before), $size);
            }
        }
        $message = \preg_replace(['/^unserialize\(\): /', '/ at offset [0-9]+ of [0-9]+ bytes$/'], '', $messages[0]);
        if ($message === 'Error') {
            $message = 'Not a text of serialize()';
        }

        return Failure::decoding(
            "$message at offset $offset",
            $offset,
            \str_starts_with((string) $message, 'Maximum depth') ? 'max_depth' : 'malformed',
        );
    }

    private static function trailing(int $end): \Brine\DecodeException
    {
        return Failure::decoding("The value ends before the text does, at offset $end", $end, 'trailing_bytes');
    }
}
