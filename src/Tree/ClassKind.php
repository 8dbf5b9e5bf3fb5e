<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\Internal\Room;

/**
 * What a reader has to know of a class before objects of it are built.
 *
 * @internal
 */
final class ClassKind
{
    /** In bytes: with a table of properties, at least for the name of the class. */
    public const MEMORY_OF_INCOMPLETE = Room::ITSELF + Room::OF_SMALL_MAP;
    /** In bytes, what an object of PHP's own may hold that cannot be made here. */
    private const MEMORY_OF_UNKNOWN = 512;

    /** @var array<string, self> by name in lower case: of classes that are there */
    private static array $known = [];

    /** @var array<string, true> classes of PHP whose __unserialize() takes an empty array */
    private static array $takingNothing = [];

    private function __construct(
        /** Whether there are objects of it that may have been serialised. */
        public readonly bool $hasObjects,
        public readonly bool $hasUnserialize,
        /** Whether its __unserialize() is PHP's own, or may call that of a parent. */
        public readonly bool $isUnserializedByPhp,
        /** How many levels of values in its array that takes as they are: a PHP reference would stay one, or be left out. */
        public readonly int $bareLevels,
        /** The class whose __unserialize() that is, where no other is in between; null if there is none. */
        public readonly ?string $hookOfPhp,
        /** Whether that may take strings apart: the containers of the Standard PHP Library keep them as they are. */
        public readonly bool $parsesStrings,
        /** Whether that may look for the time zones that strings name. */
        public readonly bool $findsZones,
        public readonly bool $hasWakeup,
        /** Whether its objects have a string form, Serializable's. */
        public readonly bool $hasStringForm,
        /**
         * Whether it is given such a string. PHP's own classes that have an array form read native text there, whose limits are none of ours; nobody
         * writes it any more.
         */
        public readonly bool $readsString,
        public readonly bool $isEnum,
        public readonly bool $isIncomplete,
        /** Whether a property's name is refused that Classes::isPropertyName() does not take. */
        public readonly bool $checksNames,
        /** Whether it has properties that are virtual, of which unserialize() takes no value. */
        public readonly bool $hasVirtual,
        /** Whether PHP complains of other properties than those that are declared. */
        public readonly bool $deprecatesDynamic,
        /** Whether it matters what names the properties of an object have. */
        public readonly bool $minds,
        /** What an object takes in bytes, apart from its values. */
        public readonly int $memory,
        /** What unserialize() takes for the declared properties of an object, in tables of eight. */
        public readonly int $tables,
        /** Whether its objects note where they were made. */
        public readonly bool $isThrowable,
        /** @var array<string, true> the declared properties, by name in PHP's mangled form */
        public readonly array $properties,
        /** Whether an object may keep its elements in another. */
        public readonly bool $isArrayObject,
    ) {
    }

    /**
     * @param class-string $class
     * @throws \Throwable what an expression throws that is the default of a property
     */
    public static function of(string $class): self
    {
        return self::$known[\strtolower($class)] ??= self::make(new \ReflectionClass($class));
    }

    /** That of a class which was asked for before. */
    public static function known(string $lowerName): ?self
    {
        return self::$known[$lowerName] ?? null;
    }

    /**
     * @param string $class the name of this class
     * @throws \Throwable what the expression throws that is the case's value
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
            // Now, because unserialize() would do it when values are lost already.
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
            $class->name === \ArrayObject::class || $class->name === \ArrayIterator::class
                || $class->isSubclassOf(\ArrayObject::class) || $class->isSubclassOf(\ArrayIterator::class),
        );
    }

    /**
     * The class whose __unserialize() an object's array comes to: that of the nearest class of PHP, which a hook of a class below may call.
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

    /** @param \ReflectionClass<object>|null $hookClass the class of PHP that has the hook */
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

    /** What PHP's own hook of the class throws if it is given an empty array; null if it takes that. */
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
     * Calls unserialize() for something that is no part of any value.
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

    /** Whether a property has hooks and no value of its own (PHP 8.4). */
    public static function isVirtual(\ReflectionProperty $property): bool
    {
        return \method_exists($property, 'isVirtual') && $property->isVirtual() === true;
    }

    /**
     * The declared properties that have values, by name in PHP's mangled form.
     *
     * @param \ReflectionClass<object> $class
     * @return array<string, \ReflectionProperty>
     */
    public static function properties(\ReflectionClass $class): array
    {
        $properties = [];
        for ($scope = $class; $scope !== false; $scope = $scope->getParentClass()) {
            foreach ($scope->getProperties() as $property) {
                // Those of the parents are among the class' own but for private ones.
                $isNew = $property->isPrivate() ? $property->class === $scope->name : $scope === $class;
                if ($isNew && !$property->isStatic() && !self::isVirtual($property)) {
                    $prefix = $property->isPrivate() ? "\0$scope->name\0" : ($property->isProtected() ? "\0*\0" : '');
                    $properties[$prefix . $property->name] = $property;
                }
            }
        }

        return $properties;
    }

    /** unserialize() makes a table of all declared properties, which has room for a power of two. */
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

    /** @param \ReflectionClass<object> $class */
    private static function allowsDynamic(\ReflectionClass $class): bool
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
     * What an object takes, with so many declared properties. PHP's own classes have objects that hold more, from which those that
     * extend them inherit it: this is measured. How much a Throwable holds depends on where it is made: see Classes.
     *
     * @param \ReflectionClass<object> $class
     */
    private static function memory(\ReflectionClass $class, int $properties): int
    {
        $memory = Room::ofObject($properties);
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

            return $memory + \max(0, \memory_get_usage() - $before);
        } catch (\Throwable) {
            // An abstract one, or one that must be constructed.
            return $memory + self::MEMORY_OF_UNKNOWN;
        }
    }

    /**
     * Whether PHP refuses objects of this class, such as a Closure, as input and output. PHP tells only when it is
     * asked for such an object; only its own classes are of this kind, and those that extend them.
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
                // The text breaks off before an object is made. Only a class that refuses answers with an exception.
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
