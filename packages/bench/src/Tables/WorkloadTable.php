<?php

declare(strict_types=1);

namespace Brine\Bench\Tables;

use Brine\Bench\Measure;
use Brine\Bench\Method;
use Brine\Bench\Result\Comparison;
use Brine\Bench\Result\Published;
use Brine\Bench\Table;
use Brine\Bench\Workload;
use RuntimeException;

/** Values that serializers encode and decode. */
final class WorkloadTable implements Table
{
    /** @var array<string, Workload> by name */
    private readonly array $workloads;

    /**
     * @param list<Workload>         $workloads
     * @param non-empty-list<string> $serializers default serializers
     * @param list<Published>        $published
     * @param string                 $baseline    default baseline for ratios
     */
    public function __construct(
        private readonly string $id,
        private readonly string $title,
        private readonly string $note,
        array $workloads,
        private readonly array $serializers = ['native', 'igbinary', 'phpser', 'msgpack', 'brine'],
        private readonly array $published = [],
        private readonly bool $isDefault = true,
        private readonly string $baseline = 'igbinary',
    ) {
        $this->workloads = \array_combine(\array_column($workloads, 'name'), $workloads);
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
        return \array_map(strval(...), \array_keys($this->workloads));
    }

    public function isDefault(): bool
    {
        return $this->isDefault;
    }

    public function measure(Method $method): Comparison
    {
        $serializers = $method->serializers($this->serializers);
        if ($serializers === []) {
            throw new RuntimeException('none of the serializers is loaded');
        }
        $measure = new Measure($serializers, $method);
        $rows = [];
        $hasRoots = false;
        foreach ($this->workloads as $name => $workload) {
            if ($method->wants($this, (string) $name) && $workload->calls->arePossible()) {
                $method->progress("$this->id: $name");
                $rows[] = $measure->workload($workload);
                $hasRoots = $hasRoots || $workload->keep;
            } elseif (!$workload->calls->arePossible()) {
                $method->miss((string) $name, 'PHP has no extension pcntl');
            }
        }
        $names = \array_keys($serializers);
        $measured = \array_column($rows, 'name');
        $published = \array_map(static fn (Published $of): Published => $of->only($measured), $this->published);

        return new Comparison(
            $this->id,
            $this->title,
            $this->note,
            $method->baseline($names, $this->baseline),
            $names,
            $hasRoots ? [...Measure::MEASURES, 'roots'] : Measure::MEASURES,
            $rows,
            \array_values(\array_filter($published, static fn (Published $of): bool => $of->rows !== [])),
        );
    }
}
