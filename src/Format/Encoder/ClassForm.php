<?php

declare(strict_types=1);

namespace Brine\Format\Encoder;

use Brine\Tree\ClassKind;
use Brine\Tree\Isolation;

/**
 * Per-class data that decides how objects are written.
 *
 * @internal
 */
final class ClassForm
{
    public const PLAIN = 0;
    public const ENUM = 1;
    /** With __serialize(). */
    public const CUSTOM = 2;
    /** With Serializable::serialize(). */
    public const SERIALIZABLE = 3;
    /** With __sleep(). */
    public const SLEEP = 4;
    public const REFUSED = 5;

    public readonly int $kind;

    /** @var array<string, self> by class name */
    private static array $known = [];

    /** @var array<array-key, bool>|null */
    private ?array $slots = null;
    /** @var \ReflectionClass<object> */
    private readonly \ReflectionClass $class;
    private readonly ?\ReflectionMethod $hook;

    private function __construct(object $object)
    {
        $this->class = new \ReflectionClass($object);
        $this->kind = $this->findKind($object);
        $name = match ($this->kind) {
            self::CUSTOM => '__serialize',
            self::SERIALIZABLE => 'serialize',
            self::SLEEP => '__sleep',
            default => null,
        };
        $this->hook = $name === null ? null : $this->class->getMethod($name);
    }

    public static function of(object $object): self
    {
        return self::$known[$object::class] ??= new self($object);
    }

    /**
     * Calls __serialize(), serialize() or __sleep(), whatever their visibility.
     *
     * @param bool $apart whether calls of serialize() inside built-in magic methods are isolated, as in the engine:
     *     there, each string form (Serializable) starts its own numbering
     */
    public function callHook(object $object, bool $apart): mixed
    {
        $hook = $this->hook;

        return $apart && $hook !== null && $this->kind !== self::SERIALIZABLE && !$this->isHookOfPhp()
            ? Isolation::run(static fn (): mixed => $hook->invoke($object))
            : $hook?->invoke($object);
    }

    /** Whether callHook() calls a method of PHP or an extension. */
    public function isHookOfPhp(): bool
    {
        return $this->hook?->isInternal() === true;
    }

    /**
     * The declared properties with a slot, in the order of their slots.
     *
     * @return array<array-key, bool> whether the property has a type, by mangled name
     */
    public function slots(): array
    {
        return $this->slots ??= \array_map(static fn (\ReflectionProperty $property): bool => $property->hasType(), ClassKind::properties($this->class));
    }

    /**
     * The properties of an object that can be a table's row. Excluded: objects with hooks, or with both declared and dynamic properties.
     *
     * @param int|null $width required number of properties; null for any
     *
     * @return array<mixed>|null as Objects::properties() returns them
     */
    public function rowOf(object $object, ?int $width = null): ?array
    {
        if (!$this->mayBeRow($object)) {
            return null;
        }
        $properties = (array) $object;
        if ($width !== null && \count($properties) !== $width) {
            return null;
        }
        $properties = Reference::wrapAll($properties);
        $slots = $this->slots();
        if ($slots === []) {
            return $properties === [] ? null : $properties;
        }
        $names = \array_keys($properties);
        $isRow = $names === \array_keys($slots) || $names === \array_keys(\array_intersect_key($slots, $properties));

        return $isRow ? $properties : null;
    }

    /** False if an object's properties are not what is written, or must not be read. */
    public function mayBeRow(object $object): bool
    {
        return $this->kind === self::PLAIN && !$object instanceof \__PHP_Incomplete_Class && !(\PHP_VERSION_ID >= 80400 && $this->isLazy($object));
    }

    /** Whether an object is an uninitialized lazy object, or a proxy (since PHP 8.4). */
    public function isLazy(object $object): bool
    {
        $class = $this->class;

        return \method_exists($class, 'isUninitializedLazyObject')
            && ($class->isUninitializedLazyObject($object) === true || $this->initialised($object) !== $object);
    }

    /** Initializes a lazy object, and returns it; for a proxy, its target. */
    public function initialised(object $object): object
    {
        $initialised = \method_exists($this->class, 'initializeLazyObject') ? $this->class->initializeLazyObject($object) : $object;

        return \is_object($initialised) ? $initialised : $object;
    }

    private function findKind(object $object): int
    {
        return match (true) {
            $object instanceof \__PHP_Incomplete_Class => self::PLAIN,
            $this->class->isAnonymous() || ClassKind::isRefused($this->class) => self::REFUSED,
            $object instanceof \UnitEnum => self::ENUM,
            $this->class->hasMethod('__serialize') => self::CUSTOM,
            $object instanceof \Serializable => self::SERIALIZABLE,
            $this->class->hasMethod('__sleep') => self::SLEEP,
            default => self::PLAIN,
        };
    }
}
