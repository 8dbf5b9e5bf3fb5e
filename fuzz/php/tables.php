<?php

declare(strict_types=1);

namespace Brine\Fuzz;

/**
 * Part of Values: lists of one kind and tables of such lists, which the encoder examines most closely. A few bytes make a long one; a random
 * sequence seeded by a byte provides the cells.
 */
trait Tables
{
    private int $random = 0;

    /** The next random number, from 0 to $max. */
    private function random(int $max): int
    {
        $bits = 0;
        for ($i = 0; $i < 3; $i++) {
            $this->random = ($this->random * 1103515245 + 12345) & 0x7FFFFFFF;
            $bits = $bits << 21 ^ $this->random >> 8;
        }

        return $max === PHP_INT_MAX ? $bits & PHP_INT_MAX : ($bits & PHP_INT_MAX) % ($max + 1);
    }

    /** The number of elements of a column or table. */
    private function length(): int
    {
        $length = match ($this->below(8)) {
            0 => 1 + $this->below(8),
            1 => 250 + $this->below(20),
            2 => 8 + $this->byte() * 3,
            default => 8 + $this->below(40),
        };
        $length = max(1, min($length, $this->budget));
        $this->budget -= $length;

        return $length;
    }

    /** @return array<mixed> */
    private function run(): array
    {
        [$identityCount, $budget] = [$this->identityCount, $this->budget];
        $cells = $this->column($this->length());
        $this->remember($cells, $identityCount, $budget);

        return $cells;
    }

    /** @return list<mixed> cells, a few possibly of another type */
    private function column(int $count): array
    {
        $cells = $this->regularColumn($count);
        for ($i = $this->below(8) - 3; $i > 0; $i--) {
            $at = $this->byte() % $count;
            switch ($this->below(4)) {
                case 0:
                    for ($step = 1 + $this->below(9); $at < $count; $at += $step) {
                        $cells[$at] = null;
                    }
                    break;
                case 1:
                    $cells[$at] = $this->value();
                    break;
                case 2:
                    $cells[$at] = $this->scalar();
                    break;
                case 3:
                    $cells[$at] = &$this->reference();
                    break;
            }
        }

        return $cells;
    }

    /** @return list<mixed> */
    private function regularColumn(int $count): array
    {
        $kind = $this->below(16);
        $this->random = $this->byte();
        if ($kind < 4) {
            return $this->integers($kind, $count);
        }
        $constant = $kind === 8 ? $this->constant($count) : null;
        $power = 10 ** $this->below(13);
        $spread = (1 << $this->below(50)) - 1;
        $cells = [];
        for ($i = 0; $i < $count; $i++) {
            $cells[] = match ($kind) {
                4 => $this->random($spread) / $power,
                5 => ($this->random($spread) - $spread / 2) / 64,
                6 => $this->random($spread) / 7,
                7 => $this->random(1) === 1,
                8 => $constant,
                9 => $this->strings[$this->random(count($this->strings) - 1)],
                10 => 'item ' . $this->random($spread),
                11 => date('Y-m-d H:i:s', $this->random($spread)),
                12 => $this->uuid($this->random($spread)),
                13 => $this->earlierArray($this->random(255)),
                14 => $this->link(),
                15 => $i < 40 ? $this->value() : $i,
            };
        }

        return $cells;
    }

    /** A value that may occur in this many places. */
    private function constant(int $count): mixed
    {
        $budget = $this->budget;
        $value = $this->value();
        $cost = ($budget - $this->budget) * $count;
        if ($cost > $this->budget) {
            return true;
        }
        $this->budget -= $cost;

        return $value;
    }

    private function link(): object
    {
        $this->identityCount++;
        $number = $this->random(count($this->objects) + 1);

        return $this->objects[$number] ?? \V\Suit::cases()[$this->random(1)];
    }

    /** @return list<int> */
    private function integers(int $kind, int $count): array
    {
        $base = $this->pick(self::NUMBERS);
        $step = $this->pick(self::NUMBERS);
        $spread = $this->below(64) === 63 ? PHP_INT_MAX : (1 << $this->below(62)) - 1;
        $cells = [];
        for ($i = 0; $i < $count; $i++) {
            $next = match ($kind) {
                0 => $base + $i * $step,
                1 => $base + $this->random($spread),
                2 => ($cells[$i - 1] ?? $base) + $step + $this->random($spread),
                3 => $base + ($i % 16 === 15 ? $spread : $this->random(15)),
            };
            $cells[] = is_int($next) ? $next : $i;
        }

        return $cells;
    }

    /** @return array<mixed> */
    private function table(): array
    {
        [$identityCount, $budget] = [$this->identityCount, $this->budget];
        $count = $this->length();
        $rows = match ($this->below(4)) {
            0, 1 => $this->arrayRows($count, $this->mapKeys()),
            2 => $this->arrayRows($count, range(0, $this->below(8))),
            3 => $this->objectRows($count),
        };
        for ($i = $this->below(8) - 3; $i > 0; $i--) {
            $this->deviate($rows, $this->byte() % $count);
        }
        $table = $this->keyed($rows);
        $this->remember($table, $identityCount, $budget);

        return $table;
    }

    /**
     * @param list<int|string> $keys
     * @return list<mixed>
     */
    private function arrayRows(int $count, array $keys): array
    {
        $rows = array_fill(0, $count, []);
        foreach ($keys as $key) {
            $cells = $this->budget > $count ? $this->column($count) : array_fill(0, $count, 1);
            $this->budget -= $count;
            for ($i = 0; $i < $count; $i++) {
                if (\ReflectionReference::fromArrayElement($cells, $i) === null) {
                    $rows[$i][$key] = $cells[$i];
                } else {
                    $rows[$i][$key] = &$cells[$i];
                }
            }
        }

        return $rows;
    }

    /** @return list<mixed> */
    private function objectRows(int $count): array
    {
        $this->identityCount++;
        $class = $this->pick([\stdClass::class, \V\Open::class, \V\Extended::class, ...self::CLASSES]);
        $rows = [];
        for ($i = 0; $i < $count; $i++) {
            $rows[] = (new \ReflectionClass($class))->newInstanceWithoutConstructor();
            if ($class === \F\Waker::class) {
                Hooks::awake($rows[$i]);
            }
        }
        array_push($this->objects, ...array_slice($rows, 0, 8));
        foreach (self::propertiesOf($class) as $property) {
            foreach ($this->regularColumn($count) as $i => $cell) {
                $this->set($property, $rows[$i], $cell);
            }
        }
        if ($class === \stdClass::class || $class === \V\Open::class || $class === \V\Extended::class) {
            foreach (array_slice($this->mapKeys(), 0, 4) as $key) {
                $cells = $this->column($count);
                foreach ($rows as $i => $row) {
                    if (\ReflectionReference::fromArrayElement($cells, $i) === null) {
                        $row->{"p$key"} = $cells[$i];
                    } else {
                        $row->{"p$key"} = &$cells[$i];
                    }
                }
            }
        }

        return $rows;
    }

    /** @param list<mixed> $rows */
    private function deviate(array &$rows, int $at): void
    {
        $other = $this->byte() % count($rows);
        foreach ([$at, $other] as $i) {
            if (\ReflectionReference::fromArrayElement($rows, $i) !== null) {
                return;
            }
        }
        $row = $rows[$at];
        switch ($this->below(6)) {
            case 0:
                $rows[$at] = $rows[$other];
                break;
            case 1:
                $rows[$at] = null;
                break;
            case 2:
                $rows[$at] = $this->value();
                break;
            case 3:
                $rows[$at] = is_array($row) ? array_reverse($row, true) : $this->object();
                break;
            case 4:
                $rows[$at] = is_array($row) ? array_slice($row, 1, null, true) : $rows[$other];
                break;
            case 5:
                $rows[$at] = &$this->reference();
                break;
        }
    }

    /** A string; all strings from here have the same hash in PHP. */
    private static function collidingKey(int $number): string
    {
        return strtr(sprintf('%012b', $number), ['0' => 'Ez', '1' => 'FY']);
    }

    /**
     * @param list<mixed> $rows
     * @return array<mixed> the same elements with keys of some kind
     */
    private function keyed(array $rows): array
    {
        $kind = $this->below(8);
        if ($kind < 4) {
            return $rows;
        }
        $this->random = $this->byte();
        $keyed = [];
        foreach (array_keys($rows) as $i) {
            $key = match ($kind) {
                4 => ($this->random & 7) === 7 ? self::collidingKey($i) : "k$i",
                5 => ($this->random & 7) === 7 ? $i << 21 : 1 + 3 * $i,
                6 => $this->random(1 << 20),
                7 => $i % 7 === 3 ? "k$i" : $i,
            };
            if (\ReflectionReference::fromArrayElement($rows, $i) === null) {
                $keyed[$key] = $rows[$i];
            } else {
                $keyed[$key] = &$rows[$i];
            }
        }

        return $keyed;
    }
}
