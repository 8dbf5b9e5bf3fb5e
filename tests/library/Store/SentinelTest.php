<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Store\Cache;
use Brine\Store\PredisCache;
use Brine\Store\RedisCache;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use PHPUnit\Framework\TestCase;
use Predis\Client;

/** The client asks Sentinel for the server. */
final class SentinelTest extends TestCase
{
    #[RequiresPhpExtension('redis')]
    public function testByPhpRedis(): void
    {
        $sentinel = new \RedisSentinel('127.0.0.1', self::sentinel());
        $address = $sentinel->getMasterAddrByName('main');
        self::assertIsArray($address);
        self::assertIsString($address[0]);
        self::assertIsNumeric($address[1]);
        $client = new \Redis();
        $client->connect($address[0], (int) $address[1]);
        $this->assertWorks(new RedisCache($client, new Auto(), 'phpredis:'));
    }

    public function testByPredis(): void
    {
        $client = new Client(['tcp://127.0.0.1:' . self::sentinel()], ['replication' => 'sentinel', 'service' => 'main']);
        $this->assertWorks(new PredisCache($client, new Auto(), 'predis:'));
    }

    private static function sentinel(): int
    {
        return RedisServer::sentinel() ?? self::markTestSkipped('there is no redis-server');
    }

    private function assertWorks(Cache $cache): void
    {
        self::assertTrue($cache->setMultiple(['a' => ['array'], 'b' => 'text'], 60));
        self::assertSame(['a' => ['array'], 'c' => null, 'b' => 'text'], $cache->getMultiple(['a', 'c', 'b']));
        self::assertSame([1, 3], [$cache->increment('count'), $cache->increment('count', 2)]);
        self::assertSame(['array', 'more'], $cache->update('a', static fn (mixed $value): array => [...(array) $value, 'more']));
        self::assertTrue($cache->delete('b'));
        self::assertSame([true, false], [$cache->has('a'), $cache->has('b')]);
        self::assertTrue($cache->clear());
        self::assertSame([false, null], [$cache->has('a'), $cache->counter('count')]);
    }
}
