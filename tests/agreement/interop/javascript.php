<?php

/*
 * Random values between Brine and npm's @msgpack/msgpack, both directions, timestamps and extension types included.
 *
 *     scripts/php.sh release tests/agreement/interop/javascript.php [--count N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Interop;

require __DIR__ . '/bootstrap.php';

// Where scripts/setup.sh puts it.
$directory = \dirname(__DIR__, 3) . '/build/npm';
$options = \getopt('', ['count:', 'seed:']);
\exec('node --version 2>&1', $output, $status);
if ($status !== 0 || !\is_dir("$directory/node_modules/@msgpack/msgpack")) {
    echo "skipped: there is no node, or no @msgpack/msgpack in build/npm\n";
    exit(0);
}
$peer = new Peer(['node', __DIR__ . '/peer.mjs', $directory], hasIntegers: false);
exit($peer->run((int) ($options['count'] ?? 2000), \Brine\Tests\seed($options['seed'] ?? null), 'JavaScript'));
