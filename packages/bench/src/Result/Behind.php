<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** Where the subjects of a result's tables are not first, and why. */
final class Behind
{
    /**
     * @param int                                  $compared number of figures with a peer: one row by one measure
     * @param array<string, non-empty-list<Place>> $reasons  in the order of the tables, Reasons::UNKNOWN last
     */
    private function __construct(public readonly int $compared, public readonly array $reasons)
    {
    }

    public static function of(ResultFile $file): self
    {
        $compared = 0;
        $reasons = [];
        foreach ($file->tables as $table) {
            // Of two builds of Brine, neither is a peer.
            foreach (Verdict::subject($table) === 'this' ? [] : $table->measures as $measure) {
                $standing = Verdict::standing($table, $measure);
                $compared += $standing->first + $standing->level + \count($standing->behind);
                foreach (self::places($table, $measure, $standing) as [$reason, $place]) {
                    $reasons[$reason][] = $place;
                }
            }
        }
        \uksort($reasons, static fn (string $a, string $b): int => ($a === Reasons::UNKNOWN) <=> ($b === Reasons::UNKNOWN));

        return new self($compared, $reasons);
    }

    /** "Brine is not first in 3 of 15 figures. A figure is one row by one measure; what is level is not named." */
    public function summary(): string
    {
        $count = \array_sum(\array_map(self::count(...), $this->reasons));

        return $count === 0 ? "Brine is first or level in all $this->compared figures."
            : \sprintf('Brine is not first in %d of %s figures: one row by one measure. Ratios are to the first; rows that are level with it are not named.', $count, \number_format($this->compared));
    }

    /** @param list<Place> $places */
    public static function count(array $places): int
    {
        return \array_sum(\array_map(static fn (Place $place): int => \count($place->rows), $places));
    }

    /** @return list<array{string, Place}> with their reasons */
    private static function places(Comparison $table, string $measure, Standing $standing): array
    {
        $rows = \array_column($table->rows, null, 'name');
        $ratios = [];
        foreach ($standing->behind as $row => $peer) {
            $ratio = Ratio::of($rows[$row], $measure, Verdict::subject($table), $peer);
            $ratios[Reasons::of($table->id, $measure, (string) $row, $peer)][$peer][$row] = $ratio?->value;
        }
        $places = [];
        foreach ($ratios as $reason => $peers) {
            foreach ($peers as $peer => $of) {
                $places[] = [$reason, new Place($table, $measure, $peer, $of)];
            }
        }

        return $places;
    }
}
