<?php

declare(strict_types=1);

/*
 * Runs the extension over all vectors: values, canonical bytes, and errors with offset and reason. Every strict prefix throws
 * Brine\DecodeException. No prefix or bit flip causes a warning.
 *
 *     php -n -d extension=ext/modules/brine.so tests/format/vectors/check.php [part of a vector's name]
 */

namespace Brine\Tests\Vectors;

use Brine\DecodeException;

require __DIR__ . '/Graph.php';
require __DIR__ . '/Vector.php';
require __DIR__ . '/classes.php';

/** Longer payloads are cut and changed only within this many bytes of either end. */
const EDGE = 256;

/** Keeps a changed count of a run or table from filling the memory. */
const MAX_ELEMENTS_OF_DAMAGED = 65_536;

final class Failure extends \Exception
{
}

function expect(bool $condition, string $message): void
{
    if (!$condition) {
        throw new Failure($message);
    }
}

function checkValue(Vector $vector): void
{
    $payload = $vector->payload();
    $value = \brine_unserialize($payload, $vector->options);
    $expected = $vector->value();
    expect(serialize($value) === serialize($expected), 'decodes to ' . serialize($value));
    expect(Graph::describe($value) === Graph::describe($expected), 'decodes to the graph ' . Graph::describe($value));
    if ($vector->canonical) {
        $writing = $vector->writing();
        $again = \brine_serialize($value, $writing);
        expect($again === $payload, 'what it decodes to encodes to ' . bin2hex($again));
        $encoded = \brine_serialize($expected, $writing);
        $bitsAreLost = str_contains($vector->nativeText(), 'd:NAN;');
        expect($encoded === $payload || $bitsAreLost, 'the value encodes to ' . bin2hex($encoded));
    }
}

/** The native text, with all integers in it that this PHP has not as strings. Where it has 64 bits, there are none. */
function textOfThisPhp(Vector $vector): string
{
    return preg_replace_callback(
        '/(?<=^|[;{])i:(-?\d+)(?=;)/',
        static fn (array $match): string => (string) (int) $match[1] === $match[1] ? $match[0] : 's:' . strlen($match[1]) . ":\"$match[1]\"",
        $vector->nativeText(),
    );
}

/** A payload with integers that this PHP has not: it is refused for these, or, where they are keys in the form of strings, these stay strings. */
function checkOutOfRange(Vector $vector): void
{
    try {
        $value = \brine_unserialize($vector->payload(), $vector->options);
    } catch (DecodeException $error) {
        expect($error->getReason() === 'out_of_range', $error->getMessage());

        return;
    }
    expect(serialize($value) === textOfThisPhp($vector), 'decodes to ' . serialize($value));
}

function checkError(Vector $vector): void
{
    try {
        $value = \brine_unserialize($vector->payload(), $vector->options);
    } catch (DecodeException $error) {
        $message = 'threw at ' . $error->getOffset() . ': ' . $error->getMessage();
        expect($vector->allows($error->getOffset(), $error->getReason()), "$message ({$error->getReason()})");

        return;
    } catch (\Throwable $error) {
        expect($vector->throws === $error::class, 'threw ' . $error::class . ': ' . $error->getMessage());

        return;
    }
    throw new Failure('decodes to ' . serialize($value));
}

function checkPrefixes(Vector $vector): void
{
    $payload = $vector->payload();
    foreach (positions($payload) as $size) {
        try {
            \brine_unserialize(substr($payload, 0, $size), $vector->options);
        } catch (\Throwable $error) {
            checkThrown($error, $size);
            expect(
                $error instanceof DecodeException || !$vector->isValid(),
                "the first $size bytes throw " . $error::class . ': ' . $error->getMessage(),
            );
            continue;
        }
        expect(!$vector->isValid(), "the first $size bytes alone decode");
    }
}

function checkBitFlips(Vector $vector): void
{
    $payload = $vector->payload();
    $options = $vector->options;
    $options['max_elements'] = min($options['max_elements'] ?? PHP_INT_MAX, MAX_ELEMENTS_OF_DAMAGED);
    // Sanitizers make all of them take many minutes: there, and in make test, each byte has another one of its bits changed.
    $isSlow = getenv('SKIP_ASAN') !== false || getenv('BRINE_ONE_BIT') !== false;
    foreach (positions($payload) as $position) {
        foreach ($isSlow ? [$position % 8] : range(0, 7) as $bit) {
            $changed = $payload;
            $changed[$position] = chr(ord($payload[$position]) ^ 1 << $bit);
            try {
                \brine_unserialize($changed, $options);
            } catch (Failure $failure) {
                throw new Failure("with bit $bit of byte $position changed: " . $failure->getMessage());
            } catch (\Throwable $error) {
                checkThrown($error, strlen($payload));
            }
        }
    }
}

function checkThrown(\Throwable $error, int $size): void
{
    if ($error instanceof Failure) {
        throw $error;
    }
    if ($error instanceof DecodeException) {
        $offset = $error->getOffset();
        expect($offset >= 0 && $offset <= $size, "the error of $size bytes is reported at $offset");
    }
}

/** @return iterable<int> */
function positions(string $payload): iterable
{
    $size = strlen($payload);
    // A part under sanitizers.
    $step = getenv('SKIP_ASAN') !== false && getenv('BRINE_ONE_BIT') !== false ? 4 : 1;
    for ($position = 0; $position < $size; $position += $step) {
        if ($position === EDGE && $size > 2 * EDGE) {
            $position = $size - EDGE;
        }
        yield $position;
    }
}

set_error_handler(static function (int $level, string $message): bool {
    // Natively, too, a property that the class does not have is created with this notice.
    if ($level === E_DEPRECATED && str_starts_with($message, 'Creation of dynamic property')) {
        return true;
    }
    if (error_reporting() & $level) {
        throw new Failure("PHP says: $message");
    }

    return true;
});

set_time_limit(600);
$part = $argv[1] ?? '';
$passed = $failed = 0;
foreach (Vector::all(__DIR__) as $vector) {
    if (!str_contains($vector->name, $part)) {
        continue;
    }
    $check = match (true) {
        !$vector->isValid() => checkError(...),
        textOfThisPhp($vector) !== $vector->nativeText() => checkOutOfRange(...),
        default => checkValue(...),
    };
    foreach ([$check, checkPrefixes(...), checkBitFlips(...)] as $check) {
        try {
            $check($vector);
            ++$passed;
        } catch (\Throwable $wrong) {
            ++$failed;
            $what = $wrong instanceof Failure ? '' : 'threw ' . $wrong::class . ': ';
            echo "$vector->name: ", $what, substr($wrong->getMessage(), 0, 1000), "\n";
        }
    }
}
// Remaining cycles would look like leaks.
gc_collect_cycles();
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
