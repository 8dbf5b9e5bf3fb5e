<?php

declare(strict_types=1);

namespace Brine\Bench\Result;

/** Reads and validates a result file; errors name the place. */
final class Reader
{
    /** Range of figures other than 0, so that computations do not overflow. */
    private const LEAST = 1e-9;
    private const MAX = 1e18;

    public function __construct(private readonly string $file)
    {
    }

    /** @throws InvalidResult */
    public function file(string $json): ResultFile
    {
        $data = \json_decode($json, true, 64);
        if (!\is_array($data) || ($data['format'] ?? null) !== ResultFile::FORMAT) {
            throw new InvalidResult("$this->file is no result of brine bench --json, of the format \"" . ResultFile::FORMAT . '"');
        }
        $tables = [];
        foreach ($this->list($data, 'tables', '') as $i => $table) {
            $tables[] = $this->table($table, "tables.$i");
        }

        return new ResultFile($this->map($data, 'environment', ''), $tables);
    }

    private function table(mixed $table, string $at): Comparison
    {
        $rows = [];
        foreach ($this->list($table, 'rows', $at) as $i => $row) {
            $rows[] = $this->row($row, "$at.rows.$i");
        }
        $serializers = $this->names($table, 'serializers', $at);

        return new Comparison(
            $this->text($table, 'id', $at),
            $this->text($table, 'title', $at),
            $this->text($table, 'note', $at),
            $this->text($table, 'baseline', $at),
            $serializers,
            $this->names($table, 'measures', $at),
            $rows,
            $this->published($table, $at),
        );
    }

    private function row(mixed $data, string $at): Row
    {
        $group = \is_array($data) ? $data['group'] ?? null : null;
        $values = \is_array($data) ? $data['values'] ?? null : null;
        $row = new Row($this->text($data, 'name', $at), \is_string($group) ? $group : null, \is_int($values) ? $values : null);
        foreach ($this->map($data, 'results', $at) as $serializer => $measures) {
            $place = "$at.results.$serializer";
            if (\is_array($measures) && isset($measures['failed'])) {
                $row->fail($serializer, $this->text($measures, 'failed', $place));
                continue;
            }
            foreach ($this->map(['of' => $measures], 'of', $place) as $measure => $figure) {
                $row->set($serializer, $measure, $this->figure($figure, "$place.$measure"));
            }
        }

        return $row;
    }

    /** @return list<Published> */
    private function published(mixed $table, string $at): array
    {
        $all = [];
        foreach (\is_array($table) && isset($table['published']) ? $this->list($table, 'published', $at) : [] as $i => $data) {
            $place = "$at.published.$i";
            $rows = [];
            foreach ($this->map($data, 'rows', $place) as $row => $serializers) {
                foreach ($this->map(['of' => $serializers], 'of', "$place.rows.$row") as $name => $measures) {
                    foreach ($this->map(['of' => $measures], 'of', "$place.rows.$row.$name") as $measure => $number) {
                        $rows[$row][$name][$measure] = $this->publishedNumber($number, "$place.rows.$row.$name.$measure");
                    }
                }
            }
            $all[] = new Published($this->text($data, 'source', $place), $this->text($data, 'unit', $place), $rows);
        }

        return $all;
    }

    /** Published times may be below 0 if the loop's overhead was subtracted. */
    private function publishedNumber(mixed $number, string $at): int|float
    {
        $isBelow = (\is_int($number) || \is_float($number)) && $number < 0;

        return $isBelow ? -$this->number(-$number, $at) : $this->number($number, $at);
    }

    /** @return int|float|non-empty-list<int|float> */
    private function figure(mixed $figure, string $at): int|float|array
    {
        $numbers = [];
        foreach (\is_array($figure) ? $figure : [$figure] as $number) {
            if (!\is_int($number) && !\is_float($number)) {
                throw $this->wrong($at, 'a number or a list of numbers');
            }
            $numbers[] = $this->number($number, $at);
        }
        if ($numbers === [] || \is_array($figure) && $numbers !== $figure) {
            throw $this->wrong($at, 'a number or a list of numbers');
        }

        return \is_array($figure) ? $numbers : $numbers[0];
    }

    private function number(mixed $number, string $at): int|float
    {
        if (!\is_int($number) && !\is_float($number)) {
            throw $this->wrong($at, 'a number');
        }

        return (float) $number === 0.0 || $number >= self::LEAST && $number <= self::MAX ? $number : throw $this->wrong($at, 'a number from 0 to 1e18');
    }

    private function text(mixed $data, string $key, string $at): string
    {
        $text = \is_array($data) ? $data[$key] ?? null : null;

        return \is_string($text) ? $text : throw $this->wrong(\ltrim("$at.$key", '.'), 'a string');
    }

    /** @return array<string, mixed> */
    private function map(mixed $data, string $key, string $at): array
    {
        $map = \is_array($data) ? $data[$key] ?? null : null;
        if (!\is_array($map)) {
            throw $this->wrong(\ltrim("$at.$key", '.'), 'an object');
        }
        $result = [];
        foreach ($map as $name => $value) {
            $result[\is_string($name) ? $name : throw $this->wrong(\ltrim("$at.$key", '.'), 'an object with names that are no integers')] = $value;
        }

        return $result;
    }

    /** @return list<mixed> */
    private function list(mixed $data, string $key, string $at): array
    {
        $list = \is_array($data) ? $data[$key] ?? null : null;

        return \is_array($list) && \array_is_list($list) ? $list : throw $this->wrong(\ltrim("$at.$key", '.'), 'a list');
    }

    /** @return non-empty-list<string> */
    private function names(mixed $data, string $key, string $at): array
    {
        $list = $this->list($data, $key, $at);
        $names = \array_values(\array_filter($list, is_string(...)));

        return $names !== [] && \count($names) === \count($list) ? $names : throw $this->wrong("$at.$key", 'a list of names');
    }

    private function wrong(string $at, string $expected): InvalidResult
    {
        return new InvalidResult("$this->file: $at is not $expected");
    }
}
