<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** Figures of others, from other machines. */
final class Published
{
    /**
     * @param string $source author, date, machine, and address
     * @param string $unit   of the times, such as "s for 1,000,000 calls"; sizes are bytes
     * @param array<string, array<string, array<string, int|float>>> $rows measures by serializer, by row
     */
    public function __construct(public readonly string $source, public readonly string $unit, public readonly array $rows)
    {
    }

    /**
     * The figures of some rows.
     *
     * @param list<string> $names
     */
    public function only(array $names): self
    {
        return new self($this->source, $this->unit, \array_intersect_key($this->rows, \array_flip($names)));
    }
}
