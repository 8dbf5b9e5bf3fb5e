<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\MemoryFootprint;

/**
 * Per-class data that a reader needs before unserialize() builds objects of the class.
 *
 * @internal
 */
final class ClassKind
{
    /** Bytes of an incomplete object, with a property table for the class name. */
    public const MEMORY_OF_INCOMPLETE = MemoryFootprint::ITSELF + MemoryFootprint::OF_SMALL_MAP;
    /** Bytes charged for an internal object that cannot be created for measuring. */
    private const MEMORY_OF_UNKNOWN = 512;

    /** @var array<string, self> by name in lower case: of existing classes */
    private static array $known = [];

    /** @var array<string, true> classes of PHP whose __unserialize() takes an empty array */
    private static array $takingNothing = [];

    private function __construct(
        private readonly string $name,
        /** Whether the class can have serialized objects. */
        public readonly bool $hasObjects,
        public readonly bool $hasUnserialize,
        /** Whether __unserialize() is built-in, or may call a built-in parent. */
        public readonly bool $isUnserializedByPhp,
        /** Levels of values that the hook takes from its array unchanged: a PHP reference there would stay one, or be lost. */
        public readonly int $bareLevels,
        /** The class of that built-in __unserialize() if no user code is in between; otherwise null. */
        public readonly ?string $hookOfPhp,
        /** Whether that hook may parse strings. The containers of SPL keep them unchanged. */
        public readonly bool $parsesStrings,
        /** Whether that hook may look up time zones that strings name. */
        public readonly bool $findsZones,
        public readonly bool $hasWakeup,
        /** Whether its objects have the string form of Serializable. */
        public readonly bool $hasStringForm,
        /**
         * Whether it receives such a string. Built-in classes that also have an array form would read native text there, beyond our limits; no
         * current PHP writes it.
         */
        public readonly bool $readsString,
        public readonly bool $isEnum,
        public readonly bool $isIncomplete,
        /** Whether property names must pass Classes::isPropertyName(). */
        public readonly bool $checksNames,
        /** Whether it has virtual properties, for which unserialize() accepts no value. */
        public readonly bool $hasVirtual,
        /** Whether a hook of SPL writes properties to it, and some are virtual. */
        public readonly bool $loadsVirtual,
        /** Whether PHP deprecates undeclared properties of it. */
        public readonly bool $deprecatesDynamic,
        /** Whether the names of an object's properties must be checked. */
        public readonly bool $minds,
        /** Bytes of an object without its values. */
        public readonly int $memory,
        /** Property tables that unserialize() allocates for declared properties, in units of eight slots. */
        public readonly int $tables,
        /** Whether its objects hold a stack trace. */
        public readonly bool $isThrowable,
        /** @var array<string, true> the declared properties, by name in PHP's mangled form */
        public readonly array $properties,
        /** @var array<string, bool> plain names of properties out of reach; false if only null is no value for it */
        public readonly array $outOfReach,
        /** Whether an object may keep its elements in another one (Storages). */
        public readonly bool $isArrayObject,
    ) {
    }

    /**
     * @param class-string $class
     * @throws \Throwable exceptions of expressions in property defaults
     */
    public static function of(string $class): self
    {
        return self::$known[\strtolower($class)] ??= self::make(new \ReflectionClass($class));
    }

    /** Returns the data of a class that was looked up before. */
    public static function known(string $lowerName): ?self
    {
        return self::$known[$lowerName] ?? null;
    }

    /**
     * @param string $class the class name as a string
     * @throws \Throwable exceptions of the expression of the case's value
     */
    public function hasCase(string $class, string $case): bool
    {
        if (!$this->isEnum) {
            return false;
        }
        /** @var class-string<\UnitEnum> $class */
        $enum = new \ReflectionEnum($class);
        if (!$enum->hasCase($case)) {
            return false;
        }
        $enum->getCase($case)->getValue();

        return true;
    }

    /** @param \ReflectionClass<object> $class */
    private static function make(\ReflectionClass $class): self
    {
        $hasObjects = !$class->isInterface() && !$class->isTrait() && !$class->isEnum() && !$class->isAbstract()
            && !$class->isAnonymous() && !self::isRefused($class);
        if ($hasObjects) {
            // Evaluate constant expressions now: unserialize() would do so after values were lost.
            // @phpstan-ignore method.resultUnused (it evaluates expressions, which may throw)
            $class->getDefaultProperties();
        }

        $hasUnserialize = $class->hasMethod('__unserialize');
        $hookClass = self::classOfHook($class);
        $extension = $hookClass?->getExtensionName();
        $properties = \array_fill_keys(\array_keys(self::properties($class)), true);
        $isIncomplete = $class->getName() === \__PHP_Incomplete_Class::class;
        $deprecatesDynamic = !$hasUnserialize && !self::allowsDynamic($class);
        $checksNames = $deprecatesDynamic || !$hasUnserialize && self::declaresProperties($class);

        return new self(
            $class->name,
            $hasObjects,
            $hasUnserialize,
            $hookClass !== null,
            self::bareLevels($hookClass),
            self::hookOfPhp($class),
            $hookClass !== null && $extension !== 'SPL',
            $extension === 'date',
            $class->hasMethod('__wakeup'),
            $class->implementsInterface(\Serializable::class),
            $class->implementsInterface(\Serializable::class) && (!$hasUnserialize || !$class->getMethod('unserialize')->isInternal()),
            $class->isEnum(),
            $isIncomplete,
            $checksNames,
            !$hasUnserialize && self::hasVirtual($class),
            $extension === 'SPL' && $class->getMethod('__unserialize')->isInternal() && self::hasVirtual($class),
            $deprecatesDynamic,
            $checksNames || $isIncomplete,
            match (true) {
                $isIncomplete => self::MEMORY_OF_INCOMPLETE,
                $hasObjects => self::memory($class, \count($properties)),
                default => 0,
            },
            $hasUnserialize ? 0 : self::tables(\count($properties)),
            $class->implementsInterface(\Throwable::class),
            $properties,
            $hasUnserialize ? [] : self::outOfReach($class),
            $class->name === \ArrayObject::class || $class->name === \ArrayIterator::class
                || $class->isSubclassOf(\ArrayObject::class) || $class->isSubclassOf(\ArrayIterator::class),
        );
    }

    /**
     * The built-in class whose __unserialize() may receive an object's array: the nearest internal parent. A user-defined hook may call it.
     *
     * @param \ReflectionClass<object> $class
     * @return \ReflectionClass<object>|null null if there is none
     */
    private static function classOfHook(\ReflectionClass $class): ?\ReflectionClass
    {
        while (!$class->isInternal()) {
            $class = $class->getParentClass();
            if ($class === false) {
                return null;
            }
        }

        return $class->hasMethod('__unserialize') ? $class->getMethod('__unserialize')->getDeclaringClass() : null;
    }

    /** @param \ReflectionClass<object>|null $hookClass the built-in class that declares the hook */
    private static function bareLevels(?\ReflectionClass $hookClass): int
    {
        return match ($hookClass?->name) {
            null => 0,
            \ArrayObject::class, \ArrayIterator::class, \SplObjectStorage::class, \SplFixedArray::class,
            \DateTime::class, \DateTimeImmutable::class, \DateTimeZone::class, \DateInterval::class, \DatePeriod::class => 1,
            \SplDoublyLinkedList::class => 2,
            default => \PHP_INT_MAX,
        };
    }

    /** @param \ReflectionClass<object> $class */
    private static function hookOfPhp(\ReflectionClass $class): ?string
    {
        $hook = $class->hasMethod('__unserialize') ? $class->getMethod('__unserialize') : null;

        return $hook !== null && $hook->isInternal() ? $hook->class : null;
    }

    /** The exception of the class' built-in hook for an empty array; null if it accepts that. */
    public function refusalOfNothing(): ?\Throwable
    {
        $class = $this->hookOfPhp;
        if ($class === null || isset(self::$takingNothing[$class])) {
            return null;
        }
        $refusal = self::isolated(static function () use ($class): ?\Throwable {
            \set_error_handler(static fn (int $level, string $message): bool => throw new \ErrorException($message, 0, $level), \E_WARNING | \E_NOTICE);
            try {
                \unserialize('O:' . \strlen($class) . ":\"$class\":0:{}");
            } catch (\Throwable $error) {
                return $error;
            } finally {
                \restore_error_handler();
            }

            return null;
        });
        if ($refusal === null) {
            self::$takingNothing[$class] = true;
        }

        return $refusal;
    }

    /**
     * Runs unserialize() for something that is not part of a value.
     *
     * @template T
     * @param \Closure(): T $call
     * @return T
     */
    private static function isolated(\Closure $call): mixed
    {
        return Isolation::isInStringForm() ? Isolation::run($call) : $call();
    }

    /** @param \ReflectionClass<object> $class */
    private static function hasVirtual(\ReflectionClass $class): bool
    {
        foreach ($class->getProperties() as $property) {
            if (self::isVirtual($property)) {
                return true;
            }
        }
        $parent = $class->getParentClass();

        return $parent !== false && self::hasVirtual($parent);
    }

    /** Whether a property has hooks and no storage (PHP 8.4). */
    public static function isVirtual(\ReflectionProperty $property): bool
    {
        return \method_exists($property, 'isVirtual') && $property->isVirtual() === true;
    }

    /**
     * The declared properties that have storage, by name in PHP's mangled form, in the order of their slots. A redeclared one keeps the parent's
     * slot, unless it was private there.
     *
     * @param \ReflectionClass<object> $class
     * @return array<string, \ReflectionProperty>
     */
    public static function properties(\ReflectionClass $class): array
    {
        $parent = $class->getParentClass();
        $properties = $parent === false ? [] : self::properties($parent);
        foreach ($class->getProperties() as $property) {
            if ($property->isStatic() || $property->class !== $class->name || self::isVirtual($property)) {
                continue;
            }
            if ($property->isPublic() && isset($properties["\0*\0$property->name"])) {
                $names = \array_keys($properties);
                $names[\array_search("\0*\0$property->name", $names, true)] = $property->name;
                $properties = \array_combine($names, $properties);
            }
            $prefix = $property->isPrivate() ? "\0$class->name\0" : ($property->isProtected() ? "\0*\0" : '');
            $properties[$prefix . $property->name] = $property;
        }

        return $properties;
    }

    /**
     * Properties that unserialize() finds by their plain names, and __sleep() cannot name: private ones of a parent, static ones, and virtual ones,
     * which have no value.
     *
     * @param \ReflectionClass<object> $class
     * @return array<string, bool> false for virtual ones
     */
    private static function outOfReach(\ReflectionClass $class): array
    {
        $names = $found = [];
        for ($scope = $class; $scope !== false; $scope = $scope->getParentClass()) {
            foreach ($scope->getProperties() as $property) {
                $name = $property->name;
                if (!isset($found[$name])) {
                    $found[$name] = true;
                    if ($property->isStatic() || $property->isPrivate() && $property->class !== $class->name) {
                        $names[$name] = true;
                    } elseif (self::isVirtual($property)) {
                        $names[$name] = false;
                    }
                }
            }
        }

        return $names;
    }

    /**
     * Whether a name that the class does not declare is that of a dynamic property, and unserialize() would take it for another one.
     *
     * @param string $name in PHP's mangled form
     */
    public function isOutOfReach(string $name, bool $isNull): bool
    {
        $end = (int) \strrpos("\0$name", "\0");
        $always = $this->outOfReach[\substr($name, $end)] ?? null;
        if ($always === null || !$always && !$isNull) {
            return false;
        }
        $scope = \substr($name, 1, \max(0, $end - 2));

        return $scope === '' || $end === 0 || $scope === '*' || \strcasecmp($scope, $this->name) === 0;
    }

    /** unserialize() allocates a table for all declared properties, with a power of two as capacity. */
    private static function tables(int $properties): int
    {
        $tables = $properties === 0 ? 0 : 1;
        while ($properties > 8 * $tables) {
            $tables *= 2;
        }

        return $tables;
    }

    /** @param \ReflectionClass<object> $class */
    private static function declaresProperties(\ReflectionClass $class): bool
    {
        do {
            if ($class->getProperties() !== []) {
                return true;
            }
            $class = $class->getParentClass();
        } while ($class !== false);

        return false;
    }

    /**
     * Whether objects may have properties that the class does not declare, without a deprecation.
     *
     * @param \ReflectionClass<object> $class
     */
    public static function allowsDynamic(\ReflectionClass $class): bool
    {
        do {
            if ($class->getAttributes(\AllowDynamicProperties::class) !== []) {
                return true;
            }
            $class = $class->getParentClass();
        } while ($class !== false);

        return false;
    }

    /**
     * Bytes of an object with this many declared properties. Internal classes, and classes that extend them, may hold more: this is measured.
     * Classes adds the trace of a Throwable.
     *
     * @param \ReflectionClass<object> $class
     */
    private static function memory(\ReflectionClass $class, int $properties): int
    {
        $memory = MemoryFootprint::ofObject($properties);
        while (!$class->isInternal()) {
            $class = $class->getParentClass();
            if ($class === false) {
                return $memory;
            }
        }
        if ($class->name === \stdClass::class || $class->implementsInterface(\Throwable::class)) {
            return $memory;
        }
        try {
            $before = \memory_get_usage();
            $object = $class->newInstanceWithoutConstructor();
            // A statement of its own, as above: inside max() the call could need another page of PHP's stack, which would count.
            $after = \memory_get_usage();

            return $memory + \max(0, $after - $before);
        } catch (\Throwable) {
            // Abstract, or usable only after construction.
            return $memory + self::MEMORY_OF_UNKNOWN;
        }
    }

    /**
     * Whether PHP rejects objects of this class, such as Closure. PHP tells only when asked for such an object; only internal classes and their
     * subclasses are affected.
     *
     * @param \ReflectionClass<object> $class
     */
    public static function isRefused(\ReflectionClass $class): bool
    {
        while (!$class->isInternal()) {
            $class = $class->getParentClass();
            if ($class === false) {
                return false;
            }
        }
        $name = $class->getName();
        $answers = static function () use ($name): bool {
            \set_error_handler(static fn (): bool => true);
            try {
                // The text ends before an object is created. Only a class that PHP rejects throws.
                \unserialize('O:' . \strlen($name) . ":\"$name\":0:");
            } catch (\Exception) {
                return false;
            } finally {
                \restore_error_handler();
            }

            return true;
        };

        return !self::isolated($answers);
    }
}
