<?php

/*
 * Tables: lists and maps of rows of one shape, regular by column, with some rows and cells that are not. Their columns alone are lists.
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

final class Tables
{
    private const CLASSES = [
        PlainRow::class, InheritingRow::class, TypedRow::class, TypedRow::class, ReadonlyRow::class, DynamicRow::class,
        WakingRow::class, UnserializedRow::class, SleepingRow::class, ArrayFormRow::class,
    ];

    /** A hook that returns the value of a PHP reference makes a copy of it, of whose objects native makes others. */
    private const WITHOUT_REFERENCES = [ReadonlyRow::class, ArrayFormRow::class];

    public function __construct(private readonly Generator $g)
    {
    }

    public function table(): array
    {
        $g = $this->g;
        $count = match ($g->range(0, 3)) {
            0 => $g->range(7, 9),
            1 => $g->range(2, 60),
            default => $g->range(2, 20),
        };
        if (!$g->takes(2 * $count)) {
            $count = $g->range(2, 9);
        }
        $rows = match ($g->range(0, 9)) {
            0, 1 => $this->objects($count),
            2 => $this->standardObjects($count),
            3 => $this->lists($count),
            4 => $this->incompleteObjects($count),
            default => $this->maps($count),
        };

        return $this->keyed($g->chance(50) ? $rows : $this->deviating($rows));
    }

    /** A list of the values of one column. */
    public function list(): array
    {
        $type = $this->type();
        $list = $this->column($type, $this->g->chance(30) ? $this->g->range(2, 60) : $this->g->range(2, 20));
        if ($this->g->chance(15) && in_array($type, ['int', 'float', 'string'], true)) {
            sort($list);
        }

        return $this->g->chance(15) ? $this->unpacked($list) : $list;
    }

    private function type(): string
    {
        return $this->g->pick(['int', 'int', 'float', 'float', 'string', 'bool', 'mixed', 'mixed', '?int', '?float', '?string', '?bool']);
    }

    /** @return list<array<string, mixed>> */
    private function maps(int $count): array
    {
        $columns = [];
        foreach ($this->names() as $name) {
            $columns[$name] = $this->column($this->type(), $count);
        }

        return $this->transposed($columns, $count);
    }

    /** @return list<list<mixed>> */
    private function lists(int $count): array
    {
        $columns = [];
        for ($i = $this->g->range(1, 5); $i > 0; $i--) {
            $columns[] = $this->column($this->type(), $count);
        }

        return $this->transposed($columns, $count);
    }

    /** @return list<\stdClass> */
    private function standardObjects(int $count): array
    {
        $rows = [];
        for ($i = 0; $i < $count; $i++) {
            $rows[] = $this->g->remember(new \stdClass());
        }
        $this->g->completing(function () use ($rows): void {
            foreach ($this->maps(count($rows)) as $i => $cells) {
                foreach ($cells as $name => $cell) {
                    if (\ReflectionReference::fromArrayElement($cells, $name) === null) {
                        $rows[$i]->$name = $cell;
                    } else {
                        $rows[$i]->$name = &$cells[$name];
                    }
                }
            }
        });

        return $rows;
    }

    /** @return list<object> objects of one class */
    private function objects(int $count): array
    {
        $class = $this->g->pick(self::CLASSES);
        $rows = [];
        for ($i = 0; $i < $count; $i++) {
            $rows[] = $this->g->remember(new $class());
        }
        $this->g->completing(function () use ($class, $rows): void {
            $columns = [];
            foreach ($class::COLUMNS as $name => $type) {
                // Some properties are unchanged in all rows; those without a default stay uninitialised.
                if ($name === 'id') {
                    $columns[$name] = array_map(fn (object $row): int => $this->g->id(), $rows);
                } elseif ($this->g->chance(90)) {
                    $columns[$name] = $this->column($type, count($rows), !in_array($class, self::WITHOUT_REFERENCES, true));
                }
            }
            foreach ($this->transposed($columns, count($rows)) as $i => $cells) {
                if ($this->g->chance(3)) {
                    unset($cells[$this->g->pick(array_keys($cells))]);
                }
                $rows[$i]->fill($cells);
            }
        });

        return $rows;
    }

    /** @return list<object> objects of a class that does not exist, as only unserialize() can make them */
    private function incompleteObjects(int $count): array
    {
        $columns = [];
        foreach (['id' => 'int', 'name' => 'string', "\0*\0price" => 'float'] as $name => $type) {
            $columns[$name] = $this->column($type, $count, mayRefer: false);
        }
        $rows = [];
        foreach ($this->transposed($columns, $count) as $cells) {
            $rows[] = $this->g->remember(unserialize(preg_replace('/^a:/', 'O:7:"Missing":', serialize($cells))));
        }

        return $rows;
    }

    /** @return list<string> names of 1 to 7 columns */
    private function names(): array
    {
        $names = ['id', 'name', 'price', 'active', 'tags', 'parent', 'status'];
        $names = $this->g->chance(30) ? $this->g->shuffled($names) : $names;
        if ($this->g->chance(10)) {
            $names[0] = '7';
        }

        return array_slice($names, 0, $this->g->range(1, 7));
    }

    /**
     * @param array<list<mixed>> $columns
     * @return list<array<mixed>> the rows; PHP references among the cells stay references
     */
    private function transposed(array $columns, int $count): array
    {
        $rows = array_fill(0, $count, []);
        foreach ($columns as $name => $cells) {
            for ($i = 0; $i < $count; $i++) {
                if (\ReflectionReference::fromArrayElement($cells, $i) === null) {
                    $rows[$i][$name] = $cells[$i];
                } else {
                    $rows[$i][$name] = &$cells[$i];
                }
            }
        }
        if ($this->g->chance(10)) {
            // A PHP reference with one holder, which serialization does not distinguish from its value.
            $at = $this->g->range(0, $count - 1);
            $name = $this->g->pick(array_keys($columns));
            if (\ReflectionReference::fromArrayElement($rows[$at], $name) === null) {
                $alone = $rows[$at][$name];
                $rows[$at][$name] = &$alone;
            }
        }

        return $rows;
    }

    /**
     * @param string $type of the cells; with a ?, some of them, or all, may be null
     * @return list<mixed>
     */
    private function column(string $type, int $count, bool $mayRefer = true): array
    {
        $g = $this->g;
        $plain = ltrim($type, '?');
        $cells = $this->regular($plain, $count);
        if ($plain === 'mixed' && $g->chance(15) || $plain !== $type && $g->chance(60)) {
            $percent = $g->pick([3, 15, 50, 90, 100]);
            $cells = array_map(static fn (mixed $cell): mixed => $g->chance($percent) ? null : $cell, $cells);
        }
        if ($g->chance(15)) {
            // Cells that are unlike the others.
            for ($i = $g->range(1, 3); $i > 0; $i--) {
                $cells[$g->range(0, $count - 1)] = $this->single($plain);
            }
        }
        if ($mayRefer && $g->chance(4) && in_array($plain, ['mixed', 'int'], true)) {
            for ($i = $g->range(1, 4); $i > 0; $i--) {
                if ($plain === 'int') {
                    $cells[$g->range(0, $count - 1)] = &$g->intReference();
                } else {
                    $cells[$g->range(0, $count - 1)] = &$g->reference();
                }
            }
        } elseif ($mayRefer && $g->chance(4)) {
            // As in transposed(): it is for columns that become lists.
            $alone = $this->single($plain);
            $cells[$g->range(0, $count - 1)] = &$alone;
        }

        return $cells;
    }

    /** A value that a column of this type may have. */
    private function single(string $type): mixed
    {
        return match ($type) {
            'int' => $this->g->int(),
            'float' => $this->g->float(),
            'string' => $this->g->string(),
            'bool' => $this->g->chance(50),
            'array' => $this->g->array(),
            'object' => $this->g->object(),
            'mixed' => $this->g->value(),
        };
    }

    /** @return list<mixed> */
    private function regular(string $type, int $count): array
    {
        return match ($type) {
            'int' => $this->integers($count),
            'float' => $this->floats($count),
            'string' => $this->strings($count),
            'bool' => $this->each($count, fn (): bool => $this->g->chance(50)),
            'array' => $this->arrays($count),
            'object' => $this->links($count),
            'mixed' => match ($this->g->range(0, 9)) {
                0 => $this->integers($count),
                1 => $this->floats($count),
                2 => $this->strings($count),
                3 => array_fill(0, $count, $this->g->scalar()),
                4, 5 => $this->arrays($count),
                6, 7 => $this->links($count),
                8 => $this->scalars($count),
                9 => $this->each($count, $this->g->value(...)),
            },
        };
    }

    /**
     * @param \Closure(int): mixed $cell
     * @return list<mixed>
     */
    private function each(int $count, \Closure $cell): array
    {
        return array_map(static fn (int $i): mixed => $cell($i), range(0, $count - 1));
    }

    /** @return list<int> */
    private function integers(int $count): array
    {
        $g = $this->g;
        $base = $g->chance(50) ? $g->range(-1000, 100_000) : $g->range(PHP_INT_MIN >> 1, PHP_INT_MAX >> 1);
        $step = $g->pick([0, 1, -1, 2, 60, -86400, ...(PHP_INT_SIZE === 8 ? [2 ** 40, -(2 ** 55)] : [2 ** 16, -(2 ** 23)])]);
        $spread = 2 ** $g->range(0, PHP_INT_SIZE === 8 ? 40 : 22);
        $at = $base;

        return match ($g->range(0, 7)) {
            // Sums of the widest base and steps stay integers: no more than 60 steps of 2 ** 55, or 2 ** 23.
            0 => $this->each($count, static fn (int $i): int => $base + $i * $step),
            1 => $this->each($count, static fn (): int => $base + $g->range(0, $spread)),
            2 => $this->each($count, static fn (): int => $g->range(PHP_INT_MIN, PHP_INT_MAX)),
            3 => $this->each($count, static function () use ($g, &$at, $step, $spread): int {
                return $at += $step + $g->range(0, $spread);
            }),
            4 => $this->each($count, static function () use ($g, &$at): int {
                return $at += $g->range(-300, 300);
            }),
            5 => $this->each($count, $g->int(...)),
            6 => $this->each($count, static fn (): int => $g->pick([PHP_INT_MIN, PHP_INT_MAX, 0, -1])),
            7 => array_fill(0, $count, $g->int()),
        };
    }

    /** @return list<float> */
    private function floats(int $count): array
    {
        $g = $this->g;
        $scale = 10 ** $g->range(0, 9);
        $most = 10 ** $g->range(1, PHP_INT_SIZE === 8 ? 15 : 9);
        $least = $g->chance(50) ? 0 : -$most;
        $decimal = static fn (): float => $g->range($least, $most) / $scale + 0.0;
        $at = $g->range($least, $most);

        return match ($g->range(0, 7)) {
            0, 1 => $this->each($count, $decimal),
            2 => $this->each($count, static fn (): float => $g->chance(85)
                ? $decimal() : $g->pick([$g->nan(), INF, -INF, -0.0, 0.0, 1e300, -1e300, 5e-324, 1 / 3])),
            3 => $this->each($count, static fn (): float => $g->range(-9999, 9999) / 64),
            4 => $this->each($count, $g->float(...)),
            5 => array_fill(0, $count, $g->float()),
            6 => $this->each($count, static function () use ($g, &$at, $scale): float {
                return ($at += $g->range(-200, 200)) / $scale + 0.0;
            }),
            7 => $this->each($count, static fn (): float => (float) $g->range(-1, 20)),
        };
    }

    /** @return list<string> */
    private function strings(int $count): array
    {
        $g = $this->g;
        $few = $this->each($g->range(1, 4), $g->string(...));
        $prefix = $g->string();

        return match ($g->range(0, 4)) {
            0, 1 => $this->each($count, static fn (): string => $g->pick($few)),
            2 => $this->each($count, static fn (int $i): string => "$prefix $i"),
            // Equal strings at other addresses.
            3 => $this->each($count, static fn (): string => substr('x' . $few[0], 1)),
            4 => $this->each($count, $g->string(...)),
        };
    }

    /** @return list<array<mixed>> */
    private function arrays(int $count): array
    {
        $g = $this->g;
        $constant = ['a', 'b', 'c'];

        return match ($g->range(0, 6)) {
            0 => array_fill(0, $count, $g->chance(50) ? [] : $g->repeatableArray()),
            1 => $this->each($count, static fn (): array => array_map(static fn (string $s): string => $s, $constant)),
            2 => $this->each($count, static fn (): array => $g->chance(80) ? ['x' => 1, 'y' => ['z']] : []),
            3 => $this->each($count, static fn (int $i): array => [$i, $i + 1]),
            4 => $this->each($count, static fn (): array => $g->takes(4) ? $g->array() : []),
            5 => $this->each($count, fn (): array => $g->takes(20) ? $this->table() : []),
            6 => $this->each($count, fn (): array => $g->takes(4) ? $this->list() : $constant),
        };
    }

    /** @return list<object> */
    private function links(int $count): array
    {
        $g = $this->g;
        $one = $g->object();

        return match ($g->range(0, 4)) {
            // Mostly rows of this table, if these are objects.
            0, 1 => $this->each($count, $g->knownObject(...)),
            2 => $this->each($count, static fn (): object => $g->pick([Suit::Hearts, Suit::Spades, Level::High])),
            3 => array_fill(0, $count, $one),
            4 => $this->each($count, static fn (): object => $g->takes(4) ? $g->object() : $one),
        };
    }

    /** @return list<null|bool|int|float|string> */
    private function scalars(int $count): array
    {
        $g = $this->g;
        $kinds = $this->each($g->range(1, 3), static fn (): int => $g->range(0, 4));

        return $this->each($count, static fn (): null|bool|int|float|string => match ($g->pick($kinds)) {
            0 => null,
            1 => $g->chance(50),
            2 => $g->range(-10, 300),
            3 => $g->range(0, 9999) / 100,
            4 => $g->pick(['yes', 'no', 'unknown']),
        });
    }

    /**
     * Some rows in another form, or other things in their place.
     *
     * @param list<mixed> $rows
     * @return list<mixed>
     */
    private function deviating(array $rows): array
    {
        $g = $this->g;
        for ($i = $g->chance(70) ? $g->range(1, 3) : $g->range(1, count($rows)); $i > 0; $i--) {
            $at = $g->range(0, count($rows) - 1);
            $row = $rows[$at];
            $rows[$at] = match ($g->range(0, 9)) {
                0 => $g->scalar(),
                1 => $g->value(),
                2 => $g->object(),
                // The same row, or an equal one.
                3, 4 => $rows[$g->range(0, count($rows) - 1)],
                5 => is_array($row) ? $g->equalCopy($row) : $row,
                6 => is_array($row) ? array_slice($row, 0, -1) : null,
                7 => is_array($row) ? $row + ['extra' => $g->scalar(), 9 => 9] : $g->knownObject(),
                8 => is_array($row) ? array_reverse($row, true) : $this->properties($row),
                9 => is_array($row) ? $this->unpacked($row) : $row,
            };
        }
        if ($g->chance(5)) {
            $rows[$g->range(0, count($rows) - 1)] = &$g->reference();
        }

        return $rows;
    }

    /** The properties of a row that is an object, unless one holds an array: this may lead to the row, whose only it is. */
    private function properties(mixed $row): mixed
    {
        return is_object($row) && array_filter((array) $row, is_array(...)) === [] ? (array) $row : $row;
    }

    /**
     * @param list<mixed> $rows
     * @return array<mixed> the rows as a list, or under keys of some kind
     */
    private function keyed(array $rows): array
    {
        $g = $this->g;
        $count = count($rows);
        $kind = $g->range(0, 19);
        if ($kind < 10) {
            return $rows;
        }
        if ($kind === 10) {
            return $this->unpacked($rows);
        }
        if ($kind === 11) {
            unset($rows[$g->range(0, $count - 1)]);

            return $rows;
        }
        $keys = array_keys(array_flip(match ($kind) {
            12, 13 => $this->each($count, static fn (int $i): string => "key_$i"),
            14 => $this->each($count, $g->key(...)),
            15, 16 => $this->integers($count),
            17 => $this->each($count, static fn (int $i): int => 1000 - $i),
            18 => $this->each($count, static fn (int $i): int => 1 + 3 * $i),
            19 => $this->each($count, static fn (int $i): int|string => $i % 5 === 3 ? "k$i" : $i),
        }));
        $keyed = [];
        foreach ($keys as $i => $key) {
            if (\ReflectionReference::fromArrayElement($rows, $i) === null) {
                $keyed[$key] = $rows[$i];
            } else {
                $keyed[$key] = &$rows[$i];
            }
        }

        return $keyed;
    }

    /** The same array as PHP holds it after other keys were removed: a list is not packed then. */
    private function unpacked(array $array): array
    {
        $unpacked = ['gone' => 0];
        unset($unpacked['gone']);
        foreach ($array as $key => $element) {
            if (\ReflectionReference::fromArrayElement($array, $key) === null) {
                $unpacked[$key] = $element;
            } else {
                $unpacked[$key] = &$array[$key];
            }
        }

        return $unpacked;
    }
}
