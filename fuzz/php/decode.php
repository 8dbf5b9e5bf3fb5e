<?php

/*
 * Hostile bytes. The first one chooses the options, the others are a payload. Payloads that decode are decoded again, since definitions are cached
 * then, and encoded: the new payload must decode to an equal value, which must encode to the same bytes.
 */

declare(strict_types=1);

namespace Brine\Fuzz;

require __DIR__ . '/support.php';
require __DIR__ . '/again.php';

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
