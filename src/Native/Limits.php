<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Internal\Budget;
use Brine\Internal\CollidingText;
use Brine\Internal\MemoryFootprint;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackDepth;

/**
 * What unserialize() does not look at before it reads a text: how much memory the value will take, how far PHP's destructors will go down
 * to free it, and how long it will look for what is referred to, and for keys that collide.
 *
 * Memory is an estimate, within a factor of two, as the other readers make it. unserialize() makes room for as many elements as an array
 * or object says to have, if there are bytes for them behind it, so that those inside each other would each have room for all bytes.
 * And in a text that came out of an envelope, each byte may have cost a thousandth of one.
 *
 * References to what came before nest the value deeper than the text. unserialize() finds the value of a number in steps of a thousand: a
 * text may take as many as the library's own readers do (Brine\Tree\Builder).
 *
 * Most texts are known to be harmless by how many of what they have: that takes a hundredth of the time of reading them. Only the others
 * are walked through.
 *
 * @internal
 * @phpstan-import-type Options from ReadOptions
 */
final class Limits
{
    /** What a byte of text becomes at most, where arrays and objects have what they say, and objects nothing that PHP adds: ten bytes for an array of one element, which takes 376. */
    private const MAX_EXPANSION = 40;

    /** An object of any class, but for its values: one that has noted where it was made, with the arguments of 40 calls, has so much. */
    private const ANY_OBJECT = 1 << 15;

    /** Arrays and objects of fewer elements may all be inside each other. */
    private const MANY = 100;

    /** What looks like a key. */
    private const KEY = '/[;{](?:i:([+-]?[0-9]{1,19});|s:[0-9]+:"([^"]++)";)/';

    /** So many bytes cannot take what any text may. */
    private const HARMLESS = 2048;

    /** Steps that any text may take. */
    private const FREE_STEPS = 1 << 28;
    /** Of fewer bytes none takes more. */
    private const LEAST_SLOW = 1 << 22;
    /** The fewest bytes of a value with its key: "i:0;N;". */
    private const LEAST_VALUE = 6;

    private function __construct()
    {
    }

    /**
     * @param Options $options
     * @throws \Brine\DecodeException if the text goes beyond a limit; or is none, where it has to be walked through
     */
    public static function check(string $data, array $options): void
    {
        if (\strlen($data) <= self::HARMLESS && !isset($options['max_memory'])) {
            return;
        }
        $maxDepth = \min($options['max_depth'] ?? ReadOptions::MAX_DEPTH, ReadOptions::MAX_DEPTH);
        $maxMemory = $options['max_memory'] ?? Budget::of(\strlen($data));
        $maxHeight = StackDepth::height();
        $containers = \substr_count($data, '{');
        // As many for each byte that the value may take memory for.
        $maxSteps = self::FREE_STEPS + \max(0, $maxMemory - Budget::of(0));
        $isLow = $containers <= $maxHeight || !\str_contains($data, ';r:') && !\str_contains($data, ';R:');
        $isLow = $isLow && self::isFast($data, $maxSteps) && !CollidingText::maySlow($data, self::KEY);
        if ($isLow && self::isCheap($data, $containers, $maxDepth, $maxMemory)) {
            return;
        }
        $classes = new ClassMemory($options['allowed_classes'] ?? true);
        if ($isLow && self::isWithin($data, $maxMemory, $classes)) {
            return;
        }
        $maxKeySteps = CollidingText::maxSteps(\strlen($data), $maxMemory);
        (new Measure($data, $maxDepth, $maxHeight, $maxMemory, $maxSteps, $maxKeySteps, $classes))->walk();
    }

    /** Whether values are found soon, wherever they are. */
    private static function isFast(string $data, int $maxSteps): bool
    {
        $size = \strlen($data);
        if ($size < self::LEAST_SLOW) {
            return true;
        }
        $references = \substr_count($data, ';r:') + \substr_count($data, ';R:');

        return $references <= \intdiv($maxSteps, \max(1, \intdiv($size, self::LEAST_VALUE * Measure::VALUES_PER_STEP)));
    }

    /** Whether the text takes no more, whatever it is. */
    private static function isCheap(string $data, int $containers, int $maxDepth, int $maxMemory): bool
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

        // What is found quickly, and mostly is not there.
        return \preg_match('/\{(?<=[0-9]{3}:\{)/', $data) === 0
            || self::spend($data, '/:\+?([0-9]{3,}):\{/', $maxMemory - $memory, self::memoryOf(...)) !== null;
    }

    /** Whether all arrays, objects, strings and references together take no more, those too that are in strings. */
    private static function isWithin(string $data, int $maxMemory, ClassMemory $classes): bool
    {
        // What looks like a string, or makes a PHP reference.
        $maxMemory -= MemoryFootprint::OF_STRING * \substr_count($data, 's:') + MemoryFootprint::OF_REFERENCE * \substr_count($data, 'R:');
        $left = self::spend($data, '/:\+?([0-9]+):\{/', $maxMemory, self::memoryOf(...));

        return $left !== null
            && self::spend($data, '/[OC]:\+?[0-9]+:"([^"]*+)"/', $left, static fn (string $class): ?int => $classes->memoryOf($class, false)) !== null;
    }

    /** unserialize() makes no array of more elements than bytes. */
    private static function memoryOf(string $count, string $data): int
    {
        return Measure::memoryOf((int) \min((float) $count, \strlen($data)));
    }

    /**
     * @param \Closure(string, string): ?int $memoryOf is given what the pattern has found, and the text
     * @return int|null what is left of the memory; null if it is not enough, or not known
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
