<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Format;
use Brine\Laravel\Store\RedisStore;
use Brine\Tests\Library\RedisServer;
use Illuminate\Cache\Repository;
use PHPUnit\Framework\Attributes\DataProvider;

/** Several servers of Redis: a cluster of three, and two that a Sentinel watches. */
final class ServersTest extends TestCase
{
    /** @return array<string, array{string, list<string>}> client and keys */
    public static function clients(): array
    {
        return ['phpredis' => ['phpredis', []], 'phpredis, signed' => ['phpredis', ['secret of a test']], 'predis' => ['predis', []], 'predis, signed' => ['predis', ['secret of a test']]];
    }

    /** @param list<string> $keys */
    #[DataProvider('clients')]
    public function testACluster(string $client, array $keys): void
    {
        $nodes = [];
        foreach (RedisServer::cluster() as $address) {
            [$host, $port] = \explode(':', $address);
            $nodes[] = ['host' => $host, 'port' => (int) $port];
        }
        $cache = $this->redisCache($client, ['clusters' => ['cache' => $nodes], 'options' => ['cluster' => 'redis', 'prefix' => $client . \count($keys) . ':']], $keys);
        $this->assertWorks($cache, $keys !== []);
        $store = $cache->getStore();
        self::assertInstanceOf(RedisStore::class, $store);
        self::assertSame([true, false], [$store->lock('a', 10)->get(), $store->lock('a', 10)->get()]);
        self::assertSame([true, true], [$cache->forget('key 1'), $cache->missing('key 1')]);
    }

    /** Laravel's connection of phpredis knows no Sentinel. */
    public function testAFailOver(): void
    {
        $sentinel = RedisServer::sentinel() ?? self::fail('There is no redis-server');
        $cache = $this->redisCache('predis', [
            'cache' => ["tcp://127.0.0.1:$sentinel", 'options' => ['replication' => 'sentinel', 'service' => 'main', 'prefix' => '']],
        ], ['secret of a test']);
        self::assertTrue($cache->put('kept', ['value'], 60));
        RedisServer::failOver();
        self::assertSame(['value'], $cache->get('kept'));
        $this->assertWorks($cache, true);
    }

    /**
     * @param array<string, mixed> $redis servers, as config/database.php has them
     * @param list<string> $keys
     */
    private function redisCache(string $client, array $redis, array $keys): Repository
    {
        $app = $this->app('file', ['database.redis' => ['client' => $client] + $redis, 'cache.default' => 'redis', 'cache.stores.redis' => [
            'driver' => 'brine-redis', 'connection' => 'cache', 'lock_connection' => 'cache',
        ], 'brine.keys' => $keys]);

        return self::store($app, 'redis');
    }

    private function assertWorks(Repository $cache, bool $isSigned): void
    {
        $store = $cache->getStore();
        self::assertInstanceOf(RedisStore::class, $store);
        $values = [];
        for ($i = 0; $i < 20; $i++) {
            $values["key $i"] = ['number' => $i, 'thing' => new Thing()];
        }
        self::assertTrue($cache->putMany($values, 60));
        self::assertEquals($values + ['none' => null], $cache->many([...\array_keys($values), 'none']));
        self::assertTrue($cache->forever('text', 'some text'));
        self::assertSame('some text', $cache->get('text'));
        $data = $store->connection()->command('get', [$store->getPrefix() . 'text']);
        self::assertIsString($data);
        self::assertSame($isSigned ? Format::Signed : Format::Brine, Format::of($data));
        $cache->forget('count');
        self::assertSame([true, false], [$cache->add('count', 5, 60), $cache->add('count', 6, 60)]);
        self::assertSame([7, 6], [(int) $cache->increment('count', 2), (int) $cache->decrement('count')]);
        self::assertSame('', $this->log());
    }
}
