<?php

/*
 * A hostile dictionary, and a hostile payload that names it (or the dictionary alone). Input: a byte of options, two bytes of size, dictionary,
 * payload. Accepting is deterministic; entries equal those of a decode; a rejected one stays unknown.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';
require __DIR__ . '/again.php';

const HEADER = "\xC1\x10";
const HEADER_WITH_DICTIONARY = "\xC1\x12";
const ID_SIZE = 8;
const KEY = 'a key of this target';

/** Number of entries of each kind that are checked, besides the last one. They reach the second form of each number. */
const ENTRIES = 50;

function run(string $input): void
{
    if (strlen($input) < 3) {
        return;
    }
    Hooks::reset();
    $size = ord($input[1]) | ord($input[2]) << 8;
    $file = substr($input, 3, $size);
    $hash = hash('sha256', $file, true);
    $refusal = refusalOf($file, bin2hex(substr($hash, 0, ID_SIZE)));
    if ($refusal === null) {
        checkEntries($file, $hash);
    }
    $payload = substr($input, 3 + $size);
    if ($payload === '') {
        return;
    }
    if (str_starts_with($payload, HEADER)) {
        $payload = HEADER_WITH_DICTIONARY . substr($hash, 0, ID_SIZE) . substr($payload, strlen(HEADER));
        if ($refusal !== null) {
            checkUnknown($payload);
        }
    }
    if ($refusal === null) {
        checkPayload($payload, $file, $hash, ord($input[0]));
    }
}

/** The reason for refusing it, or null. */
function refusalOf(string $file, string $id): ?string
{
    for ($i = 0; $i < 2; $i++) {
        $outcome = Outcome::ofLoad($file);
        if ($i === 0) {
            $first = $outcome->thrown;
        } elseif ($outcome->thrown !== $first) {
            finding("the same dictionary comes to something else: $first, then {$outcome->thrown}");
        }
        if ($outcome->thrown === null && $outcome->value !== $id) {
            finding("the dictionary $id is called {$outcome->value}");
        }
    }
    if ($first !== null && brine_dictionary_info($id) !== []) {
        finding("a dictionary is known that was refused: $first");
    }

    return $first;
}

function checkEntries(string $file, string $hash): void
{
    [$strings, $shapes, $arrays] = brine_unserialize($file, ['max_elements' => 1 << 20]);
    $info = brine_dictionary_info(bin2hex(substr($hash, 0, ID_SIZE)));
    $known = [$info['hash'], $info['bytes'], $info['strings'], $info['shapes'], $info['arrays'], $info['elements']];
    $expected = [bin2hex($hash), strlen($file), count($strings), count($shapes), count($arrays)];
    $expected[] = array_sum(array_map(static fn (array $array): int => count($array, COUNT_RECURSIVE), $arrays));
    if ($known !== $expected) {
        finding('the dictionary is described as ' . json_encode($known) . ' and not ' . json_encode($expected));
    }
    $head = HEADER_WITH_DICTIONARY . substr($hash, 0, ID_SIZE);
    foreach (someOf($strings) as $number => $string) {
        checkEntry($head . ($number < 48 ? chr(0x70 + $number) : "\xE6" . uv($number)), $string);
        checkEntry($head . "\xE6" . uv($number), $string);
    }
    foreach (someOf($arrays) as $number => $array) {
        checkEntry($head . ($number < 1536 ? pack('n', 0xD200 + $number) : "\xEB" . uv($number)), $array);
        checkEntry($head . "\xEB" . uv($number), $array);
    }
    foreach (someOf($shapes) as $number => $shape) {
        if (array_shift($shape) === 0) {
            $instance = array_fill_keys($shape, 0);
            $zeros = str_repeat("\0", count($shape));
            checkEntry($head . ($number < 12 ? chr(0xB4 + $number) : "\xEA" . uv($number)) . $zeros, $instance);
            checkEntry("$head\xEA" . uv($number) . $zeros, $instance);
        }
    }
}

/** @return array<int, mixed> by number */
function someOf(array $entries): array
{
    return array_slice($entries, 0, ENTRIES) + array_slice($entries, -1, preserve_keys: true);
}

function uv(int $number): string
{
    return match (true) {
        $number < 192 => chr($number),
        $number < 8384 => pack('n', 0xC000 + $number - 192),
        default => "\xE0" . pack('v', $number - 8384),
    };
}

function checkEntry(string $payload, string|array $entry): void
{
    $outcome = Outcome::ofDecode($payload);
    if ($outcome->thrown !== null || $outcome->value !== $entry) {
        finding('an entry is another one than in the file: ' . escaped($payload) . " {$outcome->thrown}");
    }
}

function checkUnknown(string $payload): void
{
    $outcome = Outcome::ofDecode($payload);
    if ($outcome->thrown !== 'unknown_dictionary ' . strlen(HEADER)) {
        finding("a payload is read whose dictionary was refused: {$outcome->thrown}");
    }
}

function checkPayload(string $payload, string $file, string $hash, int $choice): void
{
    $options = options($choice);
    if (hasDefaultLimits($choice) || !isComparable($file . $payload) || leavesOut($file . $payload)) {
        $outcome = Outcome::ofDecode($payload, $options);
        Outcome::ofEncode($outcome->value, ['dictionary' => bin2hex(substr($hash, 0, ID_SIZE))]);

        return;
    }
    $encodeOptions = ['dictionary' => bin2hex(substr($hash, 0, ID_SIZE))];
    check($payload, $options, $encodeOptions);
    checkWithout($payload, $options, $encodeOptions);
    checkResident($payload, $options);
    checkSigned($payload, $options);
}

/** A dictionary never makes a payload larger, unless a hook may return something else the next time; both payloads decode to the same value. */
function checkWithout(string $payload, array $options, array $encodeOptions): void
{
    $outcome = Outcome::ofDecode($payload, $options);
    $without = Outcome::ofEncode($outcome->value);
    $with = Outcome::ofEncode($outcome->value, $encodeOptions);
    if (Hooks::$unsteady || $without->thrown !== null || $with->thrown !== null) {
        return;
    }
    if (strlen($with->value) > strlen($without->value) && preg_match('/(?:^|[;{])[OCE]:\d/', textOf($outcome->value)) === 0) {
        finding('with the dictionary the payload is larger: ' . escaped($with->value) . ' and ' . escaped($without->value));
    }
    $options = ['allowed_classes' => $options['allowed_classes']];
    $again = Outcome::ofDecode($without->value, $options);
    if (!Hooks::$unsteady && $again->thrown === null && differ(textOf($outcome->value), textOf($again->value))) {
        finding('without the dictionary the value is another one');
    }
}

/** The values kept for the process equal those of a plain decode. */
function checkResident(string $payload, array $options): void
{
    for ($sight = 0; $sight < 3; $sight++) {
        $plain = Outcome::ofDecode($payload, $options);
        $text = $plain->thrown ?? textOf($plain->value);
        $resident = Outcome::ofDecode($payload, $options + ['resident' => true]);
        if (!Hooks::$unsteady && $text !== ($resident->thrown ?? textOf($resident->value))) {
            finding("resident: {$resident->thrown}; plain: {$plain->thrown}");
        }
        overwrite($resident->value);
    }
}

/** A verified frame is read or refused like its payload. A forged one that names an unknown dictionary returns null. */
function checkSigned(string $payload, array $options): void
{
    $frame = frame(KEY, '', $payload);
    $plain = Outcome::ofDecode($payload, $options);
    $steady = !Hooks::$unsteady;
    $signed = Outcome::ofSigned($frame, KEY, $options);
    if (!$steady || Hooks::$unsteady) {
        return;
    }
    // In a frame, igbinary's header is no part of a payload.
    if (str_starts_with($payload, "\0\0\0\2")) {
        $signed->thrown === 'not_brine 0' || finding("signed, with igbinary's header: {$signed->thrown}");

        return;
    }
    if ($plain->thrown !== $signed->thrown || textOf($plain->value) !== textOf($signed->value)) {
        finding("signed: {$signed->thrown}; not signed: {$plain->thrown}");
    }
    $forged = Outcome::ofSigned(substr($frame, 0, FRAME_SIZE) . HEADER_WITH_DICTIONARY . hash('sha256', $payload, true), KEY, $options);
    if (!$forged->isUnverified()) {
        finding("a forged frame is read: {$forged->thrown}");
    }
}
