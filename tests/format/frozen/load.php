<?php

/* The classes of the vectors, of the library, and of the tests of what is frozen. */

declare(strict_types=1);

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../codecs.php';
require __DIR__ . '/../vectors/Graph.php';
require __DIR__ . '/../vectors/Vector.php';
require __DIR__ . '/../vectors/classes.php';
require __DIR__ . '/Frozen.php';
require __DIR__ . '/Folder.php';
require __DIR__ . '/Unchanged.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
// As natively: a property that the class does not have is created with a notice.
error_reporting(E_ALL & ~E_DEPRECATED);
