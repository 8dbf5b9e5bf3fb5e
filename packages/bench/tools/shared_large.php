<?php

declare(strict_types=1);

/*
 * A value of 80 MB, like a registry, that fifty workers of php-fpm share: what their memory grows by (PSS), and the peak of a request that reads it.
 *
 *     PHP_FPM=/usr/sbin/php-fpm8.2 scripts/php.sh release packages/bench/tools/shared_large.php
 */

namespace Brine\Bench;

use Brine\Tests\Resident\Shared\Fpm;

require_once __DIR__ . '/shared/common.php';

const WORKERS = 50;
const VALUE = 80 << 20;
/** Requests until PHP's allocator has forgotten how much memory earlier ones took. */
const COOLING = 12;

/** @return list<array<string, mixed>> */
function rows(int $count): array
{
    $rows = [];
    for ($i = 0; $i < $count; ++$i) {
        $rows[] = ['id' => $i, 'title' => "the title of row $i", 'class' => 'Module\\Plugin' . $i % 500, 'tags' => ["tag $i", 'b'], 'weight' => $i % 10];
    }

    return $rows;
}

function bytes_of(string $payload): int
{
    $before = \memory_get_usage();
    $value = \brine_unserialize($payload, ['max_memory' => PHP_INT_MAX, 'max_elements' => PHP_INT_MAX]);
    $bytes = \memory_get_usage() - $before;
    unset($value);

    return $bytes;
}

/** @return array{string, int} a payload, and the bytes of its value */
function payload(): array
{
    for ($count = 100_000; ($bytes = bytes_of($payload = \brine_serialize(rows($count)))) < VALUE; $count += 1000);

    return [$payload, $bytes];
}

/** @param list<string> $pools */
function memory_of(Fpm $fpm, array $pools): int
{
    $pids = [];
    foreach ($pools as $pool) {
        for ($i = 0; $i < COOLING; ++$i) {
            $pids[$pool] = $fpm->get($pool)['pid'];
        }
    }

    return \array_sum(\array_map(proportional_size(...), $pids));
}

/** @return array<string, mixed> */
function ask(Fpm $fpm, string $pool, string $do): array
{
    $answer = $fpm->get($pool, "do=$do");
    if (!isset($answer['peak']) || ($do !== 'payload' && $do !== '' && !$answer['success'])) {
        throw new \RuntimeException("$pool, $do: " . \json_encode($answer));
    }

    return $answer;
}

$directory = \sys_get_temp_dir() . '/brine-bench-large-' . \getmypid();
\mkdir($directory, 0o755);
\copy(__DIR__ . '/shared/large.php', "$directory/request.php");
[$payload, $bytes] = payload();
\file_put_contents("$directory/payload", $payload);
$pools = \array_map(static fn (int $i): string => "pool$i", \range(1, WORKERS));
$settings = ['memory_limit=2G', 'brine.resident_shared=512M', 'extension=apcu', 'apc.shm_size=64M', 'apc.serializer=brine'];
$fpm = new Fpm($directory, $settings, \array_fill_keys($pools, []));
try {
    foreach ($pools as $pool) {
        ask($fpm, $pool, 'payload');
    }
    $untouched = memory_of($fpm, $pools);
    // A decode leaves memory in the C library's heap, whether the value is kept or not.
    ask($fpm, 'pool1', 'plain');
    ask($fpm, 'pool1', 'plain');
    $before = memory_of($fpm, $pools);
    ask($fpm, 'pool1', 'value');
    $kept = ask($fpm, 'pool1', 'value')['status'];
    $hits = 0;
    foreach ($pools as $pool) {
        $hits += ask($fpm, $pool, 'value')['count'] > 0 ? 1 : 0;
    }
    $status = ask($fpm, 'pool1', '')['status'];
    $growth = memory_of($fpm, $pools) - $before;
    $nothing = ask($fpm, 'pool2', '')['peak'];
    $read = ask($fpm, 'pool2', 'payload')['peak'];
    $decoded = ask($fpm, 'pool2', 'value')['peak'];
    ask($fpm, 'pool1', 'store');
    ask($fpm, 'pool1', 'fetch');
    ask($fpm, 'pool1', 'fetch');
    $fetched = ask($fpm, 'pool2', 'fetch')['peak'];
} finally {
    $fpm->stop();
    \exec('rm -rf ' . \escapeshellarg($directory));
}
$megabytes = static fn (int $bytes): string => \sprintf('%.2f', $bytes / (1 << 20));
echo markdown([
    ['a large value', ''],
    ['payload, MB', $megabytes(\strlen($payload))],
    ['decoded in a request, MB', $megabytes($bytes)],
    ['entry, MB', $megabytes($kept['bytes'])],
    ['entries; hits of all workers', "{$status['entries']}; {$status['shared']['hits']} of " . WORKERS],
    ['left by a plain decode in the worker, MB', $megabytes(($before - $untouched) << 10)],
    ['memory of ' . WORKERS . ' workers after that (PSS), MB', $megabytes($before << 10)],
    ['growth when the value is kept, and all have read it, MB', $megabytes($growth << 10)],
    ['growth, to the entry', \sprintf('%.3f', ($growth << 10) / $kept['bytes'])],
    ['peak of a request that reads nothing, MB', $megabytes($nothing)],
    ['peak beyond that: with the payload alone, MB', $megabytes($read - $nothing)],
    ['peak beyond that: with the value, MB', $megabytes($decoded - $nothing)],
    ['peak beyond that: from APCu, MB', $megabytes($fetched - $nothing)],
]);
