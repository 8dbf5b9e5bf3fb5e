<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\MemcachedStore;
use Brine\Migration\Store;
use Brine\Migrator;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[RequiresPhpExtension('memcached')]
final class MemcachedStoreTest extends MigratorTestCase
{
    private \Memcached $client;

    protected function createStore(array $entries): Store
    {
        $servers = MemcachedServer::three();
        if ($servers === []) {
            self::markTestSkipped('there is no memcached');
        }
        $this->client = new \Memcached();
        $this->client->addServers($servers);
        $this->client->flush();
        foreach ($entries as $key => $data) {
            $this->put((string) $key, $data);
        }

        return new MemcachedStore($this->client, \array_map(\strval(...), \array_keys($entries)));
    }

    protected function fetch(string $key): ?string
    {
        $data = $this->client->get($key);

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $data === null ? $this->client->delete($key) : $this->client->set($key, $data);
    }

    public function testTheTimeToLiveIsToldByTheKey(): void
    {
        $this->createStore(['a' => 'i:1;', 'b' => 'i:2;', 'c' => 'i:3;']);
        $ttls = ['a' => 1, 'b' => 40 * 86400, 'c' => 0];
        $store = new MemcachedStore($this->client, ['a', 'b', 'c'], static fn (string $key): int => $ttls[$key] ?? 0);
        (new Migrator($store, new Auto(), new BrineSerializer()))->run();
        for ($end = \microtime(true) + 20; \microtime(true) < $end && $this->fetch('a') !== null; \usleep(100_000)) {
        }
        self::assertSame([null, \brine_serialize(2), \brine_serialize(3)], [$this->fetch('a'), $this->fetch('b'), $this->fetch('c')]);
    }

    /** It would accept the data regardless of the current entry. */
    public function testAServerWithoutCas(): void
    {
        $port = MemcachedServer::start('-C') ?? self::markTestSkipped('there is no memcached');
        $client = new \Memcached();
        $client->addServer('127.0.0.1', $port);
        $client->set('key', 'i:1;');
        $store = new MemcachedStore($client, ['key']);
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('it runs without CAS');
        $store->replace(new Entry('key', 'i:1;'), 'i:2;');
    }

    public function testWhatTheServerDoesNotTake(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $this->client->setOption(\Memcached::OPT_COMPRESSION, false);
        $this->expectException(\UnexpectedValueException::class);
        $store->replace(new Entry('key', 'i:1;'), \random_bytes(3 << 20));
    }
}
