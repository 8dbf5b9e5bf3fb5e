<?php

/*
 * What a store takes beside its serializer, for an entry of about 1 KB: writing and reading it, with a client that does nothing but keep it. It prints
 * nanoseconds, the least of many runs, and fails by none of them: timing decides no test.
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

/** @return float nanoseconds of a call */
function least(\Closure $call): float
{
    $least = \INF;
    for ($run = 0; $run < 200; ++$run) {
        $start = \hrtime(true);
        for ($i = 0; $i < 500; ++$i) {
            $call();
        }
        $least = \min($least, (\hrtime(true) - $start) / 500);
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
$rounds = [
    'write' => [static fn () => $client->set('app:bare', $auto->serialize($value)), static fn () => $store->set('key', $value)],
    'read' => [static fn () => $auto->unserialize($client->get('app:bare')), static fn () => $store->get('key')],
];
$store->set('key', $value);
$sums = [0.0, 0.0];
foreach ($rounds as $name => [$bare, $whole]) {
    $times = [\min(least($bare), least($bare)), \min(least($whole), least($whole))];
    \printf("%-6s serializer %5.0f ns, in the store %5.0f ns, %+.1f %%\n", $name, $times[0], $times[1], ($times[1] / $times[0] - 1) * 100);
    $sums[0] += $times[0];
    $sums[1] += $times[1];
}
\printf("%-6s serializer %5.0f ns, in the store %5.0f ns, %+.1f %%\n", 'both', $sums[0], $sums[1], ($sums[1] / $sums[0] - 1) * 100);
