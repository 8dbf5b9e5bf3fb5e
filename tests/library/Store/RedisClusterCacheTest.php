<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Serializer;
use Brine\Store\Cache;
use Brine\Store\RedisCache;
use Brine\Store\StoreException;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use Psr\Log\LoggerInterface;

/** Three masters, by phpredis. */
#[RequiresPhpExtension('redis')]
final class RedisClusterCacheTest extends RedisCacheTestCase
{
    private \RedisCluster $client;

    protected function setUp(): void
    {
        $addresses = RedisServer::cluster();
        if ($addresses === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $this->client = new \RedisCluster(null, $addresses);
        $this->askAll('FLUSHALL');
    }

    protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache
    {
        return new RedisCache($this->client, $serializer, $prefix, $logger);
    }

    protected function command(string $key, string ...$command): mixed
    {
        return $this->client->rawcommand($key, ...$command);
    }

    /** @return list<int> what each node answers */
    private function askAll(string $command): array
    {
        $answers = [];
        foreach ($this->client->_masters() as $node) {
            self::assertIsArray($node);
            $answer = $this->client->rawcommand($node, $command);
            $answers[] = \is_int($answer) ? $answer : -1;
        }

        return $answers;
    }

    public function testKeysAreOnAllNodes(): void
    {
        $cache = $this->cache();
        $values = [];
        for ($i = 0; $i < 300; $i++) {
            $values["key$i"] = "value $i";
        }
        $cache->setMultiple($values);
        $counts = $this->askAll('DBSIZE');
        self::assertCount(3, $counts);
        self::assertNotContains(0, $counts);
        self::assertSame(300, \array_sum($counts));
        self::assertSame($values, $cache->getMultiple(\array_keys($values)));
        self::assertTrue($cache->clear());
        self::assertSame([0, 0, 0], $this->askAll('DBSIZE'));
    }

    public function testAnAnswerThatComesLate(): void
    {
        $this->client = new \RedisCluster(null, RedisServer::cluster(), 2, 0.1);
        $cache = $this->cache();
        $cache->setMultiple(['key' => 5, 'text' => 'value']);
        $other = new \RedisCluster(null, RedisServer::cluster());
        foreach ($other->_masters() as $node) {
            self::assertIsArray($node);
            $other->rawcommand($node, 'CLIENT', 'PAUSE', '300');
        }
        try {
            $cache->increment('key');
            self::fail('There was an answer');
        } catch (StoreException) {
            \usleep(400_000);
        }
        self::assertSame(['value', ['text' => 'value']], [$cache->get('text'), $cache->getMultiple(['text'])]);
        $before = $cache->get('key');
        self::assertSame($before, $cache->increment('key') - 1);
    }

    public function testOptionsThatChangeWhatIsStoredAreRefused(): void
    {
        $this->client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP);
        $this->expectException(\LogicException::class);
        $this->expectExceptionMessage('$client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);');
        $this->createCache(new Auto());
    }
}
