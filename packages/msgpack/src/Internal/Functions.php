<?php

declare(strict_types=1);

namespace Brine\MessagePack\Internal;

/**
 * Implementation of functions.php, which replaces the extension's functions: checks arguments and options in the same order, with the same
 * messages.
 *
 * @internal
 */
final class Functions
{
    private function __construct()
    {
    }

    public static function pack(mixed $value, int $flags, ?callable $other): string
    {
        Platform::requireLargeIntegers();

        return (new FunctionPacker($flags, $other === null ? null : \Closure::fromCallable($other)))->pack($value);
    }

    /** @param array<mixed> $options */
    public static function unpack(string $bytes, array $options): mixed
    {
        Platform::requireLargeIntegers();
        $unpacker = new FunctionUnpacker($bytes, 0, new FunctionOptions($options, 'brine_msgpack_unpack'));
        $value = $unpacker->unpackMessage();
        if ($unpacker->hasRemaining()) {
            throw Errors::native('trailing_bytes', \strlen($bytes) - $unpacker->getRemainingCount());
        }

        return $value;
    }

    /**
     * @param array<mixed> $options
     * @param-out int $offset
     */
    public static function unpackAt(string $bytes, mixed &$offset, array $options): mixed
    {
        Platform::requireLargeIntegers();
        $function = 'brine_msgpack_unpack_at';
        $start = self::offset($offset, $bytes, $function);
        $unpacker = new FunctionUnpacker($bytes, $start, new FunctionOptions($options, $function));
        $value = $unpacker->unpackMessage();
        $offset = \strlen($bytes) - $unpacker->getRemainingCount();

        return $value;
    }

    /**
     * @param-out int $offset
     * @param-out int $pending
     * @param-out int $elements
     */
    public static function scan(string $bytes, mixed &$offset, mixed &$pending, mixed &$elements): bool
    {
        Platform::requireLargeIntegers();
        $function = 'brine_msgpack_scan';
        $at = self::offset($offset, $bytes, $function);
        $missing = self::integer($pending, \PHP_INT_MAX, "$function(): Argument #3 (\$pending)", 'greater than or equal to 0');
        $left = self::integer($elements, \PHP_INT_MAX, "$function(): Argument #4 (\$elements)", 'greater than or equal to 0');

        while ($missing > 0 && ($head = Head::read($bytes, $at)) !== null) {
            --$missing;
            if ($head->elements > $left) {
                throw Errors::native('max_elements', $at);
            }
            if ($head->values > \PHP_INT_MAX - $missing) {
                throw Errors::native('bad_count', $at);
            }
            $left -= $head->elements;
            $missing += $head->values;
            $at += $head->size;
        }
        $offset = $at;
        $pending = $missing;
        $elements = $left;

        return $missing === 0;
    }

    private static function offset(mixed $offset, string $bytes, string $function): int
    {
        return self::integer(
            $offset,
            \strlen($bytes),
            "$function(): Argument #2 (\$offset)",
            'between 0 and the size of argument #1 ($bytes)',
        );
    }

    /** @param string $argument name of the argument, for messages */
    private static function integer(mixed $value, int $largest, string $argument, string $range): int
    {
        if (!\is_int($value)) {
            throw new \TypeError("$argument must be of type int, " . Arguments::typeName($value) . ' given');
        }
        if ($value < 0 || $value > $largest) {
            throw new \ValueError("$argument must be $range");
        }

        return $value;
    }
}
