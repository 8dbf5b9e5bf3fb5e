<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\DecodeException;
use Brine\Internal\DecodeError;
use Brine\Tree\ArrayNode;
use Brine\Tree\MemoryLimit;
use Brine\Tree\TextWriter;

/** The tables of section 7 of docs/format.md. A part of Reader. */
trait ReadsTables
{
    /** In bytes, besides its elements; those of its columns come to them. */
    private const MEMORY_OF_ROW = 64;
    private const MEMORY_OF_OBJECT_ROW = 256;

    private const FEW_ROWS = 4096;

    /** @return array<mixed>|ArrayNode */
    private function table(int $at, bool $keyed): array|ArrayNode
    {
        $countAt = $this->p;
        $count = $this->count(0);
        if (($count + 7) >> 3 > $this->end - $this->p) {
            throw DecodeError::at('truncated', $countAt);
        }
        $number = \count($this->arrays);
        [$impurities, $deepest, $left] = [$this->impurities, $this->deepest, $this->left];
        $this->open($count, $keyed ? self::memoryOfMap($count) : self::memoryOfList($count), $at);
        $keys = $keyed ? $this->tableKeys($count, $at) : null;
        $marks = $this->zeroOrOne() === 1 ? $this->marks($count) : null;
        $shape = $this->rowHead();
        $rows = $marks === null ? $count : $count - \array_sum($marks);
        $this->enter($rows * $shape->count, $this->memoryOfRows($rows, $shape), $at);
        if ($rows > self::FEW_ROWS) {
            $this->checkRows($rows, $shape, $at);
        }
        if ($shape->steps > 0) {
            $this->work($shape->steps, $rows, $at);
        }
        if ($this->depth > $this->deepest) {
            $this->deepest = $this->depth;
        }
        $columns = [];
        for ($i = 0; $i < $shape->count; ++$i) {
            $columns[] = $this->column($rows);
        }
        --$this->depth;
        $elements = $this->elements($count, $keys, $marks, $shape, $columns, $at);

        $array = $keys === null ? $elements : \array_combine($keys, $elements);

        return $this->close($array, $number, $impurities, $deepest, $left);
    }

    /**
     * A row may have no byte of its own, and an object takes more memory here than in the end: before this exceeds PHP's limit, which would end
     * the script, or native text that of the reader, the table is refused.
     */
    private function checkRows(int $rows, Shape $shape, int $at): void
    {
        $isObject = $shape->kind === Shape::OBJECT;
        $memory = $isObject ? self::MEMORY_OF_OBJECT_ROW + self::memoryOfList($shape->count) : self::MEMORY_OF_ROW + $shape->memory;
        $memory += self::MEMORY_OF_ELEMENT * $shape->count;
        $mayBuild = !$isObject
            || $shape->text <= \intdiv($this->text, $rows) && TextWriter::mayBuild($rows, $shape->form, $shape->count, $this->maxMemory);
        if ($memory > \intdiv(MemoryLimit::left(), $rows) || !$mayBuild) {
            throw DecodeError::at('too_large', $at);
        }
    }

    private function memoryOfRows(int $rows, Shape $shape): int
    {
        $columns = self::MEMORY_OF_COLUMN * $shape->count;

        return $shape->memory > \intdiv(\PHP_INT_MAX - $columns, $rows) ? \PHP_INT_MAX : $rows * $shape->memory + $columns;
    }

    private function zeroOrOne(): int
    {
        $at = $this->p;
        $number = $this->uv();
        if ($number !== 0 && $number !== 1) {
            throw DecodeError::at('bad_count', $at);
        }

        return $number;
    }

    /** @return list<int|string> */
    private function tableKeys(int $count, int $at): array
    {
        if ($this->zeroOrOne() === 0) {
            return $this->keys($count, null, $at);
        }
        $kindAt = $this->p;
        $kind = $this->byte();
        if ($kind !== 0x03 && ($kind < 0x08 || $kind > 0x17)) {
            throw DecodeError::at('bad_column', $kindAt);
        }
        /** @var list<int> $keys */
        $keys = $this->cells($kind, $count, $kindAt);
        if ($count > self::FEW_KEYS) {
            $this->workOfKeys($keys, $at);
        }
        if (\count(\array_flip($keys)) < $count) {
            throw DecodeError::at('duplicate_key', $at);
        }

        return $keys;
    }

    /** The shape of the rows; that of lists has no keys, and no number. */
    private function rowHead(): Shape
    {
        $at = $this->p;
        $tag = $this->byte();
        if ($tag === 0xE9 || $tag === 0xF0) {
            $this->shapes[] = $shape = new Shape();
            if ($tag === 0xE9) {
                $this->mapShape($shape, $this->count(2), $at);
                $shape->memory = self::memoryOfMap($shape->count);
            } else {
                $this->objectShape($shape, $at);
            }

            return $shape;
        }
        if ($tag === 0xE8 || $tag >= 0xC0 && $tag < 0xD0) {
            $shape = new Shape();
            $shape->count = $tag === 0xE8 ? $this->count(1) : $tag - 0xBF;
            $shape->memory = self::memoryOfList($shape->count);
        } elseif ($tag === 0xEA || $tag >= 0xB0 && $tag < 0xC0) {
            $numberAt = $tag === 0xEA ? $this->p : $at;
            $shape = $this->shape($tag === 0xEA ? $this->uv() : $tag - 0xB0, $numberAt);
            if ($shape->kind === Shape::CUSTOM) {
                throw DecodeError::at('unknown_shape', $numberAt);
            }
        } else {
            throw DecodeError::at('unknown_tag', $at);
        }
        if ($shape->count > $this->end - $this->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $shape;
    }

    /**
     * The elements that are no rows, and the rows, in order.
     *
     * @param list<int|string>|null $keys
     * @param list<int>|null        $marks
     * @param list<Column>          $columns
     * @return list<mixed>
     */
    private function elements(int $count, ?array $keys, ?array $marks, Shape $shape, array $columns, int $at): array
    {
        [$ownCells, $others] = self::ownCells($columns);
        $elements = [];
        $i = 0;
        try {
            for ($i = $row = 0; $i < $count; ++$i) {
                if ($marks !== null && $marks[$i] === 1) {
                    $elements[] = $this->values(1, [])[0];
                    continue;
                }
                $own = $others === [] ? $ownCells : self::ownCellsOfRow($ownCells, $others, $row);
                if ($shape->kind === Shape::OBJECT) {
                    $this->text -= $shape->text;
                    $elements[] = $this->objectRow($shape, $columns, $own, $row, $at);
                } else {
                    ++$this->depth;
                    $impurities = $this->impurities;
                    $cells = [];
                    foreach ($columns as $column) {
                        $cells[] = $column->cells[$row] ?? null;
                    }
                    if ($own !== []) {
                        foreach ($this->values(\count($own), $shape->kind === Shape::MAP ? $shape->keys : null, $own) as $j => $value) {
                            // @phpstan-ignore offsetAssign.dimType (the numbers are of columns)
                            $cells[$own[$j]] = $value;
                        }
                    }
                    $array = $shape->kind === Shape::MAP ? \array_combine($shape->keys, $cells) : $cells;
                    $elements[] = $this->impurities === $impurities ? $array : $this->arrayNodes[] = new ArrayNode($array);
                    --$this->depth;
                }
                ++$row;
            }
        } catch (DecodeException $error) {
            $this->addStep($i, $keys);
            throw $error;
        }

        return $elements;
    }

    /**
     * @param list<Column> $columns
     * @return array{list<int>, array<int, array<int, int>>} the numbers of the columns that are VALUES; and for the
     *     others, by number, the rows whose cells are values of their own, as keys
     */
    private static function ownCells(array $columns): array
    {
        $values = $others = [];
        foreach ($columns as $i => $column) {
            if ($column->cells === null) {
                $values[] = $i;
            } elseif ($column->own !== []) {
                $others[$i] = \array_flip($column->own);
            }
        }

        return [$values, $others];
    }

    /**
     * The numbers of the columns whose cell in a row is a value of its own, in order.
     *
     * @param list<int>                   $values
     * @param array<int, array<int, int>> $others
     * @return list<int>
     */
    private static function ownCellsOfRow(array $values, array $others, int $row): array
    {
        foreach ($others as $i => $rows) {
            if (isset($rows[$row])) {
                $values[] = $i;
            }
        }
        \sort($values);

        return $values;
    }
}
