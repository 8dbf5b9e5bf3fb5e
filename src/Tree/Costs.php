<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\Budget;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;
use Brine\Internal\MemoryFootprint;
use Brine\Internal\ReadOptions;
use Brine\Internal\StackLevels;

/**
 * The budget of a payload: depth, elements, memory, and steps for colliding keys. Each is charged before it is spent.
 *
 * Memory is an estimate (MemoryFootprint) and never returned. A string is charged only its fixed part, and late (countStrings): most strings cost
 * nothing.
 *
 * @internal
 */
final class Costs extends Heights
{
    /** Further parts of the memory estimate, in bytes. */
    public const MEMORY_OF_ENTRY = 40;
    public const MEMORY_OF_COLUMN = 64;
    public const MEMORY_OF_NAME = 32;

    /**
     * A tree takes more memory than its value: about this much per object, PHP reference, enum case and shape. Together they may take TREE_FACTOR
     * times the value's limit.
     */
    private const MEMORY_OF_NODE = 256;
    private const MEMORY_OF_SHAPE = 512;
    private const TREE_FACTOR = 3;
    private const MEMORY_OF_LOOKUP = 1024;
    private const MEMORY_OF_PARSED_BYTE = 64;
    private const SHORT_STRING = 64;
    /** Charged for each time zone that an object of ext/date may name: PHP parses the zone's table for each spelling, and caches it. */
    private const MEMORY_OF_ZONE = 4096;
    private const MEMORY_OF_SCOPED_NAME = 8;

    /**
     * Native text may take as many bytes as the value may take of memory (at least Budget::BASE, at most MAX_TEXT), plus TEXT_PER_BYTE for each
     * byte of the payload.
     */
    private const MAX_TEXT = 1 << 30;
    private const TEXT_PER_BYTE = 32;

    /** Up to this many keys are not checked for collisions, unless they are long. */
    public const FEW_KEYS = 64;

    /** In bytes. */
    public const LONG_STRING = 256;

    /** Steps that colliding keys may cost: a quarter of a second for any payload, and half a second more for each megabyte. */
    private const FREE_STEPS = 1 << 25;
    private const STEPS_PER_BYTE = 64;

    /** How many strings have been charged. */
    private int $countedStrings = 0;

    /** How many more elements the value may have. */
    public int $left = 0;

    /** Bytes that the value may take in all, and bytes that are left. */
    public int $maxMemory = 0;
    public int $memory = 0;

    /** Bytes of native text that class and property names may still take; native text repeats them for each object. 0 before the first object. */
    public int $text = 0;

    /** Steps left for colliding keys while the reader builds arrays. */
    private int $steps = 0;

    /** How many strings were read that are slow to compare (LONG_STRING). */
    public int $longStrings = 0;

    /** Upper bound of the longest string's length. */
    private int $longest = self::LONG_STRING;

    /** @var array<string, true> Strings that may name time zones, already charged. */
    private array $zones = [];

    /** Steps that unserialize() would take for the same keys; a repeated array counts each time. */
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
     * Throws if the stack has no room for an object or enum case. Called before its class is loaded, since an autoloader may call the reader
     * again.
     *
     * @param int $at offset of the class name
     * @param int $around offset of the object, which is reported if the class exists
     */
    public function beforeClass(Classes $classes, string $name, int $at, int $around): void
    {
        if ($this->maxDepth === 0 && !$classes->isDenied($name)) {
            throw $this->beyond('max_depth', Classes::isThere($name, false) ? $around : $at);
        }
    }

    /** Charges elements and memory, and enters a level. Throws if a limit is exceeded. */
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

    /** Called at the first object: from here on names count as native text. */
    public function startText(): void
    {
        $this->text = $this->maxText();
    }

    /** @return int limit of the value's native text in bytes */
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
     * Bytes of an object's values: a map if a hook takes them, or if the class is missing; otherwise property slots. Undeclared names turn all
     * properties into a map.
     */
    public static function memoryOfValues(?ClassKind $class, int $count, bool $areDeclared): int
    {
        return match (true) {
            $count === 0 => 0,
            $class === null || $class->isIncomplete => MemoryFootprint::ofMap($count + 1) - MemoryFootprint::OF_SMALL_MAP,
            $class->hasUnserialize => MemoryFootprint::ofMap($count),
            $areDeclared => self::MEMORY_OF_ENTRY * $count,
            default => MemoryFootprint::ofMap(\count($class->properties) + $count),
        };
    }

    /**
     * Charges an array that a built-in __unserialize() receives, and the arrays inside it: their elements may become properties. It is charged per
     * object, since objects can share one array.
     *
     * @param array<mixed>|ArrayNode $array
     * @param Classes                $classes the value's classes
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
     * Charges long strings in such an array, up to two levels down: the class may parse them for each object, though the payload has them once.
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
     * Charges short strings that may name a time zone for ext/date, each once: those with a letter. Dates as PHP writes them have none.
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
            $this->charge(MemoryFootprint::ofMap($count) + self::MEMORY_OF_NAME * $count, $at);
        }
        if (!\array_is_list($array)) {
            $this->countScopedNames(\array_keys($array), $classes, $at);
        }
    }

    /**
     * Charges scoped property names for a built-in class that parses them: it loads the class that the scope names, and compares the rest with
     * each other.
     *
     * @param list<int|string> $names names; those that start with a zero byte are charged
     * @throws DecodeException also if a class that is not allowed would be loaded
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

    /** Records a string that is longer than LONG_STRING. */
    public function noteLongString(int $size): void
    {
        ++$this->longStrings;
        if ($size > $this->longest) {
            $this->longest = $size;
        }
    }

    /** Records a dictionary's strings that are longer than LONG_STRING. */
    public function noteLongStrings(int $count, int $longest): void
    {
        $this->longStrings += $count;
        $this->longest = \max($this->longest, $longest);
    }

    /**
     * Charges the strings that were read since the last call, and checks the size of the tree.
     *
     * @param int $at      offset of the value that follows
     * @param int $strings number of strings read so far
     */
    public function countRead(int $at, int $strings, int $nodes, int $shapes): void
    {
        $this->charge(MemoryFootprint::OF_STRING * ($strings - $this->countedStrings), $at);
        $this->countedStrings = $strings;
        $most = self::TREE_FACTOR * \min(\max($this->maxMemory, Budget::BASE), 1 << 60);
        if (self::MEMORY_OF_NODE * $nodes + self::MEMORY_OF_SHAPE * $shapes > $most) {
            throw DecodeError::at('too_large', $at);
        }
    }

    /** Charges memory only. */
    public function charge(int $memory, int $at): void
    {
        if ($memory > $this->memory) {
            throw $this->beyond('max_memory', $at);
        }
        $this->memory -= $memory;
    }

    /**
     * Charges the steps of $count arrays that take $steps each.
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

    /** Charges steps of unserialize() for arrays that the reader itself does not build. */
    public function spendAgain(int $steps, int $count): void
    {
        $most = \PHP_INT_MAX - $this->spent;
        $this->spent += $count > 0 && $steps > \intdiv($most, $count) ? $most : $steps * $count;
    }

    /**
     * Charges the steps of an array that has these keys.
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
