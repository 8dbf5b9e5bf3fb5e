<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Profiler;

use Brine\DecodeException;
use Brine\Format;

/**
 * Counts reads and writes of this request by format. Used in debug mode only.
 *
 * @phpstan-type Counts array{reads: int, readBytes: int, writes: int, writtenBytes: int}
 */
final class Statistics
{
    /** @var array<string, Counts> */
    private array $formats = [];
    private int $stale = 0;
    private int $unreadable = 0;
    private int $unwritable = 0;

    public function read(string $data): void
    {
        $format = &$this->of($data);
        ++$format['reads'];
        $format['readBytes'] += \strlen($data);
    }

    public function unreadable(string $data, \Throwable $error): void
    {
        $this->of($data);
        $error instanceof DecodeException && $error->getReason() === 'stale_class' ? ++$this->stale : ++$this->unreadable;
    }

    /** @param array<array-key, string> $entries */
    public function written(array $entries, int $failed): void
    {
        foreach ($entries as $data) {
            $format = &$this->of($data);
            ++$format['writes'];
            $format['writtenBytes'] += \strlen($data);
        }
        $this->unwritable += $failed;
    }

    /** @return array<string, Counts> by the names of Brine\Format, and "other" */
    public function formats(): array
    {
        \ksort($this->formats);

        return $this->formats;
    }

    /** Counts an unreadable entry, which is a miss. */
    public function unreadableEntries(): int
    {
        return $this->unreadable;
    }

    /** Counts entries with a changed class, which are misses too. */
    public function staleEntries(): int
    {
        return $this->stale;
    }

    /** Counts values that cannot be written. */
    public function unwritableValues(): int
    {
        return $this->unwritable;
    }

    public function reset(): void
    {
        $this->formats = [];
        $this->unreadable = $this->unwritable = $this->stale = 0;
    }

    /** @return Counts */
    private function &of(string $data): array
    {
        $name = Format::of($data)->value ?? 'other';
        $this->formats[$name] ??= ['reads' => 0, 'readBytes' => 0, 'writes' => 0, 'writtenBytes' => 0];

        return $this->formats[$name];
    }
}
