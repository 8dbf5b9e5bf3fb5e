<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Format\ColumnKind;
use Brine\Format\Tag;

/**
 * Writes arrays whose elements are mostly rows of one shape, column by column.
 *
 * @internal
 */
final class Table
{
    /** Smaller tables take longer to write than single rows, unless most columns have one type. */
    private const FEW_ELEMENTS = 16;

    /** @var list<Column> */
    private array $columns = [];
    /** @var list<list<mixed>> the cells of each column */
    private array $cells = [];
    /** @var array<int, array<int, int>> per column, the marked cells that are written as separate values */
    private array $others = [];

    private function __construct(private readonly Writer $writer, private readonly Rows $rows)
    {
    }

    /**
     * Writes an array of 8 or more elements as a table, if most of them are rows of one shape that repeat little, and the estimate says that it
     * is no larger. Otherwise writes nothing.
     *
     * @param non-empty-array<mixed> $array  as Reference::wrapAll() returns it
     * @param bool                   $isList whether it is a list, which needs no keys
     * @return string|null its transcript, or null if nothing was written
     */
    public static function write(Writer $writer, array $array, bool $isList): ?string
    {
        // Two of the first, middle and last element are alike.
        $first = $array[\array_key_first($array)];
        $last = $array[\array_key_last($array)];
        if (!\is_array($first) && !\is_array($last) && !\is_object($first) && !\is_object($last) || $writer->depth >= $writer->maxDepth) {
            return null;
        }
        $rows = Rows::find(\array_values($array), $writer);
        if ($rows === null || (\count($array) < self::FEW_ELEMENTS && self::seemMixed($rows))) {
            return null;
        }
        $table = new self($writer, $rows);
        $table->chooseColumns();
        if (!$table->pays() || !$table->settleRows()) {
            return null;
        }
        $table->padToMinimum();

        return $table->writeTable(\array_keys($array), $isList);
    }

    /** Whether the first, middle and last cell differ in type in at least half of the columns. */
    private static function seemMixed(Rows $rows): bool
    {
        $count = \count($rows->rows);
        $typeOf = static fn (mixed $cell): string => $cell instanceof Reference ? 'reference' : \gettype($cell);
        $mixed = 0;
        foreach ($rows->keys as $key) {
            $types = \array_map(static fn (int $row): string => $typeOf($rows->rows[$row][$key]), [0, $count >> 1, $count - 1]);
            $mixed += $types[1] !== $types[0] || $types[2] !== $types[0] ? 1 : 0;
        }

        return 2 * $mixed >= \count($rows->keys);
    }

    private function chooseColumns(): void
    {
        $this->columns = $this->cells = [];
        foreach ($this->rows->keys as $key) {
            $cells = \array_column($this->rows->rows, $key);
            $this->cells[] = $cells;
            $this->columns[] = Column::of($cells);
        }
    }

    /** Whether the table is certainly no larger than single rows. */
    private function pays(): bool
    {
        [$gain, $cost, $risk, $typed] = $this->estimate();
        if ($gain < $cost + $risk) {
            foreach ($this->columns as $i => $column) {
                if ($column->isOfIntegers() && !ColumnChoice::pays($column, $this->cells[$i])) {
                    $column->chooseValues();
                }
            }
            [$gain, $cost, , $typed] = $this->estimate();
        }

        return $typed > 0 && $gain >= $cost;
    }

    /**
     * Bytes that the table saves at least and costs at most, and how many more its integers may cost, which were only sampled; and its columns that
     * are not VALUES.
     *
     * @return array{int, int, int, int}
     */
    private function estimate(): array
    {
        $rows = \count($this->rows->rows);
        $gain = $rows;
        $cost = 6 + \count($this->columns) + ($this->rows->marked === [] ? 0 : (\count($this->rows->elements) >> 3) + 1);
        $typed = $risk = 0;
        foreach ($this->columns as $column) {
            if ($column->kind === ColumnKind::VALUES) {
                continue;
            }
            ++$typed;
            $cost += ($column->flag === 0 ? 0 : ($rows >> 3) + 1)
                + ($column->kind === ColumnKind::BOOLEANS ? ($column->members >> 3) + 1 : 0)
                + ($column->kind >= ColumnKind::INTEGERS ? 4 : 2);
            $gain += $column->gain();
            $risk += $column->isOfIntegers() ? $column->members * ($column->width - 1) : 0;
        }

        return [$gain, $cost, $risk, $typed];
    }

    /** Marks back-references to objects; false if the array is not a table. */
    private function settleRows(): bool
    {
        $rows = $this->rows;
        if ($rows->form !== Rows::OBJECT) {
            return $this->hasMonotonicColumn() || RowChecks::repeated($rows->rows) <= \count($rows->elements) >> 1;
        }
        $withValues = \array_filter($this->columns, static fn (Column $column): bool => $column->hasValues());
        $keys = \array_values(\array_intersect_key($rows->keys, $withValues));
        if (!RowChecks::areNew($this->writer, $rows) || !RowChecks::areInert($rows->rows, $keys, \count($rows->keys))) {
            return false;
        }
        $marked = RowChecks::remember($this->writer, $rows);
        if ($marked !== []) {
            $rows->mark($marked);
            // Objects are numbered by now, so that it stays a table.
            $this->chooseColumns();
            $this->pays();
        }

        return true;
    }

    /** Whether the integers of a column grow, or fall, from row to row: then no two rows are equal. */
    private function hasMonotonicColumn(): bool
    {
        foreach ($this->columns as $i => $column) {
            if ($column->isMonotonic($this->cells[$i])) {
                return true;
            }
        }

        return false;
    }

    /** A table needs at least a bit per element, so if all columns are short, the first one is written as values. */
    private function padToMinimum(): void
    {
        if ($this->rows->marked !== [] || \count($this->rows->elements) >> 3 <= \count($this->columns)) {
            return;
        }
        foreach ($this->columns as $column) {
            if ($column->flag !== 0 || $column->kind !== ColumnKind::CONSTANT && $column->kind !== ColumnKind::AFFINE) {
                return;
            }
        }
        $this->columns[0]->kind = ColumnKind::VALUES;
    }

    /** @param list<int|string> $keys of the elements */
    private function writeTable(array $keys, bool $isList): string
    {
        $writer = $this->writer;
        $transcript = ($isList ? Tag::TABLE_BYTE : Tag::KEYED_TABLE_BYTE) . Numbers::uv(\count($keys));
        $writer->put($transcript);
        if (!$isList) {
            $transcript .= $this->writeKeys($keys);
        }
        $bitmap = $this->rows->marked === [] ? "\0" : "\1" . Numbers::bitmap($this->rows->marked, \count($keys));
        $writer->put($bitmap);
        $transcript .= $bitmap . $this->writeRowHead();
        ++$writer->depth;
        foreach ($this->columns as $i => $column) {
            $marked = ColumnBytes::marked($column, $this->cells[$i]);
            $bytes = ColumnBytes::of($column, $this->cells[$i], $marked);
            $writer->put($bytes);
            $transcript .= $bytes;
            if ($column->kind === ColumnKind::CONSTANT) {
                $transcript .= $writer->value($column->pattern?->value);
            }
            if ($column->flag === ColumnKind::OTHERS) {
                $this->others[$i] = \array_flip($marked);
            }
        }
        --$writer->depth;

        return $transcript . $this->writeElements($keys);
    }

    /**
     * Writes the keys of a map of rows, as one column if that is shorter.
     *
     * @param list<int|string> $keys
     */
    private function writeKeys(array $keys): string
    {
        if (\array_filter($keys, \is_string(...)) === []) {
            $column = Column::of($keys);
            if ($column->kind !== ColumnKind::VALUES && ColumnChoice::pays($column, $keys)) {
                $bytes = "\1" . ColumnBytes::of($column, $keys, []);
                $this->writer->put($bytes);

                return $bytes;
            }
        }
        $bytes = $transcript = "\0";
        foreach ($keys as $key) {
            $name = \is_int($key) ? Numbers::int($key) : $this->writer->strings->name($key);
            $bytes .= $name;
            $transcript .= \is_int($key) ? $name : $this->writer->strings->backReference;
        }
        $this->writer->put($bytes);

        return $transcript;
    }

    private function writeRowHead(): string
    {
        $rows = $this->rows;
        if ($rows->keys === [] || $rows->form === Rows::LIST) {
            $head = Writer::listHead(\count($rows->keys));
            $this->writer->put($head);

            return $head;
        }
        $shapes = $this->writer->shapes;
        $this->writer->put($rows->form === Rows::MAP ? $shapes->map($rows->keys) : $shapes->object($rows->class, $rows->keys));

        return $shapes->backReference;
    }

    /** @param list<int|string> $keys */
    private function writeElements(array $keys): string
    {
        $rows = $this->rows;
        $values = \array_filter($this->columns, static fn (Column $column): bool => $column->hasValues());
        if ($rows->form !== Rows::OBJECT && $values === [] && $rows->marked === []) {
            return '';
        }
        $names = \array_intersect_key($rows->keys, $values);
        $wanted = \array_flip($names);
        $transcript = '';
        $number = 0;
        foreach ($rows->elements as $position => $element) {
            try {
                if (isset($rows->marked[$position])) {
                    $transcript .= $this->writer->value($element);
                    continue;
                }
                $cells = \array_intersect_key($rows->rows[$number], $wanted);
                foreach ($this->others as $column => $marked) {
                    if (!isset($marked[$number])) {
                        unset($cells[$names[$column]]);
                    }
                }
                ++$number;
                $transcript .= $this->writeRow($element, $cells);
            } catch (CannotEncode $failure) {
                $failure->path->addKey($keys[$position]);
                throw $failure;
            }
        }

        return $transcript;
    }

    /**
     * Begins a row: gives an object its number, and writes cells that are separate values.
     *
     * @param array<mixed> $cells
     */
    private function writeRow(mixed $element, array $cells): string
    {
        $writer = $this->writer;
        $isObject = $this->rows->form === Rows::OBJECT;
        if ($isObject && \is_object($element)) {
            ++$writer->identityCount;
            $writer->objectNumbers[$element] = $writer->objects++;
        }
        ++$writer->depth;
        $transcript = $cells === [] ? '' : $writer->values($cells, '', '', $isObject);
        --$writer->depth;

        return $transcript;
    }
}
