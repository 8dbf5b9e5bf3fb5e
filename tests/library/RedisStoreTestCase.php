<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migrator;
use Predis\PredisException;

/** Both clients do the same. */
abstract class RedisStoreTestCase extends MigratorTestCase
{
    /** Sends a raw command. */
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
        $this->command('CONFIG', 'SET', 'maxmemory', '1');
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('Redis: OOM command not allowed');
        try {
            $store->replace(new Entry('key', 'i:1;'), 'i:2;');
        } finally {
            $this->command('CONFIG', 'SET', 'maxmemory', '0');
        }
    }

    /** The place of a cursor means something to one run of one server. */
    final public function testACursorOfAnotherServerBeginsAnew(): void
    {
        $keys = \array_map(static fn (int $i): string => "key:$i", \range(1, 200));
        $store = $this->createStore(\array_fill_keys($keys, 'i:1;'));
        $cursor = $store->next(null, 20)->cursor;
        self::assertIsString($cursor);
        foreach ([(string) \preg_replace('/\A\w/', '!', $cursor), '5', 'not a cursor', \str_repeat('0', 40) . ' 5'] as $other) {
            $found = [];
            $notices = 0;
            do {
                $batch = $store->next($other, 20);
                $notices += $batch->notice === 'Redis was started anew, or another server answers: the walk begins anew' ? 1 : 0;
                foreach ($batch->entries as $entry) {
                    $found[$entry->key] = true;
                }
            } while (null !== $other = $batch->cursor);
            self::assertSame([200, 1], [\count($found), $notices]);
        }
        self::assertNull($store->next($cursor, 20)->notice);
    }

    /** The server loses its data, and with it the state of SCAN. */
    final public function testAServerThatIsStartedAnewMeanwhile(): void
    {
        $this->startsAnew([]);
    }

    final public function testAServerThatIsStartedAnewAndRefusesInfo(): void
    {
        $this->startsAnew(['--rename-command', 'INFO', 'NOTHING']);
    }

    final public function testAServerThatIsStartedAnewAndPermitsNoInfo(): void
    {
        $this->startsAnew([], true);
    }

    /**
     * @param list<string> $options of the server
     * @param bool         $isForbidden whether INFO is
     */
    private function startsAnew(array $options, bool $isForbidden = false): void
    {
        self::server();
        $port = ServerProcess::freePort();
        $hasInfo = $options === [] && !$isForbidden;
        $start = static function () use ($port, $options): ServerProcess {
            return ServerProcess::start(
                static fn (string $directory): array => ['redis-server', '--save', '', '--dir', $directory, '--port', "$port", '--bind', '127.0.0.1', ...$options],
                static fn (): string => "tcp://127.0.0.1:$port",
            ) ?? throw new \RuntimeException('Redis does not start');
        };
        $entries = \array_fill_keys(\array_map(static fn (int $i): string => "key:$i", \range(1, 1000)), 'i:1;');
        $server = $start();
        try {
            $send = $this->connection($port);
            if ($isForbidden) {
                $send('ACL', 'SETUSER', 'default', '-info');
            }
            foreach ($entries as $key => $data) {
                $send('SET', $key, $data);
            }
            $migrator = new Migrator($this->storeOn($port), new Auto(), new BrineSerializer(), 100);
            $batches = 0;
            $kept = null;
            $progress = function (Report $report) use (&$batches, &$kept, &$server, &$send, $start, $port, $entries, $isForbidden): void {
                $kept = $report->cursor();
                if (++$batches === 5) {
                    $server->stop();
                    $server = $start();
                    $send = $this->connection($port);
                    if ($isForbidden) {
                        $send('ACL', 'SETUSER', 'default', '-info');
                    }
                    // In another order: the same place is another one.
                    foreach (\array_reverse($entries) as $key => $data) {
                        $send('SET', $key, $data);
                    }
                }
            };
            try {
                $report = $migrator->run(progress: $progress);
            } catch (PredisException) {
                // One of the clients connects again at the second try.
                $report = $migrator->run($kept, progress: $progress);
            }
            $left = 0;
            foreach (\array_keys($entries) as $key) {
                $left += $send('GET', $key) === 'i:1;' ? 1 : 0;
            }
            self::assertSame([0, true, 1], [$left, $report->isComplete(), \count($report->notices())]);
            // A run that goes on in another process.
            $first = $migrator->run(progress: static fn (): bool => false);
            $second = (new Migrator($this->storeOn($port), new Auto(), new BrineSerializer()))->run($first->cursor());
            self::assertSame($hasInfo ? [] : ['Redis refuses INFO, so nothing says that it was not started anew: the walk begins anew'], $second->notices());
            self::assertSame($hasInfo ? 1000 - $first->total() : 1000, $second->total());
        } finally {
            $server->stop();
        }
    }

    /** @return \Closure(string, string...): mixed sends a command to a separate server */
    abstract protected function connection(int $port): \Closure;

    abstract protected function storeOn(int $port): \Brine\Migration\RedisStore;
}
