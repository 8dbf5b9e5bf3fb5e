<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * Maps a list of keys to a short array key, different for each list.
 *
 * @internal
 */
final class ShapeKeys
{
    /** Longer keys are replaced by a number: a value can use one long key in very many shapes. */
    private const LONG = 256;

    /** @var array<array-key, int> numbers of long keys */
    private array $long = [];

    /** @param non-empty-list<int|string> $keys */
    public function of(array $keys): string
    {
        if ($this->long === [] || !self::haveLong($keys)) {
            $joined = \implode("\0", $keys);
            $isPlain = $keys[0] !== '' && \substr_count($joined, "\0") === \count($keys) - 1;
            if ($isPlain && (!isset($joined[self::LONG]) || !self::haveLong($keys))) {
                return $joined;
            }
        }

        return $this->withSizes($keys);
    }

    /** @param list<int|string> $keys */
    private static function haveLong(array $keys): bool
    {
        foreach ($keys as $key) {
            if (\is_string($key) && isset($key[self::LONG])) {
                return true;
            }
        }

        return false;
    }

    /**
     * A zero byte, with which no other text starts, then the length or number of each key, then the short keys.
     *
     * @param list<int|string> $keys
     */
    private function withSizes(array $keys): string
    {
        $sizes = $short = [];
        foreach ($keys as $key) {
            if (\is_string($key) && isset($key[self::LONG])) {
                $this->long[$key] ??= \count($this->long);
                $sizes[] = '#' . $this->long[$key];
            } else {
                $sizes[] = \strlen((string) $key);
                $short[] = $key;
            }
        }

        return "\0" . \implode(',', $sizes) . ':' . \implode('', $short);
    }
}
