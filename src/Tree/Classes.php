<?php

declare(strict_types=1);

namespace Brine\Tree;

use Brine\DecodeException;
use Brine\Internal\ClassList;
use Brine\Internal\Collisions;
use Brine\Internal\DecodeError;
use Brine\Internal\MissingClasses;
use Brine\Internal\StackLevels;

/**
 * Finds the classes of one payload as unserialize() does: it calls autoloaders, and applies allowed_classes. Each class is looked up once per
 * payload.
 *
 * @internal
 */
final class Classes
{
    /** The property in which PHP keeps the name of an incomplete object's class. */
    public const NAME_OF_INCOMPLETE = '__PHP_Incomplete_Class_Name';

    /** Names of up to this many bytes are not counted. */
    private const LONG_NAME = 64;

    /** In bytes. */
    private const MEMORY_OF_TRACE = 184;
    private const MEMORY_OF_FRAME = 376;
    private const MEMORY_OF_ARGUMENTS = 184;

    /** How many functions of Builder are on the stack when unserialize() runs. */
    private const FRAMES_OF_BUILDER = 6;

    /** @var array<string, ClassKind> by name in lower case */
    private array $found = [];

    /** Whether some object has two properties with the same plain name, which PHP may merge into one. */
    private bool $mayHaveEqualNames = false;

    /** Whether some object has an undeclared property, for which PHP raises a deprecation. */
    private bool $mayDeprecate = false;

    /** Whether objects may keep their elements in other objects (Storages). */
    public bool $hasArrayObjects = false;

    /** Whether hooks of built-in classes receive empty arrays (EmptyStates). */
    public bool $hasEmptyStates = false;

    /** Whether objects may have values for virtual properties, which PHP rejects. */
    public bool $hasVirtual = false;

    /** Number of elements in the arrays that built-in __unserialize() methods receive; each may become a property. */
    private int $hookElements = 0;

    /** Bytes of the stack trace that a Throwable holds. */
    private ?int $trace = null;

    private bool $isClosed = false;

    /** An exception of user code that looks like one of the reader. */
    private ?DecodeException $foreign = null;

    /**
     * @param ClassList|null           $allowed  null if all are allowed
     * @param string                   $function function name for warnings
     * @param bool                     $areNamesOnly true for namesOnly()
     * @param bool                     $refusesMissing whether an allowed class that is missing throws
     * @param bool                     $refusesStale whether a class that has changed since it was written throws
     */
    public function __construct(
        private readonly ?ClassList $allowed,
        private readonly string $function,
        public readonly bool $areNamesOnly = false,
        private readonly bool $refusesMissing = false,
        private readonly bool $refusesStale = false,
    ) {
    }

    /** For reading names only: no class is loaded, and checks that need a class are skipped. */
    public static function namesOnly(): self
    {
        return new self(new ClassList([]), '', true);
    }

    /** Whether a name has only characters that class names have. */
    public static function isName(string $name): bool
    {
        return \preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $name) === 1;
    }

    /**
     * Whether unserialize() accepts this property name (in PHP's mangled form) without a warning.
     *
     * A name that starts with a zero byte must have the mangled form, and not be a scope alone. PHP accepts a third zero byte, but uses the name
     * after it.
     */
    public static function isPropertyName(string $name): bool
    {
        return !\str_starts_with($name, "\0")
            || $name[-1] !== "\0" && ($name[1] ?? "\0") !== "\0" && \substr_count($name, "\0") === 2;
    }

    /**
     * @param int $at offset of the name
     * @param int $depth levels around it
     * @return ClassKind|null null if there is no such class, or it is not allowed
     * @throws DecodeException if it is allowed but missing, and missing classes are refused
     * @throws \Throwable exceptions of autoloaders, unserialize_callback_func and property defaults
     */
    public function find(string $name, int $at, int $depth): ?ClassKind
    {
        $lowerName = \strtolower($name);
        if (isset($this->found[$lowerName])) {
            return $this->found[$lowerName];
        }
        $isAllowed = $this->allowed === null || $this->allowed->has($name);
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
     * @throws \Throwable exceptions of expressions in case values
     */
    public function hasCase(ClassKind $kind, string $name, string $case, int $depth): bool
    {
        try {
            return StackLevels::around($depth, static fn (): bool => $kind->hasCase($name, $case));
        } catch (DecodeException $error) {
            throw $this->foreign = $error;
        }
    }

    /**
     * Checks that a class is as it was when a shape of its objects was written.
     *
     * @param ClassKind|null    $kind        null if it is missing or denied
     * @param list<string>|null $names       in PHP's mangled form; null for the array of __serialize()
     * @param int|null          $fingerprint of the layout; null if none was written
     * @param int               $at          the object's offset
     * @throws DecodeException if it is not, and such classes are refused
     */
    public function checkLayout(string $name, ?ClassKind $kind, ?array $names, ?int $fingerprint, int $at): void
    {
        $layout = $this->refusesStale && $kind !== null && !$kind->isIncomplete ? Layout::of($name) : null;
        if ($layout === null) {
            return;
        }
        $change = $layout->hasHook ? 'has got __serialize()' : 'no longer has __serialize()';
        if ($layout->hasHook === ($names === null)) {
            $fault = $layout->fault();
            if ($fault !== null) {
                throw DecodeError::with('bad_class', $fault, $at);
            }
            if ($fingerprint === null ? $layout->isSaidBy($names) : $fingerprint === $layout->fingerprint($names === null)) {
                return;
            }
            $change = $layout->difference($names);
        }
        throw ClassError::stale($layout->class->name, $change, $at);
    }

    /** Whether user code threw this exception while a class was loaded. Such exceptions are passed on unchanged. */
    public function isForeign(DecodeException $error): bool
    {
        return $error === $this->foreign;
    }

    /** Ends the search for classes: from now on only classes that were found exist. */
    public function close(): void
    {
        $this->isClosed = true;
    }

    /** Whether allowed_classes excludes the class. */
    public function isDenied(string $name): bool
    {
        return $this->allowed !== null && !$this->allowed->has($name);
    }

    /**
     * Whether PHP will call autoloaders for the class that a private property's name refers to.
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
     * Bytes of an object, without its values.
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

    /** Bytes of the stack trace of each Throwable that unserialize() will create: an array per stack frame, and one for its arguments. */
    private function memoryOfTrace(): int
    {
        if ($this->trace === null) {
            $frames = self::FRAMES_OF_BUILDER;
            foreach (\debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS) as $frame) {
                ++$frames;
                // Start again: the frames above this one belong to the reader, and are gone when unserialize() runs.
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
     * Checks the property names of an object that come as keys of an array.
     *
     * @param string         $name       of the class
     * @param ClassKind|null $class      null if it is missing or denied
     * @param array<mixed>   $properties by name in PHP's mangled form
     * @param int            $at         the object's offset
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
            // Each object may repeat the same long name.
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
     * Records the properties of an object that its class does not declare in this form. Their names come from the payload.
     *
     * @param array<mixed> $others     by name in PHP's mangled form; not empty
     * @param array<mixed> $properties all properties of the object, by name
     * @return string|null a name that unserialize() rejects
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
     * Whether two properties may have the same plain name.
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

    /** Whether unserialize() may reject a back-reference because a later value of the same property replaced its target. */
    public function mayLoseNumbers(): bool
    {
        return $this->mayHaveEqualNames;
    }

    public function takeHookElements(int $count): void
    {
        $this->hookElements += $count;
    }

    /** How many undeclared properties built-in __unserialize() methods may create. */
    public function hookElements(): int
    {
        return $this->hookElements;
    }

    /** Whether unserialize() may raise deprecations for undeclared properties. */
    public function mayDeprecate(): bool
    {
        return $this->mayDeprecate;
    }

    /** @return bool|list<string> the option allowed_classes of unserialize(), for a text with incomplete objects */
    public function nativeOption(string $text): bool|array
    {
        if ($this->allowed === null) {
            return true;
        }

        return [\__PHP_Incomplete_Class::class, LateValues::class, Mark::class, ...$this->allowed->namesFor($text)];
    }

    private function load(string $name): ?ClassKind
    {
        if (!self::isThere($name, true) && !$this->askCallback($name)) {
            return null;
        }

        /** @var class-string $name */
        return ClassKind::of($name);
    }

    /** Whether a class, interface, trait or enum has this name. */
    public static function isThere(string $name, bool $autoload): bool
    {
        return \class_exists($name, $autoload) || \interface_exists($name, false) || \trait_exists($name, false);
    }

    /** Calls the function of the ini setting unserialize_callback_func for a class that no autoloader found. */
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
