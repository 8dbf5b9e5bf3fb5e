<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

/** migrate --state: an interrupted run resumes. */
final class StateTest extends ConsoleTestCase
{
    use MakesStores;

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testGoesOn(): void
    {
        $name = $this->database();
        $arguments = ['store' => $name, '--table' => 'cache', '--autoload' => $this->file('<?php')];
        $state = $this->brokenOff($arguments, 20);
        // One of the first 20 is a number.
        self::assertSame(['brine' => 19, 'native' => 40], self::formats($name));
        (new \PDO($name))->exec("UPDATE cache SET data = 'i:1;' WHERE substr(data, 1, 1) <> 'a' AND cid <> 'node:'");
        $text = $this->brine(0, 'migrate', $arguments + ['--state' => $state]);
        self::assertMatchesRegularExpression('/^(\d+) entries\n/', $text);
        $left = self::formats($name);
        self::assertSame(59, \array_sum($left));
        self::assertSame((int) $text, $left['brine'] ?? 0);
        self::assertSame(19, $left['native'] ?? 0);
        self::assertFileDoesNotExist($state);
    }

    /** They stay what they are, but for a target that checks no classes. */
    public function testStaleEntriesStayStale(): void
    {
        $directory = $this->directory();
        $stale = \brine_serialize(new Versioned());
        \file_put_contents("$directory/stale", $stale);
        \file_put_contents("$directory/native", \serialize(new Versioned()));
        $arguments = ['store' => $directory, '--autoload' => $this->file('<?php')];
        $text = $this->brine(1, 'migrate', $arguments);
        self::assertStringContainsString("1  migrated\n", $text);
        self::assertStringContainsString('unreadable  stale: ' . Versioned::class . ' has changed since this was written (another version)', $text);
        self::assertSame($stale, \file_get_contents("$directory/stale"));
        self::assertSame(\brine_serialize(new Versioned(), ['layouts' => true]), \file_get_contents("$directory/native"));
        $this->brine(0, 'migrate', ['--to' => 'native'] + $arguments);
        foreach (['stale', 'native'] as $name) {
            self::assertSame(\serialize(new Versioned()), \file_get_contents("$directory/$name"));
        }
    }

    /** A run of something else would pass over entries that nobody has written, and end as if all were well. */
    #[RequiresPhpExtension('pdo_sqlite')]
    public function testAStateIsOfOneRun(): void
    {
        $name = $this->database();
        $arguments = ['store' => $name, '--table' => 'cache', '--autoload' => $this->file('<?php')];
        $state = $this->brokenOff($arguments, 20);
        $json = (string) \file_get_contents($state);
        self::assertMatchesRegularExpression('/\A\{\s+"version": 1,\s+"target": "brine",\s+"match": "\*",\s+"store": "[0-9a-f]{64}",\s+"cursor": "[\w=]+",\s+"failed": 0\s+\}\s\z/', $json);
        $store = 'is about another store: another address, table, --where or list of keys';
        $others = [
            [['store' => $this->database()], $store],
            [['--where' => '1 = 1'], $store],
            [['store' => $this->directory()], $store],
            [['--to' => 'native'], 'is about the target "brine", and not "native"'],
            [['--compress' => true], 'is about the target "brine", and not "brine, compressed"'],
            [['--match' => 'app:*'], 'is about the match "*", and not "app:*"'],
            [['--key-file' => [$this->file('a secret of sixteen bytes')]], 'is about the target "brine", and not "brine, signed by 025a7065 for …"'],
        ];
        foreach ($others as [$changes, $message]) {
            $this->brine(2, 'migrate', $changes + $arguments + ['--state' => $state]);
            self::assertSame("brine: The file $state $message. Give another one by --state, or remove it to start over\n", $this->errors());
        }
        foreach (["node:28\n", '5', '[1]', '{"cursor": 5}', \substr($json, 0, -9)] as $old) {
            \file_put_contents($state, $old);
            $this->brine(2, 'migrate', $arguments + ['--state' => $state]);
            self::assertSame("brine: The file $state is no state of brine migrate, or one of an older version. Give another one by --state, or remove it to start over\n", $this->errors());
            self::assertSame($old, \file_get_contents($state));
        }
        \file_put_contents($state, \str_replace('"version": 1', '"version": 2', $json));
        $this->brine(2, 'migrate', $arguments + ['--state' => $state]);
        self::assertStringContainsString('has the version 2, and not 1', $this->errors());
        \file_put_contents($state, '');
        self::assertStringStartsWith("59 entries\n", $this->brine(0, 'migrate', $arguments + ['--state' => $state]));
    }

    /** Another folder to work in gives another store the same name. */
    public function testAStateIsOfOneDirectory(): void
    {
        $directory = $this->directory();
        foreach (['one', 'other'] as $name) {
            \mkdir("$directory/$name");
            \mkdir("$directory/$name/cache");
            for ($i = 0; $i < 9; ++$i) {
                \file_put_contents("$directory/$name/cache/$i", \serialize(['id' => $i]));
            }
        }
        $before = (string) \getcwd();
        try {
            \chdir("$directory/one");
            $state = $this->brokenOff(['store' => 'cache'], 4);
            \chdir("$directory/other");
            $this->brine(2, 'migrate', ['store' => 'cache', '--state' => $state]);
            self::assertStringContainsString('is about another store', $this->errors());
        } finally {
            \chdir($before);
        }
        self::assertStringStartsWith("5 entries\n", $this->brine(0, 'migrate', ['store' => "$directory/one/cache/", '--state' => $state]));
    }

    public function testAStateHasNoPassword(): void
    {
        if (RedisServer::get() === null) {
            self::markTestSkipped('there is no redis-server');
        }
        $redis = new Server(['redis-server', '--port', 'PORT', '--bind', '127.0.0.1', '--save', '', '--requirepass', 'secret']);
        try {
            $client = new \Predis\Client(['port' => $redis->port, 'password' => 'secret']);
            for ($i = 0; $i < 50; ++$i) {
                $client->set("key:$i", \serialize(['id' => $i]));
            }
            $state = $this->brokenOff(['store' => "redis://:secret@127.0.0.1:$redis->port"], 5);
            $json = \json_decode((string) \file_get_contents($state), true);
            self::assertIsArray($json);
            // A hash would let readers of the file try passwords.
            self::assertSame(\hash('sha256', "redis://@127.0.0.1:$redis->port/0\n\ncid\ndata\n\n"), $json['store']);
            \putenv('BRINE_TEST_PASSWORD=secret');
            $this->brine(0, 'migrate', ['store' => "redis://127.0.0.1:$redis->port/0", '--password-env' => 'BRINE_TEST_PASSWORD', '--state' => $state]);
            self::assertStringStartsWith("It goes on where $state says.", $this->errors());
        } finally {
            \putenv('BRINE_TEST_PASSWORD');
            $redis->stop();
        }
    }

    /** A cursor is meaningless after a server's restart: entries would be skipped. */
    public function testBeginsAnewAfterARestart(): void
    {
        if (RedisServer::get() === null) {
            self::markTestSkipped('there is no redis-server');
        }
        $fill = static function (int $port): void {
            $client = new \Predis\Client(['port' => $port]);
            for ($i = 0; $i < 300; ++$i) {
                $client->set("key:$i", \serialize(['id' => $i]));
            }
        };
        $redis = new Server(['redis-server', '--port', 'PORT', '--bind', '127.0.0.1', '--save', '']);
        $store = "redis://127.0.0.1:$redis->port";
        try {
            $fill($redis->port);
            $state = $this->brokenOff(['store' => $store], 200);
            $redis->stop();
            $redis = new Server(['redis-server', '--port', (string) $redis->port, '--bind', '127.0.0.1', '--save', '', '--unixsocket', "$state.socket"], "$state.socket");
            $fill((int) \substr($store, 18));
            $data = \json_decode($this->brine(0, 'migrate', ['store' => $store, '--state' => $state, '--json' => true]), true);
            self::assertIsArray($data);
            self::assertIsArray($data['outcomes']);
            self::assertSame([300, ['Redis was started anew, or another server answers: the walk begins anew']], [$data['outcomes']['migrated'] ?? 0, $data['notices'] ?? []]);
            self::assertStringContainsString('the walk begins anew.', $this->errors());
        } finally {
            $redis->stop();
        }
    }

    /** Entries that an interrupted run left alone stay reported. */
    public function testAStateCountsFailures(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 9; ++$i) {
            \file_put_contents("$directory/$i", $i === 1 ? 'a:1:{i:0;' : \serialize(['id' => $i]));
        }
        $state = $this->brokenOff(['store' => $directory], 4);
        self::assertStringStartsWith("5 entries\n         5  migrated\n", $this->brine(1, 'migrate', ['store' => $directory, '--state' => $state]));
        self::assertStringContainsString('1 entry was left alone before the run was broken off', $this->errors());
        self::assertFileDoesNotExist($state);
    }
}
