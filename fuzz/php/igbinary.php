<?php

/*
 * Hostile bytes of igbinary's format. The first one chooses the options, the others follow the header. What decodes does so again, and Brine encodes
 * it or refuses: what igbinary's format shares may be too deep, or an array inside itself.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';

const HEADER = "\0\0\0\2";

function run(string $input): void
{
    if ($input === '') {
        return;
    }
    Hooks::reset();
    $options = options(ord($input[0]) & ~64);
    $payload = HEADER . substr($input, 1);
    $isComparable = !hasDefaultLimits(ord($input[0])) && longestString($payload) * strlen($payload) <= 300_000;
    $text = null;
    for ($i = 0; $i < 2; $i++) {
        $outcome = Outcome::ofForeign('brine_igbinary_unserialize', $payload, $options);
        Outcome::ofEncode($outcome->value);
        if (!$isComparable) {
            return;
        }
        $found = $outcome->thrown ?? textOf($outcome->value);
        if ($i > 0 && !Hooks::$unsteady && $found !== $text) {
            finding("the same bytes decode to something else: $text, then $found");
        }
        $text = $found;
        overwrite($outcome->value);
    }
}

/** An upper bound for a string of the value; an exception says where it was made, in any number of rows. */
function longestString(string $payload): int
{
    $longest = preg_match('/Exception|Error/i', $payload) === 1 ? 8 * 1024 : 256;

    return preg_match('/[\x12\x13\x26]/', $payload) === 1 ? max($longest, strlen($payload)) : $longest;
}
