<?php

declare(strict_types=1);

/*
 * Damaged payloads (prefixes, bit flips, bytes removed or doubled) of all vectors: the extension and the reference decoder must both decode them
 * alike, or both reject them. --places prints differing error locations, which are not failures.
 *
 *     [BRINE_EVERY_BIT=1] php -n -d extension=ext/modules/brine.so tests/format/reference/compare.php [--places] [part of a vector's name]
 */

namespace Brine\Tests\Reference;

use Brine\DecodeException;
use Brine\Tests\Vectors\Graph;
use Brine\Tests\Vectors\Vector;

require __DIR__ . '/over_vectors.php';

// What native text cannot say, see Decoder.
const ONLY_NATIVE_REFUSES = '/Corrupt member variable name|Illegal member variable name/';

/** Payloads longer than this are damaged only within EDGE bytes of either end. */
const LONG = 256;
const EDGE = 8;

/** Keeps a changed count of a run or table from filling the memory. */
const MAX_ELEMENTS = 4096;

/** @return iterable<string, string> The change, and the resulting payload. */
function damaged(string $payload): iterable
{
    $bits = getenv('BRINE_EVERY_BIT') !== false;
    $size = strlen($payload);
    for ($position = 0; $position < $size; ++$position) {
        if ($position === EDGE && $size > LONG) {
            $position = $size - EDGE;
        }
        yield "cut at byte $position" => substr($payload, 0, $position);
        foreach ($bits ? range(0, 7) : [$position % 8] as $bit) {
            $changed = $payload;
            $changed[$position] = chr(ord($payload[$position]) ^ 1 << $bit);
            yield "with bit $bit of byte $position changed" => $changed;
        }
        yield "without byte $position" => substr_replace($payload, '', $position, 1);
        yield "with byte $position twice" => substr_replace($payload, $payload[$position], $position, 0);
    }
}

/**
 * @param callable(string, array<string, mixed>): mixed $decode
 * @param array<string, mixed>                          $options
 * @return array{mixed, \Throwable|null}
 */
function outcome(callable $decode, string $payload, array $options): array
{
    try {
        return [$decode($payload, $options), null];
    } catch (\Throwable $error) {
        return [null, $error];
    }
}

/**
 * @param array<string, mixed> $options
 * @return string|null What is different, or null.
 */
function disagreement(string $payload, array $options): ?string
{
    [$expected, $refusal] = outcome(Decoder::decode(...), $payload, $options);
    [$actual, $error] = outcome(\brine_unserialize(...), $payload, $options);
    if ($refusal === null && $error === null) {
        $same = serialize($expected) === serialize($actual) && Graph::describe($expected) === Graph::describe($actual);

        return $same ? null : 'reference: ' . serialize($expected) . ', extension: ' . serialize($actual);
    }
    if ($refusal !== null && $error !== null || preg_match(ONLY_NATIVE_REFUSES, (string) $refusal?->getMessage()) === 1) {
        return null;
    }

    return 'reference: ' . ($refusal?->getMessage() ?? serialize($expected))
        . ', extension: ' . ($error?->getMessage() ?? serialize($actual));
}

/**
 * @param array<string, mixed> $options
 * @return string|null Both decoders' errors, or null if they agree.
 */
function differentErrors(string $payload, array $options): ?string
{
    [, $refusal] = outcome(Decoder::decode(...), $payload, $options);
    [, $error] = outcome(\brine_unserialize(...), $payload, $options);
    if (!$refusal instanceof MalformedPayload || !$error instanceof DecodeException || $refusal->offset === null) {
        return null;
    }
    if ($refusal->offset === $error->getOffset() && $refusal->reason === $error->getReason()) {
        return null;
    }

    return 'reference: ' . $refusal->getMessage() . ', extension: ' . $error->getMessage() . " ({$error->getReason()})";
}

// A damaged name makes a dynamic property, or leaves __sleep() without one.
error_reporting(E_ALL & ~E_DEPRECATED);
set_error_handler(static fn (): bool => true);
$arguments = array_slice($argv, 1);
$places = in_array('--places', $arguments, true);
$part = array_values(array_diff($arguments, ['--places']))[0] ?? '';
$passed = $failed = 0;
foreach (Vector::all(__DIR__ . '/../vectors') as $vector) {
    if (!str_contains($vector->name, $part)) {
        continue;
    }
    $options = $vector->options;
    $options['max_elements'] = min($options['max_elements'] ?? PHP_INT_MAX, MAX_ELEMENTS);
    foreach (damaged($vector->payload()) as $damage => $payload) {
        $difference = disagreement($payload, $options);
        $place = $places ? differentErrors($payload, $options) : null;
        if ($place !== null) {
            echo "$vector->name $damage: $place\n";
        }
        if ($difference === null) {
            ++$passed;
        } else {
            ++$failed;
            echo "$vector->name $damage: ", addcslashes(substr($difference, 0, 400), "\0..\37\177..\377"), "\n";
        }
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
