<?php

declare(strict_types=1);

/*
 * Runs the reference decoder over every vector, and over every strict prefix of the valid ones.
 *
 * php tests/format/reference/check.php
 */

namespace Brine\Tests\Reference;

use Brine\Tests\Vectors\Graph;
use Brine\Tests\Vectors\Vector;

require __DIR__ . '/over_vectors.php';

// Native text of an array that is shared forty deep is long.
ini_set('memory_limit', '1G');

// A class of the vectors gets a dynamic property.
error_reporting(E_ALL & ~E_DEPRECATED);

/** Prefixes of payloads longer than this are tried only within EDGE bytes of either end. */
const LONG = 1024;
const EDGE = 8;

/** @return string|null What is wrong, or null. */
function difference(Vector $vector): ?string
{
    try {
        $value = Decoder::decode($vector->payload(), $vector->options);
    } catch (MalformedPayload $error) {
        // What PHP refuses to build has its place in the native text, and none in the payload.
        $asStated = ($vector->offset === $error->offset || $error->offset === null) && $vector->reason === $error->reason;

        return $asStated ? null : 'threw ' . $error->getMessage();
    } catch (\Throwable $error) {
        return $error::class === $vector->throws || in_array($vector->reason, ['bad_class', 'bad_property'], true)
            ? null
            : 'threw ' . $error::class . ': ' . $error->getMessage();
    }
    if (!$vector->isValid()) {
        return 'threw nothing';
    }
    $expected = $vector->value();

    return match (true) {
        serialize($value) !== serialize($expected) => 'decodes to ' . serialize($value),
        Graph::describe($value) !== Graph::describe($expected) => 'decodes to the graph ' . Graph::describe($value),
        default => null,
    };
}

/** @return string|null What is wrong, or null. */
function prefixThatDecodes(Vector $vector): ?string
{
    $payload = $vector->payload();
    for ($size = 0; $size < strlen($payload); ++$size) {
        if ($size === EDGE && strlen($payload) > LONG) {
            $size = strlen($payload) - EDGE;
        }
        try {
            Decoder::nativeText(substr($payload, 0, $size), $vector->options);
        } catch (MalformedPayload) {
            continue;
        }

        return "the first $size bytes alone decode";
    }

    return null;
}

$passed = $failed = 0;
foreach (Vector::all(__DIR__ . '/../vectors') as $vector) {
    foreach ([difference(...), $vector->isValid() ? prefixThatDecodes(...) : null] as $check) {
        if ($check === null) {
            continue;
        }
        $wrong = $check($vector);
        if ($wrong === null) {
            ++$passed;
        } else {
            ++$failed;
            echo "$vector->name: ", substr($wrong, 0, 1000), "\n";
        }
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
