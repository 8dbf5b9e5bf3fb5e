<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\Collisions;
use Brine\Internal\MissingClasses;
use Brine\Internal\StackLevels;

/**
 * Finds the classes of one payload as unserialize() does: those that are allowed, with the help of autoloaders.
 *
 * @internal
 */
final class Classes
{
    /** The property in which PHP keeps the name of an incomplete object's class. */
    public const NAME_OF_INCOMPLETE = '__PHP_Incomplete_Class_Name';

    /** Bytes of a name that are worth counting. */
    private const LONG_NAME = 64;

    /** In bytes. */
    private const MEMORY_OF_TRACE = 184;
    private const MEMORY_OF_FRAME = 376;
    private const MEMORY_OF_ARGUMENTS = 184;

    /** How many functions of Builder wait for unserialize(). */
    private const FRAMES_OF_BUILDER = 6;

    /** @var array<string, ClassKind> by name in lower case */
    private array $found = [];

    /** Whether some object has two properties of one plain name, which PHP may take for one property. */
    private bool $mayHaveEqualNames = false;

    /** Whether some object has a property that its class does not declare, of which PHP complains. */
    private bool $mayDeprecate = false;

    /** Whether objects may keep their elements in other objects. */
    public bool $hasArrayObjects = false;

    /** Whether PHP's own hooks are given empty arrays. */
    public bool $hasEmptyStates = false;

    /** Whether objects may have values for virtual properties, of which PHP complains. */
    public bool $hasVirtual = false;

    /** How many elements have the arrays that PHP's own __unserialize() methods go through, each of which may become a property. */
    private int $hookElements = 0;

    /** What a Throwable holds of where it was made, in bytes. */
    private ?int $trace = null;

    private bool $isClosed = false;

    /** What user code has thrown that looks like an error of the reader. */
    private ?DecodeException $foreign = null;

    /**
     * @param array<string, true>|null $allowed  by name in lower case; null if all are
     * @param string                   $function the name that stands in warnings
     * @param bool                     $areNamesOnly as namesOnly() has it
     * @param bool                     $refusesMissing whether a class that is allowed and missing is an error
     */
    public function __construct(
        private readonly ?array $allowed,
        private readonly string $function,
        public readonly bool $areNamesOnly = false,
        private readonly bool $refusesMissing = false,
    ) {
    }

    /** Classes of which no more than the names is wanted: none is looked for, and what only a class could tell is not asked. */
    public static function namesOnly(): self
    {
        return new self([], '', true);
    }

    /** Whether a name is of the characters that class names have. */
    public static function isName(string $name): bool
    {
        return \preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $name) === 1;
    }

    /**
     * Whether unserialize() takes the name of a property, in PHP's mangled form, without a word, where the class declares properties or has none that
     * are dynamic: not if it begins with a zero byte without having that form, as only a cast from an array makes it, or is a scope alone. One with a
     * third zero byte would be taken, but for the property whose name is behind that byte.
     */
    public static function isPropertyName(string $name): bool
    {
        return !\str_starts_with($name, "\0")
            || $name[-1] !== "\0" && ($name[1] ?? "\0") !== "\0" && \substr_count($name, "\0") === 2;
    }

    /**
     * @param int $at the place of the name
     * @param int $depth levels around it
     * @return ClassKind|null null if there is no such class, or it is not allowed
     * @throws DecodeException if it is allowed and missing, and that is an error
     * @throws \Throwable what an autoloader throws, unserialize_callback_func, or the default of a property
     */
    public function find(string $name, int $at, int $depth): ?ClassKind
    {
        $lowerName = \strtolower($name);
        if (isset($this->found[$lowerName])) {
            return $this->found[$lowerName];
        }
        $isAllowed = $this->allowed === null || isset($this->allowed[$lowerName]);
        try {
            $kind = $this->isClosed || !$isAllowed ? null
                : ClassKind::known($lowerName) ?? StackLevels::around($depth, fn (): ?ClassKind => $this->load($name));
            if ($kind !== null) {
                $this->found[$lowerName] = $kind;
                $this->hasArrayObjects = $this->hasArrayObjects || $kind->isArrayObject;
                $this->hasVirtual = $this->hasVirtual || $kind->hasVirtual;

                return $kind;
            }
        } catch (DecodeException $error) {
            throw $this->foreign = $error;
        }

        return $this->refusesMissing && $isAllowed ? throw ClassError::missing($name, $at) : null;
    }

    /**
     * Whether an enum has a case.
     *
     * @param string $name of the class
     * @param int $depth levels around it
     * @throws \Throwable what an expression throws that is the value of a case
     */
    public function hasCase(ClassKind $kind, string $name, string $case, int $depth): bool
    {
        try {
            return StackLevels::around($depth, static fn (): bool => $kind->hasCase($name, $case));
        } catch (DecodeException $error) {
            throw $this->foreign = $error;
        }
    }

    /** Whether user code has thrown this that was asked for a class: it is thrown as it is. */
    public function isForeign(DecodeException $error): bool
    {
        return $error === $this->foreign;
    }

    /** From now on there is what was found: nobody is asked for a class again. */
    public function close(): void
    {
        $this->isClosed = true;
    }

    /** Whether the class is one that allowed_classes leaves out. */
    public function isDenied(string $name): bool
    {
        return $this->allowed !== null && !isset($this->allowed[\strtolower($name)]);
    }

    /**
     * Whether autoloaders will be asked for a class that is not there, since a property is private to it.
     *
     * @param string $name of the property; it begins with a zero byte
     * @throws DecodeException if the class is not allowed
     */
    public function isAskedByScope(string $name, int $at): bool
    {
        $end = \strlen($name) < 4 ? false : \strpos($name, "\0", 1);
        if ($end === false || $end === 1 || $end > \strlen($name) - 2) {
            return false;
        }
        $scope = \substr($name, 1, $end - 1);
        if ($scope === '*' || self::isThere($scope, false)) {
            return false;
        }

        return $this->isDenied($scope) ? throw ClassError::scope($scope, $at) : true;
    }

    public function areRestricted(): bool
    {
        return $this->allowed !== null;
    }

    /**
     * What an object takes in bytes, apart from its values.
     *
     * @param ClassKind|null $kind null if the class is missing or denied
     */
    public function memoryOf(?ClassKind $kind): int
    {
        return match (true) {
            $kind === null => ClassKind::MEMORY_OF_INCOMPLETE,
            $kind->isThrowable => $kind->memory + $this->memoryOfTrace(),
            default => $kind->memory,
        };
    }

    /** What a Throwable holds that unserialize() will make: an array for each function that waits, and one for its arguments. */
    private function memoryOfTrace(): int
    {
        if ($this->trace === null) {
            $frames = self::FRAMES_OF_BUILDER;
            foreach (\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
                ++$frames;
                // The functions of the reader do not wait any more then.
                if ($frame['function'] === 'read' && \is_a($frame['class'] ?? '', TreeReader::class, true)) {
                    $frames = self::FRAMES_OF_BUILDER;
                }
            }
            $hasArguments = !(bool) \ini_get('zend.exception_ignore_args');
            $perFrame = self::MEMORY_OF_FRAME + ($hasArguments ? self::MEMORY_OF_ARGUMENTS : 0);
            $this->trace = self::MEMORY_OF_TRACE + $perFrame * $frames;
        }

        return $this->trace;
    }

    /**
     * Checks the names of an object's properties where they are the keys of an array.
     *
     * @param string         $name       of the class
     * @param ClassKind|null $class      null if it is missing or denied
     * @param array<mixed>   $properties by name in PHP's mangled form
     * @param int            $at         the object's place
     */
    public function checkNames(string $name, ?ClassKind $class, array $properties, Costs $costs, int $at): void
    {
        if ($class === null || $class->isIncomplete) {
            if (\array_key_exists(self::NAME_OF_INCOMPLETE, $properties)) {
                throw ClassError::nameOfIncomplete($at);
            }

            return;
        }
        if (!$class->minds) {
            return;
        }
        $others = \array_diff_key($properties, $class->properties);
        if ($others === []) {
            return;
        }
        foreach ($others as $other => $value) {
            // The same long name may come in each object.
            if (\is_string($other) && \strlen($other) > self::LONG_NAME) {
                $costs->charge(\strlen($other), $at);
            }
        }
        $refused = $this->takeOthers($class, $others, $properties);
        if ($refused !== null) {
            throw ClassError::propertyName($refused, $name, $at);
        }
    }

    /**
     * Takes note of properties that the class of an object does not declare so. They come from the payload, and become names in PHP.
     *
     * @param array<mixed> $others     by name in PHP's mangled form; not empty
     * @param array<mixed> $properties all that the object has, by name
     * @return string|null a name that unserialize() does not take
     */
    public function takeOthers(ClassKind $kind, array $others, array $properties): ?string
    {
        $this->mayDeprecate = $this->mayDeprecate || $kind->deprecatesDynamic;
        if (!$kind->checksNames) {
            return null;
        }
        foreach ($others as $name => $value) {
            if (!self::isPropertyName((string) $name)) {
                return (string) $name;
            }
        }
        $this->mayHaveEqualNames = $this->mayHaveEqualNames || self::mayBeEqual(\array_keys($properties));

        return null;
    }

    /**
     * Whether there may be two properties of one plain name.
     *
     * @param list<int|string> $names
     */
    private static function mayBeEqual(array $names): bool
    {
        $plain = [];
        foreach ($names as $name) {
            $end = \is_int($name) ? false : \strrpos($name, "\0");
            $plain[] = $end === false ? $name : \substr((string) $name, $end + 1);
        }

        return Collisions::steps($plain) > 0 || \count(\array_flip($plain)) < \count($plain);
    }

    /**
     * Whether unserialize() may refuse a number, since what it stands for gave way to another value of the same
     * property.
     */
    public function mayLoseNumbers(): bool
    {
        return $this->mayHaveEqualNames;
    }

    public function takeHookElements(int $count): void
    {
        $this->hookElements += $count;
    }

    /** How many properties PHP's own __unserialize() methods may make that are not declared. */
    public function hookElements(): int
    {
        return $this->hookElements;
    }

    /** Whether unserialize() may complain of properties that are not declared. */
    public function mayDeprecate(): bool
    {
        return $this->mayDeprecate;
    }

    /** @return bool|list<string> the option allowed_classes of unserialize(), in whose text incomplete objects are */
    public function nativeOption(): bool|array
    {
        if ($this->allowed === null) {
            return true;
        }

        return [\__PHP_Incomplete_Class::class, ExactNans::class, Mark::class, ...\array_map(strval(...), \array_keys($this->allowed))];
    }

    private function load(string $name): ?ClassKind
    {
        if (!self::isThere($name, true) && !$this->askCallback($name)) {
            return null;
        }

        /** @var class-string $name */
        return ClassKind::of($name);
    }

    /** Whether there is a class, an interface, a trait or an enum of this name. */
    public static function isThere(string $name, bool $autoload): bool
    {
        return \class_exists($name, $autoload) || \interface_exists($name, false) || \trait_exists($name, false);
    }

    /** Asks the function of the ini setting unserialize_callback_func for a class that no autoloader knows. */
    private function askCallback(string $name): bool
    {
        $callback = \ini_get('unserialize_callback_func');
        if ($callback === false || $callback === '') {
            return false;
        }
        MissingClasses::ask($callback, $name);
        if (self::isThere($name, true)) {
            return true;
        }
        if ($this->refusesMissing) {
            return false;
        }
        \trigger_error(
            "$this->function(): Function $callback() hasn't defined the class it was called for",
            \E_USER_WARNING,
        );

        return false;
    }
}
