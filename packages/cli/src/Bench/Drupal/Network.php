<?php

declare(strict_types=1);

namespace Brine\Bench\Drupal;

/** What a store costs that is another machine, computed: one round trip, and the bytes at the speed of the line. */
final class Network
{
    /** The least and the greatest that are computed: gigabits a second, and milliseconds of a round trip. */
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

    /**
     * Nanoseconds that bytes are under way. What the protocol puts around them, and that a new connection sends slowly at first, is not counted.
     */
    public function nanoseconds(int|float $bytes): float
    {
        return 1e6 * $this->milliseconds + 8 * $bytes / $this->gigabits;
    }
}
