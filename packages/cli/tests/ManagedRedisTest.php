<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Console\Failed;
use Brine\Console\Store\EnduringStore;
use Brine\Console\Store\Unavailable;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Store;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;

/** Each command at TLS with users, at clusters and at what Sentinel watches, by phpredis and by Predis. */
final class ManagedRedisTest extends ConsoleTestCase
{
    private const ENTRIES = 60;
    private const PASSWORD = 'a secret of ada';

    /** Called once, by the 150th object that is made. */
    public static ?\Closure $inTheMiddle = null;
    public static int $made = 0;

    protected function setUp(): void
    {
        parent::setUp();
        if (\trim((string) \shell_exec('command -v openssl')) === '') {
            self::markTestSkipped('this needs openssl');
        }
    }

    protected function tearDown(): void
    {
        [self::$inTheMiddle, self::$made] = [null, 0];
        parent::tearDown();
    }

    /** @return iterable<string, array{bool}> whether it is Predis */
    public static function clients(): iterable
    {
        yield 'phpredis' => [false];
        yield 'Predis' => [true];
    }

    #[DataProvider('clients')]
    public function testTlsWithAUser(bool $isPredis): void
    {
        $server = ManagedRedis::start(['--databases', '2']) ?? self::markTestSkipped('there is no redis-server');
        // Just what is needed, in a database other than 0.
        $server->ask('ACL', 'SETUSER', 'ada', 'on', '>' . self::PASSWORD, '~*', '+scan', '+mget', '+get', '+eval', '+type', '+pttl', '+set', '+dbsize', '+select', '+info');
        $server->ask('ACL', 'SETUSER', 'default', '-@all', '+client');
        $url = "rediss://ada:{$this->encoded()}@127.0.0.1:$server->tlsPort/1" . ManagedRedis::query();
        try {
            $client = new \Predis\Client(['host' => '127.0.0.1', 'port' => $server->port, 'username' => 'ada', 'password' => self::PASSWORD, 'database' => 1]);
            $put = static fn (string $key, string $data): mixed => $client->executeRaw(['SET', $key, $data]);
            $get = static fn (string $key): mixed => $client->executeRaw(['GET', $key]);
            $this->assertCommandsWork($isPredis, $url, $put, $get);
            self::assertSame(1, $this->call($isPredis, 'stats', ['store' => \str_replace('/1?', '?', $url) . '&peer_name=other'])[0]);
            $this->assertRefused($isPredis, "rediss://127.0.0.1:$server->tlsPort");
            $this->assertRefused($isPredis, "rediss://ada:wrong-secret@127.0.0.1:$server->tlsPort/1" . ManagedRedis::query());
            // Without its own certificate a client is not let in.
            $this->assertRefused($isPredis, "rediss://ada:{$this->encoded()}@127.0.0.1:$server->tlsPort/1?cafile=" . ManagedRedis::files()['ca']);
            \putenv('BRINE_TEST_REDIS=' . self::PASSWORD);
            self::assertSame(0, $this->call($isPredis, 'stats', ['store' => "valkeys://ada@127.0.0.1:$server->tlsPort/1" . ManagedRedis::query(), '--password-env' => 'BRINE_TEST_REDIS'])[0]);
        } finally {
            \putenv('BRINE_TEST_REDIS');
            $server->stop();
        }
    }

    public function testNamesTheCa(): void
    {
        $server = ManagedRedis::start() ?? self::markTestSkipped('there is no redis-server');
        try {
            $this->brine(1, 'stats', ['store' => "rediss://127.0.0.1:$server->tlsPort"]);
            self::assertStringContainsString('certificate verify failed', $this->errors());
            self::assertStringEndsWith(". Give the CA of its certificate by ?cafile=FILE\n", $this->errors());
            self::assertSame("0 entries, 0 bytes\n", $this->brine(0, 'stats', [
                'store' => "rediss://127.0.0.1:$server->tlsPort?verify_peer=0&certfile=" . ManagedRedis::files()['client'] . '&keyfile=' . ManagedRedis::files()['client-key'],
            ]));
        } finally {
            $server->stop();
        }
    }

    #[DataProvider('clients')]
    public function testCluster(bool $isPredis): void
    {
        $nodes = ManagedRedis::cluster();
        if ($nodes === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $client = self::clusterClient($nodes);
        try {
            $put = static fn (string $key, string $data): mixed => $client->set($key, $data);
            $this->assertCommandsWork($isPredis, "redis+cluster://127.0.0.1:{$nodes[1]->port}", $put, static fn (string $key): mixed => $client->get($key));
            $this->brine(1, 'stats', ['store' => "redis://127.0.0.1:{$nodes[0]->port}"]);
            self::assertSame("brine: This server belongs to a cluster: write redis+cluster://host:port\n", $this->errors());
        } finally {
            \array_map(static fn (ManagedRedis $node) => $node->stop(), $nodes);
        }
    }

    /** By the ports for TLS, which the nodes name to those who ask by TLS. */
    public function testClusterByTls(): void
    {
        $nodes = ManagedRedis::cluster(true);
        if ($nodes === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $client = self::clusterClient($nodes);
        try {
            for ($i = 0; $i < self::ENTRIES; ++$i) {
                $client->set("app:$i", \serialize(['id' => $i]));
            }
            $url = "rediss+cluster://127.0.0.1:{$nodes[0]->tlsPort}" . ManagedRedis::query();
            self::assertSame(self::ENTRIES, $this->migrated('stats', ['store' => $url])['entries']);
        } finally {
            \array_map(static fn (ManagedRedis $node) => $node->stop(), $nodes);
        }
    }

    /** A master ends without a word in the middle, and its replica takes its place. */
    public function testAMasterOfAClusterFailsOver(): void
    {
        $nodes = ManagedRedis::cluster();
        if ($nodes === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $client = self::clusterClient($nodes);
        try {
            for ($i = 0; $i < 600; ++$i) {
                $client->set("app:$i", \serialize(new FailsOver($i)));
            }
            $nodes[2]->ask('WAIT', '1', '5000');
            self::$inTheMiddle = $nodes[2]->crash(...);
            // The seed is the one that ends.
            $data = $this->migrated('migrate', ['store' => "redis+cluster://127.0.0.1:{$nodes[2]->port}", '--autoload' => $this->file('<?php'), '--batch' => '20']);
            self::assertNull(self::$inTheMiddle);
            $this->assertAllMigrated($data, 600, static fn (string $key): mixed => self::clusterClient([$nodes[0], $nodes[1], $nodes[3]])->get($key));
        } finally {
            \array_map(static fn (ManagedRedis $node) => $node->stop(), $nodes);
        }
    }

    #[DataProvider('clients')]
    public function testSentinel(bool $isPredis): void
    {
        $sentinel = RedisServer::sentinel() ?? self::markTestSkipped('there is no redis-server');
        $client = self::sentinelClient($sentinel);
        $client->flushdb();
        $put = static fn (string $key, string $data): mixed => $client->set($key, $data);
        // The first Sentinel is gone.
        $this->assertCommandsWork($isPredis, "redis+sentinel://127.0.0.1:1,127.0.0.1:$sentinel/main", $put, static fn (string $key): mixed => $client->get($key));
        $client->flushdb();
        $this->brine(1, 'stats', ['store' => "redis+sentinel://127.0.0.1:$sentinel/other"]);
        self::assertStringContainsString("127.0.0.1:$sentinel: it watches no other", $this->errors());
    }

    /** The replica takes the server's place in the middle. */
    public function testSentinelFailsOver(): void
    {
        $sentinel = RedisServer::sentinel() ?? self::markTestSkipped('there is no redis-server');
        $client = self::sentinelClient($sentinel);
        $client->flushdb();
        for ($i = 0; $i < 600; ++$i) {
            $client->set("app:$i", \serialize(new FailsOver($i)));
        }
        self::$inTheMiddle = RedisServer::failOver(...);
        $data = $this->migrated('migrate', ['store' => "redis+sentinel://127.0.0.1:$sentinel/main", '--autoload' => $this->file('<?php'), '--batch' => '20']);
        self::assertNull(self::$inTheMiddle);
        $this->assertAllMigrated($data, 600, static fn (string $key): mixed => self::sentinelClient($sentinel)->get($key));
    }

    public function testASocket(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $client = new \Predis\Client(['scheme' => 'unix', 'path' => $server->socket]);
        $client->flushdb();
        $client->set('app:1', \serialize(['id' => 1]));
        foreach (["unix://$server->socket", "redis://$server->socket", "valkey://$server->socket"] as $name) {
            self::assertStringStartsWith('1 entry, ', $this->brine(0, 'stats', ['store' => $name]));
        }
        $client->flushdb();
    }

    /** An answer that is lost, after which the entry has the new data, or the old. */
    public function testAReplacedEntryWhoseAnswerIsLost(): void
    {
        foreach ([true, false] as $isDone) {
            $data = new \ArrayObject(['a' => 'old']);
            $store = self::unreliable($data, static fn (int $call): bool => $call === 1, $isDone);
            $enduring = new EnduringStore(static fn (): array => [$store, $store]);
            $batch = $enduring->next(null, 10);
            self::assertTrue($enduring->replace($batch->entries[0], 'new'));
            self::assertSame(['a' => 'new'], $data->getArrayCopy());
            self::assertSame('Redis was connected to anew (the answer is lost)', $enduring->next(null, 10)->notice);
        }
        // Somebody else has written it meanwhile.
        $data = new \ArrayObject(['a' => 'old']);
        $store = self::unreliable($data, static fn (int $call): bool => $call === 1, false);
        $opened = 0;
        $enduring = new EnduringStore(static function () use ($store, $data, &$opened): array {
            if (++$opened > 1) {
                $data['a'] = 'newer';
            }

            return [$store, $store];
        });
        self::assertFalse($enduring->replace($enduring->next(null, 10)->entries[0], 'new'));
        self::assertSame('newer', $data['a']);
    }

    public function testServersThatStayAway(): void
    {
        $store = self::unreliable(new \ArrayObject(['a' => 'old']), static fn (): bool => true, false);
        $enduring = new EnduringStore(static fn (): array => [$store, $store], 0.6);
        $entry = $enduring->next(null, 10)->entries[0];
        $this->expectException(Failed::class);
        $this->expectExceptionMessage('Redis does not answer for 1 seconds: the answer is lost');
        $enduring->replace($entry, 'new');
    }

    /**
     * @param \ArrayObject<string, string> $data
     * @param \Closure(int): bool $fails whether this call of replace() does
     */
    private static function unreliable(\ArrayObject $data, \Closure $fails, bool $isDone): Store
    {
        return new class ($data, $fails, $isDone) implements Store {
            private int $calls = 0;

            /**
             * @param \ArrayObject<string, string> $data
             * @param \Closure(int): bool $fails
             */
            public function __construct(private \ArrayObject $data, private \Closure $fails, private bool $isDone)
            {
            }

            public function next(?string $cursor, int $size): Batch
            {
                return new Batch([new Entry('a', (string) $this->data['a'])], null);
            }

            public function replace(Entry $entry, string $data): bool
            {
                $isLost = ($this->fails)(++$this->calls);
                $isSame = $this->data[$entry->key] === $entry->data;
                if ($isSame && (!$isLost || $this->isDone)) {
                    $this->data[$entry->key] = $data;
                }

                return $isLost ? throw new Unavailable('the answer is lost') : $isSame;
            }
        };
    }

    /**
     * Each command that takes a store.
     *
     * @param \Closure(string, string): mixed $put
     * @param \Closure(string): mixed $get
     */
    private function assertCommandsWork(bool $isPredis, string $url, \Closure $put, \Closure $get): void
    {
        for ($i = 0; $i < self::ENTRIES; ++$i) {
            $put("app:$i", \serialize(['id' => $i, 'roles' => ['editor', 'author'], 'thing' => new Thing()]));
        }
        $put('app:number', '12');
        $stats = $this->json($isPredis, 'stats', ['store' => $url]);
        self::assertSame([self::ENTRIES + 1, ['entries' => self::ENTRIES, 'number' => 1]], [$stats['entries'], self::counts($stats)]);
        self::assertStringContainsString('id: 7', $this->text($isPredis, 'inspect', ['file' => $url, '--key' => 'app:7']));
        self::assertSame([['class' => Thing::class, 'entries' => self::ENTRIES]], $this->json($isPredis, 'classes', ['store' => $url])['classes']);
        self::assertSame(['native' => self::ENTRIES, 'number' => 1], $this->json($isPredis, 'doctor', ['--store' => $url])['formats']);
        $autoload = $this->file('<?php require_once ' . \var_export(__DIR__ . '/Thing.php', true) . ';');
        self::assertMatchesRegularExpression('/^app: +\d+ /m', $this->text($isPredis, 'bench', ['--from' => $url, '--quick' => true, '--autoload' => $autoload, '--sample' => '3']));
        $data = $this->json($isPredis, 'migrate', ['store' => $url, '--autoload' => $autoload, '--batch' => '10', '--state' => $this->directory() . '/state']);
        self::assertSame([true, [], ['numbers' => 1, 'others' => 0]], [$data['complete'], $data['failures'], $data['left_out']]);
        self::assertSame(self::ENTRIES, self::outcomes($data)['migrated']);
        $value = ['id' => 7, 'roles' => ['editor', 'author'], 'thing' => new Thing()];
        self::assertSame([\brine_serialize($value), '12'], [$get('app:7'), $get('app:number')]);
        self::assertSame(['brine' => self::ENTRIES, 'number' => 1], $this->json($isPredis, 'doctor', ['--store' => $url])['formats']);
    }

    /**
     * @param array<mixed> $stats
     * @return array<string, mixed>
     */
    private static function counts(array $stats): array
    {
        self::assertIsArray($stats['formats']);
        ['native' => $native, 'number' => $number] = $stats['formats'];
        self::assertIsArray($native);
        self::assertIsArray($number);

        return ['entries' => $native['entries'], 'number' => $number['entries']];
    }

    /**
     * @param array<mixed> $data of migrate
     * @return array{migrated: int, overtaken: int}
     */
    private static function outcomes(array $data): array
    {
        self::assertIsArray($data['outcomes']);
        ['migrated' => $migrated, 'overtaken' => $overtaken] = $data['outcomes'];
        self::assertIsInt($migrated);
        self::assertIsInt($overtaken);

        return ['migrated' => $migrated, 'overtaken' => $overtaken];
    }

    /**
     * @param array<string, mixed> $arguments
     * @return array<mixed>
     */
    private function json(bool $isPredis, string $command, array $arguments): array
    {
        $data = \json_decode($this->text($isPredis, $command, $arguments + ['--json' => true]), true);
        self::assertIsArray($data);

        return $data;
    }

    /**
     * What a command says that succeeds, or doctor, which may find something to change here.
     *
     * @param array<string, mixed> $arguments
     */
    private function text(bool $isPredis, string $command, array $arguments): string
    {
        [$code, $output, $errors] = $this->call($isPredis, $command, $arguments);
        self::assertStringNotContainsString('secret', $output . $errors);
        self::assertSame($command === 'doctor' ? $code : 0, $code, $output . $errors);

        return $output;
    }

    private function assertRefused(bool $isPredis, string $url): void
    {
        [$code, $output, $errors] = $this->call($isPredis, 'stats', ['store' => $url]);
        self::assertSame([1, ''], [$code, $output], $errors);
        self::assertStringNotContainsString('secret', $errors);
        self::assertStringStartsWith('brine: ', $errors);
    }

    /**
     * @param array<mixed> $data
     * @param \Closure(string): mixed $get
     */
    private function assertAllMigrated(array $data, int $count, \Closure $get): void
    {
        self::assertSame([true, []], [$data['complete'], $data['failures']]);
        self::assertGreaterThanOrEqual($count, \array_sum(self::outcomes($data)));
        self::assertIsArray($data['notices']);
        self::assertNotSame([], $data['notices']);
        foreach (\range(0, $count - 1) as $i) {
            self::assertSame(\brine_serialize(new FailsOver($i)), $get("app:$i"));
        }
    }

    /**
     * @param array<string, mixed> $arguments
     * @return array<mixed>
     */
    private function migrated(string $command, array $arguments): array
    {
        $data = \json_decode($this->brine(0, $command, $arguments + ['--json' => true]), true);
        self::assertIsArray($data);

        return $data;
    }

    /**
     * Runs a command by phpredis, or in a process that has Predis alone.
     *
     * @param array<string, mixed> $arguments
     * @return array{int, string, string} exit code, output, errors
     */
    private function call(bool $isPredis, string $command, array $arguments): array
    {
        if (!$isPredis && !\class_exists(\Redis::class)) {
            self::markTestSkipped('there is no phpredis');
        }
        // bench forks processes, which would end the servers of this one.
        if (!$isPredis && $command !== 'bench') {
            [$code, $output] = $this->tryBrine($command, $arguments);

            return [$code, $output, $this->errors()];
        }
        $words = [];
        foreach ($arguments as $name => $value) {
            \assert(\is_string($value) || $value === true);
            if (\str_starts_with($name, '--')) {
                $words[] = $name;
            }
            if ($value !== true) {
                $words[] = \escapeshellarg($value);
            }
        }
        $errors = \tmpfile();
        \assert($errors !== false);
        $phpredis = $isPredis ? '' : (\extension_loaded('igbinary') ? '-d extension=igbinary ' : '') . '-d extension=redis ';
        $call = \escapeshellarg(\PHP_BINARY) . ' -n ' . self::extensions() . $phpredis . \escapeshellarg(__DIR__ . '/../bin/brine') . " $command --no-interaction " . \implode(' ', $words);
        $process = \proc_open(['/bin/sh', '-c', "exec $call"], [['file', '/dev/null', 'r'], ['pipe', 'w'], $errors], $pipes);
        \assert($process !== false);
        $output = (string) \stream_get_contents($pipes[1]);
        $code = \proc_close($process);
        \rewind($errors);

        return [$code, $output, (string) \stream_get_contents($errors)];
    }

    private function encoded(): string
    {
        return \rawurlencode(self::PASSWORD);
    }

    /** @param list<ManagedRedis> $nodes */
    private static function clusterClient(array $nodes): \Predis\Client
    {
        return new \Predis\Client(\array_map(static fn (ManagedRedis $node): string => "tcp://127.0.0.1:$node->port", $nodes), ['cluster' => 'redis']);
    }

    private static function sentinelClient(int $sentinel): \Predis\Client
    {
        return new \Predis\Client(["tcp://127.0.0.1:$sentinel"], ['replication' => 'sentinel', 'service' => 'main']);
    }
}
