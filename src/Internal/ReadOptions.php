<?php

declare(strict_types=1);

namespace Brine\Internal;

/**
 * The options of brine_unserialize(). parse() rejects wrong ones with the extension's messages, for functions; check() suggests what was meant,
 * for constructors.
 *
 * @internal
 * @phpstan-type Options array{allowed_classes?: bool|list<string>, missing_classes?: 'incomplete'|'throw', stale_classes?: 'accept'|'throw', max_depth?: int,
 *     max_elements?: int, max_memory?: int, resident?: bool}
 */
final class ReadOptions
{
    public const NAMES = ['allowed_classes', 'missing_classes', 'stale_classes', 'max_depth', 'max_elements', 'max_memory', 'resident'];

    public const MAX_DEPTH = 4096;
    public const DEFAULT_MAX_ELEMENTS = 1 << 24;

    /** What an option may be: what happens by default, and "throw". */
    private const WORDS = ['missing_classes' => 'incomplete', 'stale_classes' => 'accept'];

    /** Maxima. */
    private const MAX = ['max_depth' => self::MAX_DEPTH, 'max_elements' => \PHP_INT_MAX, 'max_memory' => \PHP_INT_MAX];

    /** Defaults. */
    private static ?self $default = null;

    /**
     * @param ClassList|null $allowedClasses null if all are allowed
     * @param int|null $maxMemory bytes that the value may take; null for the default by payload size
     * @param bool $refusesMissing whether a class that is allowed and missing is an error
     * @param bool $refusesStale whether a class that has changed since it was written is an error
     */
    private function __construct(
        public readonly ?ClassList $allowedClasses,
        public readonly int $maxDepth,
        public readonly int $maxElements,
        public readonly ?int $maxMemory = null,
        public readonly bool $refusesMissing = false,
        public readonly bool $refusesStale = false,
    ) {
    }

    /**
     * @param array<mixed> $options
     * @param string       $function function name for messages
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     */
    public static function parse(array $options, string $function): self
    {
        if ($options === []) {
            return self::$default ??= new self(null, self::MAX_DEPTH, self::DEFAULT_MAX_ELEMENTS);
        }
        Arguments::checkOptionNames($options, self::NAMES, $function);

        $integer = static fn (string $name, int $default): int
            => Arguments::integerOption($options, $name, $default, self::MAX[$name] ?? \PHP_INT_MAX, $function);
        $maxDepth = $integer('max_depth', self::MAX_DEPTH);
        $maxElements = $integer('max_elements', self::DEFAULT_MAX_ELEMENTS);
        $maxMemory = \array_key_exists('max_memory', $options) ? $integer('max_memory', 1) : null;
        $refusesMissing = self::throws($options, 'missing_classes', $function);
        $refusesStale = self::throws($options, 'stale_classes', $function);
        // Checked but ignored: only the extension has resident values.
        Arguments::booleanOption($options, 'resident', $function);
        $allowedClasses = self::parseClasses($options['allowed_classes'] ?? null, $options, $function);

        return new self($allowedClasses, $maxDepth, $maxElements, $maxMemory, $refusesMissing, $refusesStale);
    }

    /**
     * @param array<mixed>         $options
     * @param key-of<self::WORDS> $name
     */
    private static function throws(array $options, string $name, string $function): bool
    {
        $word = \array_key_exists($name, $options) ? $options[$name] : self::WORDS[$name];

        return match ($word) {
            self::WORDS[$name] => false,
            'throw' => true,
            default => throw \is_string($word)
                ? new \ValueError("$function(): Option \"$name\" must be \"" . self::WORDS[$name] . '" or "throw"')
                : Arguments::typeError($function, $name, 'of type string', $word),
        };
    }

    /**
     * @param array<mixed> $options
     */
    private static function parseClasses(mixed $value, array $options, string $function): ?ClassList
    {
        if (!\array_key_exists('allowed_classes', $options) || $value === true) {
            return null;
        }
        if (!\is_array($value) && $value !== false) {
            throw Arguments::typeError($function, 'allowed_classes', 'of type array|bool', $value);
        }
        $allowed = [];
        foreach ($value === false ? [] : $value as $name) {
            $allowed[] = self::className($name, $function);
        }

        return new ClassList($allowed);
    }

    /** Accepts what unserialize() accepts since PHP 8.4. Before, anything that converts to a string passed. */
    private static function className(mixed $name, string $function): string
    {
        if (!\is_string($name) && !\is_object($name)) {
            throw Arguments::typeError($function, 'allowed_classes', 'an array of class names', $name);
        }
        $string = \is_string($name) ? $name : self::nameOf($name);
        if (!ClassList::isItem($string)) {
            throw new \ValueError(
                "$function(): Option \"allowed_classes\" must be an array of class names, \"" . Arguments::shown($string) . '" given',
            );
        }

        return $string;
    }

    private static function nameOf(object $name): string
    {
        if (StackLevels::left(1) === 0) {
            // Nothing is read, so no hook is called.
            return '';
        }

        /** @var \Stringable $name one without __toString() throws */
        return StackLevels::around(0, static fn (): string => (string) $name);
    }

    /**
     * @param mixed $options the argument passed instead
     * @param string $example the call up to the options, for the message
     * @param list<string> $names known options, for messages
     * @return Options
     * @throws \TypeError if $options is not an array, or an option is of the wrong type
     * @throws \ValueError if an option is unknown or out of range
     */
    public static function check(mixed $options, string $example, array $names = self::NAMES): array
    {
        if (!\is_array($options)) {
            throw new \TypeError('The options must be an array, not ' . \get_debug_type($options) . ': ' . self::call($options, $example));
        }
        if ($options !== [] && \array_is_list($options)) {
            throw new \ValueError('The options have names: ' . self::call($options[0], $example));
        }
        $checked = [];
        foreach ($options as $name => $option) {
            $checked[$name] = match (true) {
                $name === 'allowed_classes' => self::checkClasses($option),
                isset(self::WORDS[$name]) => self::checkWord($name, $option),
                $name === 'resident' => self::checkSwitch($name, $option),
                isset(self::MAX[$name]) => self::checkLimit($name, $option, self::MAX[$name]),
                default => throw new \ValueError("Unknown option \"$name\": there are \"" . \implode('", "', $names) . '"'),
            };
        }

        /** @var Options */
        return $checked;
    }

    /** The call that was probably meant. */
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

    /**
     * The options of a reader of another format, which has no resident values and no layouts.
     *
     * @param string $example as for check()
     * @return Options
     * @throws \TypeError|\ValueError
     */
    public static function checkPlain(mixed $options, string $example): array
    {
        $checked = self::check($options, $example);
        foreach (['resident', 'stale_classes'] as $name) {
            if (isset($checked[$name])) {
                throw new \ValueError("Option \"$name\" is for values in Brine's own format: BrineSerializer and Auto have it");
            }
        }

        return $checked;
    }

    /** @return bool|list<string> */
    private static function checkClasses(mixed $option): bool|array
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

    /** @param key-of<self::WORDS> $name */
    private static function checkWord(string $name, mixed $option): string
    {
        $must = "Option \"$name\" must be \"" . self::WORDS[$name] . '" or "throw", not ';

        return match (true) {
            $option === self::WORDS[$name], $option === 'throw' => $option,
            \is_string($option) => throw new \ValueError("$must\"$option\""),
            default => throw new \TypeError($must . \get_debug_type($option)),
        };
    }

    private static function checkSwitch(string $name, mixed $option): bool
    {
        return \is_bool($option) ? $option : throw new \TypeError("Option \"$name\" must be a bool, not " . \get_debug_type($option));
    }

    /**
     * @return int from 1 to $most
     * @throws \TypeError|\ValueError if it is something else
     */
    public static function checkLimit(string $name, mixed $option, int $most): int
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
