<?php

declare(strict_types=1);

/*
 * Memory of 1 to 50 workers of php-fpm that read the values of the corpus, all in each request: decoded each time, kept by each worker, kept once for all.
 * PSS of the workers, without php-fpm's first process. Draws the picture of docs/resident.md.
 *
 *     PHP_FPM=/usr/sbin/php-fpm8.2 scripts/php.sh release packages/bench/tools/shared_memory.php [DIRECTORY_OF_PICTURES]
 */

namespace Brine\Bench;

use Brine\Tests\Resident\Shared\Fpm;

require_once __DIR__ . '/shared/common.php';
require_once __DIR__ . '/shared/picture.php';

const COUNTS = [1, 5, 10, 20, 50];
/** Requests until PHP's allocator has forgotten how much memory the first one took. */
const WARMING = 6;
const MODES = [
    'plain decoding' => ['brine.resident_memory=0'],
    "each its own" => ['brine.resident_memory=64M'],
    'one for all' => ['brine.resident_memory=64M', 'brine.resident_shared=64M'],
];

/** @return array<int, int> kilobytes by number of workers */
function memory_by_workers(array $settings, bool $isShared): array
{
    // A pool has one worker, which begins with its first request.
    $pools = [];
    for ($i = 1; $i <= \max(COUNTS); ++$i) {
        $pools["pool$i"] = ['pm = ondemand', 'pm.max_children = 1', 'pm.process_idle_timeout = 3000s'];
    }
    $fpm = new Fpm(directory(), $settings, $pools);
    $pids = $kilobytes = [];
    try {
        foreach (\array_keys($pools) as $i => $pool) {
            for ($request = 0; $request < WARMING; ++$request) {
                $pids[$i] = $fpm->get($pool, 'do=read')['pid'];
            }
            if (\in_array($i + 1, COUNTS, true)) {
                expect_sharing($fpm->get($pool, 'do=state'), $isShared);
                $kilobytes[$i + 1] = \array_sum(\array_map(proportional_size(...), $pids));
            }
        }

        return $kilobytes;
    } finally {
        $fpm->stop();
    }
}

$megabytes = [];
foreach (MODES as $mode => $settings) {
    foreach (memory_by_workers($settings, $mode === 'one for all') as $count => $kilobytes) {
        $megabytes[$count][$mode] = $kilobytes / 1024;
    }
}
$rows = [['workers', ...\array_map(static fn (string $mode): string => "$mode, MB", \array_keys(MODES)), 'one for all, to its own']];
foreach ($megabytes as $count => $ways) {
    $rows[] = [(string) $count, ...\array_map(static fn (float $bytes): string => \sprintf('%.1f', $bytes), \array_values($ways)), \sprintf('%.2f', $ways['one for all'] / $ways['each its own'])];
}
echo markdown($rows);
if (isset($argv[1])) {
    $values = \count(\glob(directory() . '/payloads/*') ?: []);
    MemoryPicture::write($megabytes, $argv[1], "Shorter is better. $values values of real caches, all read in each request; PSS of php-fpm's workers. PHP " . \PHP_MAJOR_VERSION . '.' . \PHP_MINOR_VERSION . '.');
}
\exec('rm -rf ' . \escapeshellarg(directory()));
