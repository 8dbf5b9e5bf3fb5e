<?php

declare(strict_types=1);

namespace Brine\Tests\Resident;

/** Random choices, the same ones for the same seed: so two values go through the same operations. */
final class Choice
{
    private \Random\Engine\Mt19937 $engine;
    private \Random\Randomizer $randomizer;

    public function __construct(int $seed)
    {
        $this->engine = new \Random\Engine\Mt19937($seed);
        $this->randomizer = new \Random\Randomizer($this->engine);
    }

    public function int(int $min, int $max): int
    {
        return $this->randomizer->getInt($min, $max);
    }

    public function chance(int $percent): bool
    {
        return $this->int(1, 100) <= $percent;
    }

    /** @param non-empty-array $choices */
    public function of(array $choices): mixed
    {
        return $choices[$this->key($choices)];
    }

    /** A key of the array; null where there is none. Asks nothing of the array but to be iterated, so that its pointer stays. */
    public function key(array $array): int|string|null
    {
        $left = $array === [] ? 0 : $this->int(0, \count($array) - 1);
        foreach ($array as $key => $_) {
            if ($left-- === 0) {
                return $key;
            }
        }

        return null;
    }

    /** Something small to write somewhere. */
    public function scalar(): null|bool|int|float|string
    {
        return match ($this->int(0, 7)) {
            0 => null,
            1 => $this->chance(50),
            2 => $this->int(-5, 300),
            3 => $this->int(0, 99) / 8,
            4 => '',
            5 => 'x',
            6 => 'written ' . $this->int(0, 9),
            7 => (string) $this->int(0, 20),
        };
    }

    /** Walks into arrays by reference, as an assignment to a nested element does. */
    public function &place(mixed &$value): mixed
    {
        $place = &$value;
        for ($depth = $this->int(0, 4); $depth > 0 && \is_array($place) && $place !== []; --$depth) {
            $place = &$place[$this->key($place)];
        }

        return $place;
    }

    /** A part of the value, which nothing is copied for: arrays by their elements, objects by what they hold. */
    public function part(mixed $value): mixed
    {
        for ($depth = $this->int(0, 5); $depth > 0; --$depth) {
            $elements = \is_object($value) ? self::properties($value) : $value;
            if (!\is_array($elements) || $elements === []) {
                break;
            }
            $value = $elements[$this->key($elements)];
        }

        return $value;
    }

    /** The contents of an object. Enums, and what is created lazily, are left alone. */
    public static function properties(object $object): array
    {
        return $object instanceof \UnitEnum || $object instanceof \Closure || $object instanceof \Generator ? [] : \get_mangled_object_vars($object);
    }

    /** A part that is an array, or an array around it. */
    public function array(mixed $value): array
    {
        for ($try = 0; $try < 3; ++$try) {
            $part = $this->part($value);
            if (\is_array($part)) {
                return $part;
            }
        }

        return \is_array($value) ? $value : [$value, 'around' => $value];
    }

    /** A string of the value, where one is found. */
    public function string(mixed $value): string
    {
        for ($try = 0; $try < 6; ++$try) {
            $part = $this->part($value);
            if (\is_string($part)) {
                return $part;
            }
            $key = \is_array($part) ? $this->key($part) : null;
            if (\is_string($key) && $this->chance(50)) {
                return $key;
            }
        }

        return 'no string';
    }

    /** An array of scalars only, as far as the value has one. */
    public function flat(mixed $value): array
    {
        return \array_filter($this->array($value), \is_scalar(...));
    }

    /** The objects in the value, each once; not so many that a round takes long. */
    public static function objects(mixed $value): array
    {
        $found = [];
        self::collect($value, $found, 200);

        return \array_values($found);
    }

    private static function collect(mixed $value, array &$found, int $left): void
    {
        if (\is_object($value)) {
            if (isset($found[\spl_object_id($value)]) || \count($found) > 40) {
                return;
            }
            $found[\spl_object_id($value)] = $value;
            $value = self::properties($value);
        }
        foreach (\is_array($value) && $left > 0 ? $value : [] as $element) {
            if (\is_array($element) || \is_object($element)) {
                self::collect($element, $found, $left - 20);
            }
        }
    }
}
