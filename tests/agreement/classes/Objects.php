<?php

declare(strict_types=1);

namespace Brine\Tests\Classes;

/** Random values of a family of classes. The same seed makes the same value anew. */
final class Objects
{
    private readonly Dice $dice;

    /** @var list<object> */
    private array $made = [];

    /** @var array<string, mixed> the last PHP reference of each type */
    private array $references = [];

    /** @var list<mixed> all of them, twice: native text does not tell that a reference has one holder */
    private array $allReferences = [];

    private int $budget;

    /** Objects that are initialised later have no PHP references: nothing else would hold them. */
    private bool $isMade = false;

    /** Whether an object of the last value is to stay uninitialised, which only the engine knows. */
    public static bool $hasKeptLazy = false;

    /** Whether an object of the last value has a dynamic property with the name of an ancestor's private one: igbinary tells them apart, native text does not. */
    public static bool $hasHiddenName = false;

    private function __construct(private readonly Source $source, private readonly string $seed)
    {
        $this->dice = new Dice($seed);
        $this->budget = 2 + $this->dice->below(10);
    }

    public static function make(Source $source, string $seed): mixed
    {
        self::$hasKeptLazy = self::$hasHiddenName = false;
        $objects = new self($source, $seed);
        $dice = $objects->dice;
        $value = match ($dice->below(5)) {
            0 => $objects->object($dice->pick($source->classes)),
            1, 2 => $objects->rows(3 + $dice->below(18)),
            3 => ['first' => $objects->any(), 'rows' => $objects->rows(3 + $dice->below(5)), 5 => $objects->any()],
            4 => \array_map(static fn (): object => $objects->object($dice->pick($source->classes)), \range(0, $dice->below(8))),
        };
        if ($dice->chance(20)) {
            $value = [$value, 'again' => $dice->pick($objects->made), 'once more' => $value];
        }

        $objects->isMade = true;

        return $objects->allReferences === [] ? $value : [$value, 'references' => $objects->allReferences];
    }

    public function suit(int $number): object
    {
        return (Source::NAMESPACE . '\Suit')::cases()[$number];
    }

    /** An object that was made before, or another one. */
    public function any(): object
    {
        if ($this->made !== [] && $this->dice->chance(40)) {
            return $this->dice->pick($this->made);
        }

        return --$this->budget > 0 ? $this->object($this->dice->pick($this->source->classes)) : new \stdClass();
    }

    /** @return list<object> */
    private function rows(int $count): array
    {
        $class = $this->dice->pick($this->source->classes);

        return \array_map(fn (): object => $this->object($class), \range(1, $count));
    }

    private function object(string $name): object
    {
        $class = new \ReflectionClass(Source::NAMESPACE . "\\$name");
        $object = null;
        if (\PHP_VERSION_ID >= 80400 && $this->dice->chance(20)) {
            $object = $this->lazy($class);
        }
        if ($object === null) {
            $object = $this->construct($class);
            $this->made[] = $object;
            $this->fill($object, $class, $this->dice);
        }
        if ($this->dice->chance(15)) {
            $this->addDynamic($object);
        }

        return $object;
    }

    private function construct(\ReflectionClass $class): object
    {
        if ($this->source->internal !== null || $this->dice->chance(50)) {
            try {
                return $class->newInstance();
            } catch (\Error) {
                // A readonly property that two constructors set.
            }
        }

        return $class->newInstanceWithoutConstructor();
    }

    /** @return object|null null if its class cannot have lazy objects */
    private function lazy(\ReflectionClass $class): ?object
    {
        // Initialised at an unknown time, so with numbers of its own.
        $seed = $this->seed . ' lazy ' . \count($this->made);
        $throws = $this->dice->chance(4);
        $isKept = $this->dice->chance(30);
        self::$hasKeptLazy = self::$hasKeptLazy || $isKept;
        $flags = $isKept ? \ReflectionClass::SKIP_INITIALIZATION_ON_SERIALIZE : 0;
        $fill = function (object $object) use ($class, $seed, $throws): void {
            $throws && throw new \DomainException('no initialisation');
            $this->fill($object, $class, new Dice($seed));
        };
        try {
            $object = $this->dice->chance(50)
                ? $class->newLazyGhost($fill, $flags)
                : $class->newLazyProxy(static function () use ($class, $fill): object {
                    $object = $class->newInstanceWithoutConstructor();
                    $fill($object);

                    return $object;
                }, $flags);
        } catch (\Error) {
            return null;
        }
        $this->made[] = $object;
        try {
            match ($this->dice->below(4)) {
                0 => $class->initializeLazyObject($object),
                1 => $this->fillWithoutInitialisation($object, $class),
                default => null,
            };
        } catch (\DomainException) {
        }

        return $object;
    }

    private function fillWithoutInitialisation(object $object, \ReflectionClass $class): void
    {
        foreach ($class->getProperties() as $property) {
            try {
                $this->dice->chance(50) && $property->setRawValueWithoutLazyInitialization($object, Types::value($this->typeOf($property), $this->dice, $this));
            } catch (\Error | \ReflectionException) {
            }
        }
    }

    private function fill(object $object, \ReflectionClass $class, Dice $dice): void
    {
        $isSparse = $dice->chance(30);
        $filled = [];
        for ($declaring = $class; $declaring !== false; $declaring = $declaring->getParentClass()) {
            foreach ($declaring->getProperties() as $property) {
                if ($property->class !== $declaring->name || $property->isStatic() || $declaring->isInternal() || $isSparse && $dice->chance(50)) {
                    continue;
                }
                // Once: a second value would go through the reference.
                if ($property->isPrivate() || !isset($filled[$property->name])) {
                    $this->set($object, $property, $dice);
                    $filled[$property->name] = true;
                }
            }
        }
        self::forgetPlace($object);
        if ($object instanceof \ArrayAccess && !$object instanceof \SplFixedArray && $dice->chance(50)) {
            $object instanceof \SplObjectStorage ? $object[$this->any()] = $dice->below(9) : $object[] = $this->any();
        }
    }

    /** An exception knows where it was made. */
    public static function forgetPlace(object $object): void
    {
        if ($object instanceof \Exception) {
            foreach (['file' => 'file', 'line' => 7, 'trace' => []] as $name => $value) {
                (new \ReflectionProperty(\Exception::class, $name))->setValue($object, $value);
            }
        }
    }

    private function set(object $object, \ReflectionProperty $property, Dice $dice): void
    {
        $type = $this->typeOf($property);
        $name = $property->name;
        try {
            match (true) {
                $dice->chance(6) => \Closure::bind(function () use ($name): void {
                    unset($this->{$name});
                }, $object, $property->class)(),
                $dice === $this->dice && !$this->isMade && $dice->chance(10) && $type !== 'object' && $type !== 'Suit' => $this->refer($object, $property, $type, $dice),
                \PHP_VERSION_ID >= 80400 && $property->hasHooks() => $property->setRawValue($object, Types::value($type, $dice, $this)),
                default => \Closure::bind(function (mixed $value) use ($name): void {
                    $this->{$name} = $value;
                }, $object, $property->class)(Types::value($type, $dice, $this)),
            };
        } catch (\Error) {
            // Readonly properties that have a value, hooks that cannot be referred to, and the like.
        }
    }

    /** Makes the property the same PHP reference as others of its type. */
    private function refer(object $object, \ReflectionProperty $property, string $type, Dice $dice): void
    {
        $name = $property->name;
        if (!isset($this->references[$type]) || $dice->chance(30)) {
            unset($this->references[$type]);
            do {
                // Native text splits an object that a reference and another place hold.
                $value = Types::value($type, $dice, $this);
            } while (\is_object($value));
            $this->references[$type] = &$value;
            $this->allReferences[] = &$value;
            $this->allReferences[] = &$value;
        }
        $reference = &$this->references[$type];
        \Closure::bind(function () use ($name, &$reference): void {
            $this->{$name} = &$reference;
        }, $object, $property->class)();
    }

    private function addDynamic(object $object): void
    {
        // PHP's own __serialize() has names that are integers as strings.
        foreach (['dynamic', $this->source->internal === null ? '7' : 'more', 'p0', 'p1'] as $name) {
            try {
                // From outside: a private property's name is free there.
                if ($this->dice->chance(40)) {
                    $object->{$name} = $this->dice->below(100);
                    self::$hasHiddenName = self::$hasHiddenName || $name[0] === 'p';
                }
            } catch (\Error | \DomainException) {
            }
        }
    }

    private function typeOf(\ReflectionProperty $property): string
    {
        $type = (string) $property->getType();
        $known = \str_replace(Source::NAMESPACE . '\\', '', $type);
        foreach (\array_keys(Types::DEFAULTS) as $candidate) {
            if (self::sorted($candidate) === self::sorted($known)) {
                return $candidate;
            }
        }

        throw new \LogicException("unknown type $type");
    }

    /** PHP names the parts of a type in its own order. */
    private static function sorted(string $type): string
    {
        $parts = \explode('|', \ltrim(\str_replace('Traversable|array', 'iterable', $type), '\\'));
        \sort($parts);

        return \str_replace('\\', '', \implode('|', $parts));
    }
}
