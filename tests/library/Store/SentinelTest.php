<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Store\Cache;
use Brine\Store\PredisCache;
use Brine\Store\RedisCache;
use Brine\Store\StoreException;
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
        $this->assertWorks(new RedisCache(self::phpRedis(self::sentinel()), new Auto(), 'phpredis:'));
    }

    public function testByPredis(): void
    {
        $this->assertWorks(new PredisCache(self::predis(self::sentinel()), new Auto(), 'predis:'));
    }

    /** The client is bound to a server: its user must ask Sentinel again. */
    #[RequiresPhpExtension('redis')]
    public function testFailOverByPhpRedis(): void
    {
        $sentinel = self::sentinel();
        $old = new RedisCache(self::phpRedis($sentinel), new Auto(), 'phpredis:');
        self::assertTrue($old->set('kept', ['value']));
        RedisServer::failOver();
        try {
            $old->get('kept');
            self::fail('The server is there');
        } catch (StoreException $error) {
            self::assertInstanceOf(\RedisException::class, $error->getPrevious());
        }
        $new = new RedisCache(self::phpRedis($sentinel), new Auto(), 'phpredis:');
        self::assertSame(['value'], $new->get('kept'));
        $this->assertWorks($new);
    }

    /** The client itself asks Sentinel when its server fails. */
    public function testFailOverByPredis(): void
    {
        $cache = new PredisCache(self::predis(self::sentinel()), new Auto(), 'predis:');
        self::assertTrue($cache->set('kept', ['value']));
        RedisServer::failOver();
        self::assertSame(['value'], $cache->get('kept'));
        $this->assertWorks($cache);
    }

    private static function phpRedis(int $sentinel): \Redis
    {
        // Since its version 6, phpredis takes an array.
        $isNewer = \version_compare((string) \phpversion('redis'), '6', '>=');
        $asked = new \RedisSentinel(...($isNewer ? [['host' => '127.0.0.1', 'port' => $sentinel]] : ['127.0.0.1', $sentinel]));
        $address = $asked->getMasterAddrByName('main');
        self::assertIsArray($address);
        self::assertIsString($address[0]);
        self::assertIsNumeric($address[1]);
        $client = new \Redis();
        $client->connect($address[0], (int) $address[1]);

        return $client;
    }

    private static function predis(int $sentinel): Client
    {
        return new Client(["tcp://127.0.0.1:$sentinel"], ['replication' => 'sentinel', 'service' => 'main']);
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
