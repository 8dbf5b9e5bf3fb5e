<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

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

    public function __construct(private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'resident';
    }

    public function title(): string
    {
        return 'Resident values';
    }

    public function rows(): array
    {
        return \array_keys(Resident::groups($this->corpus));
    }

    public function isDefault(): bool
    {
        return true;
    }

    public function measure(Method $method): Comparison
    {
        $names = \array_values(\array_filter($this->rows(), fn (string $row): bool => $method->wants($this, $row)));
        $workers = self::workers($method);
        $rows = [];
        for ($round = 0; $round < ($method->quick ? \min(self::MAX_ROUNDS_QUICK, $method->rounds) : $method->rounds); ++$round) {
            foreach (Method::ordered(\array_keys($workers), $round) as $process) {
                $method->progress("resident: round $round, $process");
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
            'resident',
            $this->title(),
            'decode: nanoseconds a read, freeing included. brine-hit finds the value decoded, brine-shared-hit where all workers share it. brine-first-sight and brine-admission are the first and second read of bytes, brine-once a plain '
            . 'decode beside them. memory: bytes of a request that holds all values; worker: bytes that the process keeps; kept: how many values it keeps.',
            $ways === [] ? 'igbinary' : $method->baseline($ways),
            $ways === [] ? ['brine'] : $ways,
            ['decode', 'memory', 'worker', 'kept'],
            \array_values($rows),
        );
    }

    /** @return array<string, Worker> usable ways */
    private static function workers(Method $method): array
    {
        $workers = [];
        foreach (Resident::workers() as $process => $worker) {
            $why = self::why($process, $worker);
            if ($why === null) {
                $workers[$process] = $worker;
            } else {
                $method->miss($process === Resident::PLAIN ? 'resident' : "resident: $process", $why);
            }
        }

        return isset($workers[Resident::PLAIN]) ? $workers : [];
    }

    /** Why it cannot be measured; null if it can. */
    private static function why(string $process, Worker $worker): ?string
    {
        if ($process !== Resident::SHARED) {
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
