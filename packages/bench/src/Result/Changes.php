<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

use Brine\Bench\Statistics;

/**
 * Finds changes between two runs. Times are compared as ratios to the baseline, since machines differ.
 *
 * A time has changed if medians differ by more than both runs' ranges together, and by 5 % (20 % with few processes). Sizes must be equal.
 */
final class Changes
{
    private const LEAST = 0.05;
    private const LEAST_OF_FEW = 0.2;

    /** With fewer processes, differences between processes are unknown. */
    private const PROCESSES = 3;

    /** @var list<string> a line for each figure */
    public readonly array $lines;

    /** @var list<string> tables and rows of only one run, or with other baselines; they are not compared */
    public readonly array $missing;

    /** Least relative change of a time that is reported. */
    private readonly float $least;

    public function __construct(ResultFile $before, ResultFile $after)
    {
        $isOfFew = static fn (ResultFile $file): bool => ($file->environment['processes'] ?? 1) < self::PROCESSES;
        $this->least = $isOfFew($before) || $isOfFew($after) ? self::LEAST_OF_FEW : self::LEAST;
        $rows = [self::rows($before), self::rows($after)];
        $lines = $others = [];
        foreach (\array_intersect_key($rows[0], $rows[1]) as $name => [$table, $row]) {
            $baseline = $rows[1][$name][0]->baseline;
            if ($baseline !== $table->baseline) {
                $others[] = "$table->id: ratios are to $table->baseline before, and to $baseline after";
                continue;
            }
            foreach ($table->serializers as $serializer) {
                $lines = [...$lines, ...$this->changed($name, $table, $row, $rows[1][$name][1], $serializer)];
            }
        }
        $this->lines = $lines;
        $this->missing = [
            ...\array_unique($others),
            ...\array_map(static fn (string $name): string => "$name: only before", \array_keys(\array_diff_key($rows[0], $rows[1]))),
            ...\array_map(static fn (string $name): string => "$name: only after", \array_keys(\array_diff_key($rows[1], $rows[0]))),
        ];
    }

    /** @return array<string, array{Comparison, Row}> by table and row */
    private static function rows(ResultFile $file): array
    {
        $rows = [];
        foreach ($file->tables as $table) {
            foreach ($table->rows as $row) {
                $rows["$table->id $row->name"] = [$table, $row];
            }
        }

        return $rows;
    }

    /** @return list<string> */
    private function changed(string $name, Comparison $table, Row $before, Row $after, string $serializer): array
    {
        $reasons = [$before->failed[$serializer] ?? null, $after->failed[$serializer] ?? null];
        if ($reasons[0] !== $reasons[1]) {
            return ["$name: $serializer: " . ($reasons[0] ?? 'measured') . ' -> ' . ($reasons[1] ?? 'measured')];
        }
        $lines = [];
        foreach ($table->measures as $measure) {
            $change = $this->change($table, $before, $after, $serializer, $measure);
            if ($change !== null) {
                $lines[] = "$name: $serializer: $measure $change";
            }
        }

        return $lines;
    }

    private function change(Comparison $table, Row $before, Row $after, string $serializer, string $measure): ?string
    {
        $figures = [$before->results[$serializer][$measure] ?? null, $after->results[$serializer][$measure] ?? null];
        if ($figures[0] === null || $figures[1] === null) {
            return null;
        }
        if (!\is_array($figures[0]) || !\is_array($figures[1])) {
            $numbers = [(float) $before->figure($serializer, $measure), (float) $after->figure($serializer, $measure)];

            return $numbers[0] === $numbers[1] ? null
                : Measures::shown($measure, $numbers[0]) . ' -> ' . Measures::shown($measure, $numbers[1]) . self::percent($numbers[0], $numbers[1]);
        }
        $isAlone = \count($table->serializers) === 1;
        if ($serializer === $table->baseline && !$isAlone) {
            return null;
        }
        [$was, $is] = \array_map(
            static fn (Row $row): ?array => self::range($row, $measure, $serializer, $isAlone ? null : $table->baseline),
            [$before, $after],
        );
        if ($was === null || $is === null || \abs($is[0] - $was[0]) <= \max($this->least * \min($was[0], $is[0]), $was[1] + $is[1])) {
            return null;
        }
        $shown = static fn (float $figure): string => $isAlone ? Measures::shown($measure, $figure) : \sprintf('%.3f', $figure);

        return $shown($was[0]) . ' -> ' . $shown($is[0]) . self::percent($was[0], $is[0])
            . \sprintf(', ranges %.0f%% and %.0f%%%s', 100 * $was[1] / $was[0], 100 * $is[1] / $is[0], $isAlone ? '' : ", of $table->baseline");
    }

    /** @return ?array{float, float} figure, and range of its samples */
    private static function range(Row $row, string $measure, string $serializer, ?string $baseline): ?array
    {
        if ($baseline !== null) {
            $ratio = Ratio::of($row, $measure, $serializer, $baseline);

            return $ratio === null ? null : [$ratio->value, $ratio->range];
        }
        $samples = $row->results[$serializer][$measure] ?? null;
        if (!\is_array($samples)) {
            return null;
        }
        $statistics = Statistics::of($samples);

        return [$statistics->median, $statistics->range()];
    }

    private static function percent(float $before, float $after): string
    {
        return $before > 0 ? \sprintf(' (%+.1f%%)', 100 * ($after / $before - 1)) : '';
    }
}
