<?php

declare(strict_types=1);

/*
 * Values that all workers share (docs/resident.md), against each worker's own: memory of eight workers, time of a new worker's second request
 * and of a hit, medians of five runs; instructions of a hit and of a request. With another brine.so, its instructions too.
 *
 *     PHP_FPM=/usr/sbin/php-fpm8.2 scripts/php.sh release packages/bench/tools/shared.php [OTHER_BRINE_SO]
 */

namespace Brine\Bench;

use Brine\Tests\Resident\Shared\Cli;
use Brine\Tests\Resident\Shared\Fpm;

require_once __DIR__ . '/callgrind.php';
require_once __DIR__ . '/shared/common.php';

const WORKERS = 8;
const WARMING = 10;
const ROUNDS = 5;
const RUNS = 5;
const HITS = 1000;
const TIMED_HITS = 1_000_000;
/** How often all values are hit. */
const TIMES = 200;
const MODES = ['its own' => ['brine.resident_memory=256M'], 'shared' => ['brine.resident_memory=256M', 'brine.resident_shared=256M']];

/** @return array<string, float> memory of all workers in kilobytes, requests in microseconds, hits in nanoseconds */
function servers(array $settings): array
{
    $pools = ['new' => ['pm = ondemand', 'pm.max_children = 1', 'pm.max_requests = 2', 'pm.process_idle_timeout = 300s']];
    for ($i = 0; $i < WORKERS; ++$i) {
        $pools = ["pool$i" => []] + $pools;
    }
    $fpm = new Fpm(directory(), $settings, $pools);
    try {
        $memory = 0;
        $warm = $second = [];
        for ($i = 0; $i < WORKERS; ++$i) {
            // Until PHP's allocator has forgotten how much memory the first requests took.
            for ($round = 0; $round < WARMING + ROUNDS; ++$round) {
                $answer = $fpm->get("pool$i", 'do=read');
                $round < WARMING || $warm[] = $answer['microseconds'];
            }
            $pids[] = $answer['pid'];
            expect_sharing($fpm->get("pool$i", 'do=state'), $settings === MODES['shared']);
        }
        foreach ($pids as $pid) {
            $memory += proportional_size($pid);
        }
        for ($round = 0; $round < ROUNDS; ++$round) {
            $fpm->get('new', 'do=read');
            $second[] = $fpm->get('new', 'do=read')['microseconds'];
        }

        for ($round = 0; $round < ROUNDS; ++$round) {
            $answer = $fpm->get("pool$round", 'do=hits&times=' . TIMES);
            $all[] = $answer['microseconds'] * 1000 / TIMES / $answer['values'];
            $hits[] = $fpm->get("pool$round", 'do=hit&count=' . TIMED_HITS)['microseconds'] * 1000 / TIMED_HITS;
        }

        return ['memory' => $memory, 'warm' => median($warm), 'second' => median($second), 'hit' => median($hits), 'all' => median($all)];
    } finally {
        $fpm->stop();
    }
}

/**
 * @param list<string> $settings
 * @return array{hit: float, request: float} instructions of a worker of PHP's own server
 */
function instructions_of_worker(array $settings, string $build): array
{
    $directory = directory();
    $own = (string) \getenv('BRINE_BUILD');
    \putenv("BRINE_BUILD=$build");
    $valgrind = "exec valgrind --quiet --tool=callgrind --dump-before=php_get_temporary_directory --compress-strings=no --callgrind-out-file=$directory/callgrind.%p \"\$@\"";
    $server = new Cli($directory, $settings, 2, $valgrind);
    $pids = [];
    try {
        expect_sharing($server->get('do=state'), $settings === MODES['shared']);
        for ($request = 0; $request < 16; ++$request) {
            $pids[$server->get('do=hit&count=' . HITS)['pid']] = true;
        }
    } finally {
        $server->stop();
        \putenv("BRINE_BUILD=$own");
    }
    $hits = $requests = [];
    foreach (\array_keys($pids) as $pid) {
        // Two parts of each request: what is before its hits, and the hits. The first requests of a process admit the value.
        for ($part = 5; \is_file("$directory/callgrind.$pid.$part"); ++$part) {
            $sum = \array_sum(part("$directory/callgrind.$pid.$part"));
            $part % 2 === 0 ? $hits[] = $sum / HITS : $requests[] = $sum;
        }
    }
    \array_map(\unlink(...), \glob("$directory/callgrind.*") ?: []);

    return ['hit' => median($hits), 'request' => median($requests)];
}

$runs = $medians = [];
for ($run = 0; $run < RUNS; ++$run) {
    foreach (MODES as $mode => $settings) {
        foreach (servers($settings) as $name => $figure) {
            $runs[$mode][$name][] = $figure;
        }
    }
}
foreach ($runs as $mode => $figures) {
    $medians[$mode] = \array_map(median(...), $figures);
}
$counts = \array_map(static fn (array $settings): array => instructions_of_worker($settings, (string) \getenv('BRINE_BUILD')), MODES);
[$own, $shared] = [$medians['its own'], $medians['shared']];
$rows = [
    ['eight workers', 'each its own', 'shared', 'relative'],
    ['memory (PSS), MB', ...\array_map(static fn (float $kilobytes): string => \sprintf('%.1f', $kilobytes / 1024), [$own['memory'], $shared['memory']]), \sprintf('%.2f', $shared['memory'] / $own['memory'])],
    ['a request, ms of processor time', \sprintf('%.2f', $own['warm'] / 1000), \sprintf('%.2f', $shared['warm'] / 1000), \sprintf('%.2f', $shared['warm'] / $own['warm'])],
    ['second request of a new worker, to a warm one', \sprintf('%.2f', $own['second'] / $own['warm']), \sprintf('%.2f', $shared['second'] / $shared['warm']), ''],
    ['a hit of each value, ns', \sprintf('%.0f', $own['all']), \sprintf('%.0f', $shared['all']), \sprintf('%.3f', $shared['all'] / $own['all'])],
    ['a hit of one value, ns', \sprintf('%.0f', $own['hit']), \sprintf('%.0f', $shared['hit']), \sprintf('%.3f', $shared['hit'] / $own['hit'])],
    ['a hit of one value, instructions', \sprintf('%.0f', $counts['its own']['hit']), \sprintf('%.0f', $counts['shared']['hit']), \sprintf('%.3f', $counts['shared']['hit'] / $counts['its own']['hit'])],
    ['begin and end of a request, instructions', \sprintf('%.0f', $counts['its own']['request']), \sprintf('%.0f', $counts['shared']['request']), \sprintf('%+.0f', $counts['shared']['request'] - $counts['its own']['request'])],
];
echo markdown($rows);
if (isset($argv[1])) {
    $other = instructions_of_worker(MODES['its own'], \dirname($argv[1], 2));
    \printf("without the setting, to the other build: a hit %.4f, a request %+.0f instructions\n", $counts['its own']['hit'] / $other['hit'], $counts['its own']['request'] - $other['request']);
}
\exec('rm -rf ' . \escapeshellarg(directory()));
