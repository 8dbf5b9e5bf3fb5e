<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\ApcuValues;
use Brine\Bench\Corpus;
use Brine\Bench\Method;
use Brine\Bench\Resident;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Row;
use Brine\Bench\Table;
use Brine\Bench\Worker;
use RuntimeException;

/** Cost of reading a resident value, and of other ways to get a value in every request. */
final class ResidentTable implements Table
{
    /** A sample is shorter than in other tables by this factor, since there are many. */
    private const PART = 5;
    private const MAX_ROUNDS_QUICK = 3;

    /**
     * @param list<string> $rows
     * @param list<string> $processes of Resident
     * @param string|null  $needed    the process without which nothing is measured
     * @param non-empty-list<string> $measures
     * @param string|null  $baseline  a way that is no serializer
     */
    private function __construct(
        private readonly string $id,
        private readonly string $title,
        private readonly string $note,
        private readonly array $rows,
        private readonly array $processes,
        private readonly ?string $needed,
        private readonly array $measures,
        private readonly ?string $baseline,
    ) {
    }

    /** All ways, with the values of the corpus. */
    public static function of(?Corpus $corpus): self
    {
        return new self(
            'resident',
            'Resident values',
            'decode: nanoseconds a read, freeing included. brine-hit finds the value decoded, brine-shared-hit where all workers share it. brine-first-sight and brine-admission are the first and second read of bytes, brine-once a plain '
            . 'decode beside them. memory: bytes of a request that holds all values; worker: bytes that the process keeps; kept: how many values it keeps.',
            \array_keys(Resident::groups($corpus)),
            \array_values(\array_diff(\array_keys(Resident::workers()), [Resident::APCU_SHARED])),
            Resident::PLAIN,
            ['decode', 'memory', 'worker', 'kept'],
            null,
        );
    }

    /** One apcu_fetch(), with each serializer. */
    public static function apcu(): self
    {
        return new self(
            'apcu',
            'apcu_fetch()',
            'Nanoseconds an apcu_fetch(), freeing included, by apc.serializer. apcu-brine-copied decodes each time (brine.resident_memory is 0), apcu-brine finds the value decoded in the process, apcu-brine-shared in the memory of all '
            . "workers (brine.resident_shared), in PHP's own server.",
            \array_keys(ApcuValues::all()),
            Resident::APCU,
            null,
            ['decode'],
            'apcu-php',
        );
    }

    public function id(): string
    {
        return $this->id;
    }

    public function title(): string
    {
        return $this->title;
    }

    public function rows(): array
    {
        return $this->rows;
    }

    public function isDefault(): bool
    {
        return true;
    }

    public function measure(Method $method): Comparison
    {
        $names = \array_values(\array_filter($this->rows(), fn (string $row): bool => $method->wants($this, $row)));
        $workers = $this->workers($method);
        $rows = [];
        for ($round = 0; $round < ($method->quick ? \min(self::MAX_ROUNDS_QUICK, $method->rounds) : $method->rounds); ++$round) {
            foreach (Method::ordered(\array_keys($workers), $round) as $process) {
                $method->progress("$this->id: round $round, $process");
                foreach ($workers[$process]->rows(Resident::measured(...), $process, $names, \max(1, \intdiv($method->sampleMs, self::PART))) as $row) {
                    self::merge($rows[$row->name] ??= new Row($row->name, values: $row->values), $row);
                }
            }
        }
        $ways = \array_values(\array_filter(
            Resident::WAYS,
            static fn (string $way): bool => \array_filter($rows, static fn (Row $row): bool => isset($row->results[$way]) || isset($row->failed[$way])) !== [],
        ));

        return new Comparison(
            $this->id,
            $this->title,
            $this->note,
            match (true) {
                $ways === [] => 'igbinary',
                \in_array($this->baseline, $ways, true) => $this->baseline,
                default => $method->baseline($ways),
            },
            $ways === [] ? ['brine'] : $ways,
            $this->measures,
            \array_values($rows),
        );
    }

    /** @return array<string, Worker> usable ways */
    private function workers(Method $method): array
    {
        $workers = [];
        foreach (\array_intersect_key(Resident::workers(), \array_flip($this->processes)) as $process => $worker) {
            $why = self::why($process, $worker);
            if ($why === null) {
                $workers[$process] = $worker;
            } else {
                $method->miss($process === $this->needed ? $this->id : "$this->id: $process", $why);
            }
        }

        return $this->needed === null || isset($workers[$this->needed]) ? $workers : [];
    }

    /** Why it cannot be measured; null if it can. */
    private static function why(string $process, Worker $worker): ?string
    {
        if ($process !== Resident::SHARED && $process !== Resident::APCU_SHARED) {
            return $worker->lacks();
        }
        try {
            $why = $worker->lacks() ?? $worker->run(Resident::whyNotShared(...));
        } catch (RuntimeException $error) {
            $why = $error->getMessage();
        }

        return \is_string($why) ? $why : null;
    }

    /** Adds the samples of a round: times are lists, other figures are equal in each round. */
    private static function merge(Row $row, Row $round): void
    {
        foreach ($round->results as $way => $figures) {
            foreach ($figures as $measure => $figure) {
                $before = $row->results[$way][$measure] ?? [];
                $row->set($way, $measure, $measure === 'decode' ? [...(array) $before, ...(array) $figure] : $figure);
            }
        }
        foreach ($round->failed as $way => $reason) {
            $row->fail($way, $reason);
        }
    }
}
