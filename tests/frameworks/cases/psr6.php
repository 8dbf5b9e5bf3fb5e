<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\Format;
use Brine\Store\RedisCache;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\Psr16Adapter;

require __DIR__ . '/../start.php';

$client = static fn (CacheItemPoolInterface $pool): Client => new Client(
    static fn (string $key, mixed $value): bool => $pool->save($pool->getItem($key)->set($value)),
    static function (string $key) use ($pool): mixed {
        $item = $pool->getItem($key);

        return $item->isHit() ? $item->get() : null;
    },
);
$native = $client(new Psr16Adapter(new RedisCache($redis, new Auto([Format::Native]), 'app:')));
$page = Frameworks::example('Psr16Adapter', ['redis' => $redis]);
$scenario = new Scenario(
    $native,
    $client($page['pool']),
    $native,
    static fn (string $key): string => $bytes("app:$key"),
    static fn (string $key, string $data): bool => $put("app:$key", $data),
);
$scenario->run();
$scenario->readsIgbinary();

require __DIR__ . '/../end.php';
