<?php

declare(strict_types=1);

namespace Brine\Tests\Identity;

/**
 * A random graph: arrays that hold themselves, with and without PHP references, objects that only one place holds, or a reference, or an array, and
 * hooks that find them. The same seed makes the same graph.
 */
final class Graph
{
    private const KEYS = ['a', 'b', 'c', 0, 1, 2];

    /** @var list<mixed> arrays, which places hold by value or by reference; what is written through a reference may have replaced one */
    private array $arrays = [];
    /** @var list<object> */
    private array $objects = [];

    private function __construct()
    {
    }

    /** The new value is held only by itself. */
    public static function make(int $seed): mixed
    {
        \mt_srand($seed);
        $graph = new self();
        for ($i = \mt_rand(1, 4); $i > 0; --$i) {
            $graph->arrays[] = [];
        }
        for ($i = \mt_rand(1, 5); $i > 0; --$i) {
            $graph->objects[] = $graph->object();
        }
        for ($i = \mt_rand(3, 24); $i > 0; --$i) {
            $graph->change();
        }

        return $graph->root();
    }

    private function root(): mixed
    {
        $i = \mt_rand(0, \count($this->arrays) - 1);
        $object = $this->objects[\mt_rand(0, \count($this->objects) - 1)];

        return match (\mt_rand(0, 10)) {
            10 => [$this->grid(...), $this->twins(...), $this->searched(...)][\mt_rand(0, 2)](),
            0, 1, 2 => $this->arrays[$i],
            3, 4 => $object,
            5 => (array) $object,
            6 => [&$this->arrays[$i], $object],
            7 => [$this->arrays[$i], $object, $this->arrays[\mt_rand(0, \count($this->arrays) - 1)]],
            8 => $this->objects,
            9 => $this->arrays,
        };
    }

    private function object(): object
    {
        switch (\mt_rand(0, 12)) {
            case 0:
            case 1:
                return new Node();
            case 2:
            case 3:
                return new \stdClass();
            case 4:
                return new Open();
            case 5:
                $storage = new \SplObjectStorage();
                $storage[$this->member()] = $this->value(1);

                return $storage;
            case 6:
                return new \ArrayObject(\mt_rand(0, 1) > 0 ? $this->value(0) : [$this->value(1)]);
            case 7:
                $list = new \SplQueue();
                $list[] = $this->value(1);

                return $list;
            case 8:
                return new Moment('2001-02-03');
            case 9:
                return \SplFixedArray::fromArray([$this->value(1), $this->value(1)]);
            default:
                return $this->finder();
        }
    }

    private function finder(): Finder|Keeper
    {
        $finder = \mt_rand(0, 1) > 0 ? new Finder() : new Keeper();
        for ($i = \mt_rand(1, 3); $i > 0; --$i) {
            $finder->ways[] = \array_map(static fn (): int => \mt_rand(0, 9), \range(1, \mt_rand(1, 6)));
        }

        return $finder;
    }

    /** An existing one, or a new one. */
    private function member(): object
    {
        return $this->objects !== [] && \mt_rand(0, 2) > 0 ? $this->objects[\mt_rand(0, \count($this->objects) - 1)] : new Node();
    }

    /**
     * @param int $kind 0: an array, 1: anything
     * @return ($kind is 0 ? array<mixed> : mixed)
     */
    private function value(int $kind): mixed
    {
        $array = $this->arrays === [] ? [] : $this->arrays[\mt_rand(0, \count($this->arrays) - 1)];
        if ($kind === 0) {
            return \is_array($array) ? $array : [];
        }

        return match (\mt_rand(0, 9)) {
            0 => \mt_rand(0, 300),
            1 => 'text ' . \mt_rand(0, 3),
            2, 3 => $array,
            4 => Suit::Hearts,
            5 => \mt_rand(0, 1) > 0 ? [new Node()] : $this->crowd(),
            6 => ['k' => $this->member(), 'l' => $array],
            7 => [$this->rows(...), $this->grid(...), $this->twins(...)][\mt_rand(0, 2)](),
            default => $this->member(),
        };
    }

    /** @return array<mixed> a possible table: enough rows of arrays or objects, some of which are not rows, or repeated */
    private function rows(): array
    {
        $rows = [];
        $isObject = \mt_rand(0, 1) > 0;
        $other = $this->member();
        for ($i = \mt_rand(8, 18); $i > 0; --$i) {
            $cell = \mt_rand(0, 6) > 0 ? 'x' : ($isObject ? Suit::Clubs : $this->member());
            $row = ['id' => $i * 1000, 'kind' => $cell, 'n' => 1];
            if ($isObject) {
                $node = new Node();
                [$node->a, $node->b] = [$row['id'], $cell];
                $row = $node;
            } elseif (\mt_rand(0, 9) === 0) {
                $row['self'] = 1;
                unset($row['self']);
            }
            $rows[] = \mt_rand(0, 11) > 0 ? $row : $other;
        }
        if (\mt_rand(0, 3) === 0) {
            $rows[] = $rows[3];
        }

        return \mt_rand(0, 3) > 0 ? $rows : \array_combine(\array_map(static fn (int $i): string => "k$i", \array_keys($rows)), $rows);
    }

    /**
     * A table with as many columns as rows, which is, or is not, a row of itself or of a table that is in it.
     *
     * @return array<mixed>
     */
    private function grid(): array
    {
        $keys = \array_map(static fn (int $k): string => "k$k", \range(0, \mt_rand(8, 10)));
        $grid = [];
        foreach ($keys as $n => $key) {
            $grid[$key] = \array_fill_keys($keys, $n * 1000);
            $grid[$key]['k1'] = \mt_rand(0, 1) > 0 ? new Node() : 'x';
        }
        switch (\mt_rand(0, 3)) {
            case 0:
                $grid['k2']['k3'] = ['up' => &$grid];
                break;
            case 1:
                $grid['k4'] = &$grid;
                break;
            case 2:
                $node = new Node();
                $node->a = \array_map(static fn (int $n): array => \array_fill_keys($keys, $n * 1000), \range(1, 30));
                $node->a[] = &$grid;
                $grid['k0']['k0'] = $node;
                break;
            default:
                $grid['k5'] = (array) $this->member();
        }

        return $grid;
    }

    /** @return list<mixed> more objects than an encoder remembers in any case */
    private function crowd(): array
    {
        return \array_map(
            static fn (int $i): mixed => [new Node(), [new Node()], new \stdClass()][\mt_rand(0, 2)],
            \range(1, \mt_rand(6, 16)),
        );
    }

    /** An object whose last property is one that finds things in it. */
    private function searched(): object
    {
        $object = new \stdClass();
        $object->crowd = $this->crowd();
        $object->more = $this->value(1);
        $object->finder = $this->finder();
        $object->finder->root = $object;

        return $object;
    }

    /** @return list<mixed> an object and its properties, which are one array to PHP */
    private function twins(): array
    {
        $object = new \stdClass();
        $object->d = \mt_rand(0, 1) > 0 ? new Node() : $this->value(1);
        $object->e = \mt_rand(0, 1) > 0 ? [new Node()] : $object;
        $twins = [$object, (array) $object];

        return \mt_rand(0, 1) > 0 ? $twins : \array_reverse($twins);
    }

    private function change(): void
    {
        $key = self::KEYS[\mt_rand(0, \count(self::KEYS) - 1)];
        if (\mt_rand(0, 9) < 5) {
            $this->changeArray(\mt_rand(0, \count($this->arrays) - 1), $key);
        } else {
            $this->changeObject($this->objects[\mt_rand(0, \count($this->objects) - 1)], $key);
        }
    }

    private function changeArray(int $i, int|string $key): void
    {
        $j = \mt_rand(0, \count($this->arrays) - 1);
        foreach ([$i, $j] as $k) {
            $this->arrays[$k] = \is_array($this->arrays[$k]) ? $this->arrays[$k] : [];
        }
        switch (\mt_rand(0, 5)) {
            case 0:
                $this->arrays[$i][$key] = &$this->arrays[$j];
                break;
            case 1:
                $this->arrays[$i][$key] = ['parent' => &$this->arrays[$j]];
                break;
            case 2:
                // A separate place, which another array may also hold.
                $slot = $this->value(1);
                $this->arrays[$i][$key] = &$slot;
                if (\mt_rand(0, 1) > 0) {
                    $this->arrays[$j]['s'] = &$slot;
                }
                break;
            case 3:
                unset($this->arrays[$i][$key]);
                break;
            default:
                $this->arrays[$i][$key] = $this->value(1);
        }
    }

    private function changeObject(object $object, int|string $key): void
    {
        $j = \mt_rand(0, \count($this->arrays) - 1);
        $isList = $object instanceof \SplDoublyLinkedList || $object instanceof \SplFixedArray || $object instanceof \SplObjectStorage;
        if ($object instanceof \UnitEnum || $isList) {
            return;
        }
        if ($object instanceof \ArrayObject) {
            $object['k'] = $this->value(1);

            return;
        }
        if (($object instanceof Finder || $object instanceof Keeper) && \mt_rand(0, 1) > 0) {
            if (\mt_rand(0, 1) > 0) {
                $object->root = $this->objects[\mt_rand(0, \count($this->objects) - 1)];
            } else {
                $object->root = &$this->arrays[$j];
            }

            return;
        }
        $isFixed = !$object instanceof \stdClass && !$object instanceof Open;
        $name = $isFixed ? 'a' : (\is_int($key) && \mt_rand(0, 3) > 0 ? 'd' : "$key");
        // DateTimeImmutable::__unserialize() leaves out properties that are PHP references.
        switch (\mt_rand($object instanceof Moment ? 2 : 0, 5)) {
            case 0:
                $object->$name = &$this->arrays[$j];
                break;
            case 1:
                $slot = $this->member();
                $object->$name = &$slot;
                $this->arrays[$j] = \is_array($this->arrays[$j]) ? $this->arrays[$j] : [];
                $this->arrays[$j][$key] = &$slot;
                break;
            case 2:
                $object->$name = \mt_rand(0, 1) > 0 ? $object : [$object];
                break;
            default:
                $object->$name = $this->value(1);
        }
    }
}
