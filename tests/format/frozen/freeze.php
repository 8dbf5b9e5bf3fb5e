<?php

/*
 * Freezes the format: copies the current vectors to a folder with the name of the extension's version. Every later build must read them. make
 * freeze is run once for a release, and never again for that version.
 *
 * scripts/php.sh release tests/format/frozen/freeze.php
 */

declare(strict_types=1);

namespace Brine\Tests\Frozen;

require __DIR__ . '/load.php';

$folder = __DIR__ . '/' . \phpversion('brine');
(new Frozen($folder))->write(__DIR__ . '/../vectors');
echo "frozen: $folder\n";
