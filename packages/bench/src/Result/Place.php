<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** Rows of one table in which the subject (Brine) is behind the same peer, in the same measure. */
final class Place
{
    /** @param array<string, ?float> $rows the subject's ratio to the peer, by row; null if the peer's figure is 0 */
    public function __construct(public readonly Comparison $table, public readonly string $measure, public readonly string $peer, public readonly array $rows)
    {
    }

    /** "Encode, behind native" */
    public function title(): string
    {
        return Measures::name($this->measure) . ", behind $this->peer";
    }

    /** @return list<string> "mixed_2k 1.27" */
    public function rows(): array
    {
        return \array_map(
            static fn (string|int $row, ?float $ratio): string => $row . ($ratio === null ? '' : ' ' . Measures::ratio($ratio)),
            \array_keys($this->rows),
            $this->rows,
        );
    }
}
