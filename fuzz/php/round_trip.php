<?php

/*
 * Values that the input describes must survive a round trip with equal native text and payload. The first byte is the size, and whether native
 * serializes first, which builds the objects' property tables.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';
require __DIR__ . '/values.php';

function run(string $input): void
{
    if ($input === '') {
        return;
    }
    Hooks::reset();
    $value = (new Values(substr($input, 1), (ord($input[0]) & 14) === 14 ? 3000 : 400))->value();
    // A PHP reference with one holder is encoded as its value; garbage must not hold it too.
    gc_collect_cycles();
    if ((ord($input[0]) & 1) !== 0) {
        textOf($value);
    }
    $encoded = Outcome::ofEncode($value);
    if ($encoded->thrown !== null && !Hooks::$unsteady) {
        finding("the value cannot be encoded: {$encoded->thrown}");
    }
    if ($encoded->thrown === null) {
        checkPayload($value, $encoded->value, Hooks::$unsteady ? '' : textOf($value));
    }
}

function checkPayload(mixed &$value, string $payload, string $text): void
{
    if (!Hooks::$unsteady && Outcome::ofEncode($value)->value !== $payload) {
        finding('the same value has two payloads');
    }
    // The second decode caches a definition, and the third one uses the cache.
    for ($i = 0; $i < 3; $i++) {
        $decoded = Outcome::ofDecode($payload);
        if (!Hooks::$unsteady) {
            checkDecoded($decoded, $payload, $text);
        }
        overwrite($decoded->value);
    }
}

function checkDecoded(Outcome $decoded, string $payload, string $text): void
{
    if ($decoded->thrown !== null) {
        finding("what was encoded does not decode: {$decoded->thrown}");
    }
    if (differ($text, textOf($decoded->value))) {
        finding("the value is another one after a round trip:\n" . escaped($text) . "\n" . escaped(textOf($decoded->value)));
    }
    $again = Outcome::ofEncode($decoded->value);
    if ($again->value !== $payload && !leavesOut($payload)) {
        finding("equal values have different payloads:\n" . bin2hex($payload) . "\n" . bin2hex((string) $again->value));
    }
}
