<?php

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Random\Engine\Xoshiro256StarStar;
use Random\Randomizer;

class Shared
{
    public mixed $one = null;
    public mixed $two = null;
}

/** Its array form may be an array that others hold, too. */
final class SharedCustom extends Shared
{
    public function __serialize(): array
    {
        return \is_array($this->one) ? $this->one : ['one' => $this->one, 'two' => $this->two];
    }

    public function __unserialize(array $data): void
    {
        $this->one = $data;
    }
}

final class SharedSleep extends Shared
{
    /** @var list<string> */
    public array $names = ['two', 'one'];
    private int $number = 5;
    protected ?string $text = 'text';

    public function __sleep(): array
    {
        return $this->names;
    }
}

final class SharedOld extends Shared implements \Serializable
{
    public function serialize(): string
    {
        // Native text of an array inside of itself depends on how many hold the array.
        return \get_debug_type($this->two);
    }

    public function unserialize(string $data): void
    {
        $this->two = $data;
    }
}

/** Random values that occur again in many ways: arrays with one and more holders, references with one and more, objects, and arrays of properties. */
final class SharedGraph
{
    /** @var list<array<mixed>> */
    private array $arrays = [[]];
    /** @var list<Shared|\stdClass|\ArrayObject<int|string, mixed>> */
    private array $objects = [];

    private function __construct(private readonly Randomizer $random)
    {
    }

    public static function make(int $seed, int $index): mixed
    {
        $graph = new self(new Randomizer(new Xoshiro256StarStar(\hash('sha256', "$seed $index", true))));
        $classes = $graph->chance(2)
            ? [Shared::class, \stdClass::class]
            : [Shared::class, SharedCustom::class, SharedSleep::class, SharedOld::class, \stdClass::class, \ArrayObject::class];
        for ($i = $graph->random->getInt(0, 5); $i > 0; --$i) {
            $class = $graph->pick($classes);
            $graph->objects[] = new $class();
        }
        for ($i = $graph->random->getInt(1, 12); $i > 0; --$i) {
            $graph->step($i);
        }

        return $graph->value();
    }

    private function chance(int $of): bool
    {
        return $this->random->getInt(1, $of) === 1;
    }

    private function pick(array $list): mixed
    {
        return $list[$this->random->getInt(0, \count($list) - 1)];
    }

    /** Adds an array, a property or a reference. */
    private function step(int $number): void
    {
        $to = $this->random->getInt(0, \count($this->arrays) - 1);
        $from = $this->random->getInt(0, \count($this->arrays) - 1);
        $object = $this->objects === [] ? null : $this->pick($this->objects);
        // A property may share it, and have another value now.
        \is_array($this->arrays[$to]) || $this->arrays[$to] = [];
        match ($this->random->getInt(0, 8)) {
            0, 1 => $this->arrays[] = [$this->value(), "key $number" => $this->value(), [$number, [$this->value()]]],
            2 => $this->arrays[$to]["key $number"] = &$this->arrays[$from],
            3 => $this->arrays[$to][$number] = [$number, ['deeper' => &$this->arrays[$from]], $this->arrays[$from]],
            4 => $this->arrays[$to][] = $this->value(),
            5 => $this->refer($object, $to),
            6 => $this->arrays[] = $object === null || $object instanceof \ArrayObject ? [[]] : (array) $object,
            default => $this->set($object, $number),
        };
    }

    private function refer(?object $object, int $to): void
    {
        if ($object instanceof Shared) {
            $object->two = &$this->arrays[$to];
        } elseif ($object instanceof \stdClass) {
            $object->{"name $to"} = &$this->arrays[$to];
        }
    }

    private function set(?object $object, int $number): void
    {
        if ($object instanceof \ArrayObject) {
            $object[$number] = $this->value();
        } elseif ($object instanceof SharedSleep && $this->chance(2)) {
            $object->names = $this->random->pickArrayKeys(['one' => 1, 'two' => 1, 'number' => 1, 'text' => 1, 'missing' => 1], $this->random->getInt(1, 5));
            $object->names[] = $this->pick($object->names);
        } elseif ($object !== null) {
            $object->{$this->pick(['one', 'two', 'three'])} = $this->value();
        }
    }

    private function value(): mixed
    {
        return match ($this->random->getInt(0, 6)) {
            0 => $this->pick(['a', 'key 1', 'one', Shared::class, '', 5, null, true, 1.5]),
            1, 2, 3 => $this->pick($this->arrays),
            4 => [$this->pick($this->arrays), $this->pick($this->arrays)],
            default => $this->objects === [] ? [] : $this->pick($this->objects),
        };
    }
}
