<?php

declare(strict_types=1);

namespace Brine\Json;

/**
 * Finds the offset at which a text stops being JSON, which PHP does not report.
 *
 * @internal
 */
final class Place
{
    private const SPACE = '/\G[ \t\n\r]*/';
    private const SCALAR = '/\G(?:true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)/';
    private const STRING = '/\G"(?:[^"\\\\\x00-\x1f]|\\\\(?:["\\\\\/bfnrt]|u[0-9a-fA-F]{4}))*+"/u';

    private string $text;
    private int $offset = 0;

    private function __construct(string $text)
    {
        // The patterns match valid UTF-8 only, so the text ends at other bytes.
        $this->text = $text;
        if (\preg_match('//u', $text) !== 1) {
            \preg_match('/\A(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}'
                . '|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})*+/', $text, $valid);
            $this->text = $valid[0] ?? '';
        }
    }

    /** @return int the offset of the first invalid token, or the size if the text ends too early */
    public static function of(string $text, int $maxDepth): int
    {
        $place = new self($text);
        $place->walk($maxDepth);

        return $place->offset;
    }

    /** Skips one value and the white space after it, as far as it is valid. */
    private function walk(int $maxDepth): void
    {
        $closing = [];
        $end = false;
        $this->pass(self::SPACE);
        for (;;) {
            // A value.
            $byte = $this->text[$this->offset] ?? '';
            if ($byte === '[' || $byte === '{') {
                if (\count($closing) >= $maxDepth) {
                    return;
                }
                $closing[] = $byte === '[' ? ']' : '}';
                ++$this->offset;
                $this->pass(self::SPACE);
                if (($this->text[$this->offset] ?? '') !== $closing[\count($closing) - 1]) {
                    if ($byte === '{' && !$this->passKey()) {
                        return;
                    }
                    continue;
                }
            } elseif (!$this->pass(self::SCALAR) && !$this->pass(self::STRING)) {
                return;
            }
            // Tokens that may follow.
            for (;;) {
                $this->pass(self::SPACE);
                $end = \end($closing);
                $byte = $this->text[$this->offset] ?? '';
                if ($end === false || $byte === '' || $byte !== $end && $byte !== ',') {
                    return;
                }
                ++$this->offset;
                if ($byte === ',') {
                    break;
                }
                \array_pop($closing);
            }
            $this->pass(self::SPACE);
            if ($end === '}' && !$this->passKey()) {
                return;
            }
        }
    }

    private function passKey(): bool
    {
        if (!$this->pass(self::STRING)) {
            return false;
        }
        $this->pass(self::SPACE);
        if (($this->text[$this->offset] ?? '') !== ':') {
            return false;
        }
        ++$this->offset;
        $this->pass(self::SPACE);

        return true;
    }

    private function pass(string $pattern): bool
    {
        if (\preg_match($pattern, $this->text, $match, 0, $this->offset) !== 1 || $match[0] === '') {
            return false;
        }
        $this->offset += \strlen($match[0]);

        return true;
    }
}
