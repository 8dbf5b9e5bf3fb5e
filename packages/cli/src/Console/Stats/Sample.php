<?php

declare(strict_types=1);

namespace Brine\Console\Stats;

use Random\Engine\Mt19937;
use Random\Randomizer;

/**
 * Draws a uniform sample from a stream of a store's entries. Repeatable: the same store yields the same sample.
 *
 * @internal
 */
final class Sample
{
    /** How many of the largest entries are kept. */
    private const LARGEST = 10;

    private const DELIMITERS = ":./|\\";

    /** Bytes of the longest prefix. */
    private const MAX_PREFIX = 250;

    /** Limit of all kept bytes. */
    private const MAX_KEPT = 1 << 28;

    /** Limit of different prefixes. */
    private const PREFIXES = 500;

    public int $entries = 0;
    public int $bytes = 0;

    /** @var array<int, int> entries, by exclusive upper limit of their size, a power of two */
    public array $sizes = [];

    /** @var array<string, array{entries: int, bytes: int}> by key prefix */
    public array $prefixes = [];

    /** @var array<string, int> bytes of the largest entries, by key */
    public array $largest = [];

    /** @var list<array{string, string}> key and data */
    public array $kept = [];

    private int $keptBytes = 0;

    private readonly Randomizer $random;

    /** @param int $size number of entries to keep */
    public function __construct(private readonly int $size)
    {
        $this->random = new Randomizer(new Mt19937(1));
    }

    /** A key's prefix, up to its first :./|\ */
    public static function prefix(string $key): string
    {
        $size = \strcspn($key, self::DELIMITERS);

        return $size === \strlen($key) ? '(none)' : \substr($key, 0, \min($size + 1, self::MAX_PREFIX));
    }

    /**
     * Counts entries while they are consumed.
     *
     * @param iterable<string, string> $entries data by key
     * @return \Generator<string, string>
     */
    public function pass(iterable $entries): \Generator
    {
        foreach ($entries as $key => $data) {
            $this->add((string) $key, $data);
            yield $key => $data;
        }
    }

    private function add(string $key, string $data): void
    {
        $bytes = \strlen($data);
        ++$this->entries;
        $this->bytes += $bytes;
        $power = 0;
        while ($bytes >> $power > 0) {
            ++$power;
        }
        $this->sizes[$power] = ($this->sizes[$power] ?? 0) + 1;
        $prefix = self::prefix($key);
        $prefix = isset($this->prefixes[$prefix]) || \count($this->prefixes) < self::PREFIXES ? $prefix : '(others)';
        $this->prefixes[$prefix] ??= ['entries' => 0, 'bytes' => 0];
        ++$this->prefixes[$prefix]['entries'];
        $this->prefixes[$prefix]['bytes'] += $bytes;
        if (\count($this->largest) < self::LARGEST || $bytes > \min($this->largest)) {
            $this->largest[$key] = $bytes;
            \arsort($this->largest);
            $this->largest = \array_slice($this->largest, 0, self::LARGEST, true);
        }
        if (\count($this->kept) < $this->size) {
            $this->keep(\count($this->kept), $key, $data);
        } elseif ($this->size > 0) {
            $place = $this->random->getInt(0, $this->entries - 1);
            if ($place < $this->size) {
                $this->keep($place, $key, $data);
            }
        }
    }

    private function keep(int $place, string $key, string $data): void
    {
        [$oldKey, $old] = $this->kept[$place] ?? ['', ''];
        $bytes = $this->keptBytes + \strlen($key) + \strlen($data) - \strlen($oldKey) - \strlen($old);
        if ($bytes <= self::MAX_KEPT) {
            $this->keptBytes = $bytes;
            $this->kept[$place] = [$key, $data];
        }
    }
}
