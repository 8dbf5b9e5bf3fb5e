<?php

declare(strict_types=1);

namespace Brine\Format\Dictionary;

use Brine\Tree\Costs;

/**
 * The contents of a dictionary (docs/reference/dictionary-format.md, section 4), after Checker has accepted it.
 *
 * @internal
 */
final class Contents
{
    public const ID_SIZE = 8;

    /** Kinds of shapes. */
    public const MAP = 0;
    public const OBJECT = 1;
    public const CUSTOM = 2;

    /** Algorithms of compression that have presets, by their number in the fourth part. */
    public const PRESETS = [1 => 'zlib', 2 => 'zstd'];

    /** How many strings are longer than Costs::LONG_STRING, and the longest one's length; 0 without any. */
    public readonly int $longStrings;
    public readonly int $longest;

    /**
     * @param string                               $hash        SHA-256 of the file, 32 bytes
     * @param list<string>                         $strings
     * @param list<non-empty-list<int|string>>     $shapes      the kind; then keys, or class and names
     * @param list<non-empty-array<mixed>>         $arrays
     * @param list<int>                            $counts      number of elements charged for each array
     * @param list<int>                            $heights     how many levels each array has
     * @param array<int, int>                      $works       by array: steps of colliding keys, if any
     * @param array<int, string>                   $compression preset dictionaries by algorithm
     */
    public function __construct(
        public readonly string $hash,
        public readonly array $strings,
        public readonly array $shapes,
        public readonly array $arrays,
        public readonly array $counts,
        public readonly array $heights,
        public readonly array $works,
        public readonly array $compression,
        public readonly int $size,
    ) {
        $long = \array_filter(\array_map(\strlen(...), $strings), static fn (int $size): bool => $size > Costs::LONG_STRING);
        $this->longStrings = \count($long);
        $this->longest = $long === [] ? 0 : \max($long);
    }

    /** @return list<string> compression algorithms with a preset */
    public function presets(): array
    {
        return \array_values(\array_intersect_key(self::PRESETS, $this->compression));
    }

    /** First bytes of the hash, by which payloads name the dictionary. */
    public function id(): string
    {
        return \substr($this->hash, 0, self::ID_SIZE);
    }
}
