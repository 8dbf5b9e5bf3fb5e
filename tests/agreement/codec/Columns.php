<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

/** Random columns for runs and tables, made so that each rule by which their kind is chosen decides in some of them. */
final class Columns
{
    /** Numbers of cells around those at which a rule changes. */
    private const COUNTS = [7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 255, 256, 257, 511, 512, 513, 544, 545, 1000];

    private readonly \Random\Randomizer $random;

    public function __construct(int $seed, int $index)
    {
        $this->random = new \Random\Randomizer(new \Random\Engine\Mt19937(\crc32("columns $seed $index")));
    }

    /** A list that can be a run, a list or map of rows, or several of these. */
    public function value(): mixed
    {
        return match ($this->below(8)) {
            0, 1, 2 => $this->column($this->count()),
            3, 4 => $this->rows($this->count()),
            5 => $this->keyed($this->rows($this->count())),
            6 => (function (): array {
                $column = $this->column($this->count());

                return [$column, $this->column($this->count()), $column, [1, ...$column]];
            })(),
            default => (function (): array {
                $rows = $this->rows($this->pick([8, 9, 33, 65]));

                return ['first' => $rows, 'second' => [$rows], 'third' => $this->rows(9)];
            })(),
        };
    }

    private function below(int $limit): int
    {
        return $this->random->getInt(0, $limit - 1);
    }

    private function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    /**
     * @template T
     * @param non-empty-list<T> $choices
     * @return T
     */
    private function pick(array $choices): mixed
    {
        return $choices[$this->below(\count($choices))];
    }

    private function fraction(): float
    {
        return $this->random->getInt(0, 1 << 53) / (1 << 53);
    }

    private function count(): int
    {
        return $this->chance(70) ? $this->pick(self::COUNTS) : $this->random->getInt(1, 700);
    }

    /** @return list<mixed> */
    private function column(int $count): array
    {
        $cells = match ($this->below(9)) {
            0, 1, 2 => $this->integers($count),
            3, 4 => $this->doubles($count),
            5 => \array_map(fn (): bool => $this->chance(50), \range(1, $count)),
            6 => $this->strings($count),
            7 => \array_fill(0, $count, $this->odd()),
            default => \array_map(fn (): mixed => $this->odd(), \range(1, $count)),
        };
        if ($this->chance(50)) {
            $cells = $this->withOthers($cells);
        }

        return $cells;
    }

    /** @return list<int> */
    private function integers(int $count): array
    {
        $bits = $this->pick([1, 4, 7, 8, 9, 15, 16, 17, 23, 24, 25, 31, 32, 33, 40, 48, 55, 56, 57, 62]);
        $span = (1 << $bits) - 1;
        $base = $this->pick([0, 0, 1, -1, 100, -40, 1000, 1_700_000_000, -5_000_000_000, \PHP_INT_MAX, \PHP_INT_MIN, 1 << 40]);
        $base = match (true) {
            $base > \PHP_INT_MAX - $span => $base - $span,
            default => $base,
        };
        $integers = [];
        switch ($this->below(5)) {
            case 0:
                for ($i = 0; $i < $count; ++$i) {
                    $integers[] = $base + $this->random->getInt(0, $span);
                }
                break;
            case 1:
                $step = $this->random->getInt(-$span, $span);
                $value = $this->pick([$base, 0, \PHP_INT_MAX - 3, \PHP_INT_MIN + 2]);
                for ($i = 0; $i < $count; ++$i) {
                    $integers[] = $value;
                    $value = self::wrapped($value, $this->chance(98) ? $step : 1);
                }
                break;
            case 2:
                $value = $base;
                $jitter = $this->pick([1, 3, 200, 300, 70000]);
                for ($i = 0; $i < $count; ++$i) {
                    $integers[] = $value;
                    $value = self::wrapped($value, \intdiv($span, 1000) + $this->below($jitter));
                }
                break;
            case 3:
                // Others where the writer samples.
                $stride = \intdiv($count, 32) + 1;
                $small = $this->pick([31, 40, 255, 300]);
                for ($i = 0; $i < $count; ++$i) {
                    $integers[] = $i % $stride === 0 ? $base + $this->random->getInt(0, $span) : $this->below($small);
                }
                break;
            default:
                for ($i = 0; $i < $count; ++$i) {
                    $integers[] = $this->pick([
                        0, 1, 31, 32, 255, 256, 65535, 65536, 0xFFFFFFFF, 0x100000000, -1, -128, -129, -32769, \PHP_INT_MAX, \PHP_INT_MIN, $base,
                    ]);
                }
        }

        return $integers;
    }

    /** The sum modulo 2^64. */
    private static function wrapped(int $a, int $b): int
    {
        $sum = $a + $b;

        if (\is_int($sum)) {
            return $sum;
        }
        $low = ($a & 0xFFFFFFFF) + ($b & 0xFFFFFFFF);

        return ($a >> 32) + ($b >> 32) + ($low >> 32) << 32 | $low & 0xFFFFFFFF;
    }

    /** @return list<float> */
    private function doubles(int $count): array
    {
        $kind = $this->below(8);
        $stride = \intdiv($count, 32) + 1;
        $exponent = $this->random->getInt(0, 10);
        $span = 10 ** $this->random->getInt(1, 15);
        $base = $this->pick([0, 0, -$span, 1_000_000, 10 ** 14]);
        $share = $this->pick([0, 1, 10, 13, 20, 50]);
        $doubles = [];
        for ($i = 0; $i < $count; ++$i) {
            $doubles[] = match (true) {
                $kind < 4 && !$this->chance($share) => ($base + $this->random->getInt(0, $span)) / 10 ** $exponent,
                $kind === 4 => (float) $this->random->getInt(-1000, 1000) / 8,
                $kind === 7 => $i % $stride === 0 ? ($span + $i) / 10 ** $exponent : $this->random->getInt(1, 1 << 23) * 2.0 ** 26,
                $kind === 5 => $this->chance(50) ? $this->below(100) / 4 : $this->fraction(),
                default => $this->pick([
                    0.0, -0.0, \NAN, \INF, -\INF, 1e308, 5e-324, 1e-45, 0.1, 2.0 ** 50, -(2.0 ** 50), 2.0 ** 50 - 1, 1.5e15, 3.4028234663852886e38,
                    $this->fraction(),
                ]),
            };
        }

        return $doubles;
    }

    /** @return list<string> */
    private function strings(int $count): array
    {
        $some = ['', 'a', 'ab', '12', '2024-05-06 07:08:09', \str_repeat('x', 300), \str_repeat('x', 299) . 'y', '0123456789abcdef'];
        $distinct = $this->chance(30);
        $strings = [];
        for ($i = 0; $i < $count; ++$i) {
            $strings[] = $distinct ? "text number $i" : $this->pick($some);
        }

        return $strings;
    }

    private function odd(): mixed
    {
        return $this->pick([
            null, true, false, 0, -1, 7, 1.5, -0.0, 0.0, \NAN, '', 'x', 'odd', [], [1, 2], [1, '2'], ['a' => 1.0], ['a' => -0.0], [[\NAN], [null]],
            \range(1, 33), \array_fill(0, 16, [1]), \array_fill(0, 17, [1]), \PHP_INT_MAX,
        ]);
    }

    /**
     * @param list<mixed> $cells
     * @return list<mixed>
     */
    private function withOthers(array $cells): array
    {
        $percent = $this->pick([1, 3, 10, 12, 13, 20, 25, 26, 40, 90]);
        $nulls = $this->chance(50);
        $other = $this->odd();
        $same = $this->chance(30);
        foreach ($cells as $i => $_) {
            if ($this->chance($percent)) {
                $cells[$i] = $nulls ? null : ($same ? $other : $this->odd());
            }
        }

        return $cells;
    }

    /** @return list<mixed> */
    private function rows(int $count): array
    {
        $columns = [];
        $names = ['id', 'name', 'x', '', 7, "zero\0byte", 'price', -3];
        $width = $this->random->getInt(1, 7);
        for ($i = 0; $i < $width; ++$i) {
            $columns[$names[$i]] = $this->column($count);
        }
        $form = $this->below(4);
        $rows = [];
        for ($i = 0; $i < $count; ++$i) {
            $row = [];
            foreach ($columns as $name => $cells) {
                $row[$name] = $cells[$i];
            }
            $rows[] = match ($form) {
                0, 1 => $row,
                2 => \array_values($row),
                default => (object) $row,
            };
        }

        return $this->disturbed($rows);
    }

    /**
     * @param list<mixed> $rows
     * @return list<mixed>
     */
    private function disturbed(array $rows): array
    {
        $percent = $this->pick([0, 0, 0, 5, 20, 26]);
        $kind = $this->below(4);
        foreach ($rows as $i => $_) {
            if ($this->chance($percent)) {
                $rows[$i] = match ($kind) {
                    0 => $this->odd(),
                    1 => $rows[$this->below(\count($rows))],
                    2 => \is_array($rows[$i]) ? ['more' => 1] + $rows[$i] : new \ArrayObject([1]),
                    default => null,
                };
            }
        }

        return $rows;
    }

    /**
     * @param list<mixed> $rows
     * @return array<mixed>
     */
    private function keyed(array $rows): array
    {
        $count = \count($rows);
        $keys = match ($this->below(4)) {
            0 => \range(1, $count),
            1 => \array_map(static fn (int $i): int => $i * $i, \range(1, $count)),
            2 => \array_map(static fn (int $i): string => "key $i", \range(1, $count)),
            default => \array_values(\array_unique([...$this->integers($count), ...\range(-$count, -1)])),
        };

        return \array_combine(\array_slice($keys, 0, $count), $rows);
    }
}
