<?php

declare(strict_types=1);

namespace Brine;

use Brine\Internal\ExactFloats;
use Brine\Internal\NativeSize;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migration\Store;

/**
 * Rewrites the entries of a store in another format while the store is in use. Entries that changed meanwhile, or are unreadable, stay as they are.
 * With Brine's own format, layouts are written and stale entries are unreadable, unless "stale_classes" is "accept".
 */
final class Migrator
{
    /** Values are compared by native text of at most this many bytes, plus this many per byte of the entry: few bytes can stand for a huge text. */
    private const FREE_TEXT = 1 << 26;
    private const TEXT_PER_BYTE = 64;

    /** @var \Closure(string): Serializer */
    private \Closure $reader;
    /** @var \Closure(string): Serializer */
    private \Closure $writer;

    /**
     * @param Serializer|\Closure(string $key): Serializer $reader reads entries; a function returns the serializer for a
     *     key, if it depends on the key, such as by a signature's context
     * @param Serializer|\Closure(string $key): Serializer $writer writes them
     * @param int<1, max> $batchSize about how many entries to read at a time
     * @param bool $verify whether to decode the new bytes and compare the values
     * @throws \ValueError if $batchSize is less than 1
     */
    public function __construct(
        private Store $store,
        Serializer|\Closure $reader,
        Serializer|\Closure $writer,
        private int $batchSize = 100,
        private bool $verify = true,
    ) {
        // An empty batch would never end.
        if ($batchSize < 1) {
            throw new \ValueError("A batch must have an entry at least, not $batchSize");
        }
        $this->reader = $reader instanceof \Closure ? $reader : static fn (): Serializer => $reader;
        $this->writer = $writer instanceof \Closure ? $writer : static fn (): Serializer => $writer;
    }

    /**
     * @param string|null $cursor where to resume, from an earlier report; null for the beginning
     * @param bool $dryRun whether nothing is written
     * @param null|\Closure(Report): mixed $progress called after each batch with the results so far; resume from its
     *     cursor(). The run stops if it returns false.
     * @param Report|null $report counts the outcomes; the caller keeps it even if the store fails. null for a new one
     * @throws \Exception if the store fails
     */
    public function run(?string $cursor = null, bool $dryRun = false, ?\Closure $progress = null, ?Report $report = null): Report
    {
        $report ??= new Report($cursor);
        do {
            $batch = $this->store->next($cursor, $this->batchSize);
            $report->receive($batch);
            foreach ($batch->entries as $entry) {
                $this->migrate($entry, $dryRun, $report);
            }
            $cursor = $batch->cursor;
            $report->advance($cursor);
        } while (($progress === null || $progress($report) !== false) && $cursor !== null);

        return $report;
    }

    private function migrate(Entry $entry, bool $dryRun, Report $report): void
    {
        try {
            $data = $this->convert($entry);
        } catch (\Throwable $error) {
            // Thrown by a destructor; the values are gone by now.
            $data = [Outcome::Unreadable, $error->getMessage()];
        }
        if (!\is_string($data)) {
            $report->fail($entry, ...$data);

            return;
        }
        try {
            $outcome = match (true) {
                $data === $entry->data => Outcome::Unchanged,
                $dryRun, $this->store->replace($entry, $data) => Outcome::Migrated,
                default => Outcome::Overtaken,
            };
        } catch (\UnexpectedValueException $error) {
            $report->fail($entry, Outcome::Unwritable, $error->getMessage());

            return;
        }
        $after = $outcome === Outcome::Overtaken ? $entry->data : $data;
        $report->count($outcome, \strlen($entry->data), \strlen($after));
    }

    /**
     * Hooks may throw anything, which must not end the run. Exceptions of destructors are passed on.
     *
     * @return string|array{Outcome, string} the new bytes, or why the entry is left alone
     */
    private function convert(Entry $entry): string|array
    {
        try {
            $writer = self::guarded(($this->writer)($entry->key));
        } catch (\Throwable $error) {
            return [Outcome::Unwritable, $error->getMessage()];
        }
        try {
            $reader = ($this->reader)($entry->key);
            $value = (self::writesLayouts($writer) ? self::guarded($reader) : $reader)->unserialize($entry->data);
        } catch (\Throwable $error) {
            return [Outcome::Unreadable, $error->getMessage()];
        }
        if (!NativeSize::isWithin($value, self::FREE_TEXT + self::TEXT_PER_BYTE * \strlen($entry->data))) {
            return [Outcome::Unwritable, 'The value is too large to be compared, for an entry of so few bytes'];
        }
        try {
            $data = $writer->serialize($value);
            $isSame = !$this->verify || $data === $entry->data || self::isSame($value, $writer->unserialize($data));
        } catch (\Throwable $error) {
            return [Outcome::Unwritable, $error->getMessage()];
        }

        return $isSame ? $data : [Outcome::Different, 'Read again, the value is another one'];
    }

    private static function guarded(Serializer $serializer): Serializer
    {
        return $serializer instanceof RefusesMissing ? $serializer->refusingMissing(true) ?? $serializer : $serializer;
    }

    /** Whether a reader trusts what is written: an entry that is stale, or whose class is missing here, would pass as fresh. */
    private static function writesLayouts(Serializer $writer): bool
    {
        while ($writer instanceof Decorator) {
            $writer = $writer->inner();
        }

        return $writer instanceof BrineSerializer && isset($writer->writing['layouts']);
    }

    private static function isSame(mixed $value, mixed $again): bool
    {
        // Fewer digits could be equal for two different floats.
        return ExactFloats::during(static fn (): bool => \serialize($value) === \serialize($again));
    }
}
