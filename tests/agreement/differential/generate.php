<?php

/*
 * Random graphs, repeatable by seed and index. They exclude what native text cannot express: references to objects that are also reachable
 * directly, arrays that contain themselves by value, and repeated objects that fail silently. Graphs with other NaNs say so.
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

require_once __DIR__ . '/rows.php';
require_once __DIR__ . '/tables.php';

final class Graph
{
    public function __construct(
        public readonly mixed $value,
        /** May the value hold a PHP reference at one place only? */
        public readonly bool $mayHaveLoneReferences,
        /** Has the value a NaN that is not PHP's NAN? */
        public readonly bool $hasNanBits,
    ) {
    }
}

final class Generator
{
    /** Objects that describe themselves, and how often each is chosen in 1,000 (the remainder goes to stdClass). */
    private const CLASSES = [
        PublicProperties::class => 120, HiddenChild::class => 60, TypedProperties::class => 90, ReferenceProperties::class => 60,
        ReadonlyProperties::class => 30, ReadonlyLateInit::class => 30, DynamicProperties::class => 50,
        DeprecatedDynamicProperties::class => 10, EmptyObject::class => 10, MagicAccess::class => 20,
        MagicMap::class => 60, MagicList::class => 40,
        MagicSelf::class => 30, MagicFresh::class => 30, SerializeOnly::class => 30, UnserializeOnly::class => 30,
        SleepBase::class => 30, SleepChild::class => 30, SleepBad::class => 10, WakeupOnly::class => 30, Destructs::class => 10,
        OldSerializable::class => 20, BothSerializable::class => 10, DateChild::class => 10, ArrayChild::class => 20,
    ];

    private const REFUSED = [
        ThrowsInSerialize::class, ThrowsInUnserialize::class, ThrowsInSleep::class, ThrowsInWakeup::class, ReturnsNoArray::class,
        'closure', 'generator', 'anonymous', 'fiber', 'weak map', 'reflection', 'anonymous child',
    ];

    private const MAX_DEPTH = 40;

    private readonly Randomizer $random;

    /** How many more values the graph may have. */
    private int $budget;

    private int $depth = 0;

    private int $lastId = 0;

    /** How many objects and references were asked for so far, and how many of the objects are not complete yet. */
    private int $linkCount = 0;
    private int $incompleteObjects = 0;

    /** @var list<object> */
    private array $objects = [];

    /** @var list<string> */
    private array $strings = [];

    /** @var list<array<mixed>> */
    private array $arrays = [];

    /** @var list<list<string>> */
    private array $shapes = [];

    /** @var list<mixed> PHP references, each to a scalar or to an array */
    private array $references = [];

    /** @var list<int> PHP references to integers, so that typed properties can be in them too */
    private array $intReferences = [];

    /** @var list<object> PHP references to objects that nothing else leads to */
    private array $objectReferences = [];

    /** @var list<array<mixed>> PHP references to arrays that hold the reference */
    private array $cyclicArrays = [];

    private bool $hasNanBits = false;

    /** May the graph hold a value that ends its encoding or decoding by an exception? */
    private readonly bool $mayThrow;

    private function __construct(int $seed, int $index)
    {
        $this->random = new Randomizer(new Xoshiro256StarStar(hash('sha256', "$seed:$index", true)));
        // Most graphs are small, as cache entries are; each size up to 2 ** 10 is as likely as its double.
        $this->budget = 2 ** $this->range(0, $this->chance(90) ? 6 : 10) + $this->range(0, 3);
        $this->mayThrow = $this->chance(4);
    }

    public static function graph(int $seed, int $index): Graph
    {
        $generator = new self($seed, $index);
        $value = match (true) {
            $generator->chance(2) => $generator->deep(),
            $generator->chance(20) => $generator->table(),
            $generator->chance(30) => $generator->value(),
            $generator->chance(60) => $generator->mixedList(),
            default => $generator->array(),
        };
        $mayHaveLoneReferences = $generator->chance(30);

        return new Graph($mayHaveLoneReferences ? $value : $generator->withAllReferences($value), $mayHaveLoneReferences, $generator->hasNanBits);
    }

    public function range(int $min, int $max): int
    {
        return $this->random->getInt($min, $max);
    }

    public function chance(int $percent): bool
    {
        return $this->random->getInt(1, 100) <= $percent;
    }

    public function id(): int
    {
        return ++$this->lastId;
    }

    /**
     * @template T of object
     * @param T $object
     * @return T
     */
    public function remember(object $object): object
    {
        return $this->objects[] = $object;
    }

    public function value(): mixed
    {
        if (--$this->budget < 0 || $this->depth >= self::MAX_DEPTH) {
            return $this->scalar();
        }
        $this->depth++;
        $choice = $this->range(0, 99);
        $value = match (true) {
            $choice < 40 => $this->scalar(),
            $choice < 70 => $this->array(),
            default => $this->object(),
        };
        $this->depth--;

        return $value;
    }

    public function scalar(): null|bool|int|float|string
    {
        return match ($this->range(0, 9)) {
            0 => null,
            1 => $this->chance(50),
            2, 3, 4 => $this->int(),
            5 => $this->float(),
            default => $this->string(),
        };
    }

    public function int(): int
    {
        switch ($this->range(0, 4)) {
            case 0:
                return $this->range(-2, 40);
            case 1:
                return $this->range(-70000, 70000);
            case 2:
                // Around the powers of two, where the width of an integer changes.
                $power = 2 ** $this->range(0, 8 * PHP_INT_SIZE - 2) + $this->range(-2, 2);

                return $this->chance(50) ? $power : -$power;
            case 3:
                return $this->pick([0, -1, 191, 192, 8383, 8384, 991423, 991424, PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MIN + 1]);
            default:
                return $this->range(PHP_INT_MIN, PHP_INT_MAX);
        }
    }

    /** Seconds since the epoch, as far as they fit: further than 32 bits reach. */
    public function time(): int
    {
        return $this->range((int) max(PHP_INT_MIN, -2 ** 33), (int) min(PHP_INT_MAX, 2 ** 33));
    }

    public function float(): float
    {
        $float = match ($this->range(0, 6)) {
            0 => $this->pick([0.0, -0.0, NAN, INF, -INF, 0.1, 1e300, -1e-300, PHP_FLOAT_MAX, PHP_FLOAT_MIN, PHP_FLOAT_EPSILON,
                5e-324, 16777216.0, 16777217.0, 3.4028234663852886e38, 3.4028235677973366e38, 1.401298464324817e-45]),
            1 => (float) $this->int(),
            2 => $this->range(-9999999, 9999999) / 100,
            3 => unpack('f', pack('f', $this->range(0, PHP_INT_MAX) / 3))[1],
            4 => unpack('e', $this->random->getBytes(8))[1],
            default => $this->range(-1000000, 1000000) / 7,
        };

        return is_nan($float) ? $this->nan() : $float;
    }

    /** PHP's NAN, or another one, which is quiet: some machines make signalling ones quiet whenever they move them. */
    public function nan(): float
    {
        if ($this->chance(30)) {
            return NAN;
        }
        $this->hasNanBits = true;

        return unpack('E', chr($this->pick([0x7F, 0xFF])) . chr($this->range(0xF8, 0xFF)) . $this->pick([str_repeat("\0", 6), "\0\0\0\0\0\1", $this->random->getBytes(6)]))[1];
    }

    public function string(): string
    {
        if ($this->strings !== [] && $this->chance(40)) {
            $string = $this->pick($this->strings);

            // An equal string at another address: a decoder of databases or text hands out such ones.
            return $this->chance(50) ? $string : substr('x' . $string, 1);
        }
        $string = match ($this->range(0, 9)) {
            0 => '',
            1 => chr($this->range(0, 255)),
            2 => (string) $this->int(),
            3 => (string) $this->range(0, 99) . $this->pick(['', '.0', 'e3', ' ']),
            4 => $this->random->getBytes($this->range(1, 40)),
            5 => $this->pick(['Zürich', '日本語', "a\0b", 'N;', 'a:0:{}', "\xC1\x10", 'stdClass', PublicProperties::class]),
            6 => $this->word($this->range(60, 70)),
            7 => $this->chance(10) ? str_repeat($this->word(16), $this->range(10, 5000)) : $this->word($this->range(150, 300)),
            default => $this->word($this->range(1, 12)),
        };

        return $this->strings[] = $string;
    }

    public function array(): array
    {
        if ($this->arrays !== [] && $this->chance(20)) {
            $array = $this->pick($this->arrays);

            return $this->chance(50) ? $array : $this->equalCopy($array);
        }
        $linkCount = $this->linkCount;
        $array = match ($this->range(0, 18)) {
            0 => [],
            1 => $this->intRun(),
            2 => $this->floatRun(),
            3 => $this->otherRun(),
            4, 5 => $this->mixedList(),
            6 => $this->listWithHoles(),
            7 => $this->intKeys(),
            8, 9 => $this->map(),
            10 => $this->oddKeys(),
            11, 12 => $this->rows(),
            13 => $this->referenceList(),
            14 => $this->propertyTable(),
            15 => (new Tables($this))->table(),
            16, 17, 18 => (new Tables($this))->list(),
        };

        // Values that lead to an incomplete object must not be used inside it: the array would be a cycle.
        if ($this->incompleteObjects === 0 || $this->linkCount === $linkCount) {
            $this->arrays[] = $array;
        }

        return $array;
    }

    /** An array that may stand at several places: what leads to an object that is not complete may not. */
    public function repeatableArray(): array
    {
        $linkCount = $this->linkCount;
        $array = $this->array();

        return $this->incompleteObjects === 0 || $this->linkCount === $linkCount ? $array : [];
    }

    public function object(): object
    {
        $this->linkCount++;
        $this->incompleteObjects++;
        $object = $this->anyObject();
        $this->incompleteObjects--;
        if ($this->chance(10)) {
            // Makes PHP build the property table of the object, which it keeps beside the slots.
            (array) $object;
        }

        return $object;
    }

    /** One of the objects that the graph has got lately; it need not be complete. */
    public function knownObject(): object
    {
        if ($this->objects === []) {
            return $this->object();
        }
        $this->linkCount++;

        return $this->objects[max(0, count($this->objects) - $this->range(1, 70))];
    }

    /** Runs what gives objects their properties, after they were announced with remember(). */
    public function completing(\Closure $fill): void
    {
        $this->linkCount++;
        $this->incompleteObjects++;
        $fill();
        $this->incompleteObjects--;
    }

    /** Takes the room of some values, if the graph may have so many more. */
    public function takes(int $values): bool
    {
        if ($this->budget < $values) {
            return false;
        }
        $this->budget -= $values;

        return true;
    }

    private function anyObject(): object
    {
        if ($this->mayThrow && $this->chance(20)) {
            return $this->refused();
        }
        if ($this->objects !== [] && $this->chance(25)) {
            return $this->pick($this->objects);
        }
        if ($this->chance(25)) {
            return $this->builtIn();
        }
        $choice = $this->range(1, 1000);
        foreach (self::CLASSES as $class => $weight) {
            if (($choice -= $weight) <= 0) {
                return $class::make($this);
            }
        }

        return $this->standardObject();
    }

    /** A PHP reference that other places of the graph are in as well. */
    public function &reference(): mixed
    {
        $this->linkCount++;
        if ($this->references === [] || $this->chance(40)) {
            $this->references[] = $this->chance(50) ? $this->scalar() : $this->array();
        }

        return $this->references[$this->range(0, count($this->references) - 1)];
    }

    public function &intReference(): int
    {
        if ($this->intReferences === [] || $this->chance(40)) {
            $this->intReferences[] = $this->int();
        }

        return $this->intReferences[$this->range(0, count($this->intReferences) - 1)];
    }

    /** A PHP reference to an array that holds that reference. */
    public function &cyclicArray(): array
    {
        if ($this->cyclicArrays === [] || $this->chance(40)) {
            $array = [$this->scalar(), 'name' => $this->string()];
            $array[$this->key()] = &$array;
            if ($this->chance(30)) {
                $array['inner'] = [1, &$array];
            }
            $this->cyclicArrays[] = &$array;
        }

        return $this->cyclicArrays[$this->range(0, count($this->cyclicArrays) - 1)];
    }

    /** Dynamic properties in random order; some of them removed, some of these put back at the end. */
    public function addDynamic(object $object): void
    {
        foreach ($this->random->shuffleArray(['alpha', 'beta', 'gamma', '5', 'with space', 'first']) as $name) {
            if ($this->chance(50)) {
                $object->$name = $this->value();
            }
        }
        if ($this->chance(40)) {
            unset($object->alpha);
        }
        if ($this->chance(30)) {
            $object->alpha = $this->scalar();
        }
        if ($this->chance(15)) {
            $object->link = &$this->reference();
        }
    }

    private function &objectReference(): object
    {
        if ($this->objectReferences === [] || $this->chance(40)) {
            $object = new \stdClass();
            $object->name = $this->scalar();
            if ($this->chance(50)) {
                $object->self = &$object;
            }
            $this->objectReferences[] = &$object;
        }

        return $this->objectReferences[$this->range(0, count($this->objectReferences) - 1)];
    }

    /** Two more places for every reference, since the first one may be where a hook leaves it out. */
    private function withAllReferences(mixed $value): mixed
    {
        $all = [];
        foreach ([&$this->references, &$this->intReferences, &$this->cyclicArrays, &$this->objectReferences] as &$references) {
            foreach ($references as &$reference) {
                $all[] = &$reference;
                $all[] = &$reference;
            }
        }

        return $all === [] ? $value : [$value, $all];
    }

    public function pick(array $choices): mixed
    {
        return $choices[$this->random->getInt(0, count($choices) - 1)];
    }

    public function shuffled(array $list): array
    {
        return $this->random->shuffleArray($list);
    }

    private function word(int $length): string
    {
        return substr(bin2hex($this->random->getBytes(intdiv($length, 2) + 1)), 0, $length);
    }

    /** Mostly an equal copy; the same array if copying would change the graph. */
    public function equalCopy(array $array): array
    {
        $copy = [];
        foreach ($array as $key => $element) {
            if (\ReflectionReference::fromArrayElement($array, $key) !== null) {
                return $array;
            }
            $copy[$key] = is_array($element) ? $this->equalCopy($element) : $element;
        }

        return $copy;
    }

    private function length(): int
    {
        return match ($this->range(0, 5)) {
            0 => $this->range(7, 9),
            1 => $this->range(15, 18),
            2 => $this->chance(20) ? $this->range(180, 300) : $this->range(1, 40),
            default => $this->range(1, 6),
        };
    }

    private function intRun(): array
    {
        $length = $this->length();
        $kind = $this->range(0, 5);
        $base = $this->int();
        $spread = 2 ** $this->range(0, 8 * PHP_INT_SIZE - 2);
        $step = $this->pick([0, 1, -1, 2, 60, 86400, 2 ** 40, -(2 ** 55)]);
        $run = [];
        for ($i = 0; $i < $length; $i++) {
            $run[] = match ($kind) {
                0 => $i,
                // PHP's float result of an overflow ends the run: the list is then mixed.
                1 => $base + $i * $step,
                2 => $this->range(0, $spread),
                3 => $this->range(-$spread, $spread),
                4 => $this->int(),
                5 => $this->pick([PHP_INT_MIN, PHP_INT_MAX]),
            };
        }

        return $run;
    }

    private function floatRun(): array
    {
        $kind = $this->range(0, 3);
        $run = [];
        for ($i = $this->length(); $i > 0; $i--) {
            $run[] = match ($kind) {
                0 => $this->float(),
                1 => $this->range(-99999, 99999) / 100,
                2 => $this->range(-1000, 1000) / 64,
                3 => (float) $this->range(0, 20),
            };
        }

        return $run;
    }

    private function otherRun(): array
    {
        $kind = $this->range(0, 5);
        $fixed = $this->scalar();
        $run = [];
        for ($i = $this->length(); $i > 0; $i--) {
            $run[] = match ($kind) {
                0 => $this->chance(50),
                1 => $fixed,
                2 => $this->chance(10) ? null : $this->int(),
                3 => $this->chance(10) ? 1 : 1.0,
                4 => $this->string(),
                5 => $this->pick(['open', 'closed', 'pending', $fixed]),
            };
        }

        return $run;
    }

    private function mixedList(): array
    {
        $list = [];
        for ($i = $this->range(1, 12); $i > 0; $i--) {
            $list[] = $this->value();
        }
        if ($this->chance(10)) {
            $list[] = &$this->reference();
        }

        return $list;
    }

    private function listWithHoles(): array
    {
        $list = $this->mixedList();
        $count = count($list);
        unset($list[$this->pick([0, $count - 1, $this->range(0, $count - 1)])]);
        if ($this->chance(30)) {
            $list[] = $this->scalar();
        }

        return $this->chance(20) ? array_reverse($list, true) : $list;
    }

    private function intKeys(): array
    {
        $map = [];
        $key = $this->int();
        for ($i = $this->range(1, 10); $i > 0; $i--) {
            $map[$key] = $this->value();
            $key = $this->chance(50) ? $this->int() : $this->range(-3, 12);
        }

        return $map;
    }

    private function map(): array
    {
        if ($this->shapes === [] || $this->chance(40)) {
            $keys = [];
            for ($i = $this->range(1, 10); $i > 0; $i--) {
                $keys[] = $this->word($this->range(1, 8)) . '_';
            }
            $this->shapes[] = array_values(array_unique($keys));
        }
        $map = [];
        foreach ($this->variation($this->pick($this->shapes)) as $key) {
            $map[$key] = $this->value();
        }

        return $map;
    }

    /**
     * The keys, or nearly the keys, of a shape that occurred.
     *
     * @param list<string> $keys
     * @return list<string>
     */
    private function variation(array $keys): array
    {
        switch ($this->range(0, 9)) {
            case 0:
                return $this->random->shuffleArray($keys);
            case 1:
                return array_slice($keys, 0, -1) ?: $keys;
            case 2:
                return [...$keys, 'more'];
            case 3:
                // The same keys from other addresses.
                return array_map(static fn (string $key): string => substr(" $key", 1), $keys);
            default:
                return $keys;
        }
    }

    private function oddKeys(): array
    {
        $map = [];
        for ($i = $this->range(1, 9); $i > 0; $i--) {
            $map[$this->key()] = $this->value();
        }
        if ($this->chance(20)) {
            $map['linked'] = &$this->reference();
        }

        return $map;
    }

    public function key(): int|string
    {
        return match ($this->range(0, 3)) {
            0 => $this->pick(['', ' ', "\0", "\0x", "\0*\0name", "\0stdClass\0name", '05', '-0', '-5', '1.5', '1e3', ' 1', '+1',
                '9223372036854775807', '9223372036854775808', '-9223372036854775808', '-9223372036854775809']),
            1 => $this->pick([0, -1, 1, PHP_INT_MAX, PHP_INT_MIN, 256, -70000]),
            2 => $this->chance(20) ? str_repeat('long key ', 30) : $this->random->getBytes($this->range(1, 5)),
            default => $this->string(),
        };
    }

    /** Rows of one shape, as a list or keyed; some of them differ. */
    private function rows(): array
    {
        $shape = array_slice(['id', 'name', 'price', 'active', 'tags', 'parent', 'status'], 0, $this->range(1, 7));
        $regular = $this->chance(60);
        $keyed = $this->chance(30);
        $objects = $this->chance(25);
        $rows = [];
        $id = $this->range(1, 1000);
        for ($i = $this->range(2, $this->chance(10) ? 40 : 8); $i > 0 && --$this->budget > -50; $i--, $id++) {
            $row = [];
            foreach ($regular || $this->chance(80) ? $shape : $this->variation($shape) as $column) {
                $row[$column] = match ($column) {
                    'id' => $id,
                    'name' => 'row_' . $id,
                    'price' => $this->chance(90) ? $this->range(0, 99999) / 100 : null,
                    'active' => $this->chance(50),
                    'tags' => ['a', 'b', 'c'],
                    'parent' => $this->chance(50) ? $this->value() : null,
                    default => $this->pick(['new', 'paid', 'sent']),
                };
            }
            $row = $objects ? $this->remember((object) $row) : $row;
            if ($keyed) {
                $rows['k' . $id] = $row;
            } else {
                $rows[] = $row;
            }
        }

        return $rows;
    }

    /** A table by itself, which may have many more cells than other graphs have values. */
    private function table(): array
    {
        $this->budget += $this->range(10, 200);
        $table = (new Tables($this))->table();

        return $this->chance(30) ? ['table' => $table, 'again' => $this->chance(50) ? $table : $this->equalCopy($table)] : $table;
    }

    private function referenceList(): array
    {
        $list = [];
        for ($i = $this->range(1, 6); $i > 0; $i--) {
            switch ($this->range(0, 4)) {
                case 0:
                    $list[] = &$this->reference();
                    break;
                case 1:
                    $list[] = &$this->intReference();
                    break;
                case 2:
                    $list[] = &$this->cyclicArray();
                    break;
                case 3:
                    $list[] = &$this->objectReference();
                    break;
                default:
                    $list[] = $this->value();
            }
        }

        return $list;
    }

    /** An array that PHP may store in the very table that holds the properties of an object. */
    private function propertyTable(): array
    {
        $object = (object) $this->map();
        $object->added = $this->scalar();

        return $this->chance(50) ? ['object' => $object, 'table' => (array) $object] : (array) $object;
    }

    private function standardObject(): \stdClass
    {
        // A cast keeps all keys unchanged, even those that look mangled.
        $object = $this->remember((object) ($this->chance(30) ? $this->oddKeys() : $this->map()));
        if ($this->chance(40)) {
            $object->next = $this->object();
        }

        return $object;
    }

    private function builtIn(): object
    {
        $object = match ($this->range(0, 21)) {
            0, 1, 2 => Suit::cases()[$this->range(0, 1)],
            3 => $this->pick(Level::cases()),
            4 => $this->pick(Mode::cases()),
            5 => new \ArrayObject($this->array()),
            6 => new \ArrayObject($this->standardObject()),
            7 => new \ArrayIterator($this->array(), \ArrayIterator::STD_PROP_LIST),
            8 => $this->filled(new \SplObjectStorage()),
            9 => $this->filled(new \SplDoublyLinkedList()),
            10 => $this->filled(new \SplStack()),
            11 => $this->filled(new \SplQueue()),
            // Not from a list with references, whose values it would take.
            12 => \SplFixedArray::fromArray([$this->element(), $this->element(), $this->element()]),
            13 => new \DateTime('@' . $this->time()),
            14 => new \DateTimeImmutable('2001-02-03 04:05:06.789', new \DateTimeZone($this->pick(['UTC', 'Asia/Tokyo', '+05:30']))),
            15 => new \DateTimeZone($this->pick(['America/New_York', 'EST', '-03:00'])),
            16 => $this->chance(50)
                ? new \DateInterval('P1Y2M3DT4H')
                : (new \DateTime('@0'))->diff(new \DateTime('@' . $this->range(1, 10 ** 9))),
            17 => new \DatePeriod(new \DateTime('@0'), new \DateInterval('P1D'), 3),
            18 => new \RuntimeException($this->string(), $this->range(0, 9), $this->chance(30) ? new \Error('cause') : null),
            19 => new \Random\Engine\Mt19937($this->range(0, 99)),
            20 => $this->chance(10) ? hash_init('sha256') : new \SplMinHeap(),
            21 => $this->incomplete(),
        };

        return $this->remember($object);
    }

    private function filled(\SplObjectStorage|\SplDoublyLinkedList $container): object
    {
        $this->remember($container);
        for ($i = $this->range(0, 4); $i > 0; $i--) {
            if ($container instanceof \SplObjectStorage) {
                $container[$this->object()] = $this->value();
            } else {
                $container->push($this->element());
            }
        }

        return $container;
    }

    /** Values that a built-in list may contain: the decoder in PHP does not give it the bits of a NaN. */
    private function element(): mixed
    {
        $value = $this->value();

        return is_float($value) && is_nan($value) ? NAN : $value;
    }

    /** An object of a class that does not exist, as only unserialize() can make it. */
    private function incomplete(): object
    {
        $class = $this->pick(['Gone', 'Gone\Further', 'gone']);
        return unserialize(sprintf(
            'O:%d:"%s":4:{s:4:"open";%ss:7:"%s";%ss:%d:"%s";O:4:"Lost":1:{s:1:"x";%s}i:7;b:1;}',
            strlen($class),
            $class,
            serialize($this->string()),
            "\0*\0half",
            serialize($this->float()),
            strlen("\0$class\0mine"),
            "\0$class\0mine",
            serialize($this->int()),
        ));
    }

    private function refused(): object
    {
        $kind = $this->pick(self::REFUSED);

        return match ($kind) {
            'closure' => static fn (): int => 1,
            'generator' => (static fn (): \Generator => yield 1)(),
            'anonymous' => new class () {
            },
            'anonymous child' => new class () extends PublicProperties {
            },
            'fiber' => new \Fiber(static fn (): int => 1),
            'weak map' => new \WeakMap(),
            'reflection' => new \ReflectionClass(self::class),
            default => $kind::make($this),
        };
    }

    /** One chain of hundreds of levels, of arrays, lists and objects. */
    private function deep(): mixed
    {
        $value = $this->scalar();
        for ($i = $this->range(50, 600); $i > 0; $i--) {
            $value = match ($this->range(0, 3)) {
                0 => [$value],
                1 => ['next' => $value, 'level' => $i],
                2 => (object) ['next' => $value],
                3 => [$i => $value],
            };
        }

        return $value;
    }
}
