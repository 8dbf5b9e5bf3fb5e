<?php

/*
 * Payloads that decode are decoded again, since definitions are cached then, and encoded: the new payload must decode to an equal value, which must
 * encode to the same bytes.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

const MAX_DEPTH = 4096;

/** One call for all decodes, since exception objects in a payload record the line. */
function check(string $payload, array $options, array $encodeOptions = []): void
{
    $text = '';
    for ($i = 0; $i < 3; $i++) {
        $outcome = Outcome::ofDecode($payload, $options);
        if ($i === 0) {
            $first = $outcome->thrown;
            $text = $first ?? checkDecoded($outcome, $payload, $options['allowed_classes'], $encodeOptions);
        } elseif (!Hooks::$unsteady && ($first !== $outcome->thrown || $text !== ($first ?? textOf($outcome->value)))) {
            finding("the same payload decodes to something else: $first, then {$outcome->thrown}");
        }
    }
}

/** Returns the text of the value, and writes to the value. */
function checkDecoded(Outcome $first, string $payload, bool|array $allowed, array $encodeOptions): string
{
    $encoded = Outcome::ofEncode($first->value, $encodeOptions);
    if ($encoded->thrown === null) {
        checkEncoded($first, $encoded->value, $allowed, $encodeOptions);
    } elseif ($encoded->refused && !Hooks::$unsteady && strlen($payload) < MAX_DEPTH / 2) {
        // With longer payloads, hooks that wrap their data in arrays may nest too deep.
        finding("a decoded value cannot be encoded: {$encoded->thrown}");
    }
    $text = textOf($first->value);
    overwrite($first->value);

    return $text;
}

function checkEncoded(Outcome $first, string $payload, bool|array $allowed, array $encodeOptions): void
{
    $again = Outcome::ofDecode($payload, ['allowed_classes' => $allowed]);
    if (Hooks::$unsteady) {
        return;
    }
    if ($again->thrown !== null) {
        finding("what was encoded does not decode: {$again->thrown}");
    }
    if (differ(textOf($first->value), textOf($again->value))) {
        finding('the value is another one after a round trip');
    }
    $encoded = Outcome::ofEncode($again->value, $encodeOptions);
    if (!Hooks::$unsteady && $encoded->value !== $payload && !leavesOut($payload)) {
        finding('equal values have different payloads: ' . bin2hex($payload) . ' ' . bin2hex((string) $encoded->value));
    }
}
