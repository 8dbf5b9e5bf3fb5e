<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** A serializer's ranking row by row, in one measure. */
final class Standing
{
    /**
     * @param int                   $first  rows in which no peer is better or level
     * @param int                   $level  rows in which the best peer differs by no more than the spread
     * @param array<string, string> $behind the best peer of the other rows, by row
     */
    public function __construct(
        public readonly int $first,
        public readonly int $level,
        public readonly array $behind,
    ) {
    }

    /** "first in 9 of 12 rows, level in 1; behind msgpack in 2"; empty if no row has a peer */
    public function text(): string
    {
        $rows = $this->first + $this->level + \count($this->behind);
        if ($rows === 0) {
            return '';
        }
        $text = match ($this->first) {
            0 => "first in none of $rows rows",
            $rows => "first in all $rows rows",
            default => "first in $this->first of $rows rows",
        };
        $counts = \array_count_values($this->behind);
        \arsort($counts);
        $leaders = \array_map(static fn (string|int $name, int $count): string => "behind $name in $count", \array_keys($counts), $counts);

        return \implode('; ', [$text . ($this->level > 0 ? ", level in $this->level" : ''), ...$leaders]);
    }
}
