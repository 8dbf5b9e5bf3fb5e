<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Batch;
use Brine\Migration\DirectoryStore;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\Store;
use Brine\Migrator;
use Symfony\Component\Cache\Adapter\FilesystemAdapter;
use Symfony\Component\Filesystem\Filesystem;

final class DirectoryStoreTest extends MigratorTestCase
{
    private string $directory = '';

    protected function setUp(): void
    {
        $this->directory = \sys_get_temp_dir() . '/brine-directory-' . \bin2hex(\random_bytes(6));
        \mkdir($this->directory);
    }

    protected function tearDown(): void
    {
        (new Filesystem())->remove($this->directory);
    }

    protected function createStore(array $entries): Store
    {
        foreach ($entries as $key => $data) {
            $this->put((string) $key, $data);
        }

        return new DirectoryStore($this->directory);
    }

    protected function fetch(string $key): ?string
    {
        $data = @\file_get_contents("$this->directory/$key");

        return $data === false ? null : $data;
    }

    protected function put(string $key, ?string $data): void
    {
        @\mkdir(\dirname("$this->directory/$key"), 0o777, true);
        $data === null ? \unlink("$this->directory/$key") : \file_put_contents("$this->directory/$key", $data);
    }

    public function testAllFilesAreWalkedOnceFromEveryCursor(): void
    {
        $keys = ['a', 'b/1', 'b/2', 'b/c/3', 'b/c.d', 'b/c!', 'b.txt', 'b!', "\xff/x", "\xff\xff", '0', '10', '9'];
        $this->createStore(\array_fill_keys($keys, 'i:1;'));
        foreach ([1, 2, 3, 100] as $size) {
            $seen = [];
            $cursor = null;
            do {
                // A store of its own each time: only the cursor is kept.
                $batch = (new DirectoryStore($this->directory))->next($cursor, $size);
                self::assertLessThanOrEqual($size, \count($batch->entries));
                \array_push($seen, ...\array_map(static fn (Entry $entry): string => $entry->key, $batch->entries));
                $cursor = $batch->cursor;
            } while ($cursor !== null);
            \sort($seen, \SORT_STRING);
            \sort($keys, \SORT_STRING);
            self::assertSame($keys, $seen);
        }
    }

    public function testTimesAndPermissionsStay(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        \chmod("$this->directory/key", 0o640);
        \touch("$this->directory/key", 2_000_000_000);
        self::assertSame(1, (new Migrator($store, new Auto(), new BrineSerializer()))->run()->of(Outcome::Migrated));
        \clearstatcache();
        self::assertSame([2_000_000_000, 0o640], [\filemtime("$this->directory/key"), (int) \fileperms("$this->directory/key") & 0o777]);
        self::assertSame(['.', '..', 'key'], \scandir($this->directory));
    }

    /** A file that only its owner can read would be lost to them if it belonged to whoever migrates it. */
    public function testOwnersStayOrTheFileIsNotReplaced(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        $file = "$this->directory/key";
        \chmod($file, 0o600);
        if (!@\chown($file, 1234) || !@\chgrp($file, 1235)) {
            self::markTestSkipped('only root can give files to others');
        }
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
        \clearstatcache();
        self::assertSame(['i:2;', 1234, 1235, 0o600], [\file_get_contents($file), \fileowner($file), \filegroup($file), (int) \fileperms($file) & 0o777]);

        $code = 'require $argv[1]; try { (new Brine\Migration\DirectoryStore($argv[2]))->replace(new Brine\Migration\Entry("key", "i:2;"), "i:3;"); } catch (UnexpectedValueException $error) { echo $error->getMessage(); }';
        $command = ['setpriv', '--bounding-set=-chown', \PHP_BINARY, '-n', '-r', $code, '--', \dirname(__DIR__, 2) . '/vendor/autoload.php', $this->directory];
        $process = \proc_open($command, [1 => ['pipe', 'w']], $pipes);
        self::assertIsResource($process);
        self::assertSame("The file $file cannot be written", \stream_get_contents($pipes[1]));
        self::assertSame(0, \proc_close($process));
        self::assertSame(['i:2;', ['.', '..', 'key']], [\file_get_contents($file), \scandir($this->directory)]);
    }

    public function testFilesOfLaravel(): void
    {
        $this->createStore(['ab/cd/abcd' => '9999999999' . \serialize(['a' => 1]), 'ef/counter' => '9999999999i:5;', 'other.txt' => 'i:1;']);
        $report = (new Migrator(DirectoryStore::laravel($this->directory), new Auto(), new BrineSerializer()))->run();
        self::assertSame([2, 2], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertSame(['9999999999' . \brine_serialize(['a' => 1]), 'i:1;'], [$this->fetch('ab/cd/abcd'), $this->fetch('other.txt')]);
    }

    public function testFilesOfSymfony(): void
    {
        $marshaller = new class () implements \Symfony\Component\Cache\Marshaller\MarshallerInterface {
            /**
             * @param array<mixed> $values
             * @param array<mixed>|null $failed
             * @param-out array<mixed> $failed
             * @return array<string>
             */
            public function marshall(array $values, ?array &$failed): array
            {
                $failed = [];

                return \array_map(\serialize(...), $values);
            }

            public function unmarshall(string $value): mixed
            {
                return (new Auto())->unserialize($value);
            }
        };
        $pool = new FilesystemAdapter('', 0, $this->directory, $marshaller);
        foreach (['one', 'two'] as $key) {
            $pool->save($pool->getItem($key)->set(["value of $key\n"])->expiresAfter(3600));
        }
        $report = (new Migrator(DirectoryStore::symfony($this->directory), new Auto(), new BrineSerializer()))->run();
        self::assertSame([2, 2], [$report->of(Outcome::Migrated), $report->total()]);
        $pool = new FilesystemAdapter('', 0, $this->directory, $marshaller);
        self::assertSame([true, ["value of one\n"], ["value of two\n"]], [$pool->hasItem('one'), $pool->getItem('one')->get(), $pool->getItem('two')->get()]);
    }

    /** To read a pipe that nobody writes to would wait without end. */
    public function testWhatIsNoFileIsPassedOver(): void
    {
        $store = $this->createStore(['key' => 'i:1;']);
        \symlink("$this->directory/key", "$this->directory/link");
        \exec('mkfifo ' . \escapeshellarg("$this->directory/pipe"), $output, $status);
        self::assertSame(0, $status);
        $batch = $store->next(null, 10);
        self::assertSame(['key'], \array_map(static fn (Entry $entry): string => $entry->key, $batch->entries));
        \unlink("$this->directory/link");
        \unlink("$this->directory/pipe");
    }

    /** Other users of the directory may replace an entry after it was read. */
    public function testWhatIsNoFileAnyMoreIsNotReplaced(): void
    {
        $store = $this->createStore(['file' => 'i:1;', 'sub/file' => 'i:1;', 'other/file' => 'i:1;']);
        $entries = $store->next(null, 10)->entries;
        self::assertSame(['file', 'other/file', 'sub/file'], \array_map(static fn (Entry $entry): string => $entry->key, $entries));
        \unlink("$this->directory/file");
        \symlink("$this->directory/other/file", "$this->directory/file");
        \unlink("$this->directory/sub/file");
        \rmdir("$this->directory/sub");
        \symlink("$this->directory/other", "$this->directory/sub");
        self::assertFalse($store->replace($entries[0], 'i:2;'));
        self::assertFalse($store->replace($entries[2], 'i:2;'));
        self::assertSame([true, 'i:1;'], [\is_link("$this->directory/file"), \file_get_contents("$this->directory/other/file")]);
        self::assertTrue($store->replace($entries[1], 'i:2;'));
        \unlink("$this->directory/file");
        \unlink("$this->directory/sub");
        \exec('mkfifo ' . \escapeshellarg("$this->directory/file"), $output, $status);
        self::assertSame(0, $status);
        // It would wait for a writer without end.
        self::assertFalse($store->replace($entries[0], 'i:2;'));
        \unlink("$this->directory/file");
    }

    /** Each batch would look at all files before it otherwise. */
    public function testAFolderIsListedOnce(): void
    {
        $store = $this->createStore(['a' => 'i:1;', 'b' => 'i:2;', 'c' => 'i:3;']);
        $keys = static fn (Batch $batch): array => \array_map(static fn (Entry $entry): string => $entry->key, $batch->entries);
        $first = $store->next(null, 1);
        $this->put('b2', 'i:4;');
        $second = $store->next($first->cursor, 2);
        self::assertSame([['a'], ['b', 'c'], null], [$keys($first), $keys($second), $second->cursor]);
        // From another place, and by a store that has not been there.
        self::assertSame(['b', 'b2', 'c'], $keys($store->next('a', 10)));
        self::assertSame(['c'], $keys((new DirectoryStore($this->directory))->next('b2', 10)));
        self::assertInstanceOf(DirectoryStore::class, $store);
        self::assertSame(4, $store->size());
    }

    /** A file may seem to have any number of bytes, and take no room on the disk. */
    public function testFilesThatAreTooLongAreInaccessible(): void
    {
        $store = $this->createStore(['key' => 'i:1;', 'long' => '']);
        $file = \fopen("$this->directory/long", 'r+');
        self::assertNotFalse($file);
        \ftruncate($file, 1 << 40);
        \fclose($file);
        $batch = $store->next(null, 10);
        self::assertSame(['key'], \array_map(static fn (Entry $entry): string => $entry->key, $batch->entries));
        self::assertSame(['long' => 'The file is longer than 256 MiB'], $batch->inaccessible);
        self::assertFalse($store->replace(new Entry('long', ''), 'i:2;'));
        $report = (new Migrator($store, new Auto(), new BrineSerializer()))->run();
        self::assertSame([1, 1, 2], [$report->of(Outcome::Migrated), $report->of(Outcome::Inaccessible), $report->total()]);
        self::assertSame([['key' => 'long', 'outcome' => Outcome::Inaccessible, 'message' => 'The file is longer than 256 MiB']], $report->failures());
    }

    public function testADirectoryThatIsNotThere(): void
    {
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage("There is no directory $this->directory/none");
        new DirectoryStore("$this->directory/none");
    }
}
