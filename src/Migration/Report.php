<?php

declare(strict_types=1);

namespace Brine\Migration;

/** How far a migration has come. */
final class Report
{
    /** Failures that are kept. */
    private const MAX_FAILURES = 100;

    /** @var array<string, int> */
    private array $counts = [];
    /** @var list<array{key: string, outcome: Outcome, message: string}> */
    private array $failures = [];
    /** @var list<string> */
    private array $notices = [];
    private int $bytesBefore = 0;
    private int $bytesAfter = 0;
    private bool $complete = false;

    /** @param string|null $cursor where the migration begins */
    public function __construct(private ?string $cursor)
    {
    }

    /** @internal */
    public function count(Outcome $outcome, int $before, int $after): void
    {
        $this->counts[$outcome->value] = $this->of($outcome) + 1;
        $this->bytesBefore += $before;
        $this->bytesAfter += $after;
    }

    /** @internal */
    public function fail(Entry $entry, Outcome $outcome, string $message): void
    {
        $this->count($outcome, \strlen($entry->data), \strlen($entry->data));
        if (\count($this->failures) < self::MAX_FAILURES) {
            $this->failures[] = ['key' => $entry->key, 'outcome' => $outcome, 'message' => $message];
        }
    }

    /** @internal */
    public function receive(Batch $batch): void
    {
        foreach ($batch->inaccessible as $key => $message) {
            $this->fail(new Entry((string) $key, ''), Outcome::Inaccessible, $message);
        }
        if ($batch->notice !== null && \count($this->notices) < self::MAX_FAILURES) {
            $this->notices[] = $batch->notice;
        }
    }

    /** @internal */
    public function advance(?string $cursor): void
    {
        $this->cursor = $cursor;
        $this->complete = $cursor === null;
    }

    /** How many entries had this outcome. */
    public function of(Outcome $outcome): int
    {
        return $this->counts[$outcome->value] ?? 0;
    }

    /** How many entries were left alone because of an error. */
    public function failed(): int
    {
        return $this->of(Outcome::Inaccessible) + $this->of(Outcome::Unreadable) + $this->of(Outcome::Unwritable) + $this->of(Outcome::Different);
    }

    /** How many entries have been looked at. */
    public function total(): int
    {
        return \array_sum($this->counts);
    }

    /** @return string|null cursor for run() to resume after the last batch; null at the end */
    public function cursor(): ?string
    {
        return $this->cursor;
    }

    /** Whether the whole store has been walked. */
    public function isComplete(): bool
    {
        return $this->complete;
    }

    /** The size of all entries that have been looked at, before. */
    public function bytesBefore(): int
    {
        return $this->bytesBefore;
    }

    /** The size of all entries that have been looked at, after. */
    public function bytesAfter(): int
    {
        return $this->bytesAfter;
    }

    /**
     * The store's first hundred notices about the run, such as that it started over.
     *
     * @return list<string>
     */
    public function notices(): array
    {
        return $this->notices;
    }

    /**
     * The first hundred entries that were left alone because of an error.
     *
     * @return list<array{key: string, outcome: Outcome, message: string}>
     */
    public function failures(): array
    {
        return $this->failures;
    }
}
