<?php

/*
 * Whether the sweep names a function that writes into an array, and no other one.
 *
 *     scripts/php.sh guard tests/resident/sweep/test.php
 */

declare(strict_types=1);

use Brine\Tests\Checks;

require __DIR__ . '/../../Checks.php';

if (!str_ends_with((string) getenv('BRINE_BUILD'), '-guard') || !function_exists('pcntl_fork')) {
    echo "skipped: this needs the build \"guard\", and pcntl\n";
    exit(0);
}

/** @return array{list<string>, int} what the sweep says of an extension, and its status */
$sweep = static function (string $extension): array {
    exec(escapeshellarg(PHP_BINARY) . ' -n -d extension=' . escapeshellarg(getenv('BRINE_BUILD') . '/modules/brine.so')
        . ' ' . escapeshellarg(__DIR__ . '/run.php') . ' ' . escapeshellarg($extension) . ' 2>&1', $lines, $status);

    return [$lines, $status];
};
$hooks = getenv('BRINE_BUILD') . '/hooks/modules/brine_hooks.so';
Checks::same('an extension that writes', [[
    'brine_hooks writes into values that it is given: brine_write_into',
    '3 functions and methods of 1 extensions were called, 144 calls with up to 72 sets of arguments each',
    '0 passed, 1 failed',
], 1], $sweep($hooks));
[$lines, $status] = $sweep('json');
Checks::same('one that does not', ['1 passed, 0 failed', 0], [end($lines), $status]);
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
