<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migrator;

/** Both clients do the same. */
abstract class RedisStoreTestCase extends MigratorTestCase
{
    /** Sends a command as it is. */
    abstract protected function command(string ...$command): mixed;

    /** The server, for a database that is empty. */
    final protected static function server(): RedisServer
    {
        return RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
    }

    /** @param array<string> $entries */
    final protected function fill(array $entries): void
    {
        $this->command('FLUSHALL');
        foreach ($entries as $key => $data) {
            $this->command('SET', (string) $key, $data);
        }
    }

    final protected function fetch(string $key): ?string
    {
        $data = $this->command('GET', $key);

        return \is_string($data) ? $data : null;
    }

    final protected function put(string $key, ?string $data): void
    {
        $data === null ? $this->command('DEL', $key) : $this->command('SET', $key, $data);
    }

    final public function testTimesToLiveStay(): void
    {
        $store = $this->createStore(['for ever' => 'i:1;', 'an hour' => 'i:2;', 'a long time' => 'i:3;']);
        $this->command('PEXPIREAT', 'an hour', (string) ($hour = 1000 * (\time() + 3600)));
        $this->command('PEXPIREAT', 'a long time', (string) ($long = 1000 * (\time() + 400 * 86400)));
        $report = (new Migrator($store, new Auto(), new BrineSerializer()))->run();
        self::assertSame(3, $report->of(Outcome::Migrated));
        self::assertSame(-1, $this->command('PTTL', 'for ever'));
        // What is left, at a time that is taken after it: PEXPIRETIME is not in every version.
        foreach (['an hour' => $hour, 'a long time' => $long] as $key => $end) {
            $left = $this->command('PTTL', $key);
            self::assertIsInt($left);
            self::assertEqualsWithDelta($end - 1000 * \microtime(true), $left, 60_000);
        }
    }

    final public function testATimeToLiveOfMillionsOfYears(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        // As text, Lua's numbers of this size have an exponent.
        $this->command('PEXPIREAT', 'key', (string) (1 << 60));
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
        $left = $this->command('PTTL', 'key');
        self::assertIsInt($left);
        self::assertEqualsWithDelta((1 << 60) - 1000 * \microtime(true), $left, 60_000);
    }

    /** Redis takes them, and Lua rounds what is left of them up to more. */
    final public function testTheLongestTimeToLive(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        self::assertSame(1, $this->command('PEXPIREAT', 'key', (string) \PHP_INT_MAX));
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
        self::assertGreaterThan(\PHP_INT_MAX - (1 << 43), $this->command('PTTL', 'key'));
    }

    final public function testOtherTypesAndOtherKeysStay(): void
    {
        $this->createStore(['app:1' => 'i:1;', 'app:2' => 'i:2;', 'other:1' => 'i:3;', 'counter' => '5']);
        $this->command('RPUSH', 'app:list', 'i:4;');
        $this->command('HSET', 'app:hash', 'field', 'i:5;');
        $report = (new Migrator($this->storeOf('app:*'), new Auto(), new BrineSerializer()))->run();
        self::assertSame([2, 2], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertSame(['i:3;', '5'], [$this->fetch('other:1'), $this->fetch('counter')]);
        self::assertSame('i:4;', $this->command('LINDEX', 'app:list', '0'));
    }

    final public function testAnEntryThatIsOfAnotherTypeMeanwhile(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $this->command('DEL', 'key');
        $this->command('RPUSH', 'key', 'i:1;');
        self::assertFalse($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
        self::assertSame('i:1;', $this->command('LINDEX', 'key', '0'));
    }

    abstract protected function storeOf(string $pattern): \Brine\Migration\RedisStore;

    final public function testAnErrorOfTheServer(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('Redis: ERR invalid cursor');
        $store->next('not a cursor', 10);
    }
}
