<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\RedisStore;
use Brine\Migration\Report;
use Brine\Migration\Store;
use Brine\Migrator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use Symfony\Component\Filesystem\Filesystem;

/** Three masters. */
#[RequiresPhpExtension('redis')]
final class RedisClusterStoreTest extends MigratorTestCase
{
    private const NOTICE = 'A master was started anew, or slots have moved: the walk begins anew';

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

    public function testACursorOfAnotherClusterBeginsAnew(): void
    {
        $store = $this->createStore(['a' => 'i:1;', 'b' => 'i:2;', 'c' => 'i:3;']);
        foreach (["gone\n5", '5', "127.0.0.1:7000\n5", "\n", ''] as $cursor) {
            $entries = $notices = [];
            do {
                $batch = $store->next($cursor, 10);
                \array_push($entries, ...\array_column($batch->entries, 'data'));
                $notices[] = $batch->notice;
            } while (null !== $cursor = $batch->cursor);
            \sort($entries);
            self::assertSame([['i:1;', 'i:2;', 'i:3;'], [self::NOTICE]], [$entries, \array_values(\array_filter($notices, \is_string(...)))]);
        }
    }

    /** @return iterable<string, array{int, int, bool}> the master, after how many of the two, and whether the run goes on in another process */
    public static function restarts(): iterable
    {
        foreach ([0, 1] as $master) {
            foreach ([false, true] as $isOther) {
                yield "master $master in the first one's walk" . ($isOther ? ', and another process' : '') => [$master, 0, $isOther];
                yield "master $master in the second one's walk" . ($isOther ? ', and another process' : '') => [$master, 1, $isOther];
            }
        }
    }

    /** A master comes back with what a snapshot has: entries in the old format, in another order, and in masters that were walked already. */
    #[DataProvider('restarts')]
    public function testAMasterThatIsStartedAnewMeanwhile(int $restarted, int $walked, bool $isOther): void
    {
        $this->withTwoMasters(function (array $ports, \Closure $restart) use ($restarted, $walked, $isOther): void {
            $entries = \array_fill_keys(\array_map(static fn (int $i): string => "key:$i", \range(1, 600)), 'i:1;');
            $client = $this->fill($ports, $entries);
            $isDone = false;
            $kept = null;
            $progress = function (Report $report) use (&$isDone, &$kept, $walked, $restart, $restarted, $ports, $entries): bool {
                $kept = $report->cursor();
                // Four batches of a hundred are behind the first master's walk, of about three hundred.
                if ($isDone || $report->total() < ($walked === 0 ? 100 : 450)) {
                    return true;
                }
                $isDone = true;
                $restart($restarted);
                $this->fill($ports, \array_reverse($entries));

                return false;
            };
            $report = (new Migrator($store = RedisStore::cluster($client), new Auto(), new BrineSerializer(), 50))->run(progress: $progress);
            self::assertSame([true, false], [$isDone, $report->isComplete()]);
            if ($isOther) {
                $store = RedisStore::cluster(new \RedisCluster(null, ["127.0.0.1:$ports[1]", "127.0.0.1:$ports[0]"]));
            }
            $report = (new Migrator($store, new Auto(), new BrineSerializer(), 50))->run($kept);
            self::assertSame([[], true, [self::NOTICE]], [$this->left($ports, $entries), $report->isComplete(), $report->notices()]);
        });
    }

    /** A slot that has moved to a master that was walked already. */
    public function testSlotsThatMoveMeanwhile(): void
    {
        $this->withTwoMasters(function (array $ports): void {
            $entries = \array_fill_keys(\array_map(static fn (int $i): string => "key:$i", \range(1, 600)), 'i:1;');
            $client = $this->fill($ports, $entries);
            // Of the second master by address, which is walked last.
            $slot = $ports[0] < $ports[1] ? 16_383 : 0;
            $to = \min($ports);
            $isDone = false;
            $progress = static function (Report $report) use (&$isDone, $ports, $slot, $to): void {
                if (!$isDone && $report->total() >= 450) {
                    $isDone = true;
                    RedisServer::moveSlot($slot, $to, \max($ports));
                }
            };
            $report = (new Migrator(RedisStore::cluster($client), new Auto(), new BrineSerializer(), 50))->run(progress: $progress);
            self::assertSame([[], true, [self::NOTICE], true], [$this->left($ports, $entries), $report->isComplete(), $report->notices(), $report->total() >= 1200]);
        });
    }

    /** @param \Closure(array{int, int}, \Closure(int): void): void $test is given the ports, and what starts a master anew */
    private function withTwoMasters(\Closure $test): void
    {
        if (RedisServer::get() === null) {
            self::markTestSkipped('there is no redis-server');
        }
        $directory = \sys_get_temp_dir() . '/brine-cluster-' . \bin2hex(\random_bytes(8));
        \mkdir($directory);
        $masters = $ports = [];
        try {
            foreach ([0, 1] as $i) {
                $ports[$i] = ServerProcess::freePort(10_000);
                $masters[$i] = RedisServer::master($ports[$i], "$directory/$i");
            }
            RedisServer::meet($ports);
            $test($ports, static function (int $i) use (&$masters, $ports, $directory): void {
                $masters[$i]->stop();
                $masters[$i] = RedisServer::master($ports[$i], "$directory/$i");
                RedisServer::awaitCluster($ports);
            });
        } finally {
            foreach ($masters as $master) {
                $master->stop();
            }
            (new Filesystem())->remove($directory);
        }
    }

    /**
     * @param array{int, int} $ports
     * @param array<string, string> $entries
     */
    private function fill(array $ports, array $entries): \RedisCluster
    {
        $client = new \RedisCluster(null, ["127.0.0.1:$ports[0]", "127.0.0.1:$ports[1]"]);
        foreach ($entries as $key => $data) {
            $client->rawcommand($key, 'SET', $key, $data);
        }

        return $client;
    }

    /**
     * @param array{int, int} $ports
     * @param array<string, string> $entries
     * @return list<string> keys whose entries are as they were
     */
    private function left(array $ports, array $entries): array
    {
        $client = new \RedisCluster(null, ["127.0.0.1:$ports[0]", "127.0.0.1:$ports[1]"]);

        return \array_values(\array_filter(\array_keys($entries), static fn (string $key): bool => $client->rawcommand($key, 'GET', $key) === $entries[$key]));
    }
}
