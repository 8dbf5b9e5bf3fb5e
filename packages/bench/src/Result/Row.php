<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** The figures of one value, or of a group of values. */
final class Row
{
    /** Name of the group of rows that are sums of other rows. */
    public const TOTALS = 'totals';

    /** @var array<string, array<string, int|float|non-empty-list<int|float>>> measures by serializer: a number, or a sample of each round */
    public array $results = [];

    /** @var array<string, string> why a serializer was left out, by serializer */
    public array $failed = [];

    /**
     * @param ?string $group  heading of several rows
     * @param ?int    $values number of values that the figures are sums of
     */
    public function __construct(public readonly string $name, public readonly ?string $group = null, public readonly ?int $values = null)
    {
    }

    /** Whether the row is a sum of other rows, which no mean includes. */
    public function isTotal(): bool
    {
        return $this->group === self::TOTALS;
    }

    /** @param int|float|non-empty-list<int|float> $figure a number, or a sample of each round in the order of the rounds */
    public function set(string $serializer, string $measure, int|float|array $figure): void
    {
        $this->results[$serializer][$measure] = $figure;
    }

    public function fail(string $serializer, string $reason): void
    {
        unset($this->results[$serializer]);
        $this->failed[$serializer] = $reason;
    }

    /** Appends the samples of later rounds of the same values. Serializers that failed once stay out; numbers stay. */
    public function append(self $later): void
    {
        foreach ($later->failed as $serializer => $reason) {
            $this->fail($serializer, $reason);
        }
        foreach ($this->results as $serializer => $measures) {
            foreach ($measures as $measure => $figure) {
                $more = $later->results[$serializer][$measure] ?? null;
                if (\is_array($figure) && \is_array($more)) {
                    $this->set($serializer, $measure, [...$figure, ...$more]);
                }
            }
        }
    }

    /** @return list<float> a sample of each round, or the one number; empty if nothing was measured */
    public function samples(string $serializer, string $measure): array
    {
        return \array_map(floatval(...), (array) ($this->results[$serializer][$measure] ?? []));
    }

    /**
     * The figure as a number; for samples, their median.
     */
    public function figure(string $serializer, string $measure): ?float
    {
        $figure = $this->results[$serializer][$measure] ?? null;

        return \is_array($figure) ? \Brine\Bench\Statistics::of($figure)->median : ($figure === null ? null : (float) $figure);
    }
}
