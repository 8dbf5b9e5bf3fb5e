<?php

/*
 * What a store takes beside its serializer, for an entry of about 1 KB: writing and reading it, with a client that does nothing but keep it, and with a
 * Redis on a socket of this machine. It prints nanoseconds, the least of many runs, and fails by none of them: timing decides no test.
 *
 *     scripts/php.sh release -d extension=redis tests/stores/overhead.php
 */

declare(strict_types=1);

namespace Brine\Tests\Stores;

use Brine\Auto;
use Brine\Store\RedisCache;

require __DIR__ . '/common.php';

/** A client that keeps entries in an array. */
final class Keeping extends \Redis
{
    /** @var array<string, string> */
    private array $entries = [];

    public function get($key): string|false
    {
        return $this->entries[$key] ?? false;
    }

    public function set($key, $value, $options = null): bool
    {
        $this->entries[$key] = $value;

        return true;
    }

    public function mget($keys): array
    {
        return \array_map($this->get(...), $keys);
    }

    public function getOption($option): mixed
    {
        return 0;
    }

    public function _prefix($key): string
    {
        return $key;
    }

    public function clearLastError(): bool
    {
        return true;
    }

    public function getLastError(): ?string
    {
        return null;
    }
}

/** @return float nanoseconds for an entry, of which a call has so many */
function least(\Closure $call, int $count): float
{
    $least = \INF;
    $calls = \intdiv(500, $count);
    for ($run = 0; $run < 100; ++$run) {
        $start = \hrtime(true);
        for ($i = 0; $i < $calls; ++$i) {
            $call();
        }
        $least = \min($least, (\hrtime(true) - $start) / $calls / $count);
    }

    return $least;
}

$rows = [];
for ($i = 0; $i < 7; ++$i) {
    $rows["key$i"] = ['id' => $i * 1000, 'title' => "Some title $i", 'tags' => ['a', 'b', "tag $i"], 'price' => $i * 1.1];
}
$value = ['title' => \str_repeat('Lorem ipsum ', 20), 'rows' => $rows, 'body' => \str_repeat('0123456789abcdef', 25), 'list' => \range(1, 60), 'object' => new \ArrayObject([1, 2, 3])];
$client = new Keeping();
$auto = new Auto();
$store = new RedisCache($client, $auto, 'app:');
$data = $auto->serialize($value);
$client->set('app:bare', $data);
echo \strlen($data), " bytes\n";
// What the client takes is not the store's.
$keys = \array_map(static fn (int $i): string => "key$i", \range(1, 100));
$names = \array_map(static fn (string $key): string => "app:$key", $keys);
foreach ($names as $name) {
    $client->set($name, $data);
}
$store->set('key', $value);
$rounds = [
    'set' => [static fn () => $client->set('app:bare', $auto->serialize($value)), static fn () => $store->set('key', $value)],
    'get' => [static fn () => $auto->unserialize($client->get('app:bare')), static fn () => $store->get('key')],
    'getMultiple of 100' => [static fn () => \array_map($auto->unserialize(...), $client->mget($names)), static fn () => $store->getMultiple($keys)],
];
$server = \Brine\Tests\Library\RedisServer::get();
if ($server !== null) {
    $redis = new \Redis();
    $redis->connect($server->socket);
    $real = new RedisCache($redis, $auto, 'app:');
    $rounds['set, in Redis'] = [static fn () => $redis->set('app:bare', $auto->serialize($value)), static fn () => $real->set('key', $value)];
    $rounds['get, in Redis'] = [static fn () => $auto->unserialize($redis->get('app:bare')), static fn () => $real->get('key')];
}
foreach ($rounds as $name => [$bare, $whole]) {
    $count = \str_ends_with($name, '100') ? 100 : 1;
    $times = [\INF, \INF];
    // One beside the other, so that what else the machine does is the same for both.
    for ($i = 0; $i < 5; ++$i) {
        $times = [\min($times[0], least($bare, $count)), \min($times[1], least($whole, $count))];
    }
    \printf("%-18s serializer %5.0f ns, in the store %5.0f ns, %+.1f %%\n", $name, $times[0], $times[1], ($times[1] / $times[0] - 1) * 100);
}
