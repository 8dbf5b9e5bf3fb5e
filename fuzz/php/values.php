<?php

declare(strict_types=1);

namespace Brine\Fuzz;

/**
 * A PHP value that bytes describe: each says what comes next, and zeros follow the last one. A few bytes make a long column or a
 * table, since these are what the encoder looks at most closely; their cells come from a sequence of random numbers that a byte starts.
 *
 * PHP references to objects are left out: native serialize() text does not carry them.
 */
final class Values
{
    private const CLASSES = [
        \V\Point::class, \V\Node::class, \V\Child::class, \V\Leaf::class, \V\Typed::class, \V\Partial::class, \V\Extended::class,
        \V\Sleeper::class, \V\Secret::class, \F\Kinds::class, \F\Nested::class, \F\Collector::class, \F\Waker::class,
        \F\Destroyer::class, \F\Changer::class, \F\Dropper::class,
    ];

    private const NUMBERS = [0, 1, -1, 31, 32, 127, 128, 191, 192, 255, 256, -128, -129, 8383, 8384, 65535, 65536, -32769, 991423, 991424,
        2 ** 31 - 1, 2 ** 31, -2 ** 31 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 50, -2 ** 50 - 1, 2 ** 53, 2 ** 62, PHP_INT_MAX, PHP_INT_MIN,
        PHP_INT_MIN + 1];

    private const DOUBLES = [0.0, -0.0, 0.1, 0.25, -1.5, 1e15, 1e16, 9.99, 1 / 3, 1e300, -1e-300, 5e-324, 16777217.0, 3.4028234663852886e38,
        \NAN, \INF, -\INF, 2.0 ** 50, 2.0 ** 53, 2.0 ** 63];

    /** May an array be inside of itself by value? Native serialize() writes null there. */
    public bool $differsFromNative = false;

    /** @var array<class-string, list<\ReflectionProperty>> */
    private static array $properties = [];

    private int $at = 0;
    private int $random = 0;
    private int $depth = 0;


    /** Objects and references so far: an array that was made while there came none can be used again. */
    private int $impurities = 0;

    /** @var list<string> */
    private array $strings = ['id', 'name'];

    /** @var list<array<mixed>> */
    private array $arrays = [[]];

    /** @var list<int> what each of them takes of the budget */
    private array $costs = [1];

    /** @var list<list<int|string>> */
    private array $keys = [['id', 'name', 'price']];

    /** @var list<object> */
    private array $objects = [];

    /** @var list<mixed> PHP references */
    private array $references = [];

    /** @param int $budget how many elements there may be in all, more or less */
    public function __construct(private readonly string $input, private int $budget)
    {
    }

    public function value(): mixed
    {
        if ($this->depth >= 40 || $this->budget <= 0) {
            return $this->scalar();
        }
        $this->depth++;
        $value = match ($this->below(16)) {
            0, 1, 2, 3 => $this->scalar(),
            4, 5 => $this->string(),
            6 => $this->array(),
            7 => $this->map(),
            8 => $this->copy($this->byte()),
            9, 10 => $this->object(),
            11 => $this->objects === [] ? $this->object() : $this->pick($this->objects),
            12, 13 => $this->run(),
            14, 15 => $this->table(),
        };
        $this->depth--;

        return $value;
    }

    private function byte(): int
    {
        return ord($this->input[$this->at++] ?? "\0");
    }

    private function below(int $count): int
    {
        return $this->byte() % $count;
    }

    private function chance(): bool
    {
        return $this->below(4) === 3;
    }

    /**
     * @template T
     * @param list<T> $list
     * @return T
     */
    private function pick(array $list): mixed
    {
        return $list[$this->below(count($list))];
    }

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

    private function scalar(): null|bool|int|float
    {
        return match ($this->below(8)) {
            0 => null,
            1 => true,
            2 => false,
            3 => $this->byte() - 100,
            4 => $this->pick(self::NUMBERS),
            5 => $this->byte() << $this->below(56) | $this->byte(),
            6 => $this->pick(self::DOUBLES),
            7 => ($this->byte() << 8 | $this->byte()) / 10 ** $this->below(12),
        };
    }

    private function string(): string
    {
        $string = match ($this->below(8)) {
            0, 1 => $this->pick($this->strings),
            // Equal, but not the same.
            2 => substr('.' . $this->pick($this->strings), 1),
            3 => sprintf('20%02d-%02d-%02dT%02d:00:00+00:00', $this->below(100), $this->below(13), $this->below(32), $this->below(24)),
            4 => substr(hash('sha512', chr($this->byte())), 0, $this->below(129)),
            5 => $this->uuid($this->byte()),
            6 => str_repeat(chr($this->byte()), $this->byte()),
            7 => $this->bytes($this->below(20)),
        };
        $this->strings[] = $string;

        return $string;
    }

    private function bytes(int $size): string
    {
        $bytes = substr($this->input, $this->at, $size);
        $this->at += $size;

        return $bytes;
    }

    private function uuid(int $number): string
    {
        return preg_replace('/^(.{8})(.{4})(.{4})(.{4})/', '$1-$2-$3-$4-', md5((string) $number));
    }

    /** @return array<mixed> */
    private function array(): array
    {
        $array = [];
        [$impurities, $budget] = [$this->impurities, $this->budget];
        for ($i = $this->below(12); $i > 0; $i--) {
            $this->addElement($array, count($array));
        }
        $this->remember($array, $impurities, $budget);

        return $array;
    }

    /** @return array<mixed> */
    private function map(): array
    {
        $map = [];
        [$impurities, $budget] = [$this->impurities, $this->budget];
        foreach ($this->mapKeys() as $key) {
            $this->addElement($map, $key);
        }
        $this->remember($map, $impurities, $budget);

        return $map;
    }

    /** @return list<int|string> */
    private function mapKeys(): array
    {
        if ($this->below(2) === 0) {
            return $this->pick($this->keys);
        }
        $keys = [];
        for ($i = 1 + $this->below(8); $i > 0; $i--) {
            $keys[] = match ($this->below(4)) {
                0 => $this->string(),
                1 => $this->byte(),
                2 => $this->pick(self::NUMBERS),
                3 => 'key' . $this->byte(),
            };
        }

        return $this->keys[] = array_keys(array_flip($keys));
    }

    /** @param array<mixed> $array */
    private function addElement(array &$array, int|string $key): void
    {
        $this->budget--;
        if ($this->below(16) === 15) {
            $array[$key] = &$this->reference();
        } else {
            $array[$key] = $this->value();
        }
    }

    /** @param array<mixed> $array */
    private function remember(array $array, int $impurities, int $budget): void
    {
        if ($this->impurities === $impurities) {
            $this->arrays[] = $array;
            $this->costs[] = 1 + $budget - $this->budget;
        }
    }

    /** @return array<mixed> */
    private function earlierArray(int $number): array
    {
        $number %= count($this->arrays);
        if ($this->costs[$number] > $this->budget) {
            return [];
        }
        $this->budget -= $this->costs[$number];

        return $this->arrays[$number];
    }

    /** An earlier array, or what an earlier reference refers to. */
    private function copy(int $number): mixed
    {
        if ($number < 200 || $this->references === []) {
            return $this->earlierArray($number);
        }
        $this->impurities++;
        $this->differsFromNative = true;

        return $this->references[$number % count($this->references)];
    }

    private function &reference(): mixed
    {
        $this->impurities++;
        $number = count($this->references);
        if ($number > 0 && $this->below(2) === 0) {
            return $this->references[$this->below($number)];
        }
        $this->references[] = null;
        $reference = &$this->references[$number];
        if ($this->depth < 40) {
            $this->depth++;
            $reference = $this->below(2) === 0 ? $this->scalar() : $this->array();
            $this->depth--;
        }

        return $reference;
    }

    private function object(): object
    {
        $this->impurities++;

        return match ($this->below(12)) {
            0 => $this->pick([\V\Suit::Hearts, \V\Suit::Spades, \V\Unit::One]),
            1 => $this->objects[] = new \V\Frozen($this->byte()),
            2 => $this->objects[] = new \V\Bag($this->array()),
            3 => $this->objects[] = new \DateTimeImmutable('@' . $this->pick([0, 1, 1000000000, -5])),
            4 => $this->objects[] = new \F\Numbers($this->array()),
            5, 6 => $this->dynamic(new \stdClass()),
            7 => $this->dynamic(new \V\Open()),
            8 => $this->storage(),
            default => $this->declared($this->pick(self::CLASSES)),
        };
    }

    private function dynamic(object $object): object
    {
        $this->objects[] = $object;
        foreach ($this->mapKeys() as $key) {
            if ($key !== '' && ((string) $key)[0] !== "\0") {
                $object->{$key} = $this->value();
            }
        }

        return $object;
    }

    private function storage(): \SplObjectStorage
    {
        $storage = $this->objects[] = new \SplObjectStorage();
        for ($i = $this->below(4); $i > 0; $i--) {
            $storage[$this->pick($this->objects)] = $this->scalar();
        }

        return $storage;
    }

    /** @param class-string $class */
    private function declared(string $class): object
    {
        $object = $this->objects[] = (new \ReflectionClass($class))->newInstanceWithoutConstructor();
        foreach (self::propertiesOf($class) as $property) {
            if ($this->below(4) > 0) {
                $this->set($property, $object, $this->value());
            }
        }
        if ($object instanceof \F\Waker) {
            Hooks::awake($object);
        }

        return $object;
    }

    /** Sets a property, if its type takes the value. */
    private function set(\ReflectionProperty $property, object $object, mixed $value): void
    {
        try {
            // A double may lose its fraction.
            @$property->setValue($object, $value);
        } catch (\Error) {
        }
    }

    /**
     * @param class-string $class
     * @return list<\ReflectionProperty> also the private ones of its parents
     */
    private static function propertiesOf(string $class): array
    {
        if (!isset(self::$properties[$class])) {
            $properties = [];
            for ($of = new \ReflectionClass($class); $of !== false; $of = $of->getParentClass()) {
                foreach ($of->getProperties() as $property) {
                    if ($property->class === $of->name) {
                        $properties[] = $property;
                    }
                }
            }
            self::$properties[$class] = $properties;
        }

        return self::$properties[$class];
    }

    /** How many elements a column or table has. */
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
        [$impurities, $budget] = [$this->impurities, $this->budget];
        $cells = $this->column($this->length());
        $this->remember($cells, $impurities, $budget);

        return $cells;
    }

    /** @return list<mixed> cells, of which a few may be something else than the others */
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

    /** A value that may stand in so many places. */
    private function constant(int $count): mixed
    {
        [$impurities, $budget] = [$this->impurities, $this->budget];
        $value = $this->value();
        // It may hold one of the objects that it will be put into.
        $this->differsFromNative = $this->differsFromNative || $this->impurities !== $impurities;
        $cost = ($budget - $this->budget) * $count;
        if ($cost > $this->budget) {
            return true;
        }
        $this->budget -= $cost;

        return $value;
    }

    private function link(): object
    {
        $this->impurities++;
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
        [$impurities, $budget] = [$this->impurities, $this->budget];
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
        $this->remember($table, $impurities, $budget);

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
        $this->impurities++;
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

    /**
     * @param list<mixed> $rows
     * @return array<mixed> the same under keys of some kind
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
                4 => "k$i",
                5 => 1 + 3 * $i,
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
