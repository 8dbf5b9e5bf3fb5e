<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

/**
 * What stands for the keys of a shape as a key of PHP's arrays: one text for each list of keys, and no long one.
 *
 * @internal
 */
final class ShapeKeys
{
    /** A value can have one key of more bytes in very many shapes. */
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
     * In front of the keys there is a zero byte, with which no other text begins, and how long each of them is, or what stands for it.
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
