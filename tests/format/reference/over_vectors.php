<?php

declare(strict_types=1);

/* Common start of the programs that run the reference decoder over the vectors. */

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

require __DIR__ . '/bootstrap.php';
require __DIR__ . '/../vectors/Graph.php';
require __DIR__ . '/../vectors/Vector.php';
require __DIR__ . '/../vectors/classes.php';
