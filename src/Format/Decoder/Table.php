<?php

declare(strict_types=1);

namespace Brine\Format\Decoder;

use Brine\DecodeException;
use Brine\Format\ColumnKind;
use Brine\Format\Tag;
use Brine\Internal\DecodeError;
use Brine\Internal\MemoryFootprint;
use Brine\Tree\ArrayNode;
use Brine\Tree\Costs;
use Brine\Tree\MemoryLimit;
use Brine\Tree\TextWriter;

/**
 * Reads one table (docs/format.md, section 7).
 *
 * @internal
 */
final class Table
{
    /** Bytes besides the elements and columns. */
    private const MEMORY_OF_ROW = 64;
    private const MEMORY_OF_OBJECT_ROW = 256;
    private const MEMORY_OF_CELL = 16;

    private const FEW_ROWS = 4096;

    private readonly Input $input;
    private readonly Costs $costs;
    private readonly Columns $columns;

    /** @param int $at the table's tag */
    private function __construct(private readonly Reader $reader, private readonly int $at)
    {
        $this->input = $reader->input;
        $this->costs = $reader->costs;
        $this->columns = new Columns($reader);
    }

    /** @return array<mixed>|ArrayNode */
    public static function read(Reader $reader, int $at, bool $keyed): array|ArrayNode
    {
        return (new self($reader, $at))->table($keyed);
    }

    /** @return array<mixed>|ArrayNode */
    private function table(bool $keyed): array|ArrayNode
    {
        $at = $this->at;
        $countAt = $this->input->p;
        $count = $this->input->count(0);
        if (($count + 7) >> 3 > $this->input->end - $this->input->p) {
            throw DecodeError::at('truncated', $countAt);
        }
        $costs = $this->costs;
        $arrays = $this->reader->arrays;
        [$identityCount, $deepest, $left] = [$arrays->identityCount, $costs->deepest, $costs->left];
        $number = $arrays->open($count, $keyed ? MemoryFootprint::ofMap($count) : MemoryFootprint::ofList($count), $at);
        $keys = $keyed ? $this->keys($count) : null;
        $bitmap = $this->input->zeroOrOne('number of bitmaps') === 1 ? $this->columns->bitmap($count, 'a table') : null;
        $shape = $this->rowHead();
        $rows = $bitmap === null ? $count : $count - \array_sum($bitmap);
        $costs->enter($rows * $shape->count, self::memoryOfRows($rows, $shape), $at);
        if ($rows > self::FEW_ROWS) {
            $this->checkRows($rows, $shape);
        }
        if ($shape->steps > 0) {
            $costs->work($shape->steps, $rows, $at);
        }
        if ($costs->depth > $costs->deepest) {
            $costs->deepest = $costs->depth;
        }
        $columns = [];
        for ($i = 0; $i < $shape->count; ++$i) {
            $kindAt = $this->input->p;
            $columns[] = $column = $this->columns->next($rows, $i + 1, $shape->count);
            $this->reader->observer?->column($kindAt, $this->input->p, $column->cells ?? []);
        }
        --$costs->depth;
        $elements = $this->elements($count, $keys, $bitmap, $shape, $columns);

        return $arrays->close($keys === null ? $elements : \array_combine($keys, $elements), $number, $identityCount, $deepest, $left);
    }

    /**
     * Rows may take no bytes of the payload, and objects take more memory here than in the final value. Refused before PHP's memory_limit ends
     * the script, or native text exceeds its limit.
     */
    private function checkRows(int $rows, Shape $shape): void
    {
        $isObject = $shape->kind === Shape::OBJECT;
        $memory = $isObject ? self::MEMORY_OF_OBJECT_ROW + MemoryFootprint::ofList($shape->count) : self::MEMORY_OF_ROW + $shape->memory;
        $memory += self::MEMORY_OF_CELL * $shape->count;
        $mayBuild = !$isObject || $shape->text <= \intdiv($this->costs->text, $rows)
            && TextWriter::mayBuild($rows, $shape->form, $shape->count, $this->costs->maxMemory);
        if ($memory > \intdiv(MemoryLimit::left(), $rows) || !$mayBuild) {
            throw DecodeError::at('too_large', $this->at);
        }
    }

    private static function memoryOfRows(int $rows, Shape $shape): int
    {
        $columns = Costs::MEMORY_OF_COLUMN * $shape->count;

        return $shape->memory > \intdiv(\PHP_INT_MAX - $columns, $rows) ? \PHP_INT_MAX : $rows * $shape->memory + $columns;
    }

    /** @return list<int|string> */
    private function keys(int $count): array
    {
        if ($this->input->zeroOrOne('form of the keys') === 0) {
            return $this->input->keys($count, null, $this->at);
        }
        $kindAt = $this->input->p;
        $kind = $this->input->byte();
        if ($kind !== ColumnKind::AFFINE && ($kind < ColumnKind::INTEGERS || $kind > ColumnKind::DELTAS_LAST)) {
            throw Columns::badKind('the column of keys', $kind, $kindAt);
        }
        /** @var list<int> $keys */
        $keys = $this->columns->cells($kind, $count, $kindAt);
        if ($count > Costs::FEW_KEYS) {
            $this->costs->workOfKeys($keys, $this->at);
        }
        if (\count(\array_flip($keys)) < $count) {
            throw DecodeError::twice('duplicate_key', $keys, $this->at);
        }

        return $keys;
    }

    /** Reads the shape of the rows. For lists it has neither keys nor a number. */
    private function rowHead(): Shape
    {
        $input = $this->input;
        $at = $input->p;
        [$tag, $tagAt] = [$input->byte(), $at];
        $hasLayout = $tag === Tag::LAYOUT;
        if ($hasLayout) {
            [$tag, $tagAt] = $this->reader->layout();
        }
        if ($tag === Tag::MAP && !$hasLayout || $tag === Tag::OBJECT) {
            $this->reader->shapes[] = $shape = new Shape();
            if ($tag === Tag::MAP) {
                $shape->count = $count = $input->count(2);
                $shape->keys = $input->keys($count, $shape, $at);
                $shape->memory = MemoryFootprint::ofMap($count);
                $shape->kind = Shape::MAP;
            } else {
                $this->reader->objectsReader()->readShape($shape, $at);
            }

            return $shape;
        }
        if ($hasLayout && $tag !== Tag::CUSTOM) {
            $shape = $this->reader->shapeBehindLayout($tag, $tagAt, $at);
        } elseif ($tag === Tag::LIST || $tag >= Tag::SHORT_LIST && $tag <= Tag::SHORT_LIST_LAST) {
            $shape = new Shape();
            $shape->count = $tag === Tag::LIST ? $input->count(1) : $tag - Tag::SHORT_LIST + 1;
            $shape->memory = MemoryFootprint::ofList($shape->count);
        } elseif ($tag === Tag::SHAPED || $tag >= Tag::SHAPED_1 && $tag <= Tag::SHAPED_1_LAST) {
            $numberAt = $tag === Tag::SHAPED ? $input->p : $tagAt;
            $number = $tag === Tag::SHAPED ? $this->reader->shapeNumberBehindTag() : $this->reader->shapeNumber($tag);
            $shape = $this->reader->shapeAgain($number, $numberAt, $at);
        } else {
            throw DecodeError::with('unknown_tag', \sprintf('rows do not begin with the tag %02X', $tag), $tagAt);
        }
        if ($shape->kind === Shape::CUSTOM) {
            throw DecodeError::at('unknown_shape', $tag === Tag::SHAPED ? $tagAt + 1 : $tagAt);
        }
        if ($shape->count > $input->end - $input->p) {
            throw DecodeError::at('truncated', $at);
        }

        return $shape;
    }

    /**
     * Reads the elements in order, both rows and others.
     *
     * @param list<int|string>|null $keys
     * @param list<int>|null        $bitmap
     * @param list<Column>          $columns
     * @return list<mixed>
     */
    private function elements(int $count, ?array $keys, ?array $bitmap, Shape $shape, array $columns): array
    {
        [$valueColumns, $others] = self::valueColumns($columns);
        $reader = $this->reader;
        $costs = $this->costs;
        $arrays = $reader->arrays;
        $objects = $shape->kind === Shape::OBJECT ? $reader->objectsReader() : null;
        $isMap = $shape->kind === Shape::MAP;
        $elements = [];
        $i = 0;
        try {
            for ($i = $row = 0; $i < $count; ++$i) {
                if ($bitmap !== null && $bitmap[$i] === 1) {
                    $elements[] = $element = $reader->values(1, [])[0];
                    $reader->observer?->element($keys[$i] ?? $i, $element, false);
                    continue;
                }
                $ofRow = $others === [] ? $valueColumns : self::valueColumnsOfRow($valueColumns, $others, $row);
                if ($objects !== null) {
                    $elements[] = $objects->row($reader, $shape, $columns, $ofRow, $row, $this->at);
                } else {
                    ++$costs->depth;
                    $identityCount = $arrays->identityCount;
                    $cells = [];
                    foreach ($columns as $column) {
                        $cells[] = $column->cells[$row] ?? null;
                    }
                    if ($ofRow !== []) {
                        foreach ($reader->values(\count($ofRow), $isMap ? $shape->keys : null, $ofRow) as $j => $value) {
                            $cells[$ofRow[$j]] = $value;
                        }
                    }
                    $array = $isMap ? \array_combine($shape->keys, $cells) : $cells;
                    $elements[] = $arrays->identityCount === $identityCount
                        ? $array
                        : $arrays->nodes[] = new ArrayNode($array);
                    --$costs->depth;
                }
                $reader->observer?->element($keys[$i] ?? $i, $elements[$i], true);
                ++$row;
            }
        } catch (DecodeException $error) {
            $this->reader->addStep($i, $keys);
            throw $error;
        }

        return $elements;
    }

    /**
     * @param list<Column> $columns
     * @return array{list<int>, array<int, array<int, int>>} the indexes of the columns that are VALUES; and for each
     *     other column, by index, the rows whose cells are separate values, as keys
     */
    private static function valueColumns(array $columns): array
    {
        $values = $others = [];
        foreach ($columns as $i => $column) {
            if ($column->cells === null) {
                $values[] = $i;
            } elseif ($column->others !== []) {
                $others[$i] = \array_flip($column->others);
            }
        }

        return [$values, $others];
    }

    /**
     * Indexes of the columns whose cell in this row is a separate value.
     *
     * @param list<int>                   $values
     * @param array<int, array<int, int>> $others
     * @return list<int>
     */
    private static function valueColumnsOfRow(array $values, array $others, int $row): array
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
