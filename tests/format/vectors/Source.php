<?php

declare(strict_types=1);

/* How the files under source/ state a vector. */

namespace Brine\Tests\Vectors;

/**
 * A payload that a writer produces (docs/reference/writer.md) for the value.
 *
 * @param string|list<string|array{string, int}> $value   Native text; a pair says how many times its text stands there
 * @param array<string, mixed>                   $options
 */
function canonical(string $name, string $description, Bytes $payload, string|array $value, array $options = []): Vector
{
    return Vector::valid($name, $description, true, $payload->lines, parts($value), $options);
}

/**
 * A payload that a reader accepts although no writer produces it.
 *
 * @param string|list<string|array{string, int}> $value   Native text; a pair says how many times its text stands there
 * @param array<string, mixed>                   $options
 */
function readable(string $name, string $description, Bytes $payload, string|array $value, array $options = []): Vector
{
    return Vector::valid($name, $description, false, $payload->lines, parts($value), $options);
}

/**
 * A payload with an error, where it is marked as bad().
 *
 * @param array<string, mixed> $options
 */
function malformed(string $name, string $description, Bytes $payload, string $reason, array $options = []): Vector
{
    return Vector::malformed($name, $description, $payload->lines, $payload->bad, $reason, $options);
}

/**
 * A payload that follows the format, but that PHP refuses to build a value from.
 *
 * @param class-string<\Throwable> $throws
 * @param array<string, mixed>     $options
 */
function refused(string $name, string $description, Bytes $payload, string $throws, array $options = []): Vector
{
    return Vector::refused($name, $description, $payload->lines, $throws, $options);
}

/**
 * @param string|list<string|array{string, int}> $value
 * @return list<array{string, int}>
 */
function parts(string|array $value): array
{
    return array_map(static fn (string|array $part): array => is_array($part) ? $part : [$part, 1], (array) $value);
}

/** The native text of a value whose graph that text describes fully. */
function native(mixed $value): string
{
    return serialize($value);
}
