<?php

declare(strict_types=1);

namespace Brine;

use Brine\Migration\Batch;
use Brine\Migration\Status;
use Brine\Migration\Store;

/**
 * Reports what a store contains, without changing it: formats, entries and bytes, and an estimate from a sample of the bytes that other
 * serializers would need.
 *
 *     $inspector = new Inspector(new Auto(), ['brine' => new BrineSerializer(), 'compressed' => new Compressed(new Auto())]);
 *     $status = $inspector->inspect(Inspector::walk($store));
 */
final class Inspector
{
    /**
     * Result of formatOf() for bytes that none of the known serializers wrote.
     *
     * @internal
     */
    public const FOREIGN = ['number', 'other'];

    /** Entries between two calls of the progress function. */
    private const STEP = 1000;

    /** @var \Closure(string): Serializer */
    private \Closure $reader;
    /** @var array<string, array{entries: int, bytes: int}> */
    private array $formats = [];
    /** @var list<array<int>|null> bytes of entries in the sample: before, then by each writer; null if it was not read */
    private array $sample = [];
    /** One entry in this many is sampled. */
    private int $stride = 1;
    private int $sampled = 0;
    private int $unreadable = 0;

    /**
     * @param Serializer|\Closure(string $key): Serializer $reader reads entries, as for Migrator
     * @param array<string, Serializer|\Closure(string $key): Serializer> $writers serializers to estimate, by names that you choose
     * @param int $size about how many entries to sample, spread over the store; all if there are fewer, none if 0
     * @throws \ValueError if the size is negative
     */
    public function __construct(Serializer|\Closure $reader, private array $writers = [], private int $size = 1000)
    {
        if ($size < 0) {
            throw new \ValueError("The sample cannot have $size entries");
        }
        $this->reader = $reader instanceof \Closure ? $reader : static fn (): Serializer => $reader;
    }

    /**
     * The entries of a store that can be migrated.
     *
     * @param int<1, max> $batchSize about how many entries to read at a time
     * @param null|\Closure(Batch): mixed $received called with each batch, which also lists inaccessible entries
     * @return \Generator<string, string>
     */
    public static function walk(Store $store, int $batchSize = 100, ?\Closure $received = null): \Generator
    {
        $cursor = null;
        do {
            $batch = $store->next($cursor, $batchSize);
            if ($received !== null) {
                $received($batch);
            }
            foreach ($batch->entries as $entry) {
                yield $entry->key => $entry->data;
            }
            $cursor = $batch->cursor;
        } while ($cursor !== null);
    }

    /**
     * @param iterable<array-key, string> $entries the stored bytes, by key
     * @param null|\Closure(Status): mixed $progress called after each thousand entries with the results so far; the walk stops if it
     *     returns false
     */
    public function inspect(iterable $entries, ?\Closure $progress = null): Status
    {
        $this->formats = $this->sample = [];
        $this->stride = 1;
        $this->sampled = $this->unreadable = $index = 0;
        foreach ($entries as $key => $data) {
            $this->count((string) $key, $data, $index++);
            if ($progress !== null && $index % self::STEP === 0 && $progress($this->status()) === false) {
                break;
            }
        }

        return $this->status();
    }

    /** The format of an entry, as Status names it. */
    public static function formatOf(string $data): string
    {
        return match (true) {
            \preg_match('/\A-?[0-9]+\z/', $data) === 1 => 'number',
            ($format = Format::of($data)) !== null => $format->value,
            Deflated::recognises($data) => 'deflated',
            default => 'other',
        };
    }

    private function count(string $key, string $data, int $index): void
    {
        $format = self::formatOf($data);
        $this->formats[$format] ??= ['entries' => 0, 'bytes' => 0];
        $this->formats[$format]['entries']++;
        $this->formats[$format]['bytes'] += \strlen($data);
        if ($this->size === 0 || $this->writers === [] || $index % $this->stride !== 0) {
            return;
        }
        $this->sampled++;
        $this->sample[] = $this->measure($key, $data, $format);
        if (\count($this->sample) >= 2 * $this->size) {
            // Keep every second sample, and sample half as often from here.
            $this->sample = \array_values(\array_filter($this->sample, static fn (int $i): bool => $i % 2 === 0, \ARRAY_FILTER_USE_KEY));
            $this->stride *= 2;
        }
    }

    /**
     * Unwritable entries count with their present size. Hooks may throw anything.
     *
     * @return array<int>|null bytes: before, then by each writer; null if it cannot be read
     */
    private function measure(string $key, string $data, string $format): ?array
    {
        if (\in_array($format, self::FOREIGN, true)) {
            return null;
        }
        try {
            $value = ($this->reader)($key)->unserialize($data);
        } catch (\Throwable) {
            $this->unreadable++;

            return null;
        }
        $sizes = \array_fill(0, 1 + \count($this->writers), \strlen($data));
        $i = 0;
        foreach ($this->writers as $writer) {
            $i++;
            try {
                $sizes[$i] = \strlen(($writer instanceof \Closure ? $writer($key) : $writer)->serialize($value));
            } catch (\Throwable) {
                // Migrator would leave it alone.
            }
        }

        return $sizes;
    }

    /** Foreign entries stay as they are; the others are estimated from those that were read. */
    private function status(): Status
    {
        \ksort($this->formats);
        $status = new Status($this->formats, $this->sampled, $this->unreadable, []);
        $foreign = \array_sum(\array_column(\array_intersect_key($this->formats, \array_flip(self::FOREIGN)), 'bytes'));
        $others = $status->bytes() - $foreign;
        $read = \array_filter($this->sample, static fn (?array $sizes): bool => $sizes !== null);
        if ($this->sample === [] || ($read === [] && $others > 0)) {
            return $status;
        }
        $before = \max(1, \array_sum(\array_column($read, 0)));
        $estimates = [];
        foreach (\array_keys($this->writers) as $i => $name) {
            $estimates[$name] = $foreign + (int) \round($others * (\array_sum(\array_column($read, $i + 1)) / $before));
        }

        return new Status($this->formats, $this->sampled, $this->unreadable, $estimates);
    }
}
