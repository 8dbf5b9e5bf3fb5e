<?php

/*
 * Hostile bytes. The first one chooses the options, the others are a payload. What decodes is decoded again, since definitions are
 * cached meanwhile, and encoded: the payload of the value must decode to an equal one and be made of it again.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

const MAX_DEPTH = 4096;

function run(string $input): void
{
    if ($input === '') {
        return;
    }
    Hooks::reset();
    if (hasDefaultLimits(ord($input[0])) || !isComparable($input)) {
        $outcome = Outcome::ofDecode(substr($input, 1), options(ord($input[0])));
        Outcome::ofEncode($outcome->value);
    } else {
        check(substr($input, 1), options(ord($input[0])));
    }
}

/** All decodes are one call, since exceptions that a payload makes keep the line. */
function check(string $payload, array $options): void
{
    $text = '';
    for ($i = 0; $i < 3; $i++) {
        $outcome = Outcome::ofDecode($payload, $options);
        if ($i === 0) {
            $first = $outcome->thrown;
            $text = $first ?? checkDecoded($outcome, $payload, $options['allowed_classes']);
        } elseif (!Hooks::$unsteady && ($first !== $outcome->thrown || $text !== ($first ?? textOf($outcome->value)))) {
            finding("the same payload decodes to something else: $first, then {$outcome->thrown}");
        }
    }
}

/** Returns the text of the value, which is written to. */
function checkDecoded(Outcome $first, string $payload, bool|array $allowed): string
{
    $encoded = Outcome::ofEncode($first->value);
    if ($encoded->thrown === null) {
        checkEncoded($first, $encoded->value, $allowed);
    } elseif ($encoded->refused && !Hooks::$unsteady && strlen($payload) < MAX_DEPTH / 2) {
        // In longer ones, arrays that hooks put around what they encode may be too many.
        finding("a decoded value cannot be encoded: {$encoded->thrown}");
    }
    $text = textOf($first->value);
    overwrite($first->value);

    return $text;
}

function checkEncoded(Outcome $first, string $payload, bool|array $allowed): void
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
    $encoded = Outcome::ofEncode($again->value);
    if (!Hooks::$unsteady && $encoded->value !== $payload && !leavesOut($payload)) {
        finding('equal values have different payloads: ' . bin2hex($payload) . ' ' . bin2hex((string) $encoded->value));
    }
}
