<?php

declare(strict_types=1);

namespace Brine\Tests\Console;

use Brine\BrineSerializer;
use Brine\Console\Command\MigrateCommand;
use Brine\Console\Store\DirectoryStore;
use Brine\Console\Store\WithoutObjects;
use Brine\Console\Text;
use Brine\DecodeException;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\RedisStore;
use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;
use Symfony\Component\Console\Tester\CommandTester;

/** stats and migrate, on each kind of store. */
final class StoreTest extends ConsoleTestCase
{
    use MakesStores;

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testCountsWhatADeploymentWillCost(): void
    {
        $directory = $this->directory();
        foreach (['one', 'two'] as $name) {
            \file_put_contents("$directory/$name", \brine_serialize([new Versioned(), new Versioned()]));
        }
        \file_put_contents("$directory/three", \brine_serialize(new Thing()));
        $autoload = $this->file('<?php');
        $text = $this->brine(0, 'stats', ['store' => $directory, '--autoload' => $autoload]);
        self::assertStringContainsString(
            "\nstale entries of the sample, misses until they are written again\n            2  Brine\\Tests\\Console\\Versioned\n\n",
            $text,
        );
        $data = \json_decode($this->brine(0, 'stats', ['store' => $directory, '--autoload' => $autoload, '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame([3, 0, [Versioned::class => 2]], [$data['entries'], $data['unreadable'], $data['stale']]);
        self::assertStringNotContainsString('stale', $this->brine(0, 'stats', ['store' => $directory]));
    }

    public function testTellsOfADatabase(): void
    {
        $text = $this->brine(0, 'stats', ['store' => $this->database(), '--table' => 'cache']);
        self::assertStringStartsWith("60 entries, 8,378 bytes\n\nformat entries bytes              \nnative 59      8,369 bytes 99.9 % \n"
            . "number 1       9 bytes     0.1 %  \n", $text);
        self::assertMatchesRegularExpression('/^prefix +entries bytes +as Brine +and zlib +and dictionary +decode µs +as Brine *$/m', $text);
        self::assertMatchesRegularExpression('/^node:  30      4,123 bytes \d\d\.\d % +\d\d\.\d % +\d\d\.\d % +\d+\.\d +\d+\.\d *$/m', $text);
        self::assertStringContainsString("objects in the sample\n           59  Brine\\Tests\\Console\\LoudThing\n", $text);
        self::assertMatchesRegularExpression('/^All of it as brine: about [\d,]+ bytes, \d\d\.\d % of now\.$/m', $text);
        self::assertMatchesRegularExpression('/^A dictionary trained on half of the sample makes the other half \d\d\.\d % of Brine/m', $text);
    }

    /** An enum case needs its class. */
    public function testEstimatesFromWhatIsRead(): void
    {
        $directory = $this->directory();
        $read = \serialize(['rows' => \array_fill(0, 20, ['id' => 1, 'name' => 'editor'])]);
        \file_put_contents("$directory/read", $read);
        \file_put_contents("$directory/enum", 'a:2:{i:0;E:35:"Brine\Tests\Console\Unloaded:Hearts";i:1;' . \serialize(\range(1, 2000)) . '}');
        $written = \strlen(\brine_serialize(\unserialize($read)));
        $bytes = \strlen($read) + (int) \filesize("$directory/enum");
        $all = 'about ' . \number_format((int) \round($bytes * ($written / \strlen($read)))) . ' bytes, ' . Text::percent($written, \strlen($read)) . ' of now';
        $text = $this->brine(0, 'stats', ['store' => $directory]);
        self::assertStringContainsString("\nAll of it as brine: $all.\n", $text);
        self::assertStringContainsString("\n1 of 2 entries of the sample were not read, and the estimates leave them out: ", $text);
        self::assertStringStartsWith("\nNext\n  brine stats $directory --autoload vendor/autoload.php\n", $this->errors());

        \unlink("$directory/read");
        $text = $this->brine(0, 'stats', ['store' => $directory]);
        self::assertStringNotContainsString('All of it', $text);
        self::assertStringContainsString("\n1 of 1 entries of the sample were not read, so there is no estimate: ", $text);
        $text = $this->brine(0, 'stats', ['store' => $directory, '--autoload' => $this->file('<?php namespace Brine\Tests\Console; enum Unloaded { case Hearts; }')]);
        self::assertStringContainsString('All of it as brine: about ', $text);
        self::assertStringNotContainsString('brine stats', $this->errors());
    }

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testTellsItAsJson(): void
    {
        LoudThing::$calls = 0;
        $data = \json_decode($this->brine(0, 'stats', ['store' => $this->database(), '--table' => 'cache', '--json' => true, '--sample' => '10']), true);
        self::assertIsArray($data);
        self::assertSame([60, 8378, 10], [$data['entries'], $data['bytes'], $data['sampled']]);
        self::assertSame([['below' => 16, 'entries' => 1], ['below' => 256, 'entries' => 59]], $data['sizes']);
        self::assertIsArray($data['largest']);
        self::assertCount(10, $data['largest']);
        self::assertSame(0, LoudThing::$calls);
    }

    /** Without --autoload, objects of igbinary are not created: its extension cannot skip them, and PHP's reader is not comparable. */
    #[RequiresPhpExtension('igbinary')]
    public function testTimesWhatReadsTheEntriesNow(): void
    {
        $directory = $this->directory();
        $timed = static fn (int $of): string => '/"sample":\s*\{\s*"entries":\s*4\b[^}]*"timed":\s*' . $of . '\b/';
        foreach (['serialize', 'igbinary_serialize'] as $write) {
            \file_put_contents("$directory/app:$write.array", $write(['a' => 1]));
            \file_put_contents("$directory/app:$write.object", $write(new LoudThing()));
        }
        LoudThing::$calls = 0;
        self::assertMatchesRegularExpression($timed(3), $this->brine(0, 'stats', ['store' => $directory, '--json' => true]));
        self::assertSame(0, LoudThing::$calls);
        self::assertMatchesRegularExpression($timed(4), $this->brine(0, 'stats', ['store' => $directory, '--json' => true, '--autoload' => $this->file('<?php')]));
    }

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testMigratesADatabase(): void
    {
        $name = $this->database();
        $arguments = ['store' => $name, '--table' => 'cache'];
        // Objects need their classes.
        $text = $this->brine(1, 'migrate', $arguments + ['--dry-run' => true]);
        self::assertStringContainsString("59 entries, nothing was written\n        59  unreadable\n         1  besides: numbers, which stay as they are\n", $text);
        self::assertStringContainsString('It has objects: give their classes by --autoload', $text);
        $arguments += ['--autoload' => $this->file('<?php')];
        $text = $this->brine(0, 'migrate', $arguments + ['--dry-run' => true]);
        self::assertMatchesRegularExpression(
            "/\\A59 entries, nothing was written\n        59  would be migrated\n         1  besides: numbers, which stay as they are\n8,369 bytes would become [\\d,]+ bytes\n\\z/",
            $text,
        );
        self::assertSame(['native' => 59], self::formats($name));

        $data = \json_decode($this->brine(0, 'migrate', $arguments + ['--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame(['migrated' => 59, 'unchanged' => 0, 'overtaken' => 0, 'inaccessible' => 0, 'unreadable' => 0, 'unwritable' => 0, 'different' => 0], $data['outcomes']);
        self::assertSame(['brine' => 59], self::formats($name));
        $this->brine(0, 'migrate', $arguments + ['--to' => 'native', '--batch' => '7']);
        self::assertSame(['native' => 59], self::formats($name));
    }

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testSignsWhatItMigrates(): void
    {
        $name = $this->database();
        $arguments = ['store' => $name, '--table' => 'cache', '--autoload' => $this->file('<?php'), '--key-file' => [$this->file('secret of a test')], '--context' => 'app:'];
        $this->brine(0, 'migrate', $arguments);
        self::assertSame(['signed' => 59], self::formats($name));
        $row = (new \PDO($name))->query("SELECT data FROM cache WHERE cid = 'node:2'");
        \assert($row !== false);
        $data = $row->fetchColumn();
        \assert(\is_string($data));
        $this->brine(0, 'verify', ['file' => $this->file($data), '--key-file' => [$this->file('secret of a test')], '--context' => 'app:node:2']);
        self::assertStringContainsString("59  unchanged\n", $this->brine(0, 'migrate', $arguments));
    }

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testDrupal(): void
    {
        $site = $this->directory();
        \mkdir("$site/sites");
        \mkdir("$site/sites/default");
        $database = new \PDO("sqlite:$site/database");
        foreach (['x_cache_render', 'x_cache_data', 'x_cachetags', 'x_users', 'cache_other'] as $table) {
            $database->exec("CREATE TABLE $table (cid TEXT PRIMARY KEY, data BLOB, serialized INTEGER)");
            for ($i = 0; $i < 3; ++$i) {
                $database->prepare("INSERT INTO $table VALUES (?, ?, ?)")->execute(["key:$i", \serialize([$i, ['editor', 'author']]), $i < 2 ? 1 : 0]);
            }
        }
        $code = "<?php exit('it was run'); \$databases['default']['default'] = array('driver' => 'mysql');\n"
            . "\$databases['default']['default'] = ['database' => '$site/database', 'prefix' => \"x_\", 'init' => [f(1, [2]), 3], 'driver' => 'sqlite', // last\n];\n"
            . "\$databases['other']['default'] = ['driver' => 'pgsql'];";
        \file_put_contents("$site/sites/default/settings.php", $code);
        $data = \json_decode($this->brine(0, 'stats', ['store' => "drupal:$site", '--json' => true]), true);
        self::assertIsArray($data);
        self::assertIsArray($data['prefixes']);
        self::assertSame([4, ['x_cache_data:', 'x_cache_render:']], [$data['entries'], \array_keys($data['prefixes'])]);
        self::assertStringStartsWith("4 entries\n         4  migrated\n", $this->brine(0, 'migrate', ['store' => "drupal:$site/sites/default/settings.php", '--batch' => '1']));
        $rows = $database->query('SELECT count(*) FROM x_cache_render WHERE substr(data, 1, 2) = CAST(X\'C110\' AS BLOB)');
        \assert($rows !== false);
        self::assertSame(2, (int) $rows->fetchColumn());
        \file_put_contents("$site/sites/default/settings.php", "<?php \$databases['default']['default'] = f();");
        $this->brine(2, 'stats', ['store' => "drupal:$site"]);
        $this->brine(2, 'stats', ['store' => 'drupal:/no/such/site']);
    }

    public function testDirectory(): void
    {
        $directory = $this->directory();
        \mkdir("$directory/a");
        $value = ['id' => 1, 'roles' => ['editor', 'author']];
        \file_put_contents("$directory/a/plain", \serialize($value));
        \file_put_contents("$directory/a/symfony", "1893456000\napp%3Akey\n" . \serialize($value));
        \file_put_contents("$directory/laravel", '1893456000' . \serialize($value));
        \touch("$directory/a/symfony", 1893456000);
        \chmod("$directory/laravel", 0640);
        self::assertStringStartsWith("3 entries, 213 bytes\n\nformat entries bytes             \nnative 3       213 bytes 100.0 % \n", $this->brine(0, 'stats', ['store' => $directory]));
        self::assertStringStartsWith("3 entries\n         3  migrated\n", $this->brine(0, 'migrate', ['store' => "$directory/"]));
        \clearstatcache();
        self::assertSame(\brine_serialize($value), \file_get_contents("$directory/a/plain"));
        self::assertSame("1893456000\napp%3Akey\n" . \brine_serialize($value), \file_get_contents("$directory/a/symfony"));
        self::assertSame(1893456000, \filemtime("$directory/a/symfony"));
        self::assertSame('1893456000' . \brine_serialize($value), \file_get_contents("$directory/laravel"));
        self::assertSame(0640, (int) \fileperms("$directory/laravel") & 0777);
        self::assertSame(['a', 'laravel'], \array_values(\array_diff((array) \scandir($directory), ['.', '..'])));
    }

    /** Data that no serializer wrote is not a failure: it is counted, and stays unchanged. */
    public function testLeavesForeignTextAlone(): void
    {
        $directory = $this->directory();
        $foreign = ['count' => '17', 'empty' => '', 'json' => '{"a":1}', 'lock' => 'a token of a lock'];
        foreach ($foreign + ['entry' => \serialize(['a' => 1])] as $key => $data) {
            \file_put_contents("$directory/$key", $data);
        }
        $text = $this->brine(0, 'stats', ['store' => $directory]);
        self::assertStringContainsString("\nnative 1       18 bytes", $text);
        self::assertStringContainsString("\nnumber 1       2 bytes", $text);
        self::assertStringContainsString("\nother  3       24 bytes", $text);
        self::assertStringContainsString('Other is what no serializer has written', $text);
        self::assertStringNotContainsString('are not read', $text);
        self::assertSame(
            "1 entry, nothing was written\n         1  would be migrated\n         1  besides: numbers, which stay as they are\n"
                . "         3  besides: of no serializer, such as plain text, and stay as they are (the first: empty)\n18 bytes would become 7 bytes\n",
            $this->brine(0, 'migrate', ['store' => $directory, '--dry-run' => true]),
        );
        $data = \json_decode($this->brine(0, 'migrate', ['store' => $directory, '--json' => true]), true);
        self::assertIsArray($data);
        self::assertSame([1, ['numbers' => 1, 'others' => 3]], [$data['entries'], $data['left_out']]);
        foreach ($foreign as $key => $data) {
            self::assertSame($data, \file_get_contents("$directory/$key"));
        }
        // A store that has nothing else is not empty.
        \unlink("$directory/entry");
        $this->brine(0, 'migrate', ['store' => $directory]);
        self::assertSame('', $this->errors());
        // An unreadable entry of a serializer is a failure.
        \file_put_contents("$directory/entry", 'a:1:{i:0;');
        self::assertStringStartsWith("1 entry\n         1  unreadable\n", $this->brine(1, 'migrate', ['store' => $directory]));
    }

    /** Users who can write to the directory must not make the command rewrite or copy files outside it. */
    public function testLinksArePassedOver(): void
    {
        [$directory, $other] = [$this->directory(), $this->directory()];
        \file_put_contents("$directory/entry", \serialize(['a' => 1]));
        \file_put_contents("$other/beyond", \serialize(['b' => 2]));
        \symlink("$other/beyond", "$directory/link");
        self::assertStringStartsWith('1 entry, 18 bytes', $this->brine(0, 'stats', ['store' => $directory]));
        self::assertStringStartsWith("1 entry\n         1  migrated\n", $this->brine(0, 'migrate', ['store' => $directory]));
        self::assertSame([true, \serialize(['b' => 2])], [\is_link("$directory/link"), \file_get_contents("$other/beyond")]);
        \unlink("$directory/link");
    }

    /** They are listed once, and may change until they are read. */
    public function testLinksThatTakeTheirPlaceLaterArePassedOver(): void
    {
        [$directory, $other] = [$this->directory(), $this->directory()];
        \mkdir("$directory/sub");
        foreach (["$directory/entry", "$directory/sub/entry", "$directory/stays", "$other/entry"] as $file) {
            \file_put_contents($file, 'i:1;');
        }
        $store = DirectoryStore::of($directory);
        self::assertSame(3, $store->size());
        \unlink("$directory/entry");
        \symlink("$other/entry", "$directory/entry");
        \unlink("$directory/sub/entry");
        \rmdir("$directory/sub");
        \symlink($other, "$directory/sub");
        $keys = static fn (Batch $batch): array => \array_map(static fn (Entry $entry): string => $entry->key, $batch->entries);
        self::assertSame(['stays'], $keys($store->next(null, 10)));
        self::assertFalse($store->replace(new Entry('sub/entry', 'i:1;'), 'i:2;'));
        \unlink("$directory/entry");
        \unlink("$directory/sub");
        \exec('mkfifo ' . \escapeshellarg("$directory/entry"), $output, $status);
        self::assertSame(0, $status);
        self::assertSame(['stays'], $keys($store->next(null, 10)));
        self::assertSame('i:1;', \file_get_contents("$other/entry"));
        \unlink("$directory/entry");
    }

    public function testRedis(): void
    {
        $server = RedisServer::get() ?? self::markTestSkipped('there is no redis-server');
        $client = new \Predis\Client(['scheme' => 'unix', 'path' => $server->socket]);
        $client->flushdb();
        for ($i = 0; $i < 20; ++$i) {
            $client->set("app:$i", \serialize(['id' => $i, 'roles' => ['editor', 'author']]), 'EX', 3600);
        }
        $client->set('other', 'x');
        self::assertSame([21, null], [RedisStore::predis($client)->size(), RedisStore::predis($client, 'app:*')->size()]);
        $store = "redis://$server->socket";
        self::assertStringStartsWith("21 entries, 1,", $this->brine(0, 'stats', ['store' => $store]));
        $client->set('app:[7]*', \serialize('by its own key'));
        self::assertStringContainsString('"by its own key"', $this->brine(0, 'inspect', ['file' => $store, '--key' => 'app:[7]*']));
        $client->del('app:[7]*');
        self::assertStringContainsString('id: 7', $this->brine(0, 'inspect', ['file' => $store, '--key' => 'app:7']));
        $this->brine(2, 'inspect', ['file' => $store, '--key' => 'app:*']);
        self::assertSame("brine: There is no entry app:* in $store\n", $this->errors());
        $this->brine(2, 'inspect', ['file' => $store]);
        self::assertSame("brine: Give the key of the entry by --key: brine stats lists some\n", $this->errors());
        self::assertStringStartsWith("20 entries\n        20  migrated\n", $this->brine(0, 'migrate', ['store' => $store, '--match' => 'app:*']));
        self::assertSame(\brine_serialize(['id' => 7, 'roles' => ['editor', 'author']]), $client->get('app:7'));
        self::assertGreaterThan(3000, $client->ttl('app:7'));
        $client->flushdb();
        $this->brine(1, 'stats', ['store' => 'redis:///no/such/socket']);
    }

    /** A database that is not there must not be taken for database 0, which would be written to. */
    public function testRefusesADatabaseOfRedisThatIsNotThere(): void
    {
        if (RedisServer::get() === null) {
            self::markTestSkipped('there is no redis-server');
        }
        $redis = new Server(['redis-server', '--port', 'PORT', '--bind', '127.0.0.1', '--save', '', '--databases', '2', '--requirepass', 'a/secret']);
        try {
            $store = "redis://:a%2Fsecret@127.0.0.1:$redis->port";
            $this->brine(1, 'migrate', ['store' => "$store/7"]);
            self::assertStringContainsString('DB index is out of range', $this->errors());
            self::assertStringNotContainsString('secret', $this->errors());
            $this->brine(2, 'migrate', ['store' => "$store/cache"]);
            self::assertSame("brine: A database of Redis is a number, as in redis://host:port/1, not \"cache\"\n", $this->errors());
            self::assertSame("0 entries, 0 bytes\n", $this->brine(0, 'stats', ['store' => "$store/1"]));
            self::assertSame("Nothing is there. Is it the right database (redis://host/1), table, or --match?\n", $this->errors());
            $this->tryBrine('doctor', ['--store' => "$store/1", '--match' => 'app:*']);
            self::assertStringContainsString("\n  brine stats redis://…@127.0.0.1:$redis->port/1 --match 'app:*'\n", $this->errors());
            // Predis asks again without the name.
            if (\class_exists(\Redis::class)) {
                $this->brine(1, 'stats', ['store' => "redis://nobody:a%2Fsecret@127.0.0.1:$redis->port"]);
                self::assertStringContainsString('WRONGPASS', $this->errors());
            }
            $this->brine(1, 'stats', ['store' => "redis://127.0.0.1:$redis->port"]);
            self::assertStringContainsString('Give the password by --password-env NAME, or as redis://:password@host', $this->errors());
            $this->brine(2, 'stats', ['store' => 'redis://:a/secret@localhost']);
            self::assertStringNotContainsString('secret', $this->errors());
        } finally {
            $redis->stop();
        }
        $this->brine(1, 'stats', ['store' => "redis://127.0.0.1:$redis->port"]);
        self::assertStringContainsString('Does Redis listen there?', $this->errors());
    }

    public function testMemcached(): void
    {
        $program = \trim((string) \shell_exec('command -v memcached'));
        if ($program === '') {
            self::markTestSkipped('there is no memcached');
        }
        $server = new Server([$program, '-l', '127.0.0.1', '-p', 'PORT', '-U', '0', '-u', \trim((string) \shell_exec('id -un'))]);
        try {
            $stream = \stream_socket_client("tcp://127.0.0.1:$server->port");
            \assert($stream !== false);
            $data = \serialize(['id' => 1, 'roles' => ['editor', 'author']]);
            \fwrite($stream, 'set plain 0 3600 ' . \strlen($data) . "\r\n$data\r\nset encoded 4 0 " . \strlen($data) . "\r\n$data\r\n");
            self::assertSame(["STORED\r\n", "STORED\r\n"], [\fgets($stream), \fgets($stream)]);
            $arguments = ['store' => "memcached://127.0.0.1:$server->port", '--keys' => $this->file("plain\nmissing\nencoded\nno key\n")];
            self::assertStringStartsWith('2 entries, 142 bytes', $this->brine(0, 'stats', $arguments));
            $text = $this->brine(1, 'migrate', $arguments);
            self::assertStringStartsWith("2 entries\n         1  migrated\n         1  unwritable\n", $text);
            $payload = \brine_serialize(['id' => 1, 'roles' => ['editor', 'author']]);
            \fwrite($stream, "mg plain s v t\r\n");
            self::assertSame('VA ' . \strlen($payload) . ' s' . \strlen($payload), \implode(' ', \array_slice(\explode(' ', (string) \fgets($stream)), 0, 3)));
            self::assertSame($payload, \stream_get_contents($stream, \strlen($payload)));
        } finally {
            $server->stop();
        }
        $this->brine(1, 'stats', $arguments);
        $this->brine(2, 'stats', ['store' => 'memcached://127.0.0.1']);
    }

    /** Without --autoload, no command loads or instantiates an entry's class. */
    public function testMakesNoObjectsAndLoadsNoClass(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 60; ++$i) {
            $value = ['id' => $i, 'thing' => new LoudThing()];
            $text = \str_replace('LoudThing', $i % 2 === 0 ? 'LoudThing' : 'LostThing', \serialize($value));
            \file_put_contents("$directory/$i", $i < 40 ? $text : \brine_serialize(\unserialize($text, ['allowed_classes' => false])));
        }
        $asked = [];
        $loader = static function (string $name) use (&$asked): void {
            if (\str_contains($name, 'Thing')) {
                $asked[] = $name;
            }
        };
        \spl_autoload_register($loader, true, true);
        LoudThing::$calls = 0;
        try {
            $text = $this->brine(0, 'stats', ['store' => $directory]);
            self::assertStringContainsString('A dictionary trained on half of the sample', $text);
            $this->brine(0, 'train', ['sources' => [$directory], '--out' => "$directory/dictionary"]);
            $this->brine(0, 'dictionary:show', ['file' => "$directory/dictionary"]);
            \unlink("$directory/dictionary");
            $this->brine(1, 'migrate', ['store' => $directory]);
            $this->brine(1, 'bench', ['--from' => $directory, '--quick' => true]);
            self::assertStringContainsString('No value of', $this->errors());
            self::assertSame([0, []], [LoudThing::$calls, $asked]);
        } finally {
            \spl_autoload_unregister($loader);
        }
    }

    /** Few bytes can decode to a huge value: no more than an entry's bytes are kept. */
    public function testEntriesThatStandForVeryMuch(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 48; ++$i) {
            $run = \brine_serialize(\range(0, 2_000_000 + $i));
            self::assertLessThan(20, \strlen($run));
            \file_put_contents("$directory/$i", $run);
        }
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        $this->brine(0, 'stats', ['store' => $directory]);
        // A value takes 32 MB, and a few are looked at beside each other.
        self::assertLessThan(400 << 20, \memory_get_peak_usage() - $before);
        $this->brine(1, 'train', ['sources' => [$directory], '--out' => "$directory/dictionary"]);
        self::assertStringContainsString('Only 0 different entries of 48 are read (48 are not)', $this->errors());
    }

    /** One entry with strings that meet in PHP's hash tables does not hold up the others. */
    public function testStringsThatCollide(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 50; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i, 'status' => 'published', 'roles' => ['editor', 'author']]));
        }
        $strings = \array_map(static fn (int $i): string => \strtr(\sprintf('%013b', $i), ['0' => 'Ez', '1' => 'FY']), \range(0, 8191));
        // Which half of the sample it is in depends on its place.
        \file_put_contents("$directory/20-a", \serialize($strings));
        \file_put_contents("$directory/20-b", \serialize($strings));
        self::assertStringContainsString('A dictionary trained on half of the sample', $this->brine(0, 'stats', ['store' => $directory]));
    }

    /** Arrays that stand in many places stay the same ones. */
    public function testLooksForObjectsEverywhere(): void
    {
        $array = [1, 2];
        for ($i = 0; $i < 18; ++$i) {
            $array = [$array, $array];
        }
        $payload = \brine_serialize($array);
        $serializer = new WithoutObjects(new BrineSerializer());
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        self::assertSame($array, $serializer->unserialize($payload));
        self::assertLessThan(1 << 22, \memory_get_peak_usage() - $before);
        $cycle = [[1]];
        $cycle[0][] = &$cycle;
        self::assertCount(1, (array) $serializer->unserialize(\brine_serialize($cycle)));
        $cycle[0][] = ['key' => new LoudThing()];
        foreach ([new LoudThing(), [[new LoudThing()]], $cycle] as $value) {
            try {
                $serializer->unserialize(\brine_serialize($value));
                self::fail('It has an object');
            } catch (DecodeException $error) {
                self::assertSame(WithoutObjects::MESSAGE, $error->getMessage());
            }
        }
    }

    /** For Memcached, a time to live over thirty days is an absolute time, and 0 means no expiry. */
    public function testTimesToLiveOfMemcachedStay(): void
    {
        $server = new Server([\PHP_BINARY, '-n', __DIR__ . '/hostile_memcached.php', 'PORT']);
        try {
            $set = function (string $key) use ($server): string {
                $this->brine(0, 'migrate', ['store' => "memcached://127.0.0.1:$server->port", '--keys' => $this->file($key)]);
                $stream = \stream_socket_client("tcp://127.0.0.1:$server->port");
                \assert($stream !== false);
                \fwrite($stream, "last\r\n");

                return (string) \fgets($stream);
            };
            self::assertSame(1, \preg_match('/^ms sixty-days \d+ C7 T(\d+) F0\r\n$/', $set('sixty-days'), $time));
            self::assertEqualsWithDelta(\time() + 60 * 86400, (int) ($time[1] ?? 0), 60);
            self::assertMatchesRegularExpression('/^ms ends-now \d+ C7 T1 F0\r\n$/', $set('ends-now'));
        } finally {
            $server->stop();
        }
    }

    public function testAHostileMemcached(): void
    {
        $server = new Server([\PHP_BINARY, '-n', __DIR__ . '/hostile_memcached.php', 'PORT']);
        $answers = [];
        \memory_reset_peak_usage();
        $before = \memory_get_usage();
        try {
            foreach (['no-cas', 'endless-line', 'negative', 'too-large', 'other-size', 'slow', 'escapes'] as $key) {
                $this->brine(1, 'migrate', ['store' => "memcached://127.0.0.1:$server->port", '--keys' => $this->file($key)]);
                $answers[$key] = \rtrim($this->errors());
            }
        } finally {
            $server->stop();
        }
        self::assertSame([
            'no-cas' => 'brine: Memcached does not tell whether an entry has changed: it runs without CAS (option -C)',
            'endless-line' => 'brine: Memcached answers a line of more than 8192 bytes',
            'negative' => 'brine: Memcached reported no size for an entry',
            'too-large' => 'brine: Memcached reported no size for an entry',
            'other-size' => 'brine: Memcached reported a wrong size for an entry',
            'slow' => 'brine: Memcached takes more than 10 seconds',
            'escapes' => 'brine: Memcached does not tell an entry: SERVER_ERROR \e[31mred',
        ], $answers);
        self::assertLessThan(1 << 26, \memory_get_peak_usage() - $before);
    }

    /** From the first look to the end of the migration, each command suggests the next one, with the same options. */
    #[RequiresPhpExtension('pdo_sqlite')]
    public function testTellsWhatIsNext(): void
    {
        $name = $this->database();
        $table = ['store' => $name, '--table' => 'cache'];
        $this->brine(0, 'stats', $table);
        self::assertStringStartsWith("\nNext\n  brine migrate $name --table cache --autoload vendor/autoload.php --dry-run\n", $this->errors());
        $this->brine(1, 'migrate', $table + ['--dry-run' => true]);
        self::assertStringContainsString("\nNext\n  brine migrate $name --table cache --autoload vendor/autoload.php --dry-run\n", $this->errors());
        $classes = ['--autoload' => $this->file('<?php')];
        $call = "$name --table cache --autoload {$classes['--autoload']}";
        $this->brine(0, 'migrate', $table + $classes + ['--dry-run' => true]);
        self::assertStringStartsWith("\nNext\n  brine migrate $call --state progress\n      writes them. Before, all that reads the store must read Brine: new Brine\\Auto() does; unserialize() and clients that use igbinary do not\n", $this->errors());
        $this->brine(0, 'migrate', $table + $classes);
        self::assertSame("\nNext\n  brine stats $call\n      what the store holds now\n", $this->errors());
        $this->brine(0, 'stats', $table + $classes);
        self::assertStringStartsWith("\nNext\n  brine bench --from $call --quick\n", $this->errors());
        $this->brine(0, 'stats', ['store' => $name, '--table' => 'cache', '--where' => "cid = 'node:2'", '--json' => true]);
        self::assertSame('', $this->errors());
        $directory = $this->directory();
        \file_put_contents("$directory/entry", "\0\0\0\2\x14\1\6\0\6\1");
        $this->brine(0, 'stats', ['store' => $directory]);
        self::assertStringStartsWith(
            "\nNext\n  brine migrate $directory --dry-run\n      what writing it as Brine would do; clients of igbinary, with Brine in its place, need --for igbinary\n",
            $this->errors(),
        );
    }

    /** Without an answer nothing is written, and the command says so. A signal ends the run after its batch. */
    public function testCanBeBrokenOff(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 9; ++$i) {
            \file_put_contents("$directory/$i", \serialize(['id' => $i]));
        }
        $tester = new CommandTester(new MigrateCommand());
        self::assertSame(1, $tester->execute(['store' => $directory], ['interactive' => true, 'capture_stderr_separately' => true]));
        self::assertSame('', $tester->getDisplay(true));
        self::assertStringContainsString('Nothing was written. The answer "yes" is wanted, or --no-interaction', $tester->getErrorOutput(true));
        $state = $this->directory() . '/state';
        $command = new MigrateCommand();
        self::assertFalse($command->handleSignal(2));
        $tester = new CommandTester($command);
        $arguments = ['store' => $directory, '--state' => $state, '--batch' => '4'];
        self::assertSame(1, $tester->execute($arguments, ['interactive' => false, 'capture_stderr_separately' => true]));
        self::assertStringStartsWith("4 entries\n         4  migrated\n", $tester->getDisplay(true));
        self::assertSame("It was broken off.\n\nNext\n  brine migrate $directory --state $state\n      goes on there\n", $tester->getErrorOutput(true));
        self::assertSame(130, $command->handleSignal(2));
        // Expiring entries must not make a run skip others.
        \unlink("$directory/1");
        self::assertStringStartsWith("5 entries\n         5  migrated\n", $this->brine(0, 'migrate', ['store' => $directory, '--state' => $state]));
        self::assertStringStartsWith("It goes on where $state says.", $this->errors());
        self::assertFileDoesNotExist($state);
        $this->brine(2, 'migrate', ['store' => $directory, '--state' => '/no/such/directory/state']);
    }

    /** On a terminal a bar shows how far it is, how fast, and the time left. */
    #[RequiresPhpExtension('pdo_sqlite')]
    public function testShowsHowFarItIs(): void
    {
        $directory = $this->directory();
        for ($i = 0; $i < 30; ++$i) {
            \file_put_contents("$directory/$i", $i < 20 ? \serialize(['id' => $i]) : "$i");
        }
        $progress = static function (array $arguments): string {
            $tester = new CommandTester(new MigrateCommand());
            $tester->execute($arguments, ['interactive' => false, 'decorated' => true, 'capture_stderr_separately' => true]);

            return $tester->getErrorOutput(true);
        };
        self::assertMatchesRegularExpression('~ 30/30 entries \[.{20}\] (?:< )?\d+ [a-z]+ left, [\d,]+ a second, 20 migrated~', $progress(['store' => $directory]));
        // A resumed run counts only the remaining entries.
        $state = $this->brokenOff(['store' => $directory, '--to' => 'native'], 10);
        self::assertMatchesRegularExpression('~ 20 entries, (?:< )?\d+ [a-z]+, [\d,]+ a second, 10 migrated~', $progress(['store' => $directory, '--state' => $state, '--to' => 'native']));
        $name = $this->database();
        self::assertStringContainsString(' 60/60 entries ', $progress(['store' => $name, '--table' => 'cache', '--dry-run' => true]));
        self::assertStringContainsString(' 29/29 entries ', $progress(['store' => $name, '--table' => 'cache', '--where' => "cid LIKE 'node:_%'", '--dry-run' => true]));
    }

    #[RequiresPhpExtension('pdo_sqlite')]
    public function testRefusesWrongCalls(): void
    {
        $this->brine(2, 'stats', ['store' => 'sqlite:/no/such.db', '--table' => 'cache']);
        self::assertSame("brine: sqlite:/no/such.db: there is no such file\n", $this->errors());
        $this->brine(0, 'stats', ['store' => 'sqlite:file:' . \substr($this->database(), 7), '--table' => 'cache']);
        foreach ([['store' => '/no/such/directory'], ['store' => 'sqlite::memory:'], ['store' => 'redis://localhost', '--password-env' => 'BRINE_NO_SUCH_PASSWORD'], []] as $arguments) {
            $this->brine(2, 'stats', $arguments);
        }
        $this->brine(2, 'migrate', ['store' => $this->directory(), '--to' => 'json']);
        $this->brine(2, 'stats', ['store' => $this->directory(), '--sample' => '0']);
        self::assertSame("brine: --sample is a number of at least 1, not \"0\"\n", $this->errors());
        $this->brine(2, 'stats', ['store' => 'localhost:6379']);
        self::assertSame("brine: There is no store localhost:6379: if it is Redis, write redis://localhost:6379. See: brine help stats\n", $this->errors());
        $this->brine(2, 'migrate');
        self::assertSame("brine: Not enough arguments (missing: \"store\"). See: brine help migrate\n", $this->errors());
    }
}
