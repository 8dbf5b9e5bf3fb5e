<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\RedisStore;
use Brine\Migration\Store;
use Brine\Migrator;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[RequiresPhpExtension('redis')]
final class PhpRedisStoreTest extends RedisStoreTestCase
{
    private \Redis $client;

    protected function createStore(array $entries): Store
    {
        $this->client = new \Redis();
        $this->client->connect(self::server()->socket);
        $this->fill($entries);

        return $this->storeOf('*');
    }

    protected function storeOf(string $pattern): RedisStore
    {
        return RedisStore::phpredis($this->client, $pattern);
    }

    protected function command(string ...$command): mixed
    {
        return $this->client->rawcommand(...$command);
    }

    public function testWhatTheClientDoesWithValuesAndKeysDoesNotCount(): void
    {
        $this->createStore(['app:1' => 'i:1;', 'other' => 'i:2;']);
        $this->client->setOption(\Redis::OPT_PREFIX, 'app:');
        $this->client->setOption(\Redis::OPT_SERIALIZER, \Redis::SERIALIZER_PHP);
        $report = (new Migrator($this->storeOf('app:*'), new Auto(), new BrineSerializer()))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertSame([\brine_serialize(1), 'i:2;'], [$this->fetch('app:1'), $this->fetch('other')]);
    }

    public function testAnEarlierErrorOfTheClientDoesNotCount(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $this->client->rawcommand('NO COMMAND');
        self::assertNotNull($this->client->getLastError());
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
    }
}
