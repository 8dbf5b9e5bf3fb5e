<?php

declare(strict_types=1);

namespace Brine\Bench;

use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\Row;
use Brine\Bench\Tables\WorkloadTable;

/**
 * Compares this tree's build with another commit's. A process can load only one build, so each round runs a process of each, in alternating
 * order. A build's sample is the median within its process.
 */
final class Against
{
    private const ROUNDS = 3;
    private const THIS = 'this';

    /** @var array<string, array<string, array<string, non-empty-list<int|float>>>> one figure per process, by measure, by build, by row */
    private array $measured = [];

    /** @var array<string, array<string, string>> reason by build, by row */
    private array $failed = [];

    public function __construct(private readonly Method $method, private readonly string $commit)
    {
    }

    /**
     * @param list<Table> $tables only workload tables are compared
     * @return list<Comparison>
     */
    public function measure(array $tables): array
    {
        $hash = Builds::commit($this->commit);
        $baseline = \substr($hash, 0, 10);
        $this->method->progress("building $baseline");
        $modules = [$baseline => Builds::of($hash), self::THIS => Builds::current()];
        $wanted = [];
        foreach ($tables as $table) {
            if ($table instanceof WorkloadTable && $this->method->selection->of($table) !== []) {
                $wanted[$table->id()] = $this->method->selection->of($table);
            }
        }
        for ($round = 0; $round < $this->method->rounds; ++$round) {
            foreach (Method::ordered(\array_keys($modules), $round) as $build) {
                $this->method->progress("round $round, $build");
                $this->read($build, $this->run($modules[$build], \array_merge(...\array_values($wanted))));
            }
        }

        return \array_map(
            fn (Table $table): Comparison => $this->comparison($table, $wanted[$table->id()], [$baseline, self::THIS]),
            \array_values(\array_filter($tables, static fn (Table $table): bool => isset($wanted[$table->id()]))),
        );
    }

    /** @param list<string> $rows */
    private function run(string $module, array $rows): ResultFile
    {
        $json = Builds::run(Builds::php([$module], [
            Builds::root() . '/packages/cli/bin/brine', 'bench', '--json=-', '--processes', '1', '--serializers', 'brine', '--rounds', (string) self::ROUNDS,
            '--sample-ms', (string) $this->method->sampleMs, '--only', \implode(',', $rows),
            ...($this->method->fresh === null ? [] : ['--encode', $this->method->fresh ? 'fresh' : 'warm']),
        ]), accepted: 1);

        return ResultFile::read($json, $module);
    }

    private function read(string $build, ResultFile $file): void
    {
        foreach ($file->tables as $table) {
            foreach ($table->rows as $row) {
                if (isset($row->failed['brine'])) {
                    $this->failed[$row->name][$build] = $row->failed['brine'];
                }
                foreach ($row->results['brine'] ?? [] as $measure => $figure) {
                    $this->measured[$row->name][$build][$measure][] = \is_array($figure) ? Statistics::of($figure)->median : $figure;
                }
            }
        }
    }

    /**
     * @param list<string>           $names
     * @param non-empty-list<string> $builds
     */
    private function comparison(Table $table, array $names, array $builds): Comparison
    {
        $rows = [];
        foreach ($names as $name) {
            $row = new Row($name);
            foreach ($this->measured[$name] ?? [] as $build => $measures) {
                foreach ($measures as $measure => $figures) {
                    $row->set($build, $measure, \in_array($measure, ['encode', 'decode'], true) ? $figures : $figures[0]);
                }
            }
            foreach ($this->failed[$name] ?? [] as $build => $reason) {
                $row->fail($build, $reason);
            }
            $rows[] = $row;
        }

        return new Comparison(
            $table->id(),
            $table->title(),
            "Brine of this tree beside the commit $builds[0], in processes of their own.",
            $builds[0],
            $builds,
            Measure::MEASURES,
            $rows,
        );
    }
}
