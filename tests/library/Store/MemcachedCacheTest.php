<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Auto;
use Brine\Compressed;
use Brine\Serializer;
use Brine\Signed;
use Brine\Store\Cache;
use Brine\Store\MemcachedCache;
use Brine\Store\StoreException;
use Brine\Tests\Library\MemcachedServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use Psr\Log\LoggerInterface;
use Psr\SimpleCache\InvalidArgumentException;

/** Three servers. */
#[RequiresPhpExtension('memcached')]
final class MemcachedCacheTest extends StoreTestCase
{
    private \Memcached $client;

    protected function setUp(): void
    {
        $servers = MemcachedServer::three();
        if ($servers === []) {
            self::markTestSkipped('there is no memcached');
        }
        $this->client = self::client($servers);
        $this->client->flush();
    }

    /** @param list<array{string, int}> $servers */
    private static function client(array $servers): \Memcached
    {
        $client = new \Memcached();
        $client->addServers($servers);
        $client->setOption(\Memcached::OPT_COMPRESSION, false);

        return $client;
    }

    protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache
    {
        return new MemcachedCache($this->client, $serializer, $prefix, $logger);
    }

    protected static function least(): int
    {
        return 0;
    }

    protected function fetch(Cache $cache, string $key): ?string
    {
        $data = $this->client->get($this->nameOf($cache, $key));

        return \is_string($data) ? $data : null;
    }

    protected function put(Cache $cache, string $key, string $data): void
    {
        $cache->get($key);
        self::assertTrue($this->client->set($this->nameOf($cache, $key), $data));
    }

    protected function left(Cache $cache, string $key): ?int
    {
        $name = $this->nameOf($cache, $key);
        $server = $this->client->getServerByKey($name);
        self::assertIsArray($server);
        self::assertIsString($server['host']);
        self::assertIsInt($server['port']);
        $stream = \stream_socket_client("tcp://{$server['host']}:{$server['port']}");
        self::assertNotFalse($stream);
        // Its own protocol returns the remaining time.
        \fwrite($stream, "mg $name t\r\n");
        $answer = (string) \fgets($stream);
        self::assertMatchesRegularExpression('/^HD t-?\d+\s*$/', $answer);
        $left = (int) \substr($answer, 4);

        return $left === -1 ? null : $left;
    }

    public function testKeysAreOnAllServers(): void
    {
        $cache = $this->cache();
        $values = [];
        for ($i = 0; $i < 300; $i++) {
            $values["key$i"] = "value $i";
        }
        self::assertTrue($cache->setMultiple($values, 60));
        $ports = \array_map(fn (string $key): string => (string) \json_encode($this->client->getServerByKey($this->nameOf($cache, $key))), \array_keys($values));
        self::assertCount(3, \array_unique($ports));
        self::assertSame($values, $cache->getMultiple(\array_keys($values)));
    }

    public function testClearIsSeenByOthersAtOnce(): void
    {
        $one = $this->cache();
        $two = new MemcachedCache(self::client(MemcachedServer::three()), new Auto(), self::PREFIX);
        $one->set('key', 'old');
        self::assertSame('old', $two->get('key'));
        self::assertTrue($one->clear());
        self::assertNull($two->get('key'));
        self::assertTrue($one->clear());
        // Each of these is the first that the other does after a clear().
        self::assertTrue($two->set('key', 'new'));
        self::assertSame('new', $one->get('key'));
        self::assertTrue($one->clear());
        self::assertSame(1, $two->increment('count'));
        self::assertSame(1, $one->counter('count'));
        self::assertTrue($one->clear());
        self::assertSame('updated', $two->update('key', static fn (mixed $value): string => $value === null ? 'updated' : 'not cleared'));
        self::assertSame('updated', $one->get('key'));
        self::assertTrue($one->delete('key'));
        self::assertSame(['key' => null, 'count' => null], $two->getMultiple(['key', 'count']));
        self::assertTrue($two->clear());
        self::assertTrue($two->set('key', 'last'));
        self::assertTrue($one->delete('key'));
        self::assertNull($two->get('key'));
    }

    /** An entry is signed for the name under which it is stored. */
    public function testWhatIsClearedDuringAnUpdate(): void
    {
        $cache = $this->createCache(new Signed(new Auto(), 'secret'));
        $other = $this->createCache(new Auto());
        self::assertTrue($cache->set('other', [1]));
        $updated = $cache->update('key', static function (mixed $value) use ($cache, $other): array {
            $other->clear();

            return [$value, $cache->get('other', 'nothing')];
        });
        self::assertSame([[null, 'nothing'], [null, 'nothing']], [$updated, $cache->get('key')]);
    }

    public function testAGenerationThatIsDroppedIsAClear(): void
    {
        $cache = $this->cache();
        $cache->set('key', 'old');
        self::assertTrue($this->client->delete(self::PREFIX . 'generation'));
        self::assertSame([null, null], [$cache->get('key'), $this->cache()->get('key')]);
        self::assertTrue($cache->set('key', 'new'));
        self::assertSame('new', $this->cache()->get('key'));
        // So is one that somebody else has written.
        $this->client->set(self::PREFIX . 'generation', ['no string']);
        $this->client->delete(self::PREFIX . 'generation');
        self::assertNull($cache->get('key'));
        // No name could have these.
        foreach ([\str_repeat('x', 240), 'with a space', 5, ''] as $generation) {
            $this->client->set(self::PREFIX . 'generation', $generation);
            self::assertSame([null, ['key' => null]], [$cache->get('key'), $this->cache()->getMultiple(['key'])]);
            self::assertTrue($cache->set('key', 'again'));
            self::assertSame('again', $this->cache()->get('key'));
        }
    }

    /** Concurrent writes would be lost. */
    public function testNothingIsUpdatedWithoutCas(): void
    {
        $port = MemcachedServer::start('-C') ?? self::markTestSkipped('there is no memcached');
        $cache = new MemcachedCache(self::client([['127.0.0.1', $port]]), new Auto(), self::PREFIX);
        $cache->set('key', 'old');
        try {
            $cache->update('key', static fn (): string => 'new');
            self::fail('It was updated');
        } catch (StoreException $error) {
            self::assertStringContainsString('it runs without CAS', $error->getMessage());
        }
        self::assertSame('old', $cache->get('key'));
    }

    public function testManyAreReadInOneRoundTrip(): void
    {
        $cache = $this->cache();
        $values = \array_combine(\array_map(static fn (int $i): string => "key$i", \range(1, 200)), \range(1, 200));
        $cache->setMultiple($values);
        $client = new class () extends \Memcached {
            /** @var list<string> */
            public array $calls = [];

            /**
             * @param mixed $keys
             * @param mixed $flags
             * @return array<mixed>|false
             */
            public function getMulti($keys, $flags = 0): array|false
            {
                $this->calls[] = 'getMulti';

                return parent::getMulti((array) $keys);
            }

            /**
             * @param mixed $key
             * @param mixed $flags
             */
            public function get($key, ?callable $cache_cb = null, $flags = 0): mixed
            {
                $this->calls[] = 'get';

                return parent::get(\is_string($key) ? $key : '');
            }
        };
        $client->addServers(MemcachedServer::three());
        $cache = new MemcachedCache($client, new Auto(), self::PREFIX);
        $cache->get('key1');
        $client->calls = [];
        self::assertSame($values, $cache->getMultiple(\array_keys($values)));
        self::assertSame(5, $cache->get('key5'));
        self::assertSame(['getMulti', 'getMulti'], $client->calls);
    }

    public function testACounterThatLosesADigit(): void
    {
        $cache = $this->cache();
        $cache->set('key', 10);
        self::assertSame(9, $cache->decrement('key'));
        // Memcached leaves a space in its place.
        self::assertSame('9 ', $this->fetch($cache, 'key'));
        self::assertSame([9, 9, ['key' => 9], 10], [$cache->get('key'), $cache->counter('key'), $cache->getMultiple(['key']), $cache->increment('key')]);
        self::assertSame(0, $cache->increment('key', \PHP_INT_MIN));
    }

    public function testCountersHaveBounds(): void
    {
        $cache = $this->cache();
        foreach ([1, 5, \PHP_INT_MAX] as $by) {
            $cache->set('key', \PHP_INT_MAX - 1);
            self::assertSame(\PHP_INT_MAX, $cache->increment('key'));
            foreach ([static fn (): int => $cache->increment('key', $by), static fn (): int => $cache->decrement('key', -$by)] as $call) {
                try {
                    $call();
                    self::fail('It was counted');
                } catch (StoreException $error) {
                    self::assertSame("Memcached: the counter \"{$this->nameOf($cache, 'key')}\" would be above the largest integer", $error->getMessage());
                }
                self::assertSame([\PHP_INT_MAX, \PHP_INT_MAX], [$cache->get('key'), $cache->counter('key')]);
            }
        }
        self::assertSame(\PHP_INT_MAX - 1, $cache->decrement('key'));
        // One that somebody else has brought there.
        $this->put($cache, 'key', '9223372036854775810');
        foreach ([static fn (): int => $cache->increment('key'), static fn (): int => $cache->decrement('key'), static fn (): int => $cache->increment('key', 0)] as $call) {
            try {
                $call();
                self::fail('It was counted');
            } catch (StoreException) {
                self::assertSame('9223372036854775810', $this->fetch($cache, 'key'));
            }
        }
        self::assertSame(\PHP_INT_MAX, $cache->decrement('key', 3));
    }

    public function testWhatAnotherSerializerOfTheClientHasWritten(): void
    {
        $cache = $this->cache();
        foreach ([['array'], 2.5, true, new \ArrayObject()] as $value) {
            $cache->get('key');
            $this->client->set($name = $this->nameOf($cache, 'key'), $value);
            $this->log->entries = [];
            self::assertSame(['miss', false], [$cache->get('key', 'miss'), $cache->has('key')]);
            self::assertSame(["unknown_format $name"], $this->log->entries);
            $cache->set('key', 'good');
        }
        $this->client->set($this->nameOf($cache, 'key'), 17);
        self::assertSame(17, $cache->get('key'));
    }

    public function testCompressionTwiceIsRefused(): void
    {
        $this->client->setOption(\Memcached::OPT_COMPRESSION, true);
        $this->createCache(new Auto())->set('key', \str_repeat('text ', 1000));
        self::assertSame(\str_repeat('text ', 1000), $this->createCache(new Auto())->get('key'));
        foreach ([new Compressed(new Auto()), new Signed(new Compressed(new Auto()), 'secret'), new Auto(new Compressed(new Auto()))] as $serializer) {
            try {
                $this->createCache($serializer);
                self::fail('It was taken');
            } catch (\LogicException $error) {
                self::assertStringEndsWith('The store needs a client with: $client->setOption(\Memcached::OPT_COMPRESSION, false);', $error->getMessage());
            }
        }
        $this->client->setOption(\Memcached::OPT_COMPRESSION, false);
        self::assertTrue($this->createCache(new Compressed(new Auto()))->set('key', 'value'));
    }

    public function testKeysThatMemcachedDoesNotTake(): void
    {
        $cache = $this->cache();
        $cache->set('good', 'stays');
        foreach (['a b', "a\nb", "a\0b", \str_repeat('a', 250), 'Jörg', "\x80", "a\xff"] as $key) {
            foreach (self::calls() as $name => [$call]) {
                try {
                    $call($cache, $key);
                    self::fail("$name took it");
                } catch (InvalidArgumentException $error) {
                    self::assertSame("Memcached does not take the key \"$key\": it is too long, or has spaces, control characters or, with the text protocol, others than ASCII", $error->getMessage());
                }
            }
        }
        self::assertSame('stays', $cache->get('good'));
    }

    public function testPrefixesThatMemcachedDoesNotTake(): void
    {
        foreach (['a b', "\n", 'Jörg:', \str_repeat('a', 151)] as $prefix) {
            try {
                $this->createCache(new Auto(), $prefix);
                self::fail('It was taken');
            } catch (\ValueError $error) {
                self::assertStringStartsWith('Memcached takes no prefix with spaces or control characters, with its text protocol none beyond ASCII', $error->getMessage());
            }
        }
        self::assertTrue($this->createCache(new Auto(), \str_repeat('a', 150))->set('key', 'value'));
        $this->client->setOption(\Memcached::OPT_PREFIX_KEY, \str_repeat('b', 100));
        $cache = $this->createCache(new Auto(), \str_repeat('a', 50));
        foreach ([84 => false, 83 => true] as $length => $isTaken) {
            foreach (self::calls() as $name => [$call]) {
                $key = \str_repeat('k', $length);
                try {
                    $call($cache, $key);
                    self::assertTrue($isTaken, "$name took it");
                } catch (InvalidArgumentException $error) {
                    self::assertFalse($isTaken, $name);
                }
            }
        }
        $this->expectException(\ValueError::class);
        $this->createCache(new Auto(), \str_repeat('a', 51));
    }

    /** Its keys are not part of a line of text. */
    public function testTheBinaryProtocolTakesOthersThanAscii(): void
    {
        $this->client->setOption(\Memcached::OPT_BINARY_PROTOCOL, true);
        $cache = $this->createCache(new Auto(), 'Jörg:');
        self::assertTrue($cache->set('schön', 1));
        self::assertSame([1, true, 2], [$cache->get('schön'), $cache->has('schön'), $cache->increment('schön')]);
        self::assertTrue($cache->setMultiple(['schön' => 3, 'größer' => [4]]));
        self::assertSame(['schön' => 3, 'größer' => [4]], $cache->getMultiple(['schön', 'größer']));
        self::assertSame(5, $cache->update('schön', static fn (): int => 5));
        self::assertTrue($cache->deleteMultiple(['schön', 'größer']));
        self::assertFalse($cache->has('schön'));
    }

    public function testWhatIsTooLargeIsNotStored(): void
    {
        $cache = $this->cache();
        $cache->set('key', 'small');
        self::assertFalse($cache->set('key', \random_bytes(3 << 20)));
        self::assertFalse($cache->has('key') && $cache->get('key') !== 'small');
    }

    public function testSeveralOfWhichOneIsTooLarge(): void
    {
        $cache = $this->cache();
        $large = \random_bytes(1 << 20);
        foreach ([['large' => $large, 'a' => 1, 'b' => 2], ['a' => 1, 'large' => $large, 'b' => 2], ['a' => 1, 'b' => 2, 'large' => $large], ['large' => $large]] as $values) {
            $cache->deleteMultiple(['a', 'b', 'large']);
            self::assertFalse($cache->setMultiple($values));
            self::assertFalse($cache->setMultiple($values, 60));
            self::assertSame([isset($values['a']), isset($values['b']), false], [$cache->has('a'), $cache->has('b'), $cache->has('large')]);
            unset($values['large']);
            self::assertTrue($cache->setMultiple($values));
        }
    }

    public function testSeveralOfWhichSomeAreOfAServerThatIsGone(): void
    {
        $this->client = self::client([MemcachedServer::three()[0] ?? ['', 0], ['127.0.0.1', \Brine\Tests\Library\ServerProcess::freePort()]]);
        $names = \array_map(static fn (int $i): string => "key$i", \range(0, 19));
        // The generation is an entry of one of the two: it is found with one of the prefixes.
        $there = [];
        for ($i = 0; $i < 50 && ($there === [] || \count($there) === 20); $i++) {
            $cache = $this->createCache(new Auto(), "prefix$i:");
            self::assertFalse($cache->setMultiple(\array_fill_keys($names, 'value')));
            $there = \array_filter($cache->getMultiple($names), static fn (mixed $value): bool => $value === 'value');
        }
        self::assertNotCount(0, $there);
    }

    /** Such a client says true of an entry that the server refuses. */
    public function testAClientThatDoesNotWaitIsRefused(): void
    {
        foreach (['OPT_BUFFER_WRITES' => \Memcached::OPT_BUFFER_WRITES, 'OPT_NOREPLY' => \Memcached::OPT_NOREPLY] as $name => $option) {
            $this->client->setOption($option, true);
            try {
                $this->createCache(new Auto());
                self::fail("$name was taken");
            } catch (\LogicException $error) {
                self::assertSame("The client has an option $name of its own, and does not tell whether an entry was stored. "
                    . "The store needs a client with: \$client->setOption(\\Memcached::$name, false);", $error->getMessage());
            }
            $this->client->setOption($option, false);
            self::assertTrue($this->createCache(new Auto())->set('key', 'value'));
        }
    }

    public function testServersThatAreNotThere(): void
    {
        $this->client = self::client([['127.0.0.1', \Brine\Tests\Library\ServerProcess::freePort()]]);
        $cache = $this->cache();
        self::assertSame([null, false, ['a' => 'default'], false], [
            $cache->get('key'), $cache->has('key'), $cache->getMultiple(['a'], 'default'), $cache->set('key', 1),
        ]);
        $this->expectException(\Brine\Store\StoreException::class);
        $this->expectExceptionMessage('Memcached: ');
        $cache->increment('key');
    }
}
