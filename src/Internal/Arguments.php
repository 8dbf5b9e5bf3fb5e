<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * Checks arguments of the functions in src/functions.php, with the extension's messages.
 *
 * @internal
 */
final class Arguments
{
    private function __construct()
    {
    }

    /** The engine's word for a value's type in messages; it changed with PHP 8.3. */
    public static function typeName(mixed $value): string
    {
        return match (true) {
            \is_bool($value) => \PHP_VERSION_ID >= 80300 ? ($value ? 'true' : 'false') : 'bool',
            \is_object($value) => self::shown($value::class),
            // Closed resources too.
            \str_starts_with(\gettype($value), 'resource') => 'resource',
            default => \get_debug_type($value),
        };
    }

    /** A class name as the engine's messages show it: an anonymous one is cut at its null byte. */
    public static function shown(string $name): string
    {
        return \explode("\0", $name)[0];
    }

    /** An option has the wrong type. */
    public static function typeError(string $function, string $option, string $expected, mixed $value): \TypeError
    {
        return new \TypeError("$function(): Option \"$option\" must be $expected, " . self::typeName($value) . ' given');
    }

    /**
     * @param array<mixed> $options
     * @param list<string> $known
     * @param string       $function function name for messages
     * @throws \ValueError if an option is unknown
     */
    public static function checkOptionNames(array $options, array $known, string $function): void
    {
        foreach ($options as $name => $value) {
            if (!\in_array($name, $known, true)) {
                $shown = \is_int($name) ? (string) $name : '"' . self::shown($name) . '"';
                throw new \ValueError("$function(): Unknown option $shown: there " . (\count($known) > 1 ? 'are' : 'is') . ' "' . \implode('", "', $known) . '"');
            }
        }
    }

    /**
     * @param array<mixed> $options
     * @throws \TypeError
     */
    public static function booleanOption(array $options, string $name, string $function): bool
    {
        $value = \array_key_exists($name, $options) ? $options[$name] : false;

        return \is_bool($value) ? $value : throw self::typeError($function, $name, 'of type bool', $value);
    }

    /**
     * An option from 1 to $largest.
     *
     * @param array<mixed> $options
     * @throws \TypeError|\ValueError
     */
    public static function integerOption(array $options, string $name, int $default, int $largest, string $function): int
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
}
