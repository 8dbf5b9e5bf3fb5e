<?php

/*
 * Hostile bytes in a correctly signed frame must decode as without a frame, with errors shifted by the frame's length. The first byte chooses
 * options, and a change to the frame that must make it unreadable.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

const KEY = 'a key of this target';
const CONTEXT = 'a context';

function run(string $input): void
{
    if ($input === '') {
        return;
    }
    Hooks::reset();
    $payload = substr($input, 1);
    $frame = frame(KEY, CONTEXT, $payload);
    // Not the default limits, under which a few bytes can become too large to compare.
    checkSigned($frame, $payload, options(ord($input[0]) & ~16));
    checkForged($frame, ord($input[0]) + strlen($payload));
}

function checkSigned(string $frame, string $payload, array $options): void
{
    $plain = Outcome::ofDecode($payload, $options);
    $steady = !Hooks::$unsteady;
    $keys = [['another', KEY], KEY][strlen($payload) & 1];
    $signed = Outcome::ofSigned($frame, $keys, $options + ['context' => CONTEXT]);
    if (!$steady || Hooks::$unsteady) {
        return;
    }
    // In a frame, igbinary's header is no part of a payload.
    if (str_starts_with($payload, "\0\0\0\2")) {
        $signed->thrown === 'not_brine 0' || finding("signed, with igbinary's header: {$signed->thrown}");

        return;
    }
    $isSame = $plain->thrown === $signed->thrown
        && (!isComparable($payload) || textOf($plain->value) === textOf($signed->value));
    if (!$isSame) {
        finding("signed: {$signed->thrown}; not signed: {$plain->thrown}");
    }
    $encoded = Outcome::ofEncode($plain->value);
    if ($plain->thrown === null && $encoded->thrown === null && !Hooks::$unsteady) {
        $again = brine_serialize_signed($plain->value, KEY, ['context' => CONTEXT]);
        if (!Hooks::$unsteady && $again !== frame(KEY, CONTEXT, $encoded->value)) {
            finding('the payload of a signed value is another one, or its frame');
        }
    }
}

/** One byte changed, one cut off, or another key or context: the frame must not verify. */
function checkForged(string $frame, int $choice): void
{
    $at = $choice * 7 % strlen($frame);
    [$forged, $key, $context] = match ($choice % 5) {
        0, 1 => [substr_replace($frame, chr(ord($frame[$at]) ^ 1 + $choice % 255), $at, 1), KEY, CONTEXT],
        2 => [substr($frame, 0, $at), KEY, CONTEXT],
        3 => [$frame, 'another', CONTEXT],
        4 => [$frame, KEY, CONTEXT . "\0"],
    };
    $outcome = Outcome::ofSigned($forged, $key, ['context' => $context]);
    if (!$outcome->isUnverified()) {
        finding("a forged frame is read: {$outcome->thrown}");
    }
}
