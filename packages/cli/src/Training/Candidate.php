<?php

declare(strict_types=1);

namespace Brine\Training;

/**
 * Something that may be in a dictionary.
 *
 * @internal
 */
final class Candidate
{
    public const STRING = 'string';
    public const SHAPE = 'shape';
    public const ARRAY = 'array';

    /** Weight of the gain that an entry has alone: in other payloads it may occur without the entry that contains it here. */
    private const ALONE = 0.2;

    /** Up to this many bytes, an entry of a single sample is likely to occur in others; beyond, less so. */
    private const CHANCE = 8.0;

    /** How many bytes it saves in all samples. */
    public float $gain = 0.0;

    /** How many it would save alone. */
    private ?float $alone = null;

    /** How often it is named. */
    public int $uses = 0;

    /**
     * @param self::STRING|self::SHAPE|self::ARRAY $kind
     * @param string                               $key     what it is found by among those of its kind
     * @param string|non-empty-array<mixed>        $content
     * @param float                                $size    what it takes in a payload that has it, in bytes
     * @param float                                $cost    what it takes in the file
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $key,
        public readonly string|array $content,
        public readonly float $size,
        public readonly float $cost,
    ) {
    }

    /** @param array{int, int, float} $counts samples, uses, and the sum of what the samples weigh */
    public function count(array $counts): void
    {
        // A number has two bytes; without the entry, what stands again has a number, too. The sample that brought it is no evidence that it
        // comes again: of what is in one alone, short things have a chance.
        $samples = \max(1, $counts[0]);
        $chance = \max(0.0, $counts[0] - 1 + self::CHANCE / (2 * self::CHANCE + $this->size)) / $samples;
        $gain = $counts[2] * $chance * ($this->size - 2.0);
        $this->alone ??= $gain;
        $this->gain = (1.0 - self::ALONE) * $gain + self::ALONE * $this->alone;
        $this->uses = $counts[1];
    }

    /** Order by saved bytes per byte, independent of the samples' order. */
    public static function compare(self $a, self $b): int
    {
        return [$b->gain / $b->cost, $b->gain, $a->kind, $a->key] <=> [$a->gain / $a->cost, $a->gain, $b->kind, $b->key];
    }

    public static function compareUses(self $a, self $b): int
    {
        return [$b->uses, $b->gain, $a->key] <=> [$a->uses, $a->gain, $b->key];
    }
}
