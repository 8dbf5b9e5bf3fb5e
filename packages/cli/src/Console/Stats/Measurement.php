<?php

declare(strict_types=1);

namespace Brine\Console\Stats;

use Brine\Compressed;
use Brine\Console\Outline\Outline;
use Brine\Console\Outline\Outliner;
use Brine\EntryCodec;
use Brine\Format;
use Brine\Format\Encoder;
use Brine\Igbinary\PlainBytes;
use Brine\Inspector;
use Brine\Internal\NativeSize;
use Brine\Serializer;
use Brine\StaleEntries;
use Brine\Training\Trainer;

/**
 * Measures on sampled entries what Brine, a dictionary and compression would save. Dictionaries are trained on one half, and measured on the
 * other.
 *
 * @internal
 */
final class Measurement
{
    /** Runs per time; the fastest counts. */
    private const RUNS = 3;

    /** Least samples for training, and largest entries in bytes, as in "brine train". */
    private const LEAST_SAMPLES = 20;
    private const MAX_TRAINED = 4096;

    /** @var array<string, array{entries: int, before: int, brine: int, compressed: int, plain: int, dictionary: int, timed: int, times: array{float, float}}> */
    public array $prefixes = [];

    /** @var array<string, int> objects in the entries, by class */
    public array $classes = [];

    /** @var array<string, float> how many times smaller zlib makes an entry, by key */
    public array $repetitive = [];

    /** Entries that would be misses because a class has changed. */
    public readonly StaleEntries $stale;

    public int $read = 0;
    public int $unreadable = 0;

    /** Entries that the library could read, but the application's own reader could not. */
    public int $untimed = 0;
    public bool $hasDictionary = false;

    /** @var list<array{string, string}> prefix and payload of entries to measure dictionaries on; their values may take much more memory */
    private array $heldBack = [];

    /** @param bool $objects whether entries are decoded to objects */
    public function __construct(private readonly Serializer $reader, private readonly Serializer $writer, private readonly bool $objects)
    {
        $this->stale = new StaleEntries();
    }

    /**
     * @param list<array{string, string}> $sample   key and data
     * @param \Closure(): void            $progress called after each entry
     */
    public function run(array $sample, \Closure $progress): void
    {
        $trainer = new Trainer(heldBack: 0, allowedClasses: $this->objects);
        // As "brine migrate --compress" writes.
        $compressed = new Compressed($this->writer);
        foreach ($sample as $i => [$key, $data]) {
            $progress();
            if (\in_array(Inspector::formatOf($data), Inspector::FOREIGN, true)) {
                continue;
            }
            foreach ((new Outliner())->outline($data)->classes as $class => $count) {
                Outline::count($this->classes, (string) $class, $count);
            }
            if (\strlen($data) >= 256) {
                $this->repetitive[$key] = \strlen($data) / \strlen((string) \gzcompress($data, 1));
            }
            $this->measure($key, $data, $compressed, $i % 2 === 0 ? $trainer : null);
        }
        \arsort($this->classes);
        \arsort($this->repetitive);
        $this->train($trainer);
    }

    /** Exceptions of hooks cannot be handled here. */
    private function measure(string $key, string $data, Serializer $compressed, ?Trainer $trainer): void
    {
        try {
            $value = $this->reader->unserialize($data);
            $payload = $this->writer->serialize($value);
            $sizes = [\strlen($payload), \strlen($compressed->serialize($value))];
            $read = $this->asNow($data);
            $times = $read === null ? null : [self::time($read), self::time(fn (): mixed => $this->writer->unserialize($payload))];
        } catch (\Throwable) {
            ++$this->unreadable;

            return;
        }
        ++$this->read;
        if ($this->objects) {
            (new EntryCodec($this->reader, fn (\Throwable $error): ?bool => $this->stale->note($error)))->read($data);
        }
        $prefix = Sample::prefix($key);
        $row = $this->prefixes[$prefix] ?? ['entries' => 0, 'before' => 0, 'brine' => 0, 'compressed' => 0, 'plain' => 0, 'dictionary' => 0, 'timed' => 0, 'times' => [0.0, 0.0]];
        ++$row['entries'];
        $row['before'] += \strlen($data);
        $row['brine'] += $sizes[0];
        $row['compressed'] += $sizes[1];
        if ($times === null) {
            ++$this->untimed;
        } else {
            ++$row['timed'];
            $row['times'] = [$row['times'][0] + $times[0], $row['times'][1] + $times[1]];
        }
        $this->prefixes[$prefix] = $row;
        if (\strlen($data) > self::MAX_TRAINED || !NativeSize::isInProportion($value, \strlen($data))) {
            // Training examines all values several times in PHP, and looks up strings that may be chosen to collide.
            return;
        }
        if ($trainer === null) {
            $this->heldBack[] = [$prefix, $payload];
        } else {
            $trainer->add($value, $prefix);
        }
    }

    /**
     * Reads the entry as the application does: the library's readers of other formats check more, and are many times slower. They have read this
     * entry before, so it is valid.
     *
     * @return (\Closure(): mixed)|null null if impossible here, or if it would create unwanted objects
     */
    private function asNow(string $data): ?\Closure
    {
        return match (Format::of($data)) {
            Format::Native => fn (): mixed => \unserialize($data, ['allowed_classes' => $this->objects]),
            Format::Igbinary => \function_exists('igbinary_unserialize') && ($this->objects || PlainBytes::are($data)) ? static fn (): mixed => \igbinary_unserialize($data) : null,
            Format::Brine => fn (): mixed => $this->reader->unserialize($data),
            default => null,
        };
    }

    /** @return float seconds, of the fastest of three runs */
    public static function time(\Closure $call): float
    {
        $least = \INF;
        for ($i = 0; $i < self::RUNS; ++$i) {
            $start = \hrtime(true);
            $call();
            $least = \min($least, (\hrtime(true) - $start) / 1e9);
        }

        return $least;
    }

    private function train(Trainer $trainer): void
    {
        if ($trainer->count() < self::LEAST_SAMPLES) {
            return;
        }
        try {
            $dictionary = $trainer->train();
        } catch (\Throwable) {
            return;
        }
        $this->hasDictionary = true;
        foreach ($this->heldBack as [$prefix, $payload]) {
            try {
                $value = $this->writer->unserialize($payload);
                $plain = \strlen($this->writer->serialize($value));
                $with = \strlen(Encoder::encodeWith($value, $dictionary->contents()));
            } catch (\Throwable) {
                continue;
            }
            if (isset($this->prefixes[$prefix])) {
                $this->prefixes[$prefix]['plain'] += $plain;
                $this->prefixes[$prefix]['dictionary'] += $with;
            }
        }
    }
}
