<?php

/*
 * Hostile bytes that come again, with the option "resident" and other options in between: at each sight the value, or the refusal, is that of a plain decode,
 * also after the value of the sight before was written to. Payloads of earlier inputs come again in between. The first byte chooses the options.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

const KEY = 'a key';

/** Payloads of the last inputs, each with its first byte. */
const REMEMBERED = 3;

function run(string $input): void
{
    static $remembered = [];
    if ($input === '') {
        return;
    }
    $sequence = crc32($input);
    // Not the default limits, with which a few bytes can become too much to be compared.
    $options = options(ord($input[0]) & ~16);
    $others = options($sequence & 0xEF);
    $payload = substr($input, 1);
    if (!isComparable($payload)) {
        return;
    }
    $steps = [$options, $options, ($sequence & 256) !== 0 ? $others : $options, $options, $others];
    foreach ($steps as $step => $with) {
        checkSight($payload, $with);
        if (($sequence >> 9 + $step & 1) !== 0 && $remembered !== []) {
            [$before, $itsOptions] = $remembered[$sequence % count($remembered)];
            checkSight($before, $itsOptions);
        }
    }
    if (($sequence & 512) !== 0) {
        checkSigned($payload, $options);
    }
    array_unshift($remembered, [$payload, $options]);
    array_splice($remembered, REMEMBERED);
}

function checkSight(string $payload, array $options): void
{
    $expected = seenBy(static fn (): Outcome => Outcome::ofDecode($payload, $options), $steady);
    $actual = seenBy(static fn (): Outcome => Outcome::ofDecode($payload, $options + ['resident' => true]), $again);
    if ($steady && $again && $actual !== $expected) {
        finding('resident: ' . escaped($actual) . '; plain: ' . escaped($expected));
    }
    // By bytes that are opened only where there is no value of them.
    $options += ['resident' => true, 'open' => strrev(...)];
    $actual = seenBy(static fn (): Outcome => Outcome::ofDecode(strrev($payload), $options), $again);
    if ($steady && $again && $actual !== $expected) {
        finding('resident, opened: ' . escaped($actual) . '; plain: ' . escaped($expected));
    }
}

function checkSigned(string $payload, array $options): void
{
    $frame = frame(KEY, '', $payload);
    for ($sight = 0; $sight < 3; $sight++) {
        $expected = seenBy(static fn (): Outcome => Outcome::ofSigned($frame, KEY, $options), $steady);
        $actual = seenBy(static fn (): Outcome => Outcome::ofSigned($frame, KEY, $options + ['resident' => true]), $again);
        if ($steady && $again && $actual !== $expected) {
            finding('signed and resident: ' . escaped($actual) . '; plain: ' . escaped($expected));
        }
        $forged = Outcome::ofSigned(substr_replace($frame, chr(ord($frame[20]) ^ 1), 20, 1), KEY, $options + ['resident' => true]);
        if (!$forged->isUnverified()) {
            finding("a forged frame is read: {$forged->thrown}");
        }
    }
}

/** What a decode came to, in words; the value is written to, and gone. */
function seenBy(\Closure $decode, ?bool &$steady): string
{
    Hooks::reset();
    $outcome = $decode();
    $text = $outcome->thrown ?? textOf($outcome->value);
    overwrite($outcome->value);
    $outcome->value = null;
    gc_collect_cycles();
    $steady = !Hooks::$unsteady;

    return $text;
}
