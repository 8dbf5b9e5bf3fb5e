<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Serializer;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\RedisCache;
use Brine\Store\StoreException;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use Psr\Log\LoggerInterface;

#[RequiresPhpExtension('redis')]
final class RedisCacheTest extends RedisCacheTestCase
{
    private \Redis $client;

    protected function setUp(): void
    {
        $this->client = new \Redis();
        $this->client->connect((RedisServer::get() ?? self::markTestSkipped('there is no redis-server'))->socket);
        $this->client->flushAll();
    }

    protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache
    {
        return new RedisCache($this->client, $serializer, $prefix, $logger);
    }

    protected function command(string $key, string ...$command): mixed
    {
        return $this->client->rawcommand(...$command);
    }

    public function testOptionsThatChangeWhatIsStoredAreRefused(): void
    {
        $options = [
            [\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP, \Redis::SERIALIZER_NONE, 'OPT_SERIALIZER', '$client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);'],
            [\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_JSON, \Redis::SERIALIZER_NONE, 'OPT_SERIALIZER', '$client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_NONE);'],
        ];
        if (\defined('Redis::COMPRESSION_LZF')) {
            $options[] = [\Redis::OPT_COMPRESSION, \Redis::COMPRESSION_LZF, \Redis::COMPRESSION_NONE, 'OPT_COMPRESSION', '$client->setOption(\Redis::OPT_COMPRESSION, \Redis::COMPRESSION_NONE);'];
        }
        foreach ($options as [$option, $value, $none, $name, $line]) {
            $this->client->setOption($option, $value);
            try {
                $this->createCache(new Auto());
                self::fail("$name was taken");
            } catch (\LogicException $error) {
                self::assertSame(
                    "The client has an option $name of its own, which changes what is stored and breaks counters. The store needs a client with: $line",
                    $error->getMessage(),
                );
            }
            // With that line it is taken.
            $this->client->setOption($option, $none);
            self::assertTrue($this->createCache(new Auto())->set('key', 'value'));
        }
    }

    public function testAClientThatIsNotConnected(): void
    {
        // Since its version 6, phpredis connects when it is first asked for something.
        $isLazy = \version_compare((string) \phpversion('redis'), '6', '>=');
        $this->client = $isLazy ? new \Redis(['host' => '127.0.0.1', 'port' => 1]) : new \Redis();
        $this->expectException(StoreException::class);
        $this->expectExceptionMessage($isLazy ? 'Redis: Redis server 127.0.0.1:1 went away' : 'Redis: Redis server went away');
        $this->createCache(new Auto())->has('key');
    }

    public function testThePrefixOfTheClient(): void
    {
        $this->client->setOption(\Redis::OPT_PREFIX, 'app*:');
        $cache = $this->cache($signed = new Signed(new Auto(), 'secret of a test'));
        $this->assertPrefixOfTheClient($cache, $signed);
    }

    public function testManyAreReadInOneRoundTrip(): void
    {
        $cache = $this->cache();
        $cache->setMultiple($values = \array_combine($keys = \array_map(static fn (int $i): string => "key$i", \range(1, 200)), \range(1, 200)), 60);
        $before = $this->commands();
        self::assertSame($values, $cache->getMultiple($keys));
        self::assertSame(['mget' => 1], $this->commands($before));
    }

    /**
     * @param array<string, int> $before
     * @return array<string, int> how many commands of each kind the server has had since
     */
    private function commands(array $before = []): array
    {
        $counts = [];
        foreach ((array) $this->client->info('commandstats') as $name => $text) {
            $name = \substr((string) $name, \strlen('cmdstat_'));
            $calls = \preg_match('/^calls=(\d+)/', \is_string($text) ? $text : '', $match) === 1 ? (int) $match[1] : 0;
            if ($name !== 'info' && $calls !== ($before[$name] ?? 0)) {
                $counts[$name] = $calls - ($before[$name] ?? 0);
            }
        }

        return $counts;
    }

    public function testAnOlderErrorOfTheClientDoesNotCount(): void
    {
        $cache = $this->cache();
        $this->client->rawcommand('NO COMMAND');
        self::assertNotNull($this->client->getLastError());
        self::assertSame('miss', $cache->get('key', 'miss'));
        $this->client->rawcommand('NO COMMAND');
        self::assertTrue($cache->set('key', 'value'));
        self::assertSame('value', $cache->get('key'));
        self::assertSame([], $this->log->entries);
    }

    /** @param \Closure(Cache): mixed $call */
    #[DataProvider('commandsToServers')]
    public function testAClientInATransactionOrAPipeline(\Closure $call): void
    {
        $cache = $this->cache();
        foreach ([\Redis::MULTI, \Redis::PIPELINE] as $mode) {
            $this->client->multi($mode);
            try {
                $call($cache);
                self::fail('There was an answer');
            } catch (StoreException $error) {
                self::assertMatchesRegularExpression('/^Redis(: SCAN)? has no such reply/', $error->getMessage());
            }
            self::assertSame($mode, $this->client->getMode());
            $this->client->discard();
        }
    }

    /** @param \Closure(Cache): mixed $call */
    #[DataProvider('commandsToServers')]
    public function testAConnectionThatIsCut(\Closure $call): void
    {
        $other = new \Redis();
        $other->connect((RedisServer::get() ?? self::fail('there is no redis-server'))->socket);
        $cache = $this->cache();
        $cache->set('key', 5);
        $id = $this->client->rawcommand('CLIENT', 'ID');
        self::assertIsInt($id);
        $other->rawcommand('CLIENT', 'KILL', 'ID', (string) $id);
        $before = $other->dbSize();
        try {
            $answer = $call($cache);
            // Where the client connects again and asks again, the answer is true.
            self::assertNotFalse($answer);
        } catch (StoreException) {
            self::assertGreaterThanOrEqual($before, $other->dbSize());
        }
        self::assertTrue($cache->setMultiple(['one' => 1, 'two' => [2]]));
        self::assertSame(['one' => 1, 'two' => [2]], $cache->getMultiple(['one', 'two']));
    }

    /** phpredis would take the answer that comes late for that of the next command. */
    public function testAnAnswerThatComesLate(): void
    {
        $other = new \Redis();
        $other->connect($socket = (RedisServer::get() ?? self::fail('there is no redis-server'))->socket);
        $this->client = new \Redis();
        $this->client->connect($socket, 0, 2, null, 0, 0.1);
        $cache = $this->cache();
        $cache->setMultiple(['key' => 5, 'text' => 'value']);
        foreach (['increment' => static fn (): int => $cache->increment('key'), 'update' => static fn (): mixed => $cache->update('key', static fn (): int => 20)] as $name => $call) {
            $other->rawcommand('CLIENT', 'PAUSE', '300');
            try {
                $call();
                self::fail("There was an answer to $name");
            } catch (StoreException) {
                \usleep(400_000);
            }
            self::assertSame(['value', ['text' => 'value']], [$cache->get('text'), $cache->getMultiple(['text'])]);
            $before = $cache->get('key');
            self::assertSame($before, $cache->increment('key') - 1);
        }
    }

    public function testAServerThatIsGone(): void
    {
        $server = RedisServer::onPort() ?? self::fail('there is no redis-server');
        $this->client = new \Redis();
        $this->client->connect('127.0.0.1', $server->port);
        $cache = $this->cache();
        self::assertTrue($cache->set('key', 'value'));
        try {
            $this->client->rawcommand('SHUTDOWN', 'NOSAVE');
        } catch (\RedisException) {
            // It does not answer any more.
        }
        foreach (['get', 'set', 'increment', 'clear', 'getMultiple', 'update'] as $method) {
            try {
                match ($method) {
                    'get' => $cache->get('key'),
                    'set' => $cache->set('key', 1),
                    'increment' => $cache->increment('key'),
                    'clear' => $cache->clear(),
                    'getMultiple' => $cache->getMultiple(['key']),
                    'update' => $cache->update('key', static fn (): int => 1),
                };
                self::fail("$method was done");
            } catch (StoreException $error) {
                self::assertInstanceOf(\RedisException::class, $error->getPrevious());
            }
        }
    }

    /** It is of the entry, and not of the client. */
    public function testAHookThatThrowsWhatTheClientThrows(): void
    {
        foreach ([new Auto(), new Signed(new Auto(), 'secret of a test')] as $serializer) {
            $cache = $this->cache($serializer);
            $cache->set('key', [new AskingRedis()]);
            self::assertSame(['miss', ['key' => null]], [$cache->get('key', 'miss'), $cache->getMultiple(['key'])]);
            self::assertSame(['bad_object ' . self::PREFIX . 'key'], $this->log->entries);
        }
    }

    public function testAServerThatTakesNothingMore(): void
    {
        $server = RedisServer::onPort('--maxmemory', '3mb', '--maxmemory-policy', 'noeviction') ?? self::fail('there is no redis-server');
        $this->client = new \Redis();
        $this->client->connect('127.0.0.1', $server->port);
        $cache = $this->cache();
        $taken = 0;
        while ($taken < 100 && $cache->set("key$taken", \random_bytes(100_000))) {
            $taken++;
        }
        self::assertLessThan(100, $taken);
        self::assertNull($cache->get("key$taken"));
        self::assertFalse($cache->setMultiple(\array_map(static fn (): string => \random_bytes(100_000), \range(0, 9))));
    }
}
