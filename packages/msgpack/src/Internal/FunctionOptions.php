<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

use Brine\MessagePack\Exception\InvalidOptionException;
use Brine\MessagePack\UnpackOptions;

/**
 * The options of brine_msgpack_unpack(), checked with the extension's order and messages. Immutable.
 *
 * @internal
 */
final class FunctionOptions
{
    private const TIMESTAMP = -1;

    private const NAMES = ['extensions', 'other', 'bigint', 'utf8', 'pass_depth', 'max_depth', 'max_elements'];

    /** @var array<int, \Closure> by type */
    public array $extensions = [];
    /** Whether type -1 becomes Type\Timestamp objects. */
    public bool $hasTimestamps = false;
    public \Closure|true|null $other = null;
    public bool $passesDepth = false;
    public int $maxDepth = Callbacks::MAX_DEPTH;
    private int $maxElements = UnpackOptions::DEFAULT_MAX_ELEMENTS;
    private int $bigInt = UnpackOptions::BIGINT_AS_STR;
    private bool $validatesUtf8 = false;

    /**
     * @param array<mixed> $options
     * @param string $function function name for messages
     * @throws \TypeError|\ValueError if an option is unknown, of the wrong type, or out of range
     * @throws InvalidOptionException if "bigint" names an extension that is not loaded
     */
    public function __construct(array $options, private readonly string $function)
    {
        foreach ($options as $name => $value) {
            match ($name) {
                'extensions' => $this->setExtensions($value),
                'other' => $this->other = $this->callableOption($value),
                'bigint' => $this->bigInt = $this->bigIntOption($value),
                'utf8' => $this->validatesUtf8 = $this->boolOption($name, $value),
                'pass_depth' => $this->passesDepth = $this->boolOption($name, $value),
                'max_depth' => $this->maxDepth = Arguments::integer($function, $name, $value, Callbacks::MAX_DEPTH),
                'max_elements' => $this->maxElements = Arguments::integer($function, $name, $value, \PHP_INT_MAX),
                default => throw Arguments::unknownOption($function, $name, self::NAMES),
            };
        }
    }

    /** @param int $levels levels left, at least 1 */
    public function forClasses(int $levels): UnpackOptions
    {
        return UnpackOptions::fromBitmask($this->bigInt | ($this->validatesUtf8 ? UnpackOptions::VALIDATE_UTF8 : 0))
            ->withMaxDepth(\min($this->maxDepth, $levels))
            ->withMaxElements($this->maxElements);
    }

    private function setExtensions(mixed $value): void
    {
        if (!\is_array($value)) {
            throw Arguments::typeError($this->function, 'extensions', 'of type array', $value);
        }
        foreach ($value as $type => $callback) {
            if (!\is_int($type) || $type < -128 || $type > 127) {
                throw new \ValueError("$this->function(): Keys of option \"extensions\" must be between -128 and 127");
            }
            if ($callback === true && $type === self::TIMESTAMP) {
                $this->hasTimestamps = true;
            } else {
                $this->extensions[$type] = self::closure($callback)
                    ?? throw Arguments::typeError($this->function, 'extensions', 'an array of callables', $callback);
            }
        }
    }

    private function callableOption(mixed $value): \Closure|true|null
    {
        return match (true) {
            $value === null, $value === true => $value,
            default => self::closure($value) ?? throw Arguments::typeError($this->function, 'other', 'a callable, true or null', $value),
        };
    }

    /** This may run an autoloader, which may call this method again with such an option. */
    private static function closure(mixed $value): ?\Closure
    {
        if ($value instanceof \Closure) {
            return $value;
        }
        if (Callbacks::levelsLeft() === 0) {
            // Nothing is unpacked, so no callback is called.
            return static fn (): null => null;
        }
        $closure = static fn (mixed $value): ?\Closure => \is_callable($value) ? \Closure::fromCallable($value) : null;

        /** @var \Closure|null */
        return Callbacks::call($closure, [$value], 0);
    }

    private function bigIntOption(mixed $value): int
    {
        if (!\is_string($value)) {
            throw Arguments::typeError($this->function, 'bigint', 'of type string', $value);
        }
        [$option, $isAvailable] = match ($value) {
            'str' => [UnpackOptions::BIGINT_AS_STR, true],
            'gmp' => [UnpackOptions::BIGINT_AS_GMP, \function_exists('gmp_init')],
            'dec' => [UnpackOptions::BIGINT_AS_DEC, \class_exists(\Decimal\Decimal::class)],
            default => throw new \ValueError("$this->function(): Option \"bigint\" must be \"str\", \"gmp\" or \"dec\""),
        };
        if (!$isAvailable) {
            throw new InvalidOptionException("Option \"bigint\" is \"$value\", for which the extension is not loaded");
        }

        return $option;
    }

    private function boolOption(string $name, mixed $value): bool
    {
        return \is_bool($value) ? $value : throw Arguments::typeError($this->function, $name, 'of type bool', $value);
    }
}
