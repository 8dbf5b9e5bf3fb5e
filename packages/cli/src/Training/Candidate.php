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

    /** Weight of an entry's own gain: other payloads may contain it without the larger entry that contains it here. */
    private const ALONE = 0.2;

    /** Up to this many bytes, an entry of a single sample is likely to occur in others; beyond, less so. */
    private const CHANCE = 8.0;

    /** Bytes that it saves in all samples. */
    public float $gain = 0.0;

    /** Bytes that it would save without other entries. */
    private ?float $alone = null;

    /** How often payloads refer to it. */
    public int $uses = 0;

    /**
     * @param self::STRING|self::SHAPE|self::ARRAY $kind
     * @param string                               $key     key by which the recorder finds it
     * @param string|non-empty-array<mixed>        $content
     * @param float                                $size    bytes that it takes in a payload
     * @param float                                $cost    bytes that it takes in the file
     */
    public function __construct(
        public readonly string $kind,
        public readonly string $key,
        public readonly string|array $content,
        public readonly float $size,
        public readonly float $cost,
    ) {
    }

    /** @param array{int, int, float} $counts samples, uses, and the sum of the samples' weights */
    public function count(array $counts): void
    {
        // A back-reference takes two bytes; without the entry, repetitions are back-references too. A single sample does not show that an entry
        // recurs: only short ones get a chance.
        $samples = \max(1, $counts[0]);
        $chance = \max(0.0, $counts[0] - 1 + self::CHANCE / (2 * self::CHANCE + $this->size)) / $samples;
        $gain = $counts[2] * $chance * ($this->size - 2.0);
        $this->alone ??= $gain;
        $this->gain = (1.0 - self::ALONE) * $gain + self::ALONE * $this->alone;
        $this->uses = $counts[1];
    }

    /** Best first: by bytes saved for each byte of the file. Ties go by gain, kind and key, so the order of samples does not matter. */
    public static function compare(self $a, self $b): int
    {
        return [$b->gain / $b->cost, $b->gain, $a->kind, $a->key] <=> [$a->gain / $a->cost, $a->gain, $b->kind, $b->key];
    }

    public static function compareUses(self $a, self $b): int
    {
        return [$b->uses, $b->gain, $a->key] <=> [$a->uses, $a->gain, $b->key];
    }
}
