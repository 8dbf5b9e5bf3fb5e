<?php

/*
 * Classes whose hooks misbehave while a value is encoded or decoded. Their names are short, because inputs contain them. Inputs also use the
 * classes of the test vectors.
 */

declare(strict_types=1);

namespace F;

use Brine\Fuzz\Hooks;

use function Brine\Fuzz\finding;

/** Changes its contents when it wakes up: elements, properties, and the types of references. */
#[\AllowDynamicProperties]
class Changer
{
    public mixed $target = null;
    public mixed $other = 0;

    public function __wakeup(): void
    {
        Hooks::$unsteady = true;
        if (is_array($this->target)) {
            foreach (array_keys($this->target) as $key) {
                // An element may refer to it.
                if (is_array($this->target)) {
                    $element = &$this->target[$key];
                    $element = is_int($element) ? 'changed' : 7;
                    unset($element);
                }
            }
            if (is_array($this->target)) {
                unset($this->target[$key ?? 0]);
                $this->target[] = $this;
            }
        } elseif ($this->target instanceof \stdClass || $this->target instanceof self) {
            foreach (get_object_vars($this->target) as $name => $value) {
                unset($this->target->$name);
            }
            $this->target->grown = [$this->other, str_repeat('x', 20)];
        } else {
            $this->target = new \stdClass();
        }
    }
}

/** Releases its contents when it is read. */
#[\AllowDynamicProperties]
class Dropper
{
    public mixed $target = null;

    public function __sleep(): array
    {
        Hooks::$unsteady = true;
        if (is_array($this->target)) {
            $this->target = [];
        } elseif ($this->target instanceof \stdClass) {
            foreach (get_object_vars($this->target) as $name => $value) {
                unset($this->target->$name);
            }
        }

        return ['target'];
    }

    public function __wakeup(): void
    {
        Hooks::$unsteady = true;
        foreach (get_object_vars($this) as $name => $value) {
            $this->$name = null;
        }
    }
}

/** Encodes and decodes inside of its hooks, including bytes from its own data. */
class Nested
{
    public mixed $data = null;

    public function __serialize(): array
    {
        if (Hooks::enter()) {
            try {
                brine_unserialize(brine_serialize([$this->data, 'n' => [1, 2]]));
            } catch (\Throwable) {
            } finally {
                Hooks::leave();
            }
        }

        return ['data' => $this->data, 'fresh' => str_repeat('n', 9)];
    }

    public function __unserialize(array $data): void
    {
        $this->data = $data['data'] ?? null;
        if (Hooks::enter()) {
            try {
                brine_unserialize(is_string($this->data) ? $this->data : brine_serialize($data));
            } catch (\Throwable) {
            } finally {
                Hooks::leave();
            }
        }
    }
}

/** Collects cycles inside of its hooks. */
class Collector
{
    public mixed $data = null;

    public function __sleep(): array
    {
        gc_collect_cycles();

        return ['data'];
    }

    public function __wakeup(): void
    {
        gc_collect_cycles();
    }
}

/** Rejects its data; its destructor must not run then. */
class Thrower
{
    private mixed $data = null;

    public function __unserialize(array $data): void
    {
        $this->data = $data;
        throw new \DomainException('not taken back');
    }

    public function __destruct()
    {
        finding('a destructor has run on an object whose __unserialize() threw');
    }
}

/** Its destructor must run only after __wakeup() has run. */
class Waker
{
    public mixed $data = null;

    public function __wakeup(): void
    {
        Hooks::awake($this);
    }

    public function __destruct()
    {
        Hooks::destruct($this);
    }
}

/** Its destructor changes its contents, while others are being destroyed or discarded. */
#[\AllowDynamicProperties]
class Destroyer
{
    public mixed $data = null;

    public function __destruct()
    {
        Hooks::$destructed++;
        $data = $this->data ?? null;
        if ($data instanceof \stdClass || $data instanceof self) {
            Hooks::$unsteady = true;
            foreach (get_object_vars($data) as $name => $value) {
                unset($data->$name);
            }
        }
    }
}

/** All kinds of types, which hostile values do not fit, or fit through a reference. */
class Kinds
{
    public int $int = 0;
    public ?float $float = 0.5;
    public string|bool $either = '';
    protected array $array = [];
    private ?self $self = null;
    public iterable $many = [];
    public \DateTimeInterface|null $date = null;
    public readonly mixed $once;
    public int|string|null $id;
    public mixed $any = null;
}

/** An array of its own, besides properties. */
class Numbers extends \ArrayObject
{
    public mixed $own = null;
    private int $typed = 1;
}
