<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Compressed;
use Brine\Deflated;
use Brine\EntryCodec;
use Brine\Internal\Platform;
use Brine\JsonSerializer;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migration\SimpleCacheStore;
use Brine\Migration\Store;
use Brine\Migrator;
use Brine\NativeSerializer;
use Brine\Serializer;
use Brine\Signed;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\TestCase;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Psr16Cache;

/** Tests that do not depend on the store. */
final class MigratorTest extends TestCase
{
    public function testAValueThatTheNewFormatDoesNotHave(): void
    {
        $cache = self::cache(['a' => \serialize(new \stdClass()), 'b' => \serialize([1])]);
        $report = (new Migrator(new SimpleCacheStore($cache, ['a', 'b']), new Auto(), new JsonSerializer()))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Unwritable), $report->of(Outcome::Migrated)]);
        self::assertSame([['key' => 'a', 'outcome' => Outcome::Unwritable, 'message' => 'JSON has no objects of classes, such as stdClass']], $report->failures());
        self::assertSame([\serialize(new \stdClass()), '[1]'], [$cache->get('a'), $cache->get('b')]);
    }

    public function testAValueThatDoesNotComeBack(): void
    {
        $writer = new class () implements Serializer {
            public function serialize(mixed $value): string
            {
                return \serialize($value === 2.0 ? 2 : $value);
            }

            public function unserialize(string $data): mixed
            {
                return \unserialize($data);
            }
        };
        $cache = self::cache(['a' => 'd:1;', 'b' => 'd:2;']);
        $store = new SimpleCacheStore($cache, ['a', 'b']);
        $report = (new Migrator($store, new Auto(), $writer))->run();
        self::assertSame([1, 1, 'd:2;'], [$report->of(Outcome::Different), $report->of(Outcome::Unchanged), $cache->get('b')]);
        $report = (new Migrator($store, new Auto(), $writer, verify: false))->run();
        self::assertSame([1, 1, 'i:2;'], [$report->of(Outcome::Unchanged), $report->of(Outcome::Migrated), $cache->get('b')]);
    }

    /** A string that stands in many places is in a payload once, and in native text in each of them. */
    public function testAValueThatIsTooLargeToBeCompared(): void
    {
        $entry = (new Compressed(new BrineSerializer()))->serialize(\array_fill(0, 30_000, \str_repeat('x', 1 << 16)));
        self::assertLessThan(1000, \strlen($entry));
        $cache = self::cache(['a' => $entry, 'b' => \serialize([1])]);
        $report = (new Migrator(new SimpleCacheStore($cache, ['a', 'b']), new Auto(), new BrineSerializer()))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Unwritable), $report->of(Outcome::Migrated)]);
        self::assertSame('The value is too large to be compared, for an entry of so few bytes', $report->failures()[0]['message']);
        self::assertSame($entry, $cache->get('a'));
        // An array that is inside itself has an end.
        $array = [1];
        $array[] = &$array;
        $cache = self::cache(['a' => \serialize($array)]);
        self::assertSame(1, (new Migrator(new SimpleCacheStore($cache, ['a']), new Auto(), new BrineSerializer()))->run()->of(Outcome::Migrated));
    }

    public function testFloatsThatLoseDigits(): void
    {
        $precision = (string) \ini_set('serialize_precision', '14');
        try {
            foreach ([new JsonSerializer(), new NativeSerializer()] as $writer) {
                $cache = self::cache(['a' => \brine_serialize(0.1 + 0.2), 'b' => \brine_serialize(0.25)]);
                $report = (new Migrator(new SimpleCacheStore($cache, ['a', 'b']), new Auto(), $writer))->run();
                self::assertSame([1, 1], [$report->of(Outcome::Different), $report->of(Outcome::Migrated)]);
                self::assertSame([\brine_serialize(0.1 + 0.2), $writer->serialize(0.25)], [$cache->get('a'), $cache->get('b')]);
            }
            self::assertSame('14', \ini_get('serialize_precision'));
        } finally {
            \ini_set('serialize_precision', $precision);
        }
    }

    public function testSerializersThatDependOnTheKey(): void
    {
        $cache = self::cache(['a' => 'i:1;', 'b' => 'i:2;']);
        $writer = static fn (string $key): Serializer => $key === 'a' ? new JsonSerializer() : new NativeSerializer();
        (new Migrator(new SimpleCacheStore($cache, ['a', 'b']), new Auto(), $writer))->run();
        self::assertSame(['1', 'i:2;'], [$cache->get('a'), $cache->get('b')]);
    }

    public function testEntriesAreSignedOnce(): void
    {
        $cache = self::cache(['a' => 'i:1;', 'b' => 'i:2;']);
        $reader = static fn (string $key): Serializer => Signed::alsoUnsigned(new Auto(), 'secret of a test', $key);
        $writer = static fn (string $key): Serializer => new Signed(new NativeSerializer(), 'secret of a test', $key);
        $migrator = new Migrator(new SimpleCacheStore($cache, ['a', 'b']), $reader, $writer);
        self::assertSame([2, 0], [($first = $migrator->run())->of(Outcome::Migrated), $first->of(Outcome::Unchanged)]);
        self::assertSame([0, 2], [($second = $migrator->run())->of(Outcome::Migrated), $second->of(Outcome::Unchanged)]);
        $data = $cache->get('b');
        self::assertIsString($data);
        self::assertSame(2, $writer('b')->unserialize($data));
        // An entry copied over another one is not signed again.
        $cache->set('a', $data);
        self::assertSame(1, $migrator->run()->of(Outcome::Unreadable));
    }

    /** @return iterable<string, array{Serializer, bool}> writer, and whether readers check what it writes */
    public static function writers(): iterable
    {
        yield 'Brine' => [new BrineSerializer(), true];
        yield 'Auto, compressed, signed' => [new Signed(new Auto(new Compressed(new BrineSerializer(), minBytes: 0)), 'secret of a test'), true];
        yield 'Brine without the guard' => [new BrineSerializer(['stale_classes' => 'accept']), false];
        yield 'native' => [new NativeSerializer(), false];
    }

    #[DataProvider('writers')]
    public function testAStaleEntryDoesNotPassAsFresh(Serializer $writer, bool $isGuarded): void
    {
        if (!Platform::knowsLayouts()) {
            self::markTestSkipped('the extension has no layouts');
        }
        require_once __DIR__ . '/changed_classes.php';
        $entries = [
            'stale' => \brine_serialize([new Changed\Versioned(), \range(1, 99)]),
            'fresh' => \serialize([new Changed\Versioned(), \range(1, 99)]),
            'missing' => 'O:17:"NoSuchClassAtAll1":1:{s:1:"a";i:1;}',
        ];
        $cache = self::cache($entries);
        $report = (new Migrator(new SimpleCacheStore($cache, \array_keys($entries)), new Auto(), $writer))->run();
        $fresh = $cache->get('fresh');
        self::assertIsString($fresh);
        self::assertEquals(\unserialize($entries['fresh']), (new EntryCodec($writer))->decode($fresh));
        if ($isGuarded) {
            self::assertSame([1, 2], [$report->of(Outcome::Migrated), $report->of(Outcome::Unreadable)]);
            self::assertSame([$entries['stale'], $entries['missing']], [$cache->get('stale'), $cache->get('missing')]);
            self::assertStringContainsString('has changed since this was written (another version)', $report->failures()[0]['message']);
        } else {
            self::assertSame(0, $report->of(Outcome::Unreadable));
            self::assertSame($fresh, $cache->get('stale'));
        }
    }

    public function testWhatOthersHaveCompressedIsRead(): void
    {
        $igbinary = "\0\0\0\2\x14\1\x11\1a\6\1";
        $entries = [
            'text' => 'a:1:{s:1:"a";i:1;}', 'igbinary' => $igbinary, 'symfony' => (string) \gzdeflate('a:1:{s:1:"a";i:1;}'), 'drupal' => (string) \gzcompress($igbinary),
            'raw' => 'some text', 'cut' => \substr((string) \gzcompress($igbinary), 0, -1),
        ];
        $cache = self::cache($entries);
        $report = (new Migrator(new SimpleCacheStore($cache, \array_keys($entries)), new Deflated(new Auto()), new BrineSerializer()))->run();
        self::assertSame([4, 2], [$report->of(Outcome::Migrated), $report->of(Outcome::Unreadable)]);
        foreach (['text', 'igbinary', 'symfony', 'drupal'] as $key) {
            self::assertSame(\brine_serialize(['a' => 1]), $cache->get($key));
        }
        self::assertSame([$entries['raw'], $entries['cut']], [$cache->get('raw'), $cache->get('cut')]);
    }

    public function testOnlyTheFirstHundredFailuresAreKept(): void
    {
        $keys = \array_map(static fn (int $i): string => "key$i", \range(1, 250));
        $cache = self::cache(\array_fill_keys($keys, 'hello'));
        $report = (new Migrator(new SimpleCacheStore($cache, $keys), new Auto(), new NativeSerializer()))->run();
        self::assertSame([250, 100], [$report->of(Outcome::Unreadable), \count($report->failures())]);
        self::assertSame([1250, 1250], [$report->bytesBefore(), $report->bytesAfter()]);
    }

    public function testAnErrorOfTheStoreEndsTheRun(): void
    {
        $cache = $this->createMock(CacheInterface::class);
        $cache->method('get')->willThrowException(new \RuntimeException('gone away'));
        $this->expectExceptionMessage('gone away');
        (new Migrator(new SimpleCacheStore($cache, ['a']), new Auto(), new NativeSerializer()))->run();
    }

    /** Work done until then is not lost. */
    public function testAReportOfARunThatFails(): void
    {
        $store = new class () implements Store {
            public function next(?string $cursor, int $size): Batch
            {
                return new Batch([new Entry('a', 'i:1;'), new Entry('b', 'i:2;')], 'more', ['c' => 'may not be read'], 'begun anew');
            }

            public function replace(Entry $entry, string $data): bool
            {
                return $entry->key === 'b' ? throw new \RuntimeException('gone away') : true;
            }
        };
        $report = new Report(null);
        try {
            (new Migrator($store, new Auto(), new BrineSerializer()))->run(report: $report);
            self::fail('it ended');
        } catch (\RuntimeException $error) {
            self::assertSame('gone away', $error->getMessage());
        }
        self::assertSame([1, 1, 2, false], [$report->of(Outcome::Migrated), $report->of(Outcome::Inaccessible), $report->total(), $report->isComplete()]);
        self::assertSame([['begun anew'], 'c', null], [$report->notices(), $report->failures()[0]['key'] ?? '', $report->cursor()]);
    }

    public function testDataThatTheStoreDoesNotTake(): void
    {
        $store = new class () implements Store {
            public function next(?string $cursor, int $size): Batch
            {
                return new Batch([new Entry('a', 'i:1;'), new Entry('b', 'i:2;')], null);
            }

            public function replace(Entry $entry, string $data): bool
            {
                return $entry->key === 'a' ? throw new \UnexpectedValueException("not $data") : true;
            }
        };
        $report = (new Migrator($store, new Auto(), new JsonSerializer()))->run();
        self::assertSame([['key' => 'a', 'outcome' => Outcome::Unwritable, 'message' => 'not 1']], $report->failures());
        self::assertSame([1, 2, 8, 5], [$report->of(Outcome::Migrated), $report->total(), $report->bytesBefore(), $report->bytesAfter()]);
    }

    public function testDestructorsThatThrow(): void
    {
        $thing = self::textOf(UnhappyThing::class);
        // One whose value is written and read again, one whose value is not written, and the entries after them.
        foreach ([new BrineSerializer(), new JsonSerializer()] as $writer) {
            $cache = self::cache(['a' => $thing, 'b' => 'i:1;']);
            $report = (new Migrator(new SimpleCacheStore($cache, ['a', 'b']), new Auto(), $writer))->run();
            self::assertSame([['key' => 'a', 'outcome' => Outcome::Unreadable, 'message' => 'at the end']], $report->failures());
            self::assertSame([$thing, $writer->serialize(1)], [$cache->get('a'), $cache->get('b')]);
        }
    }

    public function testABatchOfNothing(): void
    {
        $store = new SimpleCacheStore(self::cache(['a' => 'i:1;']), ['a']);
        foreach ([0, -1] as $size) {
            try {
                // @phpstan-ignore argument.type (this is what is tested)
                new Migrator($store, new Auto(), new NativeSerializer(), $size);
                self::fail('it was made');
            } catch (\ValueError $error) {
                self::assertSame("A batch must have an entry at least, not $size", $error->getMessage());
            }
        }
    }

    private static function textOf(string $class): string
    {
        return 'O:' . \strlen($class) . ":\"$class\":0:{}";
    }

    /** @param array<string, string> $entries */
    private static function cache(array $entries): CacheInterface
    {
        $cache = new Psr16Cache(new ArrayAdapter());
        $cache->setMultiple($entries);

        return $cache;
    }
}
