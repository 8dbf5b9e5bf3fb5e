<?php

declare(strict_types=1);

namespace Brine\Bench;

/** Aligns text in columns. */
final class Columns
{
    /** @param non-empty-list<non-empty-list<string>> $rows the first row is the heading; the first column is aligned left */
    public static function render(array $rows): string
    {
        $widths = [];
        foreach (\array_keys($rows[0]) as $column) {
            $widths[] = \max([0, ...\array_map(strlen(...), \array_column($rows, $column))]);
        }
        $lines = [];
        foreach ($rows as $row) {
            $line = \str_pad($row[0], $widths[0]);
            foreach (\array_slice($row, 1, preserve_keys: true) as $column => $cell) {
                $line .= '  ' . \str_pad($cell, $widths[$column], ' ', \STR_PAD_LEFT);
            }
            $lines[] = \rtrim($line);
        }
        \array_splice($lines, 1, 0, \str_repeat('-', \array_sum($widths) + 2 * \count($widths) - 2));

        return \implode("\n", $lines);
    }

    /** @param non-empty-list<non-empty-list<string>> $rows as for render() */
    public static function markdown(array $rows): string
    {
        \array_splice($rows, 1, 0, [['---', ...\array_fill(0, \count($rows[0]) - 1, '--:')]]);

        return \implode("\n", \array_map(static fn (array $row): string => '| ' . \implode(' | ', $row) . ' |', $rows));
    }
}
