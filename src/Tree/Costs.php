<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\Budget;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;
use Brine\Internal\ReadOptions;
use Brine\Internal\Room;
use Brine\Internal\StackLevels;

/**
 * What a payload costs, counted before it is spent: nesting, elements, memory, and how long PHP looks for keys that collide.
 *
 * Memory is an estimate (Room), and never given back. Of a string only what it takes besides its bytes is counted, and not at once: before the first value
 * that begins so many bytes behind the last one that strings were counted before. So most strings cost nothing to count. What is there already costs nothing.
 *
 * @internal
 */
final class Costs extends Heights
{
    /** Further parts of the estimate, in bytes. */
    public const MEMORY_OF_ENTRY = 40;
    public const MEMORY_OF_COLUMN = 64;
    public const MEMORY_OF_NAME = 32;

    /**
     * A tree takes more than the value: about so many bytes for each object, PHP reference and enum case, and for each shape. Together these may take so
     * many times what the value may, but not less than by default for an empty payload.
     */
    private const MEMORY_OF_NODE = 256;
    private const MEMORY_OF_SHAPE = 512;
    private const TREE_FACTOR = 3;
    private const MEMORY_OF_LOOKUP = 1024;
    private const MEMORY_OF_PARSED_BYTE = 64;
    private const SHORT_STRING = 64;
    /** What an object of PHP's extension date counts for a zone that it may name: PHP reads the zone's table for each spelling, and keeps it. */
    private const MEMORY_OF_ZONE = 4096;
    private const MEMORY_OF_SCOPED_NAME = 8;

    /**
     * Native text may have as many bytes as the value may take of memory, but not fewer than by default for an empty payload, nor more than
     * MAX_TEXT; and some more for each byte of the payload.
     */
    private const MAX_TEXT = 1 << 30;
    private const TEXT_PER_BYTE = 32;

    /** So few keys cost nothing that were worth counting, unless they are long. */
    public const FEW_KEYS = 64;

    /** In bytes. */
    public const LONG_STRING = 256;

    /** How many steps keys may cost in any payload, and how many more for each of its bytes: a quarter of a second, and twice as much for each megabyte. */
    private const FREE_STEPS = 1 << 25;
    private const STEPS_PER_BYTE = 64;

    /** How many strings memory was counted for. */
    private int $countedStrings = 0;

    /** How many more elements the value may have. */
    public int $left = 0;

    /** How many bytes the value may take, and how many more. */
    public int $maxMemory = 0;
    public int $memory = 0;

    /** How many more bytes the names of classes and properties may have in native text, which repeats them for each object; once there are any. */
    public int $text = 0;

    /** How many more steps PHP may take where keys collide while the reader makes arrays. */
    private int $steps = 0;

    /** How many strings were read that it takes time to compare. */
    public int $longStrings = 0;

    /** How long the longest string is at most. */
    private int $longest = self::LONG_STRING;

    /** @var array<string, true> Strings that may name time zones, and are counted. */
    private array $zones = [];

    /** How many steps unserialize() would take for the same keys, those of arrays that stand again too. */
    public int $spent = 0;

    /** @param int $size of the payload in bytes */
    public function __construct(private readonly ReadOptions $options, private readonly int $size)
    {
        $this->maxHeight = $this->maxDepth = StackLevels::left($options->maxDepth);
        $this->left = $options->maxElements;
        $this->memory = $this->maxMemory = $options->maxMemory ?? Budget::BASE + Budget::PER_BYTE * $size;
        $this->steps = self::FREE_STEPS + self::STEPS_PER_BYTE * $size;
    }

    /**
     * Refuses an object or a case for which the stack has no room, before its class is looked for: what is called then may come back to the reader.
     *
     * @param int $at the place of the class's name
     * @param int $around the place of the object, which is at fault if the class is there
     */
    public function beforeClass(Classes $classes, string $name, int $at, int $around): void
    {
        if ($this->maxDepth === 0 && !$classes->isDenied($name)) {
            throw $this->beyond('max_depth', Classes::isThere($name, false) ? $around : $at);
        }
    }

    /** Counts elements, memory, and one more level. */
    public function enter(int $elements, int $memory, int $at): void
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
    public function beyond(string $reason, int $at): DecodeException
    {
        if ($reason === 'max_depth' && $this->maxDepth < $this->options->maxDepth) {
            return DecodeError::stack($this->maxDepth, $at);
        }

        return DecodeError::limit($reason, match ($reason) {
            'max_depth' => $this->maxDepth,
            'max_elements' => $this->options->maxElements,
            'max_memory' => $this->maxMemory,
        }, $at);
    }

    /** There are objects. */
    public function startText(): void
    {
        $this->text = $this->maxText();
    }

    /** @return int how many bytes of native text the value may have */
    private function maxText(): int
    {
        $memory = $this->maxMemory;
        if ($memory < Budget::BASE) {
            $memory = Budget::BASE;
        }

        return ($memory < self::MAX_TEXT ? $memory : self::MAX_TEXT) + self::TEXT_PER_BYTE * $this->size;
    }

    public function sizes(): Sizes
    {
        $sizes = new Sizes();
        $sizes->payload = $this->size;
        $sizes->elements = $this->options->maxElements - $this->left;
        $sizes->maxElements = $this->options->maxElements;
        $sizes->maxDepth = $this->maxDepth;
        $sizes->maxMemory = $this->maxMemory;
        $sizes->maxText = $this->maxText();
        $sizes->longest = $this->longest;
        $sizes->steps = $this->spent;

        return $sizes;
    }

    /**
     * The values of an object beside itself: in a table where its hook takes them; where the class is missing, which is counted with the least table;
     * and where a name is not declared, together with all properties that are.
     */
    public static function memoryOfValues(?ClassKind $class, int $count, bool $areDeclared): int
    {
        return match (true) {
            $count === 0 => 0,
            $class === null || $class->isIncomplete => Room::ofMap($count + 1) - Room::OF_SMALL_MAP,
            $class->hasUnserialize => Room::ofMap($count),
            $areDeclared => self::MEMORY_OF_ENTRY * $count,
            default => Room::ofMap(\count($class->properties) + $count),
        };
    }

    /**
     * Counts an array that an __unserialize() of PHP's own goes through, and those in it: their elements may become properties. Others may have
     * the arrays as well, so that few bytes make many of them.
     *
     * @param array<mixed>|ArrayNode $array
     * @param Classes                $classes those of the value
     */
    public function countHookArrays(array|ArrayNode $array, Classes $classes, int $at): void
    {
        $elements = $array instanceof ArrayNode ? $array->elements : $array;
        $this->countHookArray($elements, $classes, $at);
        foreach ($elements as $element) {
            $value = $element instanceof ReferenceNode ? $element->value : $element;
            if (\is_array($value) || $value instanceof ArrayNode) {
                $this->countHookArray($value instanceof ArrayNode ? $value->elements : $value, $classes, $at);
            }
        }
    }

    /**
     * Counts the strings in such an array, and those in arrays in it: the class may make something of them each time, though the payload has them once.
     *
     * @param array<mixed>|ArrayNode $array
     */
    public function countParsedStrings(array|ArrayNode $array, int $at, int $levels = 2): void
    {
        foreach ($array instanceof ArrayNode ? $array->elements : $array as $element) {
            $value = $element instanceof ReferenceNode ? $element->value : $element;
            if (\is_string($value) && \strlen($value) > self::SHORT_STRING) {
                $this->charge(self::MEMORY_OF_PARSED_BYTE * \strlen($value), $at);
            } elseif ($levels > 1 && (\is_array($value) || $value instanceof ArrayNode)) {
                $this->countParsedStrings($value, $at, $levels - 1);
            }
        }
    }

    /**
     * Counts the short strings in an array for an object of PHP's extension date that may name a time zone, each of them once: those with a letter.
     * Dates as PHP writes them have none.
     *
     * @param array<mixed>|ArrayNode $array
     */
    public function countZones(array|ArrayNode $array, int $at): void
    {
        foreach ($array instanceof ArrayNode ? $array->elements : $array as $element) {
            $value = $element instanceof ReferenceNode ? $element->value : $element;
            if (\is_string($value) && \strlen($value) <= self::SHORT_STRING && !isset($this->zones[$value])
                && \preg_match('/[\x40-\x7F\xC0-\xFF]/', $value) === 1) {
                $this->zones[$value] = true;
                $this->charge(self::MEMORY_OF_ZONE, $at);
            }
        }
    }

    /** @param array<mixed> $array */
    private function countHookArray(array $array, Classes $classes, int $at): void
    {
        $count = \count($array);
        $classes->takeHookElements($count);
        if ($count > 0) {
            $this->charge(Room::ofMap($count) + self::MEMORY_OF_NAME * $count, $at);
        }
        if (!\array_is_list($array)) {
            $this->countScopedNames(\array_keys($array), $classes, $at);
        }
    }

    /**
     * Counts names of properties in a scope, for a class of PHP that takes them apart: it looks for the class that the scope names, and compares what
     * is left with each other.
     *
     * @param list<int|string> $names of which those count that begin with a zero byte
     * @throws DecodeException also where a class would be loaded that is not allowed
     */
    public function countScopedNames(array $names, Classes $classes, int $at): void
    {
        $before = 0;
        foreach ($names as $name) {
            if (\is_string($name) && \str_starts_with($name, "\0")) {
                $lookup = $classes->isAskedByScope($name, $at) ? self::MEMORY_OF_LOOKUP : 0;
                $this->charge(\strlen($name) + self::MEMORY_OF_SCOPED_NAME * $before++ + $lookup, $at);
            }
        }
    }

    /** Notes a string that is longer than LONG_STRING. */
    public function noteLongString(int $size): void
    {
        ++$this->longStrings;
        if ($size > $this->longest) {
            $this->longest = $size;
        }
    }

    /** Notes strings of a dictionary that are longer than LONG_STRING. */
    public function noteLongStrings(int $count, int $longest): void
    {
        $this->longStrings += $count;
        $this->longest = \max($this->longest, $longest);
    }

    /**
     * Counts the strings that were not counted before, and looks at what the tree takes.
     *
     * @param int $at      the value before which so many strings, nodes and shapes were read
     * @param int $strings all that there are
     */
    public function countRead(int $at, int $strings, int $nodes, int $shapes): void
    {
        $this->charge(Room::OF_STRING * ($strings - $this->countedStrings), $at);
        $this->countedStrings = $strings;
        $most = self::TREE_FACTOR * \min(\max($this->maxMemory, Budget::BASE), 1 << 60);
        if (self::MEMORY_OF_NODE * $nodes + self::MEMORY_OF_SHAPE * $shapes > $most) {
            throw DecodeError::at('too_large', $at);
        }
    }

    /** Counts memory alone. */
    public function charge(int $memory, int $at): void
    {
        if ($memory > $this->memory) {
            throw $this->beyond('max_memory', $at);
        }
        $this->memory -= $memory;
    }

    /**
     * Counts the steps that so many arrays take of which one takes $steps.
     *
     * @param int $count at least 1
     */
    public function work(int $steps, int $count, int $at): void
    {
        if ($steps > \intdiv($this->steps, $count)) {
            throw DecodeError::at('colliding_keys', $at);
        }
        $this->steps -= $steps * $count;
        $this->spent += $steps * $count;
    }

    /** Counts steps of unserialize() for so many more arrays that the reader has not to make. */
    public function spendAgain(int $steps, int $count): void
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
    public function workOfKeys(array $keys, int $at): int
    {
        $steps = Collisions::steps($keys);
        if ($steps > 0) {
            $this->work($steps, 1, $at);
        }

        return $steps;
    }
}
