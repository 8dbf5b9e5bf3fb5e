<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Decides by a sample of a text's keys whether PHP may take long because they collide. Only such texts are parsed to count exactly.
 *
 * @internal
 */
final class CollidingText
{
    /** Shorter texts cannot have enough keys to matter. */
    private const HARMLESS = 1 << 16;

    /** Free steps per text, and per byte, as in Brine\Tree\Costs. */
    private const FREE_STEPS = 1 << 25;
    private const STEPS_PER_BYTE = 64;

    /** One probe per this many bytes, and the most probes. */
    private const BYTES_PER_LOOK = 2048;
    private const MAX_LOOKS = 512;

    /** Bytes per probe. */
    private const WINDOW = 4096;

    /** This many pairs in one place are not a coincidence. */
    private const MANY_PAIRS = 12;

    private function __construct()
    {
    }

    /**
     * Steps that the keys of a text may cost.
     *
     * @param int $maxMemory of the value: an envelope lowers it, and with it the steps
     */
    public static function maxSteps(int $size, int $maxMemory): int
    {
        $paid = \intdiv(\max(0, $maxMemory - Budget::BASE), Budget::PER_BYTE);

        return self::FREE_STEPS + self::STEPS_PER_BYTE * \min($size, $paid);
    }

    /**
     * Whether the text must be parsed.
     *
     * @param string                                        $pattern of a key, in its last group
     * @param (\Closure(array<string>): (int|string|null))|null $keyOf   turns a match into a key, or null if it is not one
     */
    public static function maySlow(string $text, string $pattern, ?\Closure $keyOf = null): bool
    {
        $size = \strlen($text);
        if ($size < self::HARMLESS) {
            return false;
        }
        // Keys that exceed the free steps fill at least this many places.
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
     * Random positions, which an attacker cannot foresee.
     *
     * @return list<int>
     */
    private static function places(int $size): array
    {
        $places = [];
        for ($i = \min(self::MAX_LOOKS, \intdiv($size, self::BYTES_PER_LOOK)); $i > 0; --$i) {
            $places[] = \random_int(0, $size - 1);
        }

        return $places;
    }
}
