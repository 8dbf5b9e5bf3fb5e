<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * What all readers can be told: the options of brine_unserialize(), checked when a serializer is made.
 *
 * @internal
 * @phpstan-type Options array{allowed_classes?: bool|list<string>, max_depth?: int, max_elements?: int, max_memory?: int}
 */
final class ReadOptions
{
    private const NAMES = ['allowed_classes', 'max_depth', 'max_elements', 'max_memory'];

    private function __construct()
    {
    }

    /**
     * @param mixed $options what was given in their place
     * @param string $example how they are given, up to them
     * @return Options
     * @throws \TypeError if they are no array, or an option is of the wrong type
     * @throws \ValueError if an option is unknown or out of range
     */
    public static function check(mixed $options, string $example): array
    {
        if (!\is_array($options)) {
            throw new \TypeError('The options must be an array, not ' . \get_debug_type($options) . ': ' . self::call($options, $example));
        }
        if ($options !== [] && \array_is_list($options)) {
            throw new \ValueError('The options have names: ' . self::call($options[0], $example));
        }
        $checked = [];
        foreach ($options as $name => $option) {
            switch ($name) {
                case 'allowed_classes':
                    $checked['allowed_classes'] = self::classes($option);
                    break;
                case 'max_depth':
                    $checked['max_depth'] = self::integer($name, $option, 4096);
                    break;
                case 'max_elements':
                    $checked['max_elements'] = self::integer($name, $option, \PHP_INT_MAX);
                    break;
                case 'max_memory':
                    $checked['max_memory'] = self::integer($name, $option, \PHP_INT_MAX);
                    break;
                default:
                    throw new \ValueError("Unknown option \"$name\": there are \"" . \implode('", "', self::NAMES) . '"');
            }
        }

        return $checked;
    }

    /** The call with options that was probably meant. */
    private static function call(mixed $option, string $example): string
    {
        $options = match (true) {
            \is_int($option) => "'max_depth' => $option",
            $option === true => "'allowed_classes' => true",
            \is_string($option), \is_array($option) => "'allowed_classes' => ['SomeClass']",
            default => "'allowed_classes' => false",
        };

        return "{$example}[$options])";
    }

    /** @return bool|list<string> */
    private static function classes(mixed $option): bool|array
    {
        if (\is_bool($option)) {
            return $option;
        }
        if (!\is_array($option)) {
            throw new \TypeError('Option "allowed_classes" must be a bool or a list of names, not ' . \get_debug_type($option));
        }
        $names = [];
        foreach ($option as $name) {
            $names[] = \is_string($name)
                ? $name
                : throw new \TypeError('Option "allowed_classes" must have names only, not ' . \get_debug_type($name));
        }

        return $names;
    }

    private static function integer(string $name, mixed $option, int $most): int
    {
        if (!\is_int($option)) {
            throw new \TypeError("Option \"$name\" must be an int, not " . \get_debug_type($option));
        }
        if ($option < 1 || $option > $most) {
            throw new \ValueError("Option \"$name\" must be from 1 to $most, not $option");
        }

        return $option;
    }
}
