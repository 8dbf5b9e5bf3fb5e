<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\Codec\DecodeError;
use Brine\Codec\DecodeOptions;
use Brine\DecodeException;

/**
 * Counts what a payload costs before it is spent: nesting, elements, memory, how far PHP's destructors go down, and how long PHP looks
 * for keys that collide. A part of the readers.
 *
 * Memory is an estimate, within a factor of two of what PHP allocates for the value, and never given back. Strings, empty arrays, and what is
 * there already cost nothing: a byte of the payload makes a bounded number of bytes of these.
 */
trait CountsCosts
{
    /** The parts of the estimate, in bytes. Arrays have room for 8 elements at least. */
    private const MEMORY_OF_ARRAY = 56;
    private const MEMORY_OF_ELEMENT = 16;
    private const MEMORY_OF_ENTRY = 40;
    protected const MEMORY_OF_COLUMN = 64;
    protected const MEMORY_OF_NAME = 32;
    private const LEAST_ROOM = 8;
    protected const MEMORY_OF_SMALL_LIST = self::MEMORY_OF_ARRAY + self::LEAST_ROOM * self::MEMORY_OF_ELEMENT;
    private const MEMORY_OF_SMALL_MAP = self::MEMORY_OF_ARRAY + self::LEAST_ROOM * self::MEMORY_OF_ENTRY;

    /**
     * Native text may have as many bytes as the value may take of memory, but not fewer than by default for an empty payload, nor more than
     * MAX_TEXT; and some more for each byte of the payload.
     */
    private const MAX_TEXT = 1 << 30;
    private const TEXT_PER_BYTE = 32;

    /** So few keys cost nothing that were worth counting, unless they are long. */
    protected const FEW_KEYS = 64;

    /** In bytes. */
    private const LONG_STRING = 256;

    /** How many steps keys may cost in any payload, and how many more for each of its bytes: a quarter of a second, and twice as much for each megabyte. */
    private const FREE_STEPS = 1 << 25;
    private const STEPS_PER_BYTE = 64;

    private int $depth = 0;
    private int $maxDepth = 0;

    /**
     * Deepest level that anything in the innermost open array, object or PHP reference has reached so far. An object or reference that occurs
     * again reaches as far as it has levels; as long as it is open itself, as far as one.
     */
    private int $deepest = 0;

    /** How far $deepest may go; that of the smallest stack until more is asked for. */
    private int $maxHeight = 0;

    /** How many more elements the value may have. */
    private int $left = 0;

    /** How many bytes the value may take, and how many more. */
    private int $maxMemory = 0;
    private int $memory = 0;

    /** How many more bytes the names of classes and properties may have in native text, which repeats them for each object. */
    private int $text = 0;

    /** How many more steps PHP may take where keys collide while the reader makes arrays. */
    private int $steps = 0;

    /** How many strings were read that it takes time to compare. */
    private int $longStrings = 0;

    /** How long the longest string is at most. */
    private int $longest = self::LONG_STRING;

    /** How many steps unserialize() would take for the same keys, those of arrays that stand again too. */
    private int $spent = 0;

    /** @param int $size of the payload in bytes */
    private function startCounting(DecodeOptions $options, int $size): void
    {
        $this->maxHeight = StackDepth::limit(DecodeOptions::MAX_DEPTH);
        $this->maxDepth = StackLevels::left($options->maxDepth);
        $this->left = $options->maxElements;
        $this->memory = $this->maxMemory = $options->maxMemory ?? DecodeOptions::MEMORY_BASE + DecodeOptions::MEMORY_PER_BYTE * $size;
        $this->text = self::maxText($this->memory, $size);
        $this->steps = self::FREE_STEPS + self::STEPS_PER_BYTE * $size;
    }

    /** Counts elements, memory, and one more level. */
    private function enter(int $elements, int $memory, int $at): void
    {
        if ($this->depth >= $this->maxDepth) {
            throw $this->beyond('max_depth', $at);
        }
        if ($elements > $this->left) {
            throw $this->beyond('max_elements', $at);
        }
        if ($memory > $this->memory) {
            throw $this->beyond('max_memory', $at);
        }
        $this->left -= $elements;
        $this->memory -= $memory;
        ++$this->depth;
    }

    /** @param 'max_depth'|'max_elements'|'max_memory' $reason */
    private function beyond(string $reason, int $at): DecodeException
    {
        if ($reason === 'max_depth' && $this->maxDepth < $this->options->maxDepth) {
            return DecodeError::with($reason, "the value is nested deeper than the stack has room for ($this->maxDepth)", $at);
        }

        return DecodeError::limit($reason, match ($reason) {
            'max_depth' => $this->maxDepth,
            'max_elements' => $this->options->maxElements,
            'max_memory' => $this->maxMemory,
        }, $at);
    }

    /** @return int how many bytes of native text a value may have that may take so much memory, of a payload of this size */
    private static function maxText(int $memory, int $payload): int
    {
        return \min($memory > DecodeOptions::MEMORY_BASE ? $memory : DecodeOptions::MEMORY_BASE, self::MAX_TEXT) + self::TEXT_PER_BYTE * $payload;
    }

    /** @param int $payload in bytes */
    private function sizes(int $payload, DecodeOptions $options): Sizes
    {
        $sizes = new Sizes();
        $sizes->payload = $payload;
        $sizes->elements = $options->maxElements - $this->left;
        $sizes->maxElements = $options->maxElements;
        $sizes->maxDepth = $this->maxDepth;
        $sizes->maxMemory = $this->maxMemory;
        $sizes->maxText = self::maxText($this->maxMemory, $payload);
        $sizes->longest = $this->longest;
        $sizes->steps = $this->spent;

        return $sizes;
    }

    private static function memoryOfList(int $count): int
    {
        return self::MEMORY_OF_ARRAY + self::MEMORY_OF_ELEMENT * \max($count, self::LEAST_ROOM);
    }

    private static function memoryOfMap(int $count): int
    {
        return self::MEMORY_OF_ARRAY + self::MEMORY_OF_ENTRY * \max($count, self::LEAST_ROOM);
    }

    /** The values of an object beside itself: in a table where its hook takes them, or where they are more than it has places for. */
    private static function memoryOfValues(?ClassKind $class, int $count): int
    {
        return $class !== null && !$class->isIncomplete && $count > 0 && ($class->hasUnserialize || $count > \count($class->properties))
            ? self::memoryOfMap($count)
            : self::MEMORY_OF_ENTRY * $count;
    }

    /** Notes a string that is longer than LONG_STRING. */
    private function noteLongString(int $size): void
    {
        ++$this->longStrings;
        if ($size > $this->longest) {
            $this->longest = $size;
        }
    }

    /** Counts memory alone. */
    private function charge(int $memory, int $at): void
    {
        if ($memory > $this->memory) {
            throw $this->beyond('max_memory', $at);
        }
        $this->memory -= $memory;
    }

    /** Takes an object or reference of so many levels once more. */
    private function reach(int $height, int $at): void
    {
        $deepest = $this->depth + $height;
        if ($deepest > $this->maxHeight) {
            $this->maxHeight = StackDepth::height();
            if ($deepest > $this->maxHeight) {
                throw DecodeError::at('too_deep', $at);
            }
        }
        if ($deepest > $this->deepest) {
            $this->deepest = $deepest;
        }
    }

    /**
     * Counts the steps that so many arrays take of which one takes $steps.
     *
     * @param int $count at least 1
     */
    private function work(int $steps, int $count, int $at): void
    {
        if ($steps > \intdiv($this->steps, $count)) {
            throw DecodeError::at('colliding_keys', $at);
        }
        $this->steps -= $steps * $count;
        $this->spent += $steps * $count;
    }

    /** Counts steps of unserialize() for so many more arrays that the reader has not to make. */
    private function spendAgain(int $steps, int $count): void
    {
        $most = \PHP_INT_MAX - $this->spent;
        $this->spent += $count > 0 && $steps > \intdiv($most, $count) ? $most : $steps * $count;
    }

    /**
     * Counts the steps of an array that has these keys.
     *
     * @param list<int|string> $keys
     * @return int the steps
     */
    private function workOfKeys(array $keys, int $at): int
    {
        $steps = Collisions::steps($keys);
        if ($steps > 0) {
            $this->work($steps, 1, $at);
        }

        return $steps;
    }
}
