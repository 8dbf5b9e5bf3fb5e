<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Estimates the steps that PHP takes to build an array with colliding keys, which a payload can choose. One step is a look at another key in the
 * same place, or the comparison of 64 bytes.
 *
 * @internal
 */
final class Collisions
{
    /** Up to this many integers take at most 128 steps each, strings (whose steps are slower) at most 32. Not counted. */
    private const FEW_INTEGERS = 256;
    private const FEW_STRINGS = 64;

    /** Nor are this many steps per key. */
    private const ORDINARY = 16;

    private const LONG_KEY = 256;
    private const BYTES_PER_STEP = 64;

    /** Smallest sample of strings; honest keys do not collide as often in it. */
    private const LEAST_SAMPLE = 12;
    private const MANY_PAIRS = 10;
    private const STEPS_OF_STRING = 2;

    /** From this many keys on, collisions mean that they were chosen. */
    private const FEW_SAMPLES = 32;
    private const FEW_PAIRS = 4;

    /** Long strings take time to sample, too. */
    private const STEPS_OF_HASHED_BYTE = 8;

    private function __construct()
    {
    }

    /**
     * @param list<int|string> $keys
     * @return int steps; 0 unless keys were chosen to collide, are very long, or share a large power of two as a factor
     */
    public static function steps(array $keys): int
    {
        $count = \count($keys);
        if ($count <= self::FEW_STRINGS) {
            return self::stepsOfLongKeys($keys);
        }
        $integers = $strings = [];
        foreach ($keys as $key) {
            if (\is_int($key)) {
                $integers[] = $key;
            } else {
                $strings[] = $key;
            }
        }
        // A hash table has two places per key of its capacity.
        $mask = (1 << ((int) \ceil(\log($count, 2)) + 1)) - 1;

        return self::stepsOfIntegers($integers, $mask) + self::stepsOfStrings($strings, $mask);
    }

    /**
     * Two long strings with equal hash and length are compared whenever an array has both.
     *
     * @param list<int|string> $keys
     */
    private static function stepsOfLongKeys(array $keys): int
    {
        $steps = 0;
        $before = [];
        foreach ($keys as $key) {
            if (\is_string($key) && \strlen($key) > self::LONG_KEY) {
                $size = \strlen($key);
                $before[$size] ??= 0;
                $steps += $before[$size]++ * \intdiv($size, self::BYTES_PER_STEP);
            }
        }

        return $steps;
    }

    /** @param list<int> $keys */
    private static function stepsOfIntegers(array $keys, int $mask): int
    {
        // Integers close together rarely collide.
        if (\count($keys) <= self::FEW_INTEGERS || \max($keys) - \min($keys) <= 4 * $mask) {
            return 0;
        }
        $steps = 0;
        $loads = [];
        foreach ($keys as $key) {
            $place = $key & $mask;
            $loads[$place] ??= 0;
            $steps += $loads[$place]++;
        }

        return $steps <= self::ORDINARY * \count($keys) ? 0 : $steps;
    }

    /**
     * A random sample, which an attacker cannot foresee.
     *
     * @param list<string> $keys
     */
    private static function stepsOfStrings(array $keys, int $mask): int
    {
        $count = \count($keys);
        if ($count <= self::FEW_STRINGS) {
            return self::stepsOfLongKeys($keys);
        }
        $size = \max(self::LEAST_SAMPLE, 2 * (int) \sqrt($count));
        $steps = $pairs = $longest = 0;
        $loads = $sample = [];
        /** @var array<int, int> $random */
        $random = \unpack('V*', \random_bytes(4 * $size));
        foreach ($random as $number) {
            $key = $keys[$number % $count];
            if (isset($sample[$key])) {
                continue;
            }
            $sample[$key] = true;
            $bytes = \strlen($key);
            if ($bytes > self::LONG_KEY) {
                $steps += $bytes * self::STEPS_OF_HASHED_BYTE;
            }
            $longest = \max($longest, $bytes);
            $place = self::hash($key) & $mask;
            $loads[$place] ??= 0;
            $pairs += $loads[$place]++;
        }
        if ($pairs >= self::MANY_PAIRS) {
            $steps += (int) ($pairs * ($count / $size) ** 2 * (self::STEPS_OF_STRING + $longest / self::BYTES_PER_STEP));
        }

        return $steps;
    }

    /**
     * Whether the last keys of an array collide as if chosen. Examines only a few.
     *
     * @param array<array-key, mixed> $array
     * @param int $last how many keys
     */
    public static function areChosen(array $array, int $last): bool
    {
        $count = \min($last, \count($array));
        if ($count <= self::FEW_SAMPLES) {
            return false;
        }
        $pairs = 0;
        $loads = [];
        // Random ones, which an attacker cannot foresee.
        $sample = \array_slice($array, -\random_int(self::FEW_SAMPLES, $count), self::FEW_SAMPLES, true);
        foreach (\array_keys($sample) as $key) {
            $place = (\is_int($key) ? $key : self::hash($key)) & 0xFFFF;
            $loads[$place][$key] = true;
        }
        foreach ($loads as $alike) {
            $pairs += \count($alike) - 1;
        }

        return $pairs >= self::FEW_PAIRS;
    }

    /** The bits of PHP's hash of an array key that a hash table may use. */
    public static function hash(string $key): int
    {
        if ((string) (int) $key === $key) {
            return (int) $key;
        }
        $hash = 5381;
        /** @var array<int, int> $bytes */
        $bytes = \unpack('C*', $key);
        foreach ($bytes as $byte) {
            $hash = ($hash * 33 + $byte) & 0xFFFFFFFF;
        }

        return $hash;
    }
}
