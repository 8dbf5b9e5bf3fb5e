<?php

declare(strict_types=1);

/*
 * Looks into the caches of keys and of shapes while they fill up: nothing that they have is lost when they grow, nothing is taken for something
 * else, and they end where they should.
 *
 * scripts/php.sh release|asan -d extension=DIR/caches/modules/brine_caches.so tests/limits/caches/run.php
 */

namespace Brine\Tests\Caches;

$checked = brine_check_caches();
$failures = array_filter($checked, static fn (?string $expected) => $expected !== null);
foreach ($failures as $name => $expected) {
    echo "$name: expected $expected\n";
}
printf("%d passed, %d failed\n", count($checked) - count($failures), count($failures));
exit($failures === [] ? 0 : 1);
