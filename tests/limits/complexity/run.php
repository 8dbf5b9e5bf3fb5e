<?php

/*
 * The scripts that measure do run: each with the least to do. No figure of theirs is looked at.
 *
 *     scripts/php.sh release tests/limits/complexity/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

use Brine\Tests\Checks;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/measure.php';

/** Arguments, and how a row begins that is printed then. */
const CALLS = [
    ['linear.php --largest 1000 --rounds 1', 'small maps of other keys'],
    ['attack.php --largest 10000 --rounds 1 --only one', 'integer keys of one slot'],
    ['memory.php --only 64', 'a string of 64 KB'],
];

foreach (CALLS as [$call, $row]) {
    if (PHP_INT_SIZE < 8 && str_starts_with($call, 'attack')) {
        echo "skipped: attack.php chooses keys for integers of 64 bits\n";
        continue;
    }
    $words = explode(' ', $call);
    $process = proc_open(command(__DIR__ . '/' . array_shift($words), ...$words), [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $output = (string) stream_get_contents($pipes[1]);
    Checks::same("$call: " . substr($output, -400), [true, 0], [str_contains($output, "\n$row "), proc_close($process)]);
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
