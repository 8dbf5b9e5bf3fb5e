<?php

declare(strict_types=1);

namespace Brine\Native;

use Brine\DecodeException;
use Brine\Internal\Budget;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;
use Brine\Internal\Failure;
use Brine\Internal\MemoryFootprint;

/**
 * Walks a text of serialize() without building its value, and counts the value's memory and the depth of destructors, including back-references.
 *
 * unserialize() numbers values from 1 in the order of the text, except for keys and PHP references (R).
 *
 * @internal
 */
final class Measure
{
    public const VALUES_PER_STEP = 1018;

    private int $offset = 0;
    private int $slot = 0;
    private int $depth = 0;

    /** Deepest level reached in the innermost open array or object. */
    private int $deepest = 0;
    /** Levels of the highest complete array or object. */
    private int $highest = 0;

    /** @var array<int, int> By slot, the levels of an array or object; 1 while it is incomplete. */
    private array $heights = [];

    /** Whether value numbers are known: a class with a string form may consume some. */
    private bool $hasSlots = true;

    public function __construct(
        private readonly string $data,
        private readonly int $maxDepth,
        private readonly int $maxHeight,
        private int $memory,
        private int $steps,
        private int $keySteps,
        private readonly ClassMemory $classes,
    ) {
    }

    /** Memory of an array with this many elements, or of an object's values. */
    public static function memoryOf(int $count): int
    {
        return $count === 0 ? 0 : MemoryFootprint::ofMap($count);
    }

    /** @throws DecodeException if a limit is exceeded, or the text is malformed before that */
    public function walk(): void
    {
        /**
         * @var list<array{int, int, int, list<int|string>}> $stack per open array or object: keys and values still to come in the one around it;
         *     its own slot; the deepest level and the keys so far of the one around it
         */
        $stack = [];
        /** @var list<int|string> $keys */
        $keys = [];
        $left = 1;
        for (;;) {
            $count = null;
            // In a pair, the key comes first.
            if (($left-- & 1) === 0) {
                $keys[] = $this->key();
            } else {
                $count = $this->value();
            }
            if ($count !== null) {
                $stack[] = [$left, $this->slot, $this->deepest, $keys];
                $left = 2 * $count;
                $keys = [];
                $this->deepest = $this->depth;
            }
            while ($left === 0) {
                if ($stack === []) {
                    return;
                }
                $this->pass('}');
                $this->look($keys);
                [$left, $slot, $deepest, $keys] = \array_pop($stack);
                $height = $this->deepest - --$this->depth;
                $this->heights[$slot] = $height;
                $this->highest = \max($this->highest, $height);
                $this->deepest = \max($this->deepest, $deepest);
            }
        }
    }

    private function key(): int|string
    {
        $at = $this->offset;
        match ($this->data[$at] ?? '') {
            'i' => $this->passTo(';'),
            's' => $this->string(),
            default => throw $this->malformed(),
        };
        if ($this->data[$at] === 'i') {
            return (int) \substr($this->data, $at + 2, $this->offset - $at - 3);
        }
        $start = (int) \strpos($this->data, '"', $at) + 1;

        return \substr($this->data, $start, $this->offset - 2 - $start);
    }

    /** @param list<int|string> $keys of an array or object that is complete */
    private function look(array $keys): void
    {
        $this->keySteps -= \count($keys) < 2 ? 0 : Collisions::steps($keys);
        if ($this->keySteps < 0) {
            throw DecodeError::at('colliding_keys', $this->offset);
        }
    }

    /** @return int|null count of elements or properties, if braces follow */
    private function value(): ?int
    {
        $type = $this->data[$this->offset] ?? '';
        if ($type !== 'R') {
            ++$this->slot;
        }

        return match ($type) {
            'i', 'b', 'd', 'N' => $this->passTo(';'),
            's', 'E' => $this->string(),
            'a' => $this->array(),
            'O' => $this->object(),
            'r', 'R' => $this->again($type),
            'C' => $this->stringForm(),
            default => throw $this->malformed(),
        };
    }

    private function array(): int
    {
        $at = $this->offset;
        $this->offset += 2;
        $count = $this->number(':');
        $this->pass('{');
        $this->enter($count, 0, $at);

        return $count;
    }

    private function object(): int
    {
        $at = $this->offset;
        $class = $this->name();
        $count = $this->number(':');
        $this->pass('{');
        $this->enter($count, $this->classes->memoryOf($class, true) ?? 0, $at);

        return $count;
    }

    /** The form "C:", whose content the class defines. It mostly is native text, so it is measured as if it were. */
    private function stringForm(): null
    {
        $at = $this->offset;
        $class = $this->name();
        $size = $this->number(':');
        $this->pass('{');
        $content = \substr($this->data, $this->offset, $size);
        $this->offset += $size;
        $this->pass('}');
        $this->enter(0, $this->classes->memoryOf($class, true) ?? 0, $at);
        $height = 1 + \substr_count($content, ':{');
        foreach (\preg_match_all('/:\+?([0-9]+):\{/', $content, $match) > 0 ? $match[1] : [] as $count) {
            $this->charge(self::memoryOf((int) \min((float) $count, \strlen($this->data))), $at);
        }
        if (\preg_match('/[rR]:[0-9]/', $content) === 1) {
            $height += $this->highest;
        }
        $this->reach($height - 1, $at);
        --$this->depth;
        $this->heights[$this->slot] = $height;
        $this->highest = \max($this->highest, $height);
        $this->hasSlots = false;

        return null;
    }

    private function again(string $type): null
    {
        $at = $this->offset;
        $this->offset += 2;
        $slot = $this->number(';');
        $this->steps -= \intdiv($slot, self::VALUES_PER_STEP);
        if ($this->steps < 0) {
            throw Failure::decoding("unserialize() would look too long for what the text refers to, at offset $at", $at, 'too_slow');
        }
        $height = $this->hasSlots ? $this->heights[$slot] ?? 0 : $this->highest + 1;
        if ($type === 'r' && $this->hasSlots) {
            $this->heights[$this->slot] = $height;
        }
        $this->charge($type === 'R' ? MemoryFootprint::OF_REFERENCE : 0, $at);
        // The reference is a level too.
        $this->reach($height + ($type === 'R' && $height > 0 ? 1 : 0), $at);

        return null;
    }

    private function enter(int $count, int $memory, int $at): void
    {
        if ($this->depth >= $this->maxDepth) {
            throw Failure::decoding("Nested more than $this->maxDepth levels deep at offset $at", $at, 'max_depth');
        }
        $this->charge($memory + self::memoryOf($count), $at);
        ++$this->depth;
        $this->heights[$this->slot] = 1;
    }

    private function charge(int $memory, int $at): void
    {
        $this->memory -= $memory;
        if ($this->memory < 0) {
            throw Budget::exceeded($at);
        }
    }

    /** Records a value of this many levels. */
    private function reach(int $height, int $at): void
    {
        if ($this->depth + $height > $this->maxHeight) {
            throw Failure::decoding("Back-references nest the value deeper than the stack can take apart, at offset $at", $at, 'too_deep');
        }
        $this->deepest = \max($this->deepest, $this->depth + $height);
    }

    /** Skips a string, or an enum's case. */
    private function string(): null
    {
        $at = $this->offset;
        $this->offset += 2;
        $size = $this->number(':');
        $this->charge($size > 1 ? MemoryFootprint::OF_STRING : 0, $at);
        $this->offset += 1 + $size;
        $this->pass('";');

        return null;
    }

    private function name(): string
    {
        $this->offset += 2;
        $size = $this->number(':');
        $this->pass('"');
        $name = \substr($this->data, $this->offset, $size);
        $this->offset += $size;
        $this->pass('":');

        return $name;
    }

    /** The number that ends here, limited to the number of bytes. */
    private function number(string $end): int
    {
        $length = \strspn($this->data, '+0123456789', $this->offset);
        $number = (float) \substr($this->data, $this->offset, $length);
        if ($length === 0 || $number > \strlen($this->data)) {
            throw $this->malformed();
        }
        $this->offset += $length;
        $this->pass($end);

        return (int) $number;
    }

    private function pass(string $expected): void
    {
        if ($this->offset > \strlen($this->data) || \substr_compare($this->data, $expected, $this->offset, \strlen($expected)) !== 0) {
            throw $this->malformed();
        }
        $this->offset += \strlen($expected);
    }

    private function passTo(string $end): null
    {
        $at = \strpos($this->data, $end, $this->offset);
        if ($at === false) {
            throw $this->malformed();
        }
        $this->offset = $at + 1;

        return null;
    }

    private function malformed(): DecodeException
    {
        $offset = \min($this->offset, \strlen($this->data));

        return Failure::decoding("Not a text of serialize() at offset $offset", $offset, 'malformed');
    }
}
