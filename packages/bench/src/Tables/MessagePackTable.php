<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Corpus;
use Brine\Bench\Measure;
use Brine\Bench\MessagePack\Cases;
use Brine\Bench\MessagePack\PublishedFigures;
use Brine\Bench\MessagePack\Settings;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Row;
use Brine\Bench\Serializer;
use Brine\Bench\Table;
use Brine\Bench\Worker;
use Brine\Bench\Workload;
use RuntimeException;

/**
 * Packing and unpacking of MessagePack, in C and in PHP, case by case. Each column has its own processes: every round runs one of each, in rotating
 * order.
 */
final class MessagePackTable implements Table
{
    /** Extension, serializer, and whether the JIT compiler is on, by column. */
    private const COLUMNS = [
        'native' => ['standard', 'native', false],
        'igbinary' => ['igbinary', 'igbinary', false],
        'msgpack' => ['msgpack', 'msgpack', false],
        'brine' => ['brine', 'brine-msgpack', false],
        'brine-classes' => ['brine', 'brine-msgpack-classes', false],
        'brine-php' => ['standard', 'brine-msgpack-php', false],
        'brine-php-jit' => ['standard', 'brine-msgpack-php', true],
    ];

    /** These formats are not MessagePack, so the head is not checked. */
    private const OTHER_FORMATS = ['native', 'igbinary'];

    /** Larger cases only measure memory copies, and outweigh all others. */
    private const LARGE = 65535;

    /** Default number of rounds; each starts a process per column. */
    private const ROUNDS = 7;
    private const ROUNDS_QUICK = 3;

    /** A sample is shorter than in other tables by this factor, since there are many. */
    private const PART = 5;

    public function __construct(private readonly Settings $settings, private readonly ?Corpus $corpus)
    {
    }

    public function id(): string
    {
        return 'msgpack';
    }

    public function title(): string
    {
        return 'MessagePack, case by case';
    }

    public function rows(): array
    {
        return \array_column($this->workloads(), 'name');
    }

    public function isDefault(): bool
    {
        return true;
    }

    public function measure(Method $method): Comparison
    {
        $workloads = \array_values(\array_filter(
            $this->workloads(),
            fn (Workload $of): bool => $method->wants($this, $of->name) && !($method->quick && $of->section === Cases::ARRAYS && $of->fresh),
        ));
        $workers = $this->workers($method);
        $measured = [];
        $rounds = $this->settings->rounds ?? \min($method->rounds, $method->quick ? self::ROUNDS_QUICK : self::ROUNDS);
        for ($round = 0; $round < $rounds; ++$round) {
            foreach (Method::ordered(\array_keys($workers), $round) as $column) {
                $method->progress("msgpack: round $round, $column");
                $measured[$column][] = $workers[$column]->rows(self::measured(...), $column, \array_column($workloads, 'name'), $this->milliseconds($method), $this->settings->iterations);
            }
        }
        $rows = \array_map(fn (Workload $of, int $at): Row => $this->row($of, $measured, $at), $workloads, \array_keys($workloads));
        $names = \array_keys($workers);

        return new Comparison(
            'msgpack',
            $this->title(),
            'brine: functions of the extension; brine-classes: Packer and BufferUnpacker with the extension behind them; brine-php: these classes without it; msgpack: the '
            . 'extension of PECL. native and igbinary write other formats, and are here to compare with. A case whose message has another form than its name says is left out.',
            \in_array('msgpack', $names, true) ? 'msgpack' : $method->baseline($names),
            $names,
            ['bytes', 'encode', 'decode'],
            [...$rows, ...self::totals($rows, $names)],
            PublishedFigures::of(\array_column($workloads, 'name')),
        );
    }

    /** @return list<Workload> */
    private function workloads(): array
    {
        return \array_values(\array_filter(
            [...Cases::cases(), ...Cases::values($this->corpus)],
            fn (Workload $of): bool => $this->settings->filter->accepts($of->name, $of->section),
        ));
    }

    private function milliseconds(Method $method): int
    {
        return \max(1, $this->settings->seconds === null ? \intdiv($method->sampleMs, self::PART) : (int) \round(1000 * $this->settings->seconds));
    }

    /** @return non-empty-array<string, Worker> by column */
    private function workers(Method $method): array
    {
        $workers = [];
        foreach (self::COLUMNS as $column => [$extension, , $compiles]) {
            if (!isset($this->settings->columns[$column]) || ($method->serializers !== null && !\in_array($column, $method->serializers, true))) {
                continue;
            }
            $jit = ['opcache.enable_cli' => '1', 'opcache.jit' => 'tracing', 'opcache.jit_buffer_size' => '64M'];
            $worker = $compiles ? new Worker([$extension, 'opcache'], $jit) : new Worker([$extension]);
            $why = $worker->lacks() ?? ($compiles && $worker->run(Worker::compiles(...)) !== true ? 'PHP does not compile just in time here' : null);
            if ($why === null) {
                $workers[$column] = $worker;
            } else {
                $method->miss("msgpack: $column", $why);
            }
        }

        return $workers !== [] ? $workers : throw new RuntimeException('msgpack: none of the targets is installed');
    }

    /**
     * Runs in a column's process.
     *
     * @param list<string> $names      of the rows
     * @param ?int         $iterations calls per sample; null: as many as fill the time
     * @return list<Row> with one sample of each direction
     */
    public static function measured(string $column, array $names, int $milliseconds, ?int $iterations): array
    {
        $method = new Method(1, $milliseconds, iterations: $iterations);
        $rows = [];
        foreach (self::named($names) as $workload) {
            $variant = self::COLUMNS[$column][1] . \strtr($workload->section, ['msgpack_' => '-']);
            $serializer = Serializer::load(\in_array($variant, Serializer::names(), true) ? $variant : self::COLUMNS[$column][1])
                ?? throw new RuntimeException("$column is not loaded");
            $failure = self::failure($serializer, $column, $workload);
            if ($failure === null) {
                $rows[] = (new Measure([$column => $serializer], $method))->workload($workload);
            } else {
                $rows[] = $row = new Row($workload->name);
                $row->fail($column, $failure);
            }
        }

        return $rows;
    }

    /**
     * @param list<string> $names
     * @return list<Workload>
     */
    private static function named(array $names): array
    {
        $found = [];
        foreach ([...Cases::cases(), ...Cases::values(Corpus::open())] as $workload) {
            $found[$workload->name] = $workload;
        }

        return \array_map(static fn (string $name): Workload => $found[$name] ?? throw new RuntimeException("There is no row $name"), $names);
    }

    /** The reason why a column is not measured for a row, or null. */
    private static function failure(Serializer $serializer, string $column, Workload $workload): ?string
    {
        if (\in_array($column, self::OTHER_FORMATS, true)) {
            return \in_array($workload->section, [Cases::BIN, Cases::EXT], true) ? 'has no such type' : null;
        }
        try {
            $payload = $serializer->payloads($workload->values(), \array_map(serialize(...), $workload->values()))[0];
        } catch (RuntimeException $e) {
            return $e->getMessage();
        }

        return \str_starts_with(\bin2hex($payload), Cases::head($workload->name)) ? null : 'packed in another form';
    }

    /**
     * @param array<string, list<list<Row>>> $measured by column and round
     * @param int                            $at       index of the row
     */
    private function row(Workload $workload, array $measured, int $at): Row
    {
        $row = new Row($workload->name, $workload->section === Cases::ARRAYS ? 'arrays' : 'cases', \count($workload->builders));
        foreach ($measured as $column => $rounds) {
            $samples = [];
            foreach ($rounds as $rows) {
                if (isset($rows[$at]->failed[$column])) {
                    $row->fail($column, $rows[$at]->failed[$column]);
                    continue 2;
                }
                foreach ($this->settings->columns[$column] as $direction) {
                    $samples[$direction][] = $rows[$at]->figure($column, $direction) ?? throw new RuntimeException("$column: $workload->name was not measured");
                }
            }
            $row->set($column, 'bytes', (int) $rounds[0][$at]->figure($column, 'bytes'));
            foreach ($samples as $direction => $list) {
                $row->set($column, $direction, $list);
            }
        }

        return $row;
    }

    /**
     * Sums over cases, for columns that have all of them: over all cases, over those that pecl handles correctly, and both without strings of 64 KB.
     *
     * @param list<Row>    $rows
     * @param list<string> $columns
     * @return list<Row> empty if fewer than two cases were measured
     */
    private static function totals(array $rows, array $columns): array
    {
        $cases = \array_filter($rows, static fn (Row $row): bool => $row->group === 'cases');
        $small = static fn (Row $row): bool => \max([0, ...\array_map(static fn (string $name): float => $row->figure($name, 'bytes') ?? 0.0, \array_keys($row->results))]) < self::LARGE;
        $right = static fn (Row $row): bool => isset($row->results['msgpack']);
        $totals = [];
        foreach ([
            'all cases' => $cases, 'all cases below 64 KB' => \array_filter($cases, $small), 'cases that pecl does right' => \array_filter($cases, $right),
            'of these, below 64 KB' => \array_filter(\array_filter($cases, $right), $small),
        ] as $name => $selected) {
            if (\count($selected) > 1) {
                $totals[] = self::total($name, \array_values($selected), $columns);
            }
        }

        return $totals;
    }

    /**
     * @param non-empty-list<Row> $cases
     * @param list<string>        $columns
     */
    private static function total(string $name, array $cases, array $columns): Row
    {
        $total = new Row($name, Row::TOTALS, \count($cases));
        foreach ($columns as $column) {
            foreach (['encode', 'decode'] as $direction) {
                $lists = \array_map(static fn (Row $row): mixed => $row->results[$column][$direction] ?? null, $cases);
                $lists = \array_values(\array_filter($lists, is_array(...)));
                if (\count($lists) === \count($cases)) {
                    $total->set($column, $direction, \array_map(static fn (float|int ...$of): float => (float) \array_sum($of), ...$lists));
                }
            }
            if (!isset($total->results[$column])) {
                $total->fail($column, 'lacks a case');
            }
        }

        return $total;
    }
}
