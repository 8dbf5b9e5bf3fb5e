<?php

/*
 * The suite runs once for each backend: BRINE_PURE_PHP=1 selects the one in PHP, which must always exist; otherwise the extension is required, and
 * the run is skipped if it is not loaded.
 */

declare(strict_types=1);

require __DIR__ . '/../../../tests/bootstrap.php';

if (\getenv('BRINE_PURE_PHP') !== '1' && !\Brine\MessagePack\Backend::isNative()) {
    echo "skipped: no extension with MessagePack functions is loaded\n";
    exit(0);
}
