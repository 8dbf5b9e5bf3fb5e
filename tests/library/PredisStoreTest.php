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
use Predis\Client;
use Predis\ClientInterface;
use Predis\Command\CommandInterface;
use Predis\Command\RawCommand;

final class PredisStoreTest extends RedisStoreTestCase
{
    private Client $client;

    protected function createStore(array $entries): Store
    {
        $this->client = new Client(['scheme' => 'unix', 'path' => self::server()->socket]);
        $this->fill($entries);

        return $this->storeOf('*');
    }

    protected function storeOf(string $pattern): RedisStore
    {
        return RedisStore::predis($this->client, $pattern);
    }

    public function testAPrefixOfTheClientDoesNotCount(): void
    {
        $this->createStore(['app:1' => 'i:1;', 'other' => 'i:2;']);
        $this->client = new Client(['scheme' => 'unix', 'path' => self::server()->socket], ['prefix' => 'app:']);
        $report = (new Migrator($this->storeOf('app:*'), new Auto(), new BrineSerializer()))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertSame([\brine_serialize(1), 'i:2;'], [$this->fetch('app:1'), $this->fetch('other')]);
    }

    public function testAKeyThatScanTellsTwiceIsReadOnce(): void
    {
        $client = $this->createMock(ClientInterface::class);
        $client->method('executeCommand')->willReturnCallback(static function (CommandInterface $command): mixed {
            if ($command->getId() === 'SCAN') {
                return ['0', ['1e1', '10', 'a', 'a']];
            }
            if ($command->getId() === 'INFO') {
                return "redis_version:7\r\nrun_id:abc\r\n";
            }
            self::assertSame(['MGET', ['1e1', '10', 'a']], [$command->getId(), $command->getArguments()]);

            return ['i:1;', 'i:2;', 'i:3;'];
        });
        $batch = RedisStore::predis($client)->next(null, 10);
        self::assertEquals([new Entry('1e1', 'i:1;'), new Entry('10', 'i:2;'), new Entry('a', 'i:3;')], $batch->entries);
    }

    protected function storeOn(int $port): RedisStore
    {
        return RedisStore::predis(new Client(['port' => $port]));
    }

    protected function connection(int $port): \Closure
    {
        $client = new Client(['port' => $port]);

        return static fn (string $name, string ...$arguments): mixed => $client->executeCommand(new RawCommand($name, $arguments));
    }

    protected function command(string ...$command): mixed
    {
        return $this->client->executeCommand(RawCommand::create(...$command));
    }
}
