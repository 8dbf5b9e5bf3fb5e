<?php

declare(strict_types=1);

/*
 * Requests that insert and evict values all the time, for each second of processor time: eight workers with one memory, against eight with memories of
 * their own, each as large ("the same limit") or an eighth of it. Rounds in rotation.
 *
 *     PHP_FPM=/usr/sbin/php-fpm8.2 scripts/php.sh release packages/bench/tools/shared_churn.php [REQUESTS [ROUNDS]]
 */

namespace Brine\Bench;

use Brine\Tests\Resident\Shared\Fpm;

require_once __DIR__ . '/shared/common.php';

const WORKERS = 8;
/** New values in the place of old ones: one in twenty requests. */
const REQUESTS_OF_A_VALUE = 20;
const MODES = [
    'shared' => ['brine.resident_shared=8M'],
    'the same limit' => ['brine.resident_memory=8M'],
    'the same in all' => ['brine.resident_memory=1M'],
];

/** One to four kilobytes; one of three has an object. */
function value(int $number): mixed
{
    $list = [];
    for ($i = 0; $i < 4 + $number % 13; ++$i) {
        $list["row$i"] = ['id' => $i, 'label' => "label $i of value $number", 'tags' => ['a', "tag of $number"]];
    }
    $value = ['number' => $number, 'name' => "name.$number", 'list' => $list, 'text' => \str_repeat("text $number ", 10)];
    if ($number % 3 === 0) {
        $pair = new \Pair();
        [$pair->first, $pair->second] = [$number, $value];

        return [$pair, 'pair'];
    }

    return $value;
}

function directory_of(int $requests): string
{
    static $directory = '';
    if ($directory === '') {
        $directory = \sys_get_temp_dir() . '/brine-bench-churn-' . \getmypid();
        \mkdir("$directory/payloads", 0o755, true);
        \copy(__DIR__ . '/shared/churn.php', "$directory/request.php");
        for ($number = 1; $number <= 300 + \intdiv($requests, REQUESTS_OF_A_VALUE); ++$number) {
            \file_put_contents("$directory/payloads/$number", \brine_serialize(value($number)));
        }
    }

    return $directory;
}

/** Nanoseconds of processor time of some processes. */
function processor_time(array $pids): int
{
    return (int) \array_sum(\array_map(static fn (int $pid): int => (int) \file_get_contents("/proc/$pid/schedstat"), $pids));
}

/** @return array<string, float> requests a second of processor time; and of each request, what it inserted and evicted */
function run(array $settings, int $requests): array
{
    $directory = directory_of($requests);
    $fpm = new Fpm($directory, $settings, ['first' => ['pm = static', 'pm.max_children = ' . WORKERS]]);
    try {
        Fpm::await(static fn (): bool => \count($fpm->workers()) === WORKERS);
        $pids = $fpm->workers();
        $before = processor_time($pids);
        $clients = $pipes = [];
        for ($client = 0; $client < WORKERS; ++$client) {
            $command = [PHP_BINARY, '-n', __DIR__ . '/shared/client.php', $directory, (string) $requests, (string) $client, (string) WORKERS, (string) REQUESTS_OF_A_VALUE];
            $clients[] = \proc_open($command, [1 => ['pipe', 'w']], $pipes[$client]);
        }
        $right = \array_sum(\array_map(static fn (array $pipe): int => (int) \stream_get_contents($pipe[1]), $pipes));
        \array_map(\proc_close(...), $clients);
        $time = processor_time($pids) - $before;
        if ($right !== $requests || \count($pids) !== WORKERS) {
            throw new \RuntimeException("$right of $requests answers are right, of " . \count($pids) . ' workers');
        }
        // Of processes that do not share, one stands for all.
        $times = \str_contains($settings[0], 'shared') ? 1 : WORKERS;
        $status = $fpm->get('first', 'do=status')['status'];
        $hits = $times === 1 ? $status['shared']['hits'] / $requests / 40 : $status['hits'] / ($status['hits'] + $status['misses']);

        return ['rate' => $requests * 1e9 / $time, 'hits' => $hits, 'inserted' => $times * $status['admitted'] / $requests, 'evicted' => $times * $status['evicted'] / $requests];
    } finally {
        $fpm->stop();
    }
}

// As the requests know it.
eval('final class Pair { public mixed $first = null; public mixed $second = null; }');
[$requests, $rounds] = [(int) ($argv[1] ?? 40000), (int) ($argv[2] ?? 5)];
$runs = [];
for ($round = 0; $round < $rounds; ++$round) {
    $modes = \array_keys(MODES);
    foreach ([...\array_slice($modes, $round % 3), ...\array_slice($modes, 0, $round % 3)] as $mode) {
        $runs[$mode][$round] = run(MODES[$mode], $requests);
    }
}
$rows = [['eight workers', 'requests a second of processor time', 'shared, to this', 'hits', 'inserted by a request', 'evicted']];
foreach (\array_keys(MODES) as $mode) {
    $ratios = \array_map(static fn (array $shared, array $own): float => $shared['rate'] / $own['rate'], $runs['shared'], $runs[$mode]);
    [$rate, $hits, $inserted, $evicted] = \array_map(static fn (string $name): float => median(\array_column($runs[$mode], $name)), ['rate', 'hits', 'inserted', 'evicted']);
    $rows[] = [$mode, \sprintf('%.0f', $rate), \sprintf('%.3f (%.3f to %.3f)', median($ratios), \min($ratios), \max($ratios)), \sprintf('%.1f %%', 100 * $hits), \sprintf('%.2f', $inserted), \sprintf('%.2f', $evicted)];
}
echo markdown($rows);
\exec('rm -rf ' . \escapeshellarg(directory_of($requests)));
