<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Whether PHP may take long to make arrays of a text, because it has many keys that meet in a hash table. What looks like a key in
 * a sample of the text tells: only a text of which that is so has to be walked through.
 *
 * @internal
 */
final class CollidingText
{
    /** A shorter text has no keys for so many steps that they are worth counting. */
    private const HARMLESS = 1 << 16;

    /** How many steps keys may cost in any text, and how many more for each of its bytes: as in the readers of the library (Brine\Tree\Costs). */
    private const FREE_STEPS = 1 << 25;
    private const STEPS_PER_BYTE = 64;

    /** One look for so many bytes, and how many at most. */
    private const BYTES_PER_LOOK = 2048;
    private const MOST_LOOKS = 512;

    /** How far a look goes. */
    private const WINDOW = 4096;

    /** So many pairs in one place are no chance. */
    private const MANY_PAIRS = 12;

    private function __construct()
    {
    }

    /**
     * How many steps the keys of a text may cost.
     *
     * @param int $maxMemory of the value: bytes that it has less for, because they come out of an envelope, have no steps either
     */
    public static function maxSteps(int $size, int $maxMemory): int
    {
        $paid = \intdiv(\max(0, $maxMemory - Budget::BASE), Budget::PER_BYTE);

        return self::FREE_STEPS + self::STEPS_PER_BYTE * \min($size, $paid);
    }

    /**
     * Whether the text has to be walked through.
     *
     * @param string                                        $pattern of a key, which is the last group that it has
     * @param (\Closure(array<string>): (int|string|null))|null $keyOf   makes a key of what has matched, if it is none yet; null if that is none
     */
    public static function maySlow(string $text, string $pattern, ?\Closure $keyOf = null): bool
    {
        $size = \strlen($text);
        if ($size < self::HARMLESS) {
            return false;
        }
        // As many keys as take the steps that are free have so many places at least.
        $mask = (1 << 1 + (int) \ceil(\log(\sqrt(2.0 * self::maxSteps($size, \PHP_INT_MAX)), 2))) - 1;
        $seen = $loads = [];
        $pairs = 0;
        foreach (self::places($size) as $place) {
            if (\preg_match($pattern, \substr($text, $place, self::WINDOW), $match) !== 1) {
                continue;
            }
            $key = $keyOf === null ? $match[\count($match) - 1] : $keyOf($match);
            if ($key === null || isset($seen[$key])) {
                continue;
            }
            $seen[$key] = true;
            $hash = (\is_int($key) ? $key : Collisions::hash($key)) & $mask;
            $loads[$hash] ??= 0;
            $pairs += $loads[$hash]++;
        }

        return $pairs >= self::MANY_PAIRS;
    }

    /**
     * Places that nobody can know.
     *
     * @return list<int>
     */
    private static function places(int $size): array
    {
        $places = [];
        for ($i = \min(self::MOST_LOOKS, \intdiv($size, self::BYTES_PER_LOOK)); $i > 0; --$i) {
            $places[] = \random_int(0, $size - 1);
        }

        return $places;
    }
}
