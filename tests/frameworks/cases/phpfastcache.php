<?php

declare(strict_types=1);

use Brine\Auto;
use Brine\DecodeException;
use Brine\Format;
use Brine\Integration\Phpfastcache\Config;
use Brine\Tests\Frameworks\Client;
use Brine\Tests\Frameworks\Frameworks;
use Brine\Tests\Frameworks\Scenario;
use Phpfastcache\CacheManager;
use Phpfastcache\Drivers\Redis\Config as RedisConfig;

require __DIR__ . '/../start.php';

Frameworks::load(CacheManager::class, ['phpfastcache'], 'phpfastcache');
$client = static function (object $pool): Client {
    return new Client(
        static function (string $key, mixed $value) use ($pool): void {
            $pool->save($pool->getItem($key)->set($value)->expiresAfter(600));
            $pool->detachAllItems();
        },
        static function (string $key) use ($pool): mixed {
            $item = $pool->getItem($key);
            $pool->detachAllItems();

            return $item->isHit() ? $item->get() : null;
        },
    );
};
$page = Frameworks::example('Phpfastcache', ['reports' => $reports = new ArrayObject()], [
    "'host' => '127.0.0.1'" => "'host' => '127.0.0.1', 'port' => $server->port",
    'fn (Throwable $error) => error_log($error->getMessage())' => 'fn (Throwable $error) => $reports->append($error::class)',
]);
$scenario = new Scenario(
    $client(CacheManager::getInstance('redis', new RedisConfig(['host' => '127.0.0.1', 'port' => $server->port]))),
    $client($page['pool']),
    $client(CacheManager::getInstance('brine', new Config(['host' => '127.0.0.1', 'port' => $server->port, 'serializer' => new Auto([Format::Native])]))),
    $bytes,
    $put,
);
$scenario->run(["\xc1\x10\xff", 'a:1:{i:0;', brine_serialize('no item')], []);
// Three, which are also read before they are written again.
Scenario::same('unreadable entries are reported', array_fill(0, 6, DecodeException::class), $reports->getArrayCopy());

require __DIR__ . '/../end.php';
