<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\Report;
use Brine\Migration\Store;
use Brine\Migrator;
use Brine\NativeSerializer;
use PHPUnit\Framework\TestCase;

/** Requirements of a migration for each kind of store. */
abstract class MigratorTestCase extends TestCase
{
    /** @param array<string> $entries all that is to be in the store, by key */
    abstract protected function createStore(array $entries): Store;

    /** The store's current contents. */
    abstract protected function fetch(string $key): ?string;

    /** Changes an entry as somebody else would; null deletes it. */
    abstract protected function put(string $key, ?string $data): void;

    final public function testAllEntriesAreWrittenAnew(): void
    {
        $entries = self::entries(257);
        $report = $this->migrator($entries)->run();
        foreach ($entries as $key => $data) {
            self::assertSame(\bin2hex(\brine_serialize(\unserialize($data))), \bin2hex($this->fetch((string) $key) ?? ''), (string) $key);
        }
        self::assertSame([257, 257, true, null], [$report->of(Outcome::Migrated), $report->total(), $report->isComplete(), $report->cursor()]);
        self::assertSame(\array_sum(\array_map(\strlen(...), $entries)), $report->bytesBefore());
        self::assertSame(\array_sum(\array_map(static fn (string $data): int => \strlen(\brine_serialize(\unserialize($data))), $entries)), $report->bytesAfter());
    }

    final public function testASecondRunChangesNothing(): void
    {
        $migrator = $this->migrator(self::entries(25));
        self::assertSame(25, $migrator->run()->of(Outcome::Migrated));
        $report = $migrator->run();
        self::assertSame([25, 25], [$report->of(Outcome::Unchanged), $report->total()]);
    }

    final public function testAnEmptyStore(): void
    {
        $report = $this->migrator([])->run();
        self::assertSame([0, true], [$report->total(), $report->isComplete()]);
    }

    final public function testADryRunWritesNothing(): void
    {
        $entries = self::entries(25);
        $report = $this->migrator($entries)->run(dryRun: true);
        self::assertSame([25, 25], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertLessThan($report->bytesBefore(), $report->bytesAfter());
        foreach ($entries as $key => $data) {
            self::assertSame($data, $this->fetch((string) $key));
        }
    }

    final public function testARunThatWasStoppedGoesOnFromItsCursor(): void
    {
        $entries = self::entries(500);
        $migrator = $this->migrator($entries);
        $first = $migrator->run(progress: static fn (Report $report): bool => $report->total() < 150);
        self::assertFalse($first->isComplete());
        self::assertGreaterThanOrEqual(150, $first->total());
        self::assertLessThan(500, $first->total());
        $cursor = $first->cursor();
        self::assertNotNull($cursor);
        $second = $migrator->run($cursor);
        self::assertTrue($second->isComplete());
        self::assertSame(500, $first->of(Outcome::Migrated) + $second->of(Outcome::Migrated));
        foreach ($entries as $key => $data) {
            self::assertSame(\brine_serialize(\unserialize($data)), $this->fetch((string) $key));
        }
    }

    final public function testWhatIsChangedMeanwhileIsNotOverwritten(): void
    {
        $entries = self::entries(25);
        $inner = $this->createStore($entries);
        $store = new class ($inner, $this->put(...)) implements Store {
            /** @param \Closure(string, ?string): void $put */
            public function __construct(private Store $inner, private \Closure $put)
            {
            }

            public function next(?string $cursor, int $size): Batch
            {
                return $this->inner->next($cursor, $size);
            }

            public function replace(Entry $entry, string $data): bool
            {
                match ($entry->key) {
                    'key3' => ($this->put)('key3', 'i:1;'),
                    'key4' => ($this->put)('key4', null),
                    'key5' => ($this->put)('key5', $entry->data . ' '),
                    default => null,
                };

                return $this->inner->replace($entry, $data);
            }
        };
        $report = (new Migrator($store, new Auto(), new BrineSerializer(), 10))->run();
        self::assertSame([3, 22], [$report->of(Outcome::Overtaken), $report->of(Outcome::Migrated)]);
        $after = [];
        foreach ($entries as $key => $data) {
            $after[] = \strlen(\in_array($key, ['key3', 'key4', 'key5'], true) ? $data : \brine_serialize(\unserialize($data)));
        }
        self::assertSame(\array_sum($after), $report->bytesAfter());
        self::assertSame(['i:1;', null, $entries['key5'] . ' '], [$this->fetch('key3'), $this->fetch('key4'), $this->fetch('key5')]);
    }

    final public function testWhatCannotBeReadIsLeftAlone(): void
    {
        $entries = ['bad' => 'hello', 'cut' => 'a:1:{i:0;', 'good' => 'i:5;', 'throws' => \serialize(new ThrowingThing('read'))];
        $report = $this->migrator($entries)->run();
        self::assertSame([3, 1], [$report->of(Outcome::Unreadable), $report->of(Outcome::Migrated)]);
        $messages = \array_column($report->failures(), 'message', 'key');
        \ksort($messages);
        self::assertSame([
            'bad' => 'The first bytes are of no format that is read here',
            'cut' => 'Not a text of serialize() at offset 9',
            'throws' => 'at read',
        ], $messages);
        unset($entries['good']);
        foreach ($entries as $key => $data) {
            self::assertSame($data, $this->fetch($key));
        }
    }

    final public function testBytesOfAllKinds(): void
    {
        $bytes = \implode('', \array_map(\chr(...), \range(0, 255)));
        $this->migrator(['key' => \serialize($bytes)])->run();
        self::assertSame(\brine_serialize($bytes), $this->fetch('key'));
        $back = new Migrator($this->createStore(['key' => \brine_serialize($bytes)]), new Auto(), new NativeSerializer());
        self::assertSame(1, $back->run()->of(Outcome::Migrated));
        self::assertSame(\serialize($bytes), $this->fetch('key'));
    }

    /** @param array<string> $entries */
    final protected function migrator(array $entries): Migrator
    {
        return new Migrator($this->createStore($entries), new Auto(), new BrineSerializer(), 10);
    }

    /** @return array<string, string> */
    final protected static function entries(int $count): array
    {
        $entries = [];
        for ($i = 1; $i <= $count; $i++) {
            $entries["key$i"] = \serialize(['id' => $i, 'title' => "Entry $i", 'tags' => ['a', 'b']]);
        }

        return $entries;
    }
}
