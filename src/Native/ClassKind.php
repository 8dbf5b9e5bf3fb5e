<?php

declare(strict_types=1);

namespace Brine\Native;

/** What a reader has to know of a class before objects of it are built. */
final class ClassKind
{
    /** @var array<string, self> by name in lower case: of classes that are there */
    private static array $known = [];

    private function __construct(
        /** Whether there are objects of it that may have been serialised. */
        public readonly bool $hasObjects,
        public readonly bool $hasUnserialize,
        /** Whether its objects have a string form, Serializable's. */
        public readonly bool $hasStringForm,
        public readonly bool $isEnum,
        public readonly bool $isIncomplete,
        /** Whether a property's name is refused that Classes::isPropertyName() does not take. */
        public readonly bool $checksNames,
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

        return new self(
            $hasObjects,
            $hasUnserialize,
            $class->implementsInterface(\Serializable::class),
            $class->isEnum(),
            $class->getName() === \__PHP_Incomplete_Class::class,
            !$hasUnserialize && self::declaresProperties($class),
        );
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

        return !(Isolation::isInStringForm() ? Isolation::run($answers) : $answers());
    }
}
