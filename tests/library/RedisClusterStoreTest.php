<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Migration\Entry;
use Brine\Migration\RedisStore;
use Brine\Migration\Store;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

/** Three masters. */
#[RequiresPhpExtension('redis')]
final class RedisClusterStoreTest extends MigratorTestCase
{
    private \RedisCluster $client;

    protected function createStore(array $entries): Store
    {
        $addresses = RedisServer::cluster();
        if ($addresses === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $this->client = new \RedisCluster(null, $addresses);
        foreach ($this->client->_masters() as $node) {
            self::assertIsArray($node);
            $this->client->rawcommand($node, 'FLUSHALL');
        }
        foreach ($entries as $key => $data) {
            $this->put((string) $key, $data);
        }

        return RedisStore::cluster($this->client, '*');
    }

    protected function fetch(string $key): ?string
    {
        $data = $this->client->rawcommand($key, 'GET', $key);

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $data === null ? $this->client->rawcommand($key, 'DEL', $key) : $this->client->rawcommand($key, 'SET', $key, $data);
    }

    public function testOtherTypesArePassedOver(): void
    {
        $store = $this->createStore(['a' => 'i:1;', 'b' => 'i:2;', 'c' => 'i:3;']);
        $this->client->rawcommand('list', 'RPUSH', 'list', 'i:4;');
        $found = [];
        foreach (\Brine\Inspector::walk($store) as $key => $data) {
            $found[$key] = $data;
        }
        \ksort($found);
        self::assertSame(['a' => 'i:1;', 'b' => 'i:2;', 'c' => 'i:3;'], $found);
    }

    public function testAnEntryOfAnotherStore(): void
    {
        $store = $this->createStore(['a' => 'i:1;']);
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('The entry "a" comes from no store');
        $store->replace(new Entry('a', 'i:1;'), 'i:2;');
    }

    public function testACursorOfAnotherStore(): void
    {
        $store = $this->createStore([]);
        $this->expectException(\ValueError::class);
        $this->expectExceptionMessage('There is no store "gone"');
        $store->next("gone\n5", 10);
    }
}
