<?php

declare(strict_types=1);

require __DIR__ . '/../bootstrap.php';
require __DIR__ . '/../codecs.php';

if (!\function_exists('brine_serialize')) {
    echo "skipped: the extension brine is not loaded, and there are no functions in its place\n";
    exit(0);
}
