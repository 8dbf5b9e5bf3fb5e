<?php

/*
 * Several processes get, set, add, delete, count and update in one store. Nothing is lost, and nothing is wrong.
 *
 *     scripts/php.sh release -d extension=redis tests/stores/stress.php [--operations N] [--processes N] [--store redis|predis|memcached] [--beside 1] [--seed N]
 *
 * --beside 1: then the same with phpredis and igbinary, and with phpredis and native, to compare.
 */

declare(strict_types=1);

namespace Brine\Tests\Stores;

use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/common.php';
require __DIR__ . '/../random.php';

/** @return list<array{string, int}>|string|null */
function address(string $store): array|string|null
{
    return $store === 'memcached' ? (MemcachedServer::three() ?: null) : RedisServer::get()?->socket;
}

/**
 * @param array<string, string> $options
 * @return list<string> what went wrong
 */
function stress(string $store, array $options, int $seed, string $texts): array
{
    $address = address($store);
    if (\is_string($address)) {
        $redis = new \Redis();
        $redis->connect($address);
        $redis->flushAll();
    }
    $processes = (int) $options['--processes'];
    $workers = [];
    $start = \microtime(true);
    for ($i = 0; $i < $processes; ++$i) {
        $workers[] = new Worker(['brine', 'igbinary', 'msgpack', 'redis', 'memcached'], [
            'store' => $store, 'address' => $address, 'write' => 'best', 'seed' => $seed + $i, 'number' => $i, 'texts' => $texts,
            'operations' => \intdiv((int) $options['--operations'] + $processes - 1, $processes),
        ]);
    }
    $sum = ['operations' => 0, 'hits' => 0, 'counted' => 0, 'updated' => 0, 'claimed' => 0, 'cpu' => 0.0];
    $wrong = [];
    foreach ($workers as $worker) {
        $result = $worker->result();
        foreach (\array_keys($sum) as $name) {
            $sum[$name] += $result[$name];
        }
        \array_push($wrong, ...$result['wrong']);
    }
    $seconds = \microtime(true) - $start;
    $last = connect(['store' => $store, 'address' => $address, 'write' => 'best'], null);
    $counter = $last->increment('counter', 0);
    $list = $last->get('list', ['count' => 0]);
    if ($counter !== $sum['counted']) {
        $wrong[] = "the counter is $counter, and {$sum['counted']} were added";
    }
    if ($list['count'] !== $sum['updated']) {
        $wrong[] = "the list has {$list['count']}, and {$sum['updated']} were added";
    }
    $claims = \count(\array_filter(\range(0, 999), static fn (int $i): bool => $last->get("claim$i", null) !== null));
    if ($claims !== $sum['claimed']) {
        $wrong[] = "there are $claims claims, and {$sum['claimed']} were added";
    }
    $memory = isset($redis) ? \sprintf(', Redis has %.1f MB', $redis->info('memory')['used_memory'] / 1e6) : '';
    \printf(
        "%s: %d operations (%d hits, %d updates) by %d processes, %d wrong; %.1f s, %.0f a second, %.1f us of processor each%s\n",
        $store, $sum['operations'], $sum['hits'], $sum['updated'], $processes, \count($wrong), $seconds, $sum['operations'] / $seconds, $sum['cpu'] / \max(1, $sum['operations']) * 1e6, $memory,
    );

    return $wrong;
}

$options = options($argv, ['--operations' => '20000', '--processes' => '8', '--store' => 'redis', '--beside' => '0', '--seed' => '']);
if (!\extension_loaded('redis') || !\extension_loaded('igbinary') || $options['--store'] === 'memcached' && !\extension_loaded('memcached') || address($options['--store']) === null) {
    echo "skipped: it needs a server, and the extensions igbinary and redis\n";
    exit(0);
}
$seed = \Brine\Tests\seed($options['--seed'] === '' ? null : $options['--seed']);
echo "seed $seed\n";
$texts = \tempnam(\sys_get_temp_dir(), 'brine-texts-');
$all = texts();
\file_put_contents($texts, \serialize($all));
\printf("%d texts, %d bytes\n", \count($all), \array_sum(\array_map(\strlen(...), $all)));
$wrong = [];
foreach ([$options['--store'], ...($options['--beside'] === '1' ? ['igbinary alone', 'native alone'] : [])] as $store) {
    \array_push($wrong, ...stress($store, $options, $seed, $texts));
}
\unlink($texts);
foreach (\array_slice($wrong, 0, 20) as $what) {
    echo "wrong: $what\n";
}
$failed = \count($wrong);
echo \max(0, (int) $options['--operations'] - $failed), " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
