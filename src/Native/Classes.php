<?php

declare(strict_types=1);

namespace Brine\Native;

/** Finds the classes of one payload as unserialize() does: those that are allowed, with the help of autoloaders. */
final class Classes
{
    /** The property in which PHP keeps the name of an incomplete object's class. */
    public const NAME_OF_INCOMPLETE = '__PHP_Incomplete_Class_Name';

    /** @var array<string, ClassKind> by the name in the payload */
    private array $found = [];

    /** Whether some object has two properties of one plain name, which PHP may take for one property. */
    private bool $haveNamesThatMeet = false;

    private bool $isClosed = false;

    /**
     * @param array<string, true>|null $allowed  by name in lower case; null if all are
     * @param string                   $function the name that stands in warnings
     */
    public function __construct(private readonly ?array $allowed, private readonly string $function)
    {
    }

    /** Whether a name is of the characters that class names have. */
    public static function isName(string $name): bool
    {
        return \preg_match('/^[\w\x80-\xFF][\w\x80-\xFF\\\\]*$/D', $name) === 1;
    }

    /**
     * Whether unserialize() takes the name of a property, in PHP's mangled form, where the class declares properties:
     * not if it begins with a zero byte without having that form, as only a cast from an array makes it, and warns of one
     * that is a scope alone. One with a third zero byte would be taken, but for the property whose name is behind that byte.
     */
    public static function isPropertyName(string $name): bool
    {
        return !\str_starts_with($name, "\0")
            || $name[-1] !== "\0" && ($name[1] ?? "\0") !== "\0" && \substr_count($name, "\0") === 2;
    }

    /**
     * @return ClassKind|null null if there is no such class, or it is not allowed
     * @throws \Throwable what an autoloader throws, unserialize_callback_func, or the default of a property
     */
    public function find(string $name): ?ClassKind
    {
        if (isset($this->found[$name])) {
            return $this->found[$name];
        }

        return !$this->isClosed && $this->isAllowed($name) && $this->load($name)
            ? $this->found[$name] = ClassKind::of($name)
            : null;
    }

    /** From now on there is what was found: nobody is asked for a class again. */
    public function close(): void
    {
        $this->isClosed = true;
    }

    public function areRestricted(): bool
    {
        return $this->allowed !== null;
    }

    private function isAllowed(string $name): bool
    {
        return $this->allowed === null || isset($this->allowed[\strtolower($name)]);
    }

    /**
     * Notes the names of an object's properties.
     *
     * @param list<string> $names in PHP's mangled form
     */
    public function noteNames(array $names): void
    {
        $plain = [];
        foreach ($names as $name) {
            $end = \strrpos($name, "\0");
            $plain[$end === false ? $name : \substr($name, $end + 1)] = true;
        }
        if (\count($plain) < \count($names)) {
            $this->haveNamesThatMeet = true;
        }
    }

    /**
     * Notes keys that become the names of properties.
     *
     * @param array<mixed> $properties
     * @return bool whether all of them can
     */
    public function areNames(array $properties): bool
    {
        $names = \array_map(strval(...), \array_keys($properties));
        foreach ($names as $name) {
            if (!self::isPropertyName($name)) {
                return false;
            }
        }
        $this->noteNames($names);

        return true;
    }

    /**
     * Whether unserialize() may refuse a number, since what it stands for gave way to another value of the same
     * property.
     */
    public function mayLoseNumbers(): bool
    {
        return $this->haveNamesThatMeet;
    }

    /** @return bool|list<string> the option allowed_classes of unserialize(), in whose text incomplete objects are */
    public function nativeOption(): bool|array
    {
        if ($this->allowed === null) {
            return true;
        }

        return [\__PHP_Incomplete_Class::class, ...\array_map(strval(...), \array_keys($this->allowed))];
    }

    /** @phpstan-assert-if-true class-string $name */
    private function load(string $name): bool
    {
        return self::isThere($name, true) || $this->askCallback($name);
    }

    private static function isThere(string $name, bool $autoload): bool
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
        if (!\is_callable($callback)) {
            throw new \Error("Invalid callback $callback, function \"$callback\" not found or invalid function name");
        }
        $callback($name);
        if (self::isThere($name, true)) {
            return true;
        }
        \trigger_error(
            "$this->function(): Function $callback() hasn't defined the class it was called for",
            \E_USER_WARNING,
        );

        return false;
    }
}
