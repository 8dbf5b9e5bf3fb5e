<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Inspector;
use Brine\Laravel\Migration\DatabaseEntries;
use Brine\Laravel\Migration\FileEntries;
use Brine\Laravel\Store\DatabaseStore;
use Brine\Laravel\Store\FileStore;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Session\Session;
use Illuminate\Foundation\Application;
use Illuminate\Session\SessionManager;
use PHPUnit\Framework\Attributes\DataProvider;

/** brine:status and brine:migrate on real stores, without a flush and in use. */
final class MigrationTest extends TestCase
{
    private const COUNT = 120;

    /** @return array<string, array{string}> */
    public static function listed(): array
    {
        return \array_diff_key(self::kinds(), ['memcached' => true]);
    }

    /** Entries that Laravel's own driver has written. */
    private function fill(string $kind): Repository
    {
        $own = $this->cache($kind, isBrine: false);
        $own->flush();
        for ($i = 0; $i < self::COUNT; $i++) {
            $own->put("key-$i", ['id' => $i, 'thing' => new Thing("thing $i"), 'text' => \str_repeat('text ', 20)], 1000);
        }
        $own->put('count', 5, 1000);

        return $own;
    }

    /** Numbers stay what they are, but for those of files if they are signed. */
    private static function migrated(string $kind, bool $isSigned = false): int
    {
        return self::COUNT + ($kind === 'file' && $isSigned ? 1 : 0);
    }

    private static function value(int $i): string
    {
        return \serialize(['id' => $i, 'thing' => new Thing("thing $i"), 'text' => \str_repeat('text ', 20)]);
    }

    private function assertAllAreThere(Repository $cache): void
    {
        for ($i = 0; $i < self::COUNT; $i++) {
            self::assertSame(self::value($i), \serialize($cache->get("key-$i")));
        }
        self::assertEquals(5, $cache->get('count'));
        self::assertSame('', $this->log());
    }

    /** @return array<string, string> the command's lines, by their first words */
    private static function table(string $output): array
    {
        \preg_match_all('/^ *(\S.*?) \.{2,} (.*?) *$/m', $output, $match);

        return \array_combine($match[1], $match[2]);
    }

    #[DataProvider('listed')]
    public function testMigratesToBrineAndBack(string $kind): void
    {
        $this->fill($kind);
        $name = Host::store($kind, $this->servers())[0];
        $app = $this->app($kind);
        $cache = self::store($app);

        [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--dry-run' => true]);
        self::assertSame(0, $code, $output);
        self::assertSame((string) self::migrated($kind), self::table($output)['migrated (would be)']);
        self::assertStringContainsString('Thing', $this->payload($kind, $cache, 'key-7'));
        self::assertStringStartsWith('a:3:', $this->payload($kind, $cache, 'key-7'));

        [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name]);
        $table = self::table($output);
        self::assertSame(0, $code, $output);
        self::assertSame((string) self::migrated($kind), $table['migrated']);
        self::assertSame([(string) (self::COUNT + 1 - self::migrated($kind)), '0', '0', '0'], [$table['unchanged'], $table['unreadable'], $table['unwritable'], $table['different']]);
        self::assertLessThan((int) $table['bytes before'], (int) $table['bytes after']);
        self::assertStringStartsWith("\xc1\x10", $this->payload($kind, $cache, 'key-7'));
        $this->assertAllAreThere($cache);

        [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--to' => 'native']);
        self::assertSame(0, $code, $output);
        $this->assertAllAreThere($this->cache($kind, isBrine: false));
    }

    #[DataProvider('listed')]
    public function testAStaleEntryDoesNotPassAsFresh(string $kind): void
    {
        $own = $this->cache($kind, isBrine: false);
        $own->flush();
        $own->put('fresh', new Versioned(), 1000);
        $name = Host::store($kind, $this->servers())[0];
        $app = $this->app($kind);
        $cache = self::store($app);
        $this->plant($cache, 'stale', $kind === 'database' ? \base64_encode(\brine_serialize(new Versioned())) : \brine_serialize(new Versioned()));
        [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name]);
        $table = self::table($output);
        self::assertSame([0, '1', '1'], [$code, $table['migrated'], $table['unreadable']], $output);
        self::assertEquals([new Versioned(), null], [$cache->get('fresh'), $cache->get('stale')]);
        // Laravel's own drivers check no classes.
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--to' => 'native']);
        self::assertSame(['2', '0'], [self::table($output)['migrated'], self::table($output)['unreadable']], $output);
        $own = $this->cache($kind, isBrine: false);
        self::assertEquals([new Versioned(), new Versioned()], [$own->get('fresh'), $own->get('stale')]);
    }

    /** @return array<string, array{string}> */
    public static function clients(): array
    {
        return ['phpredis' => ['phpredis'], 'predis' => ['predis']];
    }

    /** Laravel keeps them in a connection of their own, and could not read Brine's entries there. */
    #[DataProvider('clients')]
    public function testSessionsInRedisAreMigratedToo(string $kind): void
    {
        $sessions = ['session.driver' => 'redis'];
        // Sessions are in another database than the cache.
        $this->redis()->flushAll();
        $session = self::session($this->app($kind, $sessions));
        $session->put('thing', new Thing('of a visitor'));
        $session->save();
        $read = function (bool $isBrine) use ($kind, $sessions, $session): mixed {
            $visitor = self::session($this->app($kind, $sessions, $isBrine));
            $visitor->setId($session->getId());
            $visitor->start();

            return $visitor->get('thing');
        };
        self::assertEquals(new Thing('of a visitor'), $read(true));

        [$code, $output] = $this->artisan($this->app($kind, $sessions), 'brine:migrate', ['store' => 'redis', '--to' => 'native']);
        self::assertSame(0, $code, $output);
        self::assertMatchesRegularExpression('/Store redis\.(?s:.*)Store redis, sessions in the connection default\.(?s:.*) migrated \.+ 1 /', $output);
        self::assertEquals(new Thing('of a visitor'), $read(false));
    }

    private static function session(Application $app): Session
    {
        $session = $app->make(SessionManager::class)->driver();
        \assert($session instanceof Session);

        return $session;
    }

    /** One run for each place, and no other store without its name. */
    public function testTheStoreOfSessionsIsNamed(): void
    {
        $redis = ['cache.stores.redis.driver' => 'brine-redis', 'session.driver' => 'redis'] + Host::store('phpredis', $this->servers())[1];
        $cases = [
            'of another store' => [$redis, 'Sessions are in the store redis, which was not read: php artisan brine:migrate redis.'],
            "in a store that is Laravel's own" => [['cache.stores.redis.driver' => 'redis'] + $redis, null],
            'in this store' => [['session.driver' => 'memcached', 'session.store' => 'file'] + $redis, null],
            'in files' => [['session.driver' => 'file'] + $redis, null],
        ];
        foreach ($cases as $case => [$config, $message]) {
            [$code, $output] = $this->artisan($this->app('file', $config), 'brine:migrate', ['store' => 'file']);
            $text = (string) \preg_replace('/\s+/', ' ', $output);
            self::assertSame(0, $code, $output);
            self::assertSame([$message !== null, 1], [\str_contains($text, $message ?? 'Sessions'), \substr_count($text, 'Store ')], "$case: $text");
        }
        // The connection of the store itself has no second run.
        $app = $this->app('phpredis', ['session.driver' => 'redis', 'session.connection' => 'cache']);
        self::assertStringNotContainsString('sessions', $this->artisan($app, 'brine:migrate', ['store' => 'redis'])[1]);
    }

    /** A counter continues when Laravel's own driver replaces this one, and after switching back. */
    #[DataProvider('listed')]
    public function testCountersSurviveTheWayBack(string $kind): void
    {
        $cache = $this->cache($kind);
        $cache->flush();
        $cache->put('count', 5, 1000);
        $cache->add('added', 7, 1000);
        self::assertEquals([6, 6], [$cache->increment('count'), $cache->decrement('added')]);
        $own = $this->cache($kind, isBrine: false);
        self::assertEquals([6, 6], [$own->get('count'), $own->get('added')]);
        self::assertEquals([7, 7], [$own->increment('count'), $own->increment('added')]);
        $cache = $this->cache($kind);
        self::assertEquals([8, 7], [$cache->increment('count'), $cache->get('added')]);
    }

    /** Those that Brine has written before it left them plain. */
    public function testNumbersThatBrineHasWrittenAreRead(): void
    {
        $cache = $this->cache('file');
        $this->plant($cache, 'count', \brine_serialize(5));
        self::assertSame([5, 6], [$cache->get('count'), $cache->increment('count')]);
        self::assertSame('i:6;', $this->raw($cache, 'count'));
    }

    /** Anyone who can write files could turn any entry into a number. */
    public function testNumbersInFilesAreSigned(): void
    {
        $cache = $this->cache('file', ['brine.keys' => 'a secret of more than 16 bytes']);
        $cache->put('count', 5, 1000);
        self::assertSame([6, "\xc1\x14"], [$cache->increment('count'), \substr($this->raw($cache, 'count'), 0, 2)]);
        $this->plant($cache, 'count', 'i:50;');
        self::assertNull($cache->get('count'));
    }

    #[DataProvider('listed')]
    public function testGoesOnWhereItWasStopped(string $kind): void
    {
        $this->fill($kind);
        $name = Host::store($kind, $this->servers())[0];
        $app = $this->app($kind);
        $total = $runs = 0;
        do {
            $runs++;
            [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--batch' => '10', '--most' => '30']);
            self::assertSame(0, $code, $output);
            $total += (int) self::table($output)['migrated'];
            self::assertSame($runs > 1, \str_contains($output, 'Going on'), $output);
        } while ($runs < 20 && !\str_contains($output, 'Complete.'));
        self::assertSame(self::migrated($kind), $total);
        self::assertGreaterThan(2, $runs);
        $this->assertAllAreThere(self::store($app));
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name]);
        self::assertStringNotContainsString('Going on', $output);
        self::assertSame('0', self::table($output)['migrated']);
    }

    #[DataProvider('listed')]
    public function testSignsWhatIsThereIfThatIsTrusted(string $kind): void
    {
        $this->fill($kind);
        $name = Host::store($kind, $this->servers())[0];
        $app = $this->app($kind, ['brine.keys' => 'secret of a test']);
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name]);
        self::assertSame((string) self::migrated($kind, true), self::table($output)['unreadable']);
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--trust-unsigned' => true]);
        self::assertSame((string) self::migrated($kind, true), self::table($output)['migrated']);
        $cache = self::store($app);
        self::assertStringStartsWith("\xc1\x14", $this->payload($kind, $cache, 'key-7'));
        $this->assertAllAreThere($cache);
    }

    public function testAKeyThatIsTooShortToSign(): void
    {
        $app = $this->app('file', ['brine.keys' => 'key of 15 bytes']);
        foreach (['brine:migrate', 'brine:status'] as $command) {
            [$code, $output] = $this->artisan($app, $command, ['store' => 'file']);
            self::assertSame(1, $code);
            self::assertStringContainsString('brine.keys: A signing key must have at least 16 bytes, and this one has 15.', $output);
        }
    }

    /** While Laravel's lock is held in the same place, it is migrated around. */
    #[DataProvider('listed')]
    public function testLocksStay(string $kind): void
    {
        $own = $this->fill($kind);
        $lock = $own->lock("migrating-$kind", 100);
        self::assertTrue($lock->get());
        $name = Host::store($kind, $this->servers())[0];
        $app = $this->app($kind);
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name]);
        self::assertSame((string) self::migrated($kind), self::table($output)['migrated']);
        self::assertFalse(self::store($app)->lock("migrating-$kind", 100)->get());
        self::assertTrue(self::store($app)->restoreLock("migrating-$kind", $lock->owner())->release());
    }

    /** Others write, and delete, while it runs: their values stay. */
    #[DataProvider('listed')]
    public function testMigratesInUse(string $kind): void
    {
        $this->fill($kind);
        $name = Host::store($kind, $this->servers())[0];
        $code = <<<'PHP'
            require $argv[1] . '/vendor/autoload.php';
            $app = Brine\Laravel\Tests\Host::start($argv[1], json_decode($argv[2], true));
            $cache = $app->make('cache')->store();
            echo "ready\n";
            flush();
            for ($i = 0; $i < 1000; $i++) {
                $cache->put('key-' . ($i % 100), ['changed' => $i], 1000);
                usleep(500);
            }
            PHP;
        $patience = ['database.connections.sqlite.busy_timeout' => 30000, 'database.connections.sqlite.journal_mode' => 'wal'];
        $app = $this->app($kind, $patience);
        [, $config] = Host::store($kind, $this->servers());
        $other = self::startPhp($code, [$app->basePath(), (string) \json_encode($config + $patience)]);
        self::assertSame("ready\n", \fgets($other['output']));
        [$exit, $output] = $this->artisan($app, 'brine:migrate', ['store' => $name, '--batch' => '5']);
        self::assertSame(0, $exit, $output);
        self::assertSame('', \stream_get_contents($other['output']));
        self::assertSame(0, \proc_close($other['process']));
        $cache = self::store($app);
        for ($i = 0; $i < 100; $i++) {
            self::assertSame(['changed' => 900 + $i], $cache->get("key-$i"));
        }
        for ($i = 100; $i < self::COUNT; $i++) {
            self::assertSame(self::value($i), \serialize($cache->get("key-$i")));
        }
        self::assertSame('', $this->log());
    }

    #[DataProvider('listed')]
    public function testEntriesKeepTheirTimeToLive(string $kind): void
    {
        $own = $this->cache($kind, isBrine: false);
        $own->flush();
        $end = \microtime(true) + 6;
        $own->put('short', [new Thing()], 5);
        $own->forever('forever', [new Thing()]);
        $app = $this->app($kind);
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => Host::store($kind, $this->servers())[0]]);
        self::assertSame('2', self::table($output)['migrated']);
        \time_sleep_until(\max($end, \microtime(true) + 0.01));
        self::assertNull(self::store($app)->get('short'));
        self::assertEquals([new Thing()], self::store($app)->get('forever'));
    }

    #[DataProvider('listed')]
    public function testStatusTellsWhatIsThereAndWhatItWouldTake(string $kind): void
    {
        $this->fill($kind);
        $name = Host::store($kind, $this->servers())[0];
        [$code, $output] = $this->artisan($this->app($kind, isBrine: false), 'brine:status', ['store' => $name]);
        $table = self::table($output);
        self::assertSame(0, $code, $output);
        self::assertSame("$name (Laravel's own: set brine-$name)", $table['Driver']);
        self::assertMatchesRegularExpression('/\A12[01] entries, \d+ bytes\z/', $table['native']);
        self::assertStringStartsWith('121 entries, ', $table['all']);
        $bytes = self::number($table['all'], '/, (\d+) bytes/');
        self::assertLessThan($bytes, self::number($table['by these settings'], '/about (\d+)/'));
        self::assertSame($bytes, self::number($table['by serialize()'], '/about (\d+)/'));
        // Nothing was changed.
        $this->assertAllAreThere($this->cache($kind, isBrine: false));

        $app = $this->app($kind);
        $this->artisan($app, 'brine:migrate', ['store' => $name]);
        [, $output] = $this->artisan($app, 'brine:status');
        self::assertSame("brine-$name", self::table($output)['Driver']);
        self::assertMatchesRegularExpression('/\A12[01] entries, \d+ bytes\z/', self::table($output)['brine']);
        self::assertSame((string) \phpversion('brine'), self::table($output)['Extension']);
    }

    /** Names of files are texts, though some look like numbers. */
    public function testFilesAreWalkedInTheOrderOfTheirNames(): void
    {
        $store = self::store($this->app('file'), 'file')->getStore();
        self::assertInstanceOf(FileStore::class, $store);
        $names = [];
        foreach (['0123', '1e05', '50e9', '5100', '99ff', 'ab01'] as $start) {
            $names[] = $name = $start . \str_repeat('0', 36);
            $file = $store->getDirectory() . '/' . \substr($name, 0, 2) . '/' . \substr($name, 2, 2) . "/$name";
            \mkdir(\dirname($file), recursive: true);
            \file_put_contents($file, '9999999999' . \serialize([$name]));
        }
        self::assertSame($names, \array_keys(\iterator_to_array(Inspector::walk(new FileEntries($store), 1))));
    }

    /** Keys may be chosen by attackers: terminals never show them unescaped. */
    public function testKeysOfOthersAreShown(): void
    {
        $app = $this->app('database');
        $this->plant(self::store($app), "key <fg=none>\e[31m", 'damaged');
        [, $output] = $this->artisan($app, 'brine:migrate', ['store' => 'database', '-v' => true]);
        self::assertStringContainsString('key <fg=none>\e[31m: ', $output);
        self::assertStringNotContainsString("\e", $output);
    }

    /** Keys that are blobs, as Laravel writes none, are greater than all texts in SQLite. */
    public function testKeysThatAreBlobsComeToAnEnd(): void
    {
        $store = self::store($this->app('database'))->getStore();
        self::assertInstanceOf(DatabaseStore::class, $store);
        foreach (['a', 'b', 'c'] as $key) {
            $store->getConnection()->insert('insert into cache values (cast(? as blob), ?, ?)', [$store->getPrefix() . $key, 'i:1;', 9999999999]);
        }
        $entries = new DatabaseEntries($store);
        $first = $entries->next(null, 2);
        self::assertSame($store->getPrefix() . 'b', $first->cursor);
        self::assertNull($entries->next($first->cursor, 2)->cursor);
    }

    /** Links lead to files of others, and a file may seem to have any number of bytes. */
    public function testOnlyPlainFilesAreEntries(): void
    {
        $store = self::store($this->app('file'), 'file')->getStore();
        self::assertInstanceOf(FileStore::class, $store);
        $name = 'ab01' . \str_repeat('0', 36);
        $folder = $store->getDirectory() . '/ab/01';
        \mkdir($folder, recursive: true);
        $text = '9999999999' . \serialize([$name]);
        \file_put_contents("$folder/$name", $text);
        $entries = new FileEntries($store);
        [$entry] = $entries->next(null, 10)->entries;
        self::assertSame($name, $entry->key);

        $outside = "$this->directory/of somebody else";
        \rename("$folder/$name", $outside);
        \symlink($outside, "$folder/$name");
        self::assertSame([], $entries->next(null, 10)->entries);
        self::assertFalse($entries->replace($entry, 'new'));
        self::assertSame($text, \file_get_contents($outside));

        \unlink("$folder/$name");
        \file_put_contents("$folder/$name", $text);
        $file = \fopen("$folder/$name", 'r+');
        self::assertNotFalse($file);
        \ftruncate($file, (1 << 28) + 1);
        \fclose($file);
        $batch = $entries->next(null, 10);
        self::assertSame([[], ["ab/01/$name" => 'The file is longer than 256 MiB']], [$batch->entries, $batch->inaccessible]);
    }

    public function testWhatCannotBeDoneIsSaid(): void
    {
        $app = $this->app('file', ['cache.stores.array' => ['driver' => 'array']], false);
        $cases = [
            'memcached' => 'Memcached does not tell its keys',
            'array' => 'has a driver that has no counterpart of Brine',
            'nothing' => 'There is no store "nothing" in config/cache.php',
        ];
        $app->make(Config::class)->set('cache.stores.memcached.driver', 'brine-memcached');
        foreach ($cases as $store => $message) {
            foreach (['brine:migrate', 'brine:status'] as $command) {
                [$code, $output] = $this->artisan($app, $command, ['store' => $store]);
                self::assertSame(1, $code);
                self::assertStringContainsString($message, (string) \preg_replace('/\s+/', ' ', $output));
            }
        }
        [$code, $output] = $this->artisan($app, 'brine:migrate', ['store' => 'file']);
        self::assertSame(1, $code);
        self::assertStringContainsString('set brine-file first', $output);
    }

    private static function number(string $text, string $pattern): int
    {
        return \preg_match($pattern, $text, $match) === 1 ? (int) $match[1] : -1;
    }

    /** The stored data; for a database, decoded from base64. */
    private function payload(string $kind, Repository $cache, string $key): string
    {
        $raw = $this->raw($cache, $key);

        return $kind === 'database' ? (string) \base64_decode($raw, true) : $raw;
    }
}
