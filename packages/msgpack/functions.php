<?php

/*
 * The extension's MessagePack functions, in PHP, if it is not loaded: same names, parameters, values and exceptions (ext/brine.stub.php).
 *
 * PHP itself rejects wrong types, with its own messages, and private callables. Integers by reference are mixed, since PHP would convert other
 * values.
 */

declare(strict_types=1);

if (!\function_exists('brine_msgpack_pack')) {
    /**
     * @param int $flags the constants of Brine\MessagePack\PackOptions; 256, 512 and 1024
     * @throws Brine\MessagePack\Exception\InvalidOptionException if flags are unknown or contradict each other
     * @throws Brine\MessagePack\Exception\PackingFailedException if the value holds what cannot be packed, or is nested too deeply
     * @throws TypeError if $other returns anything but a string or null; and whatever $other throws
     */
    function brine_msgpack_pack(mixed $value, int $flags = 0, ?callable $other = null): string
    {
        return Brine\MessagePack\Internal\Functions::pack($value, $flags, $other);
    }

    /**
     * @param array<mixed> $options "bigint", "extensions", "other", "pass_depth", "utf8", "max_depth", "max_elements"
     * @throws TypeError|ValueError if an option is unknown, of the wrong type, or out of range
     * @throws Brine\MessagePack\Exception\InvalidOptionException if "bigint" asks for what PHP has not loaded
     * @throws Brine\MessagePack\Exception\UnpackingFailedException if the bytes are not exactly one message, or beyond a limit;
     *     and whatever a callable throws
     */
    function brine_msgpack_unpack(?string $bytes, array $options = []): mixed
    {
        return Brine\MessagePack\Internal\Functions::unpack($bytes ?? '', $options);
    }

    /**
     * @param int $offset
     * @param array<mixed> $options as for brine_msgpack_unpack(), which also tells the exceptions
     * @throws ValueError if $offset is not inside of $bytes or at its end
     */
    function brine_msgpack_unpack_at(string $bytes, mixed &$offset, array $options = []): mixed
    {
        return Brine\MessagePack\Internal\Functions::unpackAt($bytes, $offset, $options);
    }

    /**
     * @param int $offset
     * @param int $pending
     * @param int $elements
     * @throws ValueError if $offset is not inside of $bytes or at its end, or $pending or $elements is negative
     * @throws Brine\MessagePack\Exception\UnpackingFailedException if a byte begins no value, or there are more elements
     */
    function brine_msgpack_scan(
        string $bytes,
        mixed &$offset,
        mixed &$pending,
        mixed &$elements = PHP_INT_MAX,
    ): bool {
        return Brine\MessagePack\Internal\Functions::scan($bytes, $offset, $pending, $elements);
    }
}
