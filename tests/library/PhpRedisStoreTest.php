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

    protected function storeOn(int $port): RedisStore
    {
        return RedisStore::phpredis($this->connected($port));
    }

    protected function connection(int $port): \Closure
    {
        return $this->connected($port)->rawcommand(...);
    }

    private function connected(int $port): \Redis
    {
        $client = new \Redis();
        $client->connect('127.0.0.1', $port);

        return $client;
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

    /** Otherwise entries would have the data of others, or be passed over without a word. */
    public function testAnAnswerOfOtherValuesThanWereAskedFor(): void
    {
        foreach ([['i:1;'], ['i:1;', 'i:2;', 'i:3;'], 5, false] as $values) {
            $client = new class ($values) extends \Redis {
                public function __construct(private readonly mixed $values)
                {
                    parent::__construct();
                }

                public function clearLastError(): bool
                {
                    return true;
                }

                public function getLastError(): ?string
                {
                    return null;
                }

                public function rawcommand(mixed $command, mixed ...$arguments): mixed
                {
                    return $command === 'SCAN' ? ['0', ['a', 'b']] : $this->values;
                }
            };
            try {
                RedisStore::phpredis($client)->next(null, 10);
                self::fail('It is no answer');
            } catch (\RuntimeException $error) {
                self::assertSame('Redis: MGET has no such reply', $error->getMessage());
            }
        }
    }

    public function testAnEarlierErrorOfTheClientDoesNotCount(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $this->client->rawcommand('NO COMMAND');
        self::assertNotNull($this->client->getLastError());
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
    }
}
