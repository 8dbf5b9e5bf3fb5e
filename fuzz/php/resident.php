<?php

/*
 * Hostile bytes that are read repeatedly with "resident": each result equals a plain decode's, even after the last value was written to, with
 * other payloads and request hooks in between. The first byte chooses options.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

const KEY = 'a key of this target';

/** Payloads of the last inputs, each with its first byte. */
const REMEMBERED = 3;

// The first hit of a value with objects creates a table for all such values.
for ($sight = 0; $sight < 3; $sight++) {
    brine_unserialize(brine_serialize((object) ['a' => 1]), ['resident' => true]);
}

function run(string $input): void
{
    static $remembered = [];
    if ($input === '') {
        return;
    }
    $sequence = crc32($input);
    // Not the default limits, under which a few bytes can become too large to compare.
    $options = options(ord($input[0]) & ~16);
    $others = options($sequence & 0xEF);
    $payload = substr($input, 1);
    if (!isComparable($payload)) {
        return;
    }
    checkHeld();
    $steps = [$options, $options, ($sequence & 256) !== 0 ? $others : $options, $options, $others];
    foreach ($steps as $step => $with) {
        checkSight($payload, $with);
        if (($sequence >> 9 + $step & 1) !== 0 && $remembered !== []) {
            [$before, $itsOptions] = $remembered[$sequence % count($remembered)];
            checkSight($before, $itsOptions);
        }
        if (($sequence >> 14 + $step & 1) !== 0) {
            call_hooks();
        }
        if (($sequence >> 19 + $step & 1) !== 0 && $payload !== '') {
            $changed = $payload;
            $place = $sequence % strlen($payload);
            $changed[$place] = chr(ord($payload[$place]) ^ 1 << $step);
            isComparable($changed) && checkSight($changed, $with);
        }
    }
    checkHeld($payload, $options);
    if (($sequence & 512) !== 0) {
        checkSigned($payload, $options);
    }
    array_unshift($remembered, [$payload, $options]);
    array_splice($remembered, REMEMBERED);
}

/** Values of the last inputs without objects and references must be unchanged; one more is kept. Values in cycles would outlive the request. */
function checkHeld(?string $payload = null, array $options = []): void
{
    static $held = [];
    foreach ($held as [$value, $text]) {
        if (textOf($value) !== $text) {
            finding('held: ' . escaped(textOf($value)) . '; before: ' . escaped($text));
        }
    }
    $value = $payload === null ? null : Outcome::ofDecode($payload, $options + ['resident' => true])->value;
    $text = is_array($value) || is_string($value) ? textOf($value) : null;
    if ($text !== null && preg_match('/[COEr]:\d/', $text) === 0) {
        array_unshift($held, [$value, $text]);
        array_splice($held, REMEMBERED);
    }
    // A cycle of objects goes before the next sight forgets which of them are awake.
    unset($value);
    gc_collect_cycles();
}

function checkSight(string $payload, array $options): void
{
    $expected = seenBy(static fn (): Outcome => Outcome::ofDecode($payload, $options), $steady);
    $actual = seenBy(static fn (): Outcome => Outcome::ofDecode($payload, $options + ['resident' => true]), $again);
    if ($steady && $again && $actual !== $expected) {
        finding('resident: ' . escaped($actual) . '; plain: ' . escaped($expected));
    }
    // By envelope bytes, which are opened only if no value is kept for them.
    $options += ['resident' => true, 'open' => static function (string $bytes): string {
        call_hooks();

        return strrev($bytes);
    }];
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

/** The result of a decode as text; the value is written to, then freed. */
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
