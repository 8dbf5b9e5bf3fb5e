<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Internal\Budget;
use Brine\Internal\ClassList;
use Brine\Internal\CollidingText;
use Brine\Internal\MemoryFootprint;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;

/**
 * Enforces limits that unserialize() lacks, before it reads a text: memory (estimated within a factor of two), depth of destructors, and steps
 * for back-references and colliding keys.
 *
 * Most texts pass by counting their tokens; only the others are walked (Measure).
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
final class Limits
{
    /** Bytes of memory for a byte of text, at most, if arrays and objects are as long as they claim: an array of one element has ten bytes and takes 376. */
    private const MAX_EXPANSION = 40;

    /** An object of any class without values: a Throwable with the arguments of 40 calls takes this much. */
    private const ANY_OBJECT = 1 << 15;

    /** Fewer elements than this may all be nested. */
    private const MANY = 100;

    /** Pattern of a key. */
    private const KEY = '/[;{](?:i:([+-]?[0-9]{1,19});|s:[0-9]+:"([^"]++)";)/';

    /** Shorter texts are always within the limit. */
    private const HARMLESS = 2048;

    /** Steps that any text may take. */
    private const FREE_STEPS = 1 << 28;
    /** Shorter texts take fewer. */
    private const LEAST_SLOW = 1 << 22;
    /** Fewest bytes of a value with its key: "i:0;N;". */
    private const LEAST_VALUE = 6;

    private function __construct()
    {
    }

    /**
     * @param Options $options
     * @param ClassList|null $allowed null if all are allowed
     * @throws \Brine\DecodeException if the text exceeds a limit, or must be walked and is malformed
     */
    public static function check(string $data, array $options, ?ClassList $allowed = null): void
    {
        if (\strlen($data) <= self::HARMLESS && !isset($options['max_memory'])) {
            return;
        }
        $maxDepth = \min($options['max_depth'] ?? ReadOptions::MAX_DEPTH, ReadOptions::MAX_DEPTH);
        $maxMemory = $options['max_memory'] ?? Budget::of(\strlen($data));
        $maxHeight = StackDepth::height();
        $containers = \substr_count($data, '{');
        // One more step for each byte of memory beyond the fixed part of the default limit.
        $maxSteps = self::FREE_STEPS + \max(0, $maxMemory - Budget::of(0));
        $isLow = $containers <= $maxHeight || !\str_contains($data, ';r:') && !\str_contains($data, ';R:');
        $isLow = $isLow && self::isFast($data, $maxSteps) && !CollidingText::maySlow($data, self::KEY);
        if ($isLow && self::isSurelyWithin($data, $containers, $maxDepth, $maxMemory)) {
            return;
        }
        $classes = new ClassMemory($allowed);
        if ($isLow && self::isWithin($data, $maxMemory, $classes)) {
            return;
        }
        $maxKeySteps = CollidingText::maxSteps(\strlen($data), $maxMemory);
        (new Measure($data, $maxDepth, $maxHeight, $maxMemory, $maxSteps, $maxKeySteps, $classes))->walk();
    }

    /** Whether back-references are found quickly, wherever their targets are. */
    private static function isFast(string $data, int $maxSteps): bool
    {
        $size = \strlen($data);
        if ($size < self::LEAST_SLOW) {
            return true;
        }
        $references = \substr_count($data, ';r:') + \substr_count($data, ';R:');

        return $references <= \intdiv($maxSteps, \max(1, \intdiv($size, self::LEAST_VALUE * Measure::VALUES_PER_STEP)));
    }

    /** Whether the counts of containers and objects alone show that the text is within the limits. */
    private static function isSurelyWithin(string $data, int $containers, int $maxDepth, int $maxMemory): bool
    {
        $memory = self::MAX_EXPANSION * \strlen($data) + \min($containers, $maxDepth) * Measure::memoryOf(self::MANY);
        $objects = $containers;
        if ($memory + self::ANY_OBJECT * $objects > $maxMemory) {
            $objects = \substr_count($data, 'O:') + \substr_count($data, 'C:');
        }
        $memory += self::ANY_OBJECT * $objects;
        if ($memory > $maxMemory) {
            return false;
        }

        // Cheap to find, and mostly absent.
        return \preg_match('/\{(?<=[0-9]{3}:\{)/', $data) === 0
            || self::spend($data, '/:\+?([0-9]{3,}):\{/', $maxMemory - $memory, self::memoryOf(...)) !== null;
    }

    /** Whether all arrays, objects, strings and references together are within the limits, even those in strings. */
    private static function isWithin(string $data, int $maxMemory, ClassMemory $classes): bool
    {
        // Counts whatever looks like a string or a PHP reference.
        $maxMemory -= MemoryFootprint::OF_STRING * \substr_count($data, 's:') + MemoryFootprint::OF_REFERENCE * \substr_count($data, 'R:');
        $left = self::spend($data, '/:\+?([0-9]+):\{/', $maxMemory, self::memoryOf(...));

        return $left !== null
            && self::spend($data, '/[OC]:\+?[0-9]+:"([^"]*+)"/', $left, static fn (string $class): ?int => $classes->memoryOf($class, false)) !== null;
    }

    /** unserialize() creates no array with more elements than bytes. */
    private static function memoryOf(string $count, string $data): int
    {
        return Measure::memoryOf((int) \min((float) $count, \strlen($data)));
    }

    /**
     * @param \Closure(string, string): ?int $memoryOf receives the pattern's match and the text
     * @return int|null memory left; null if too little, or unknown
     */
    private static function spend(string $data, string $pattern, int $memory, \Closure $memoryOf): ?int
    {
        for ($offset = 0; ; $offset = $match[0][1] + \strlen($match[0][0])) {
            $found = \preg_match($pattern, $data, $match, \PREG_OFFSET_CAPTURE, $offset);
            if ($found !== 1) {
                return $found === 0 ? $memory : null;
            }
            $spent = $memoryOf($match[1][0], $data);
            if ($spent === null || $spent > $memory) {
                return null;
            }
            $memory -= $spent;
        }
    }
}
