<?php

/*
 * Freezes the format: copies the current vectors that no earlier version has to a folder with the name of a version. Every later build must read
 * them. make freeze is run once for a version, and never again.
 *
 * scripts/php.sh release tests/format/frozen/freeze.php VERSION
 */

declare(strict_types=1);

namespace Brine\Tests\Frozen;

require __DIR__ . '/load.php';

$folder = __DIR__ . "/$argv[1]";
(new Frozen($folder))->write(__DIR__ . '/../vectors');
echo "frozen: $folder\n";
