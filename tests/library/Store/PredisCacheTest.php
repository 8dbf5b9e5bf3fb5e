<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Serializer;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\PredisCache;
use Brine\Store\StoreException;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;
use Predis\Client;
use Predis\Command\RawCommand;
use Psr\Log\LoggerInterface;

final class PredisCacheTest extends RedisCacheTestCase
{
    private Client $client;

    protected function setUp(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $this->client = new Client(['scheme' => 'unix', 'path' => $server->socket]);
        $this->client->flushall();
    }

    protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache
    {
        return new PredisCache($this->client, $serializer, $prefix, $logger);
    }

    protected function command(string $key, string ...$command): mixed
    {
        return $this->client->executeCommand(new RawCommand(\array_shift($command) ?? '', $command));
    }

    public function testThePrefixOfTheClient(): void
    {
        $server = RedisServer::get() ?? self::fail('there is no redis-server');
        $this->client = new Client(['scheme' => 'unix', 'path' => $server->socket], ['prefix' => 'app*:']);
        $cache = $this->cache($signed = new Signed(new Auto(), 'secret of a test'));
        $this->assertPrefixOfTheClient($cache, $signed);
    }

    public function testAClientThatThrowsNoExceptions(): void
    {
        $server = RedisServer::get() ?? self::fail('there is no redis-server');
        $this->client = new Client(['scheme' => 'unix', 'path' => $server->socket], ['exceptions' => false]);
        $cache = $this->cache();
        $cache->set('key', 'text');
        $this->expectException(StoreException::class);
        $this->expectExceptionMessage('Redis: ERR value is not an integer or out of range');
        $cache->increment('key');
    }

    /** @param \Closure(Cache): mixed $call */
    #[DataProvider('commandsToServers')]
    public function testAClientInATransaction(\Closure $call): void
    {
        $cache = $this->cache();
        $this->client->executeCommand(new RawCommand('MULTI'));
        $this->expectException(StoreException::class);
        $this->expectExceptionMessageMatches('/^Redis(: SCAN)? has no such reply/');
        $call($cache);
    }

    public function testAServerThatIsGone(): void
    {
        $this->client = new Client(['host' => '127.0.0.1', 'port' => \Brine\Tests\Library\ServerProcess::freePort()]);
        $cache = $this->cache();
        $this->expectException(StoreException::class);
        $cache->get('key');
    }
}
