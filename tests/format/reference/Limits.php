<?php

declare(strict_types=1);

namespace Brine\Tests\Reference;

/** docs/reference/limits.md: how deep a value is, and what it counts so far. The longest path through a cycle is left to PHP. */
final class Limits
{
    /** How many arrays and objects are open. */
    public int $depth = 0;

    /** The greatest depth since the innermost array began. */
    public int $deepest = 0;

    /** The same since the innermost object or PHP reference began, where each back-reference counts the height of its target. */
    public int $reached = 0;

    /** In all, so far. */
    public int $elements = 0;

    /** In bytes. */
    private int $memory = 0;

    /** Strings are counted before a value that begins here or behind. */
    private int $stop = 4096;

    /** Strings that were counted. */
    private int $strings = 0;

    /** The levels that the extension can follow on x86-64. */
    private const MAX_HEIGHT = 12_288;

    public function __construct(private readonly int $maxDepth, private readonly int $maxElements, private readonly int $maxMemory)
    {
    }

    public function reachDepth(int $depth): void
    {
        if ($depth > $this->maxDepth) {
            throw new MalformedPayload('max_depth', 'Arrays and objects are nested too deeply');
        }
        $this->deepest = max($this->deepest, $depth);
        $this->reached = max($this->reached, $depth);
    }

    /** @param callable(): mixed $body Reads what is inside of an array or object. */
    public function nested(callable $body): void
    {
        $this->reachDepth(++$this->depth);
        $body();
        --$this->depth;
    }

    // Section 3: Height

    /** @param int $height of what a back-reference stands for, or of a PHP reference that ends */
    public function reachHeight(int $height): void
    {
        if ($this->depth + $height > self::MAX_HEIGHT) {
            throw new MalformedPayload('too_deep', 'Back-references nest the value too deeply');
        }
        $this->reached = max($this->reached, $this->depth + $height);
    }

    /**
     * @param int               $level of the object or PHP reference that the body reads
     * @param callable(): mixed $body
     * @return int its height
     */
    public function heightOf(int $level, callable $body): int
    {
        $before = $this->reached;
        $this->reached = $level;
        $body();
        $height = $this->reached - $level + 1;
        $this->reached = max($this->reached, $before);

        return $height;
    }

    // Section 1: Depth and elements

    public function countElements(int $count): void
    {
        $this->mayCountElements($count);
        $this->elements += $count;
    }

    public function mayCountElements(int $count): void
    {
        if ($count > $this->maxElements - $this->elements) {
            throw new MalformedPayload('max_elements', 'Too many elements in all');
        }
    }

    // Section 2: Memory

    public function charge(int $bytes): void
    {
        if ($bytes > $this->maxMemory - $this->memory) {
            throw new MalformedPayload('max_memory', 'The value takes too much memory');
        }
        $this->memory += $bytes;
    }

    /** @param int $offset Where a value begins, before which there are so many strings */
    public function passStop(int $offset, int $strings): void
    {
        if ($offset >= $this->stop) {
            $this->charge(32 * ($strings - $this->strings));
            $this->strings = $strings;
            $this->stop = $offset + 4096;
        }
    }

    /**
     * Charges what PHP's own classes make of the array that they are given, and of the arrays that are elements of it.
     *
     * @param list<int> $counts how many elements each of them has
     */
    public function chargeHookOfPhp(array $counts): void
    {
        foreach (array_filter($counts) as $count) {
            $this->charge(self::memoryOfMap($count) + 32 * $count);
        }
    }

    public static function memoryOfList(int $count): int
    {
        return 56 + self::room(16 * self::places($count));
    }

    public static function memoryOfMap(int $count): int
    {
        return 56 + self::room(40 * self::places($count));
    }

    private static function places(int $count): int
    {
        return max(8, 1 << strlen(decbin(max($count, 1) - 1)));
    }

    private static function room(int $bytes): int
    {
        return $bytes > 3000 && $bytes <= 2 ** 20 ? $bytes + 4096 : $bytes;
    }

    /** @param list<string> $names in native text */
    public static function memoryOfObject(string $class, array $names): int
    {
        $declared = self::declaredNames($class);
        $count = count($names);

        return 56 + self::room(16 * count($declared)) + match (true) {
            !class_exists($class) || strcasecmp($class, '__PHP_Incomplete_Class') === 0 => self::memoryOfMap(1 + $count),
            $count > 0 && method_exists($class, '__unserialize') => self::memoryOfMap($count),
            array_diff($names, $declared) !== [] => self::memoryOfMap(count($declared) + $count),
            default => 40 * $count,
        };
    }

    /** How many properties an object has before its array is read: one of a missing class, whose name it keeps. */
    public static function declared(string $class): int
    {
        return class_exists($class) ? count(self::declaredNames($class)) : 1;
    }

    /** @return list<string> The properties that the objects of a class have a place for, in native text: the private ones of its parents are apart. */
    private static function declaredNames(string $class): array
    {
        $names = [];
        for ($scope = class_exists($class) ? new \ReflectionClass($class) : false; $scope; $scope = $scope->getParentClass()) {
            foreach ($scope->getProperties() as $property) {
                if (!$property->isStatic() && $property->getDeclaringClass()->name === $scope->name) {
                    $names[($property->isPrivate() ? $scope->name : '') . "\0" . $property->name] ??= match (true) {
                        $property->isPrivate() => "\0$scope->name\0$property->name",
                        $property->isProtected() => "\0*\0$property->name",
                        default => $property->name,
                    };
                }
            }
        }

        return array_values(array_map(NativeText::string(...), $names));
    }
}
