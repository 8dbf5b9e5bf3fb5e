<?php

declare(strict_types=1);

namespace Brine\Internal;

/** The options of the readers, checked as the extension checks them. */
final class DecodeOptions
{
    public const MAX_DEPTH = 4096;
    public const DEFAULT_MAX_ELEMENTS = 1 << 24;

    /** What a value may take of memory by default: so many bytes, and so many more for each byte of its payload. */
    public const MEMORY_BASE = 1 << 25;
    public const MEMORY_PER_BYTE = 256;

    private const NAMES = ['allowed_classes', 'max_depth', 'max_elements', 'max_memory'];

    /** Where there are none. */
    private static ?self $default = null;

    /**
     * @param array<string, true>|null $allowedClasses by name in lower case; null if all are allowed
     * @param int|null $maxMemory in bytes, what the value may take; null if that depends on the payload's size alone
     */
    private function __construct(
        public readonly ?array $allowedClasses,
        public readonly int $maxDepth,
        public readonly int $maxElements,
        public readonly ?int $maxMemory = null,
    ) {
    }

    /**
     * @param array<mixed> $options
     * @param string       $function the name that stands in messages
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     */
    public static function parse(array $options, string $function): self
    {
        if ($options === []) {
            return self::$default ??= new self(null, self::MAX_DEPTH, self::DEFAULT_MAX_ELEMENTS);
        }
        self::checkNames($options, self::NAMES, $function);

        $maxDepth = self::integer($options, 'max_depth', self::MAX_DEPTH, self::MAX_DEPTH, $function);
        $maxElements = self::integer($options, 'max_elements', self::DEFAULT_MAX_ELEMENTS, \PHP_INT_MAX, $function);
        $maxMemory = \array_key_exists('max_memory', $options)
            ? self::integer($options, 'max_memory', 1, \PHP_INT_MAX, $function)
            : null;
        $allowedClasses = self::classes($options['allowed_classes'] ?? null, $options, $function);

        return new self($allowedClasses, $maxDepth, $maxElements, $maxMemory);
    }

    /**
     * @param array<mixed> $options
     * @param list<string> $known
     * @throws \ValueError
     */
    public static function checkNames(array $options, array $known, string $function): void
    {
        foreach ($options as $name => $value) {
            if (\is_int($name)) {
                throw new \ValueError("$function(): Unknown option $name");
            }
            if (!\in_array($name, $known, true)) {
                throw new \ValueError("$function(): Unknown option \"" . self::shown($name) . '"');
            }
        }
    }

    /**
     * @param array<mixed> $options
     * @return array<mixed> those that are not the readers'
     * @throws \ValueError if one is neither the readers' nor "context"
     */
    public static function split(array $options, string $function): array
    {
        self::checkNames($options, [...self::NAMES, 'context'], $function);

        return \array_diff_key($options, ['context' => true]);
    }

    /**
     * @param array<mixed> $options
     * @throws \TypeError
     */
    public static function context(array $options, string $function): string
    {
        $context = \array_key_exists('context', $options) ? $options['context'] : '';
        if (!\is_string($context)) {
            throw self::typeError($function, 'context', 'of type string', $context);
        }

        return $context;
    }

    /** The word for a value's type in the engine's messages, which changed with PHP 8.3. */
    public static function typeName(mixed $value): string
    {
        return match (true) {
            \is_bool($value) => \PHP_VERSION_ID >= 80300 ? ($value ? 'true' : 'false') : 'bool',
            \is_object($value) => self::shown($value::class),
            // Closed ones too.
            \str_starts_with(\gettype($value), 'resource') => 'resource',
            default => \get_debug_type($value),
        };
    }

    /** A name as far as the engine's messages show it: that of a class without one goes on behind a null byte. */
    public static function shown(string $name): string
    {
        return \explode("\0", $name)[0];
    }

    public static function typeError(string $function, string $option, string $expected, mixed $value): \TypeError
    {
        return new \TypeError(
            "$function(): Option \"$option\" must be $expected, " . self::typeName($value) . ' given',
        );
    }

    /**
     * An option from 1 to $largest.
     *
     * @param array<mixed> $options
     * @throws \TypeError|\ValueError
     */
    public static function integer(array $options, string $name, int $default, int $largest, string $function): int
    {
        if (!\array_key_exists($name, $options)) {
            return $default;
        }
        $value = $options[$name];
        if (!\is_int($value)) {
            throw self::typeError($function, $name, 'of type int', $value);
        }
        if ($value < 1 || $value > $largest) {
            $range = $largest === \PHP_INT_MAX ? 'greater than or equal to 1' : "between 1 and $largest";
            throw new \ValueError("$function(): Option \"$name\" must be $range");
        }

        return $value;
    }

    /**
     * @param array<mixed> $options
     * @return array<string, true>|null
     */
    private static function classes(mixed $value, array $options, string $function): ?array
    {
        if (!\array_key_exists('allowed_classes', $options) || $value === true) {
            return null;
        }
        if (!\is_array($value) && $value !== false) {
            throw self::typeError($function, 'allowed_classes', 'of type array|bool', $value);
        }
        $allowed = [];
        foreach ($value === false ? [] : $value as $name) {
            $allowed[\strtolower(self::className($name, $function))] = true;
        }

        return $allowed;
    }

    /** As unserialize() does, PHP takes names from 8.4 on, and what can be made a string before. */
    private static function className(mixed $name, string $function): string
    {
        $checks = \PHP_VERSION_ID >= 80400;
        if ($checks && !\is_string($name) && !\is_object($name)) {
            throw self::typeError($function, 'allowed_classes', 'an array of class names', $name);
        }
        /** @var string|int|float|bool|\Stringable|null $name an array, too, becomes a string: with a warning */
        $string = (string) $name;
        if ($checks && \preg_match('/^[\w\\\\\x80-\xFF]*$/D', $string) !== 1) {
            throw new \ValueError(
                "$function(): Option \"allowed_classes\" must be an array of class names, \"" . self::shown($string) . '" given',
            );
        }

        return $string;
    }
}
