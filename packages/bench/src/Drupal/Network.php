<?php

declare(strict_types=1);

namespace Brine\Bench\Drupal;

/** Computed cost of a remote store: one round trip, and the transfer time of the bytes. */
final class Network
{
    /** The computed networks: gigabits per second, and milliseconds per round trip. */
    private const LINES = [[10, 0.1], [10, 1.0], [1, 0.1], [1, 1.0]];

    private function __construct(private readonly int $gigabits, private readonly float $milliseconds)
    {
    }

    /** @return non-empty-list<self> */
    public static function all(): array
    {
        return \array_map(static fn (array $line): self => new self(...$line), self::LINES);
    }

    /** Such as "10gbit_0.1ms". */
    public function name(): string
    {
        return \sprintf('%dgbit_%.1fms', $this->gigabits, $this->milliseconds);
    }

    /** Transfer time in nanoseconds, without protocol overhead and TCP slow start. */
    public function nanoseconds(int|float $bytes): float
    {
        return 1e6 * $this->milliseconds + 8 * $bytes / $this->gigabits;
    }
}
