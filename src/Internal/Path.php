<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Path of an error inside a value, as messages show it: $value['orders'][3]->total. Same as in the extension (ext/src/core/path.h).
 *
 * @internal
 */
final class Path
{
    /** The whole value, or an unknown place in it. */
    public const ROOT = '$value';

    /** At most this many bytes are shown of a class, property or key name, and of a message of PHP. */
    public const NAME = 100;
    public const MESSAGE = 300;

    /** Paths up to this many bytes are shown whole; of longer ones, this many at the start and end. */
    private const WHOLE = 200;
    private const HEAD = 120;
    private const TAIL = 80;

    /** A printable UTF-8 character, or any byte. */
    private const CHARACTER = '/[\x20-\x7E]|[\xC2-\xDF][\x80-\xBF]|\xE0[\xA0-\xBF][\x80-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]{2}'
        . '|\xED[\x80-\x9F][\x80-\xBF]|\xF0[\x90-\xBF][\x80-\xBF]{2}|[\xF1-\xF3][\x80-\xBF]{3}|\xF4[\x80-\x8F][\x80-\xBF]{2}|./s';
    private const LONGEST_CHARACTER = 4;

    /** @var list<string> innermost first */
    private array $steps = [];

    public function addKey(int|string $key): void
    {
        $this->steps[] = \is_int($key) ? "[$key]" : "['" . self::readable($key) . "']";
    }

    /** @param int|string $name in PHP's mangled form */
    public function addProperty(int|string $name): void
    {
        $this->steps[] = '->' . self::readable(PropertyName::parts((string) $name)[1]);
    }

    /** Removes all steps. */
    public function clear(): void
    {
        $this->steps = [];
    }

    /** The path from "$value" on; the middle of a long one is left out. */
    public function text(): string
    {
        $whole = self::ROOT . \implode('', \array_reverse($this->steps));
        if (\strlen($whole) <= self::WHOLE) {
            return $whole;
        }
        // The end of the path: at least the last step.
        $tail = $this->steps[0];
        $inner = 1;
        $outer = \count($this->steps);
        while ($inner < $outer && \strlen($tail) + \strlen($this->steps[$inner]) <= self::TAIL) {
            $tail = $this->steps[$inner++] . $tail;
        }
        $head = self::ROOT;
        while ($outer > $inner && \strlen($head) + \strlen($this->steps[$outer - 1]) <= self::HEAD) {
            $head .= $this->steps[--$outer];
        }

        return $head . ($outer > $inner ? '[…]' : '') . $tail;
    }

    /** Makes a text printable: escapes control characters and invalid UTF-8, and cuts it at $limit bytes. */
    public static function readable(string $text, int $limit = self::NAME): string
    {
        if (\strlen($text) <= $limit && \preg_match('/^[\x20-\x7E]*$/D', $text) === 1) {
            return $text;
        }
        \preg_match_all(self::CHARACTER, \substr($text, 0, $limit + self::LONGEST_CHARACTER), $matches);
        $readable = '';
        foreach ($matches[0] as $character) {
            if (\strlen($character) === 1 && ($character < ' ' || $character > '~')) {
                $character = \sprintf('\x%02X', \ord($character));
            }
            if (\strlen($readable) + \strlen($character) > $limit) {
                return $readable . '…';
            }
            $readable .= $character;
        }

        return $readable;
    }
}
