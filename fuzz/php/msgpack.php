<?php

/*
 * Hostile bytes as MessagePack. The first byte chooses how they are unpacked, the second how the value is packed again, the others are the message. Messages
 * that unpack must be found by a scan, also in two parts, and survive packing and unpacking.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

use Brine\MessagePack\Exception\PackingFailedException;
use Brine\MessagePack\Exception\UnpackingFailedException;

require __DIR__ . '/support.php';

/** An extension value of a type without a callable. */
final class Extension
{
    public function __construct(public readonly int $type, public readonly string $payload)
    {
    }
}

/** The exception of a callable. */
final class Refusal extends \RuntimeException
{
}

function run(string $input): void
{
    if (strlen($input) < 2) {
        return;
    }
    Nesting::$calls = 0;
    $message = substr($input, 2);
    $options = unpackOptions(ord($input[0]));
    $first = unpacked($message, $options);
    $text = is_array($first) ? textOf($first[0]) : $first;
    if (is_array($first)) {
        checkScan($message, $first[1], ord($input[1]));
        checkPacked($first[0], packFlags(ord($input[1])), $options);
        overwrite($first[0]);
    }
    Nesting::$calls = 0;
    $again = unpacked($message, $options);
    if ($text !== (is_array($again) ? textOf($again[0]) : $again)) {
        finding('the same message unpacks to something else');
    }
}

/** Limits nested callables. */
final class Nesting
{
    public static int $calls = 0;
}

/** @return array<string, mixed> */
function unpackOptions(int $choice): array
{
    $options = [
        'other' => static fn (int $type, string $payload): Extension => new Extension($type, $payload),
        'max_depth' => ($choice & 1) !== 0 ? 6 : 4096,
        'max_elements' => ($choice & 2) !== 0 ? 20 : 10_000,
        'utf8' => ($choice & 4) !== 0,
    ];
    if (($choice & 8) !== 0) {
        $options['extensions'] = [
            1 => static fn (string $payload): mixed => nested($payload, $choice),
            2 => static fn (string $payload): string => $payload,
            3 => static fn (string $payload): never => throw new Refusal("of $payload"),
            -1 => static fn (string $payload): array => ['seconds' => $payload, 'also' => [$payload]],
        ];
    }
    if (($choice & 16) !== 0) {
        unset($options['other']);
    }

    return $options;
}

/** A message inside an extension. */
function nested(string $payload, int $choice): mixed
{
    if (++Nesting::$calls > 20) {
        return null;
    }

    return brine_msgpack_unpack($payload, unpackOptions($choice));
}

/** The flags that a byte chooses, one of each group or none. */
function packFlags(int $choice): int
{
    return [0, 1, 2, 4][$choice & 3] | [0, 8, 16, 32][$choice >> 2 & 3] | [0, 128][$choice >> 4 & 1];
}

/**
 * @param array<string, mixed> $options
 * @return array{mixed, int}|string the value and where its message ends, or the exception as text
 */
function unpacked(string $message, array $options): array|string
{
    $offset = 0;
    try {
        $value = brine_msgpack_unpack_at($message, $offset, $options);
    } catch (UnpackingFailedException $refusal) {
        // A call inside a callable counts offsets from the start of its own message.
        if ($refusal->getOffset() < 0 || $refusal->getOffset() > strlen($message)) {
            finding("an error at byte {$refusal->getOffset()} of " . strlen($message));
        }
        if ($offset !== 0) {
            finding('an error has moved the offset');
        }

        return $refusal->getReason() . ' ' . $refusal->getOffset();
    } catch (Refusal $refusal) {
        return $refusal->getMessage();
    }
    checkWhole($message, $offset, $options);

    return [$value, $offset];
}

/** brine_msgpack_unpack() accepts only the message, without trailing bytes. */
function checkWhole(string $message, int $end, array $options): void
{
    Nesting::$calls = 0;
    try {
        brine_msgpack_unpack($message, $options);
        $trailing = strlen($message);
    } catch (UnpackingFailedException $refusal) {
        $trailing = $refusal->getReason() === 'trailing_bytes' ? $refusal->getOffset() : null;
    }
    if ($trailing !== $end) {
        finding("the message ends at $end, or at $trailing");
    }
}

function checkScan(string $message, int $end, int $choice): void
{
    foreach ([strlen($message), intdiv($end * $choice, 256)] as $part) {
        $offset = 0;
        $pending = 1;
        brine_msgpack_scan(substr($message, 0, $part), $offset, $pending);
        if ($offset > $part) {
            finding('a scan has left its bytes');
        }
        if (!brine_msgpack_scan($message, $offset, $pending) || $pending !== 0 || $offset !== $end) {
            finding("a scan ends at $offset, with $pending values pending; the message ends at $end");
        }
    }
}

/** Packs the value, also with flags that lose the distinction of maps or strings. */
function checkPacked(mixed $value, int $flags, array $options): void
{
    $bytes = packed($value, 0);
    $options = ['utf8' => false, 'max_depth' => 4096, 'max_elements' => PHP_INT_MAX] + $options;
    unset($options['extensions']);
    $options['other'] = static fn (int $type, string $payload): Extension => new Extension($type, $payload);
    $again = unpacked($bytes, $options);
    if (!is_array($again)) {
        finding("what was packed does not unpack: $again");
    }
    if (textOf($again[0]) !== textOf($value) || $again[1] !== strlen($bytes)) {
        finding('the value is another one after a round trip');
    }
    if (packed($again[0], 0) !== $bytes) {
        finding('equal values are packed to different messages');
    }
    if (!is_array(unpacked(packed($value, $flags), $options))) {
        finding("what was packed with flags $flags does not unpack");
    }
}

function packed(mixed $value, int $flags): string
{
    try {
        return brine_msgpack_pack($value, $flags, static fn (mixed $other): ?string
            => $other instanceof Extension ? extension($other) : null);
    } catch (PackingFailedException $refusal) {
        finding("a value that was unpacked cannot be packed: {$refusal->getMessage()}");
    }
}

function extension(Extension $extension): string
{
    return "\xC9" . pack('N', strlen($extension->payload)) . chr($extension->type & 0xFF) . $extension->payload;
}
