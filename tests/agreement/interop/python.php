<?php

/*
 * Random values between Brine and Python's msgpack, both directions, timestamps and extension types included.
 *
 *     scripts/php.sh release tests/agreement/interop/python.php [--count N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Interop;

require __DIR__ . '/bootstrap.php';

// Debian's, which is where the package installs the module.
$python = '/usr/bin/python3';
$options = \getopt('', ['count:', 'seed:']);
\exec("$python -c 'import msgpack' 2>&1", $output, $status);
if ($status !== 0) {
    echo "skipped: $python has no module msgpack (Debian: python3-msgpack)\n";
    exit(0);
}
$peer = new Peer([$python, __DIR__ . '/peer.py'], hasIntegers: true);
exit($peer->run((int) ($options['count'] ?? 2000), \Brine\Tests\seed($options['seed'] ?? null), 'Python'));
