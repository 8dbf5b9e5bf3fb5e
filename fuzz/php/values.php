<?php

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/tables.php';

/**
 * A PHP value that bytes describe: each byte chooses the next part, and zeros follow the last one.
 *
 * PHP references to objects are left out: native serialize() text does not carry them.
 */
final class Values
{
    use Tables;

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

    /** @var array<class-string, list<\ReflectionProperty>> */
    private static array $properties = [];

    private int $at = 0;
    private int $depth = 0;


    /** Counts objects and references. If it does not grow while an array is made, the array may be repeated. */
    private int $identityCount = 0;

    /** @var list<string> */
    private array $strings = ['id', 'name'];

    /** @var list<array<mixed>> */
    private array $arrays = [[]];

    /** @var list<int> budget that each of them takes */
    private array $costs = [1];

    /** @var list<list<int|string>> */
    private array $keys = [['id', 'name', 'price']];

    /** @var list<object> */
    private array $objects = [];

    /** @var list<mixed> PHP references */
    private array $references = [];

    /** @param int $budget about how many elements are allowed in all */
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

    /**
     * @template T
     * @param list<T> $list
     * @return T
     */
    private function pick(array $list): mixed
    {
        return $list[$this->below(count($list))];
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
            // Equal, but not identical.
            2 => substr('.' . $this->pick($this->strings), 1),
            3 => sprintf('20%02d-%02d-%02dT%02d:00:00+00:00', $this->below(100), $this->below(13), $this->below(32), $this->below(24)),
            4 => substr(hash('sha512', chr($this->byte())), 0, $this->below(129)),
            5 => $this->uuid($this->byte()),
            6 => str_repeat(chr($this->byte()), $this->size()),
            7 => $this->bytes($this->below(20)),
        };
        $this->strings[] = $string;

        return $string;
    }

    /** A few strings are long. */
    private function size(): int
    {
        $size = $this->byte();

        return $size < 240 ? $size : 64 * $size;
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
        [$identityCount, $budget] = [$this->identityCount, $this->budget];
        for ($i = $this->below(12); $i > 0; $i--) {
            $this->addElement($array, count($array));
        }
        $this->remember($array, $identityCount, $budget);

        return $array;
    }

    /** @return array<mixed> */
    private function map(): array
    {
        $map = [];
        [$identityCount, $budget] = [$this->identityCount, $this->budget];
        foreach ($this->mapKeys() as $key) {
            $this->addElement($map, $key);
        }
        $this->remember($map, $identityCount, $budget);

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
    private function remember(array $array, int $identityCount, int $budget): void
    {
        if ($this->identityCount === $identityCount) {
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

    /** An earlier array, or an earlier reference's value. */
    private function copy(int $number): mixed
    {
        if ($number < 200 || $this->references === []) {
            return $this->earlierArray($number);
        }
        $this->identityCount++;

        return $this->references[$number % count($this->references)];
    }

    private function &reference(): mixed
    {
        $this->identityCount++;
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
        $this->identityCount++;

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
}
