<?php

declare(strict_types=1);

namespace Brine\Bench;

/** The tables of the MessagePack benchmark, as text or as Markdown. */
final class MessagePackReport
{
    private const DIRECTIONS = ['encode' => 'Packing', 'decode' => 'Unpacking'];

    /** Sections whose cases are added up. */
    private const CASES = ['msgpack', 'msgpack_bin', 'msgpack_ext'];

    /** Cases of so many bytes are copying of memory, and outweigh all others. */
    private const LARGE = 65535;

    /** Seconds for 100,000 times the list of cases, from the README of rybakit/msgpack. */
    private const PEER = ['encode' => [2.7618, 1.6432], 'decode' => [4.0820, 1.9674]];

    private const NONE = '-';

    /**
     * @param list<array>  $rows    of messagepack_rounds()
     * @param list<string> $columns in order
     */
    public function __construct(
        private readonly array $rows,
        private readonly array $columns,
        private readonly bool $asMarkdown,
    ) {
    }

    public function text(): string
    {
        $parts = [];
        $cases = $this->ofSections([...self::CASES, 'msgpack_large']);
        if ($cases !== []) {
            foreach (self::DIRECTIONS as $direction => $heading) {
                $parts[] = $this->table($this->times($cases, $direction, "$heading, nanoseconds a call"));
            }
        }
        $cases = $this->ofSections(self::CASES);
        if (count($cases) > 1) {
            foreach (self::DIRECTIONS as $direction => $heading) {
                $parts[] = $this->table($this->totals($cases, $direction, $heading));
                $parts[] = $this->peer($direction);
            }
        }
        foreach (['pecl', 'igbinary'] as $baseline) {
            $values = $this->ofSections(['shapes', 'weak_spots', 'real_caches']);
            if ($values !== [] && in_array($baseline, $this->columns, true) && in_array('C', $this->columns, true)) {
                $parts[] = $this->table($this->ratios($values, $baseline));
            }
        }

        return implode("\n", $parts) . $this->failures();
    }

    private function table(array $rows): string
    {
        return ($this->asMarkdown ? Columns::markdown($rows) : Columns::render($rows)) . "\n";
    }

    private function ofSections(array $sections): array
    {
        return array_values(array_filter($this->rows, static fn (array $row) => in_array($row['section'], $sections, true)));
    }

    private function times(array $cases, string $direction, string $heading): array
    {
        $rows = [[$heading, ...$this->columns]];
        foreach ($cases as $case) {
            $time = static fn (string $column) => isset($case['columns'][$column])
                ? number_format(Statistics::of($case['columns'][$column][$direction])->median) : self::NONE;
            $rows[] = [$case['name'], ...array_map($time, $this->columns)];
        }

        return $rows;
    }

    /** Sums over cases of which a column has all; the ratios are medians over the rounds, as the sums are. */
    private function totals(array $cases, string $direction, string $heading): array
    {
        $rows = [["$heading, microseconds for all", 'cases', ...$this->columns]];
        foreach ($this->selections($cases) as $name => $selected) {
            $sums = array_map(fn (string $column) => self::sums($selected, $column, $direction), $this->columns);
            $sum = static fn (?array $sums) => $sums === null ? self::NONE : sprintf('%.2f', Statistics::of($sums)->median / 1000);
            $rows[] = [$name, (string) count($selected), ...array_map($sum, $sums)];
            $pecl = self::sums($selected, 'pecl', $direction);
            if ($pecl !== null) {
                $ratio = static fn (?array $sums) => $sums === null
                    ? self::NONE : sprintf('%.2f', Statistics::ofRatios($sums, $pecl)->median);
                $rows[] = ['  ratio to pecl', '', ...array_map($ratio, $sums)];
            }
        }

        return $rows;
    }

    /** @return array<string, non-empty-list<array>> */
    private function selections(array $cases): array
    {
        $has = static fn (array $cases, string $column) => array_values(
            array_filter($cases, static fn (array $case) => isset($case['columns'][$column])),
        );
        $small = static fn (array $cases) => array_values(array_filter(
            $cases,
            static fn (array $case) => max([0, ...array_column($case['columns'], 'bytes')]) < self::LARGE,
        ));
        $pecl = $has($cases, 'pecl');

        return array_filter([
            'all cases' => $cases,
            'all cases below 64 KB' => $small($cases),
            'cases that pecl does right' => $pecl,
            'of these, below 64 KB' => $small($pecl),
        ]);
    }

    /** @return ?list<float> sums by round; null if the column lacks a case */
    private static function sums(array $cases, string $column, string $direction): ?array
    {
        $sums = [];
        foreach ($cases as $case) {
            if (!isset($case['columns'][$column])) {
                return null;
            }
            foreach ($case['columns'][$column][$direction] as $round => $time) {
                $sums[$round] = ($sums[$round] ?? 0.0) + $time;
            }
        }

        return $sums;
    }

    private function peer(string $direction): string
    {
        [$interpreted, $jit] = self::PEER[$direction];

        return sprintf(
            "rybakit/msgpack, all cases, measured elsewhere by its authors, without the loop around the calls: %.1f, with JIT %.1f.\n",
            $interpreted * 10,
            $jit * 10,
        );
    }

    private function ratios(array $values, string $baseline): array
    {
        $columns = array_values(array_intersect($this->columns, ['C', 'PHP', 'PHP JIT']));
        $heading = array_map(static fn (string $column) => "$column: size / pack / unpack", $columns);
        $rows = [["Ratios to $baseline", 'bytes', 'pack', 'unpack', ...$heading]];
        foreach ($values as $row) {
            $base = $row['columns'][$baseline] ?? null;
            if ($base === null) {
                continue;
            }
            $ratio = static fn (string $column) => isset($row['columns'][$column]) ? sprintf(
                '%.2f / %.2f / %.2f',
                $row['columns'][$column]['bytes'] / $base['bytes'],
                Statistics::ofRatios($row['columns'][$column]['encode'], $base['encode'])->median,
                Statistics::ofRatios($row['columns'][$column]['decode'], $base['decode'])->median,
            ) : self::NONE;
            $rows[] = [
                $row['name'],
                number_format($base['bytes']),
                Result\Measures::shown('encode', Statistics::of($base['encode'])->median),
                Result\Measures::shown('decode', Statistics::of($base['decode'])->median),
                ...array_map($ratio, $columns),
            ];
        }

        return $rows;
    }

    private function failures(): string
    {
        $names = [];
        foreach ($this->rows as $row) {
            foreach ($row['failed'] as $column => $reason) {
                $names["$column, $reason"][] = $row['name'];
            }
        }
        $text = '';
        foreach ($names as $which => $list) {
            $text .= "\nLeft out: $which: " . implode(', ', $list) . ".\n";
        }

        return $text;
    }
}
