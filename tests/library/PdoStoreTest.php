<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Outcome;
use Brine\Migration\PdoStore;
use Brine\Migration\Store;
use Brine\Migrator;
use PHPUnit\Framework\Attributes\DataProvider;
use PHPUnit\Framework\Attributes\RequiresPhpExtension;

#[RequiresPhpExtension('pdo_sqlite')]
final class PdoStoreTest extends MigratorTestCase
{
    private \PDO $database;

    protected function createStore(array $entries): Store
    {
        $this->database = new \PDO('sqlite::memory:');
        $this->database->exec('CREATE TABLE "a ""cache""" (cid TEXT PRIMARY KEY, "the data" BLOB, expire INTEGER)');
        $insert = $this->database->prepare('INSERT INTO "a ""cache""" VALUES (?, ?, ?)');
        $isText = false;
        foreach ($entries as $key => $data) {
            // Both as applications bind them.
            $insert->bindValue(1, $key);
            $insert->bindValue(2, $data, ($isText = !$isText) ? \PDO::PARAM_STR : \PDO::PARAM_LOB);
            $insert->bindValue(3, 12345);
            $insert->execute();
        }

        return new PdoStore($this->database, 'a "cache"', 'cid', 'the data');
    }

    protected function fetch(string $key): ?string
    {
        $select = $this->database->prepare('SELECT "the data" FROM "a ""cache""" WHERE cid = ? AND expire = 12345');
        $select->execute([$key]);
        $data = $select->fetchColumn();

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $data === null
            ? $this->database->prepare('DELETE FROM "a ""cache""" WHERE cid = ?')->execute([$key])
            : $this->database->prepare('UPDATE "a ""cache""" SET "the data" = ? WHERE cid = ?')->execute([$data, $key]);
    }

    /** Long data is held for few entries at a time. */
    public function testABatchEndsBehindLongData(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (cid TEXT PRIMARY KEY, data BLOB)');
        $database->exec("INSERT INTO cache VALUES ('a', zeroblob(35000000)), ('b', zeroblob(35000000)), ('c', 'i:3;')");
        $store = new PdoStore($database, 'cache', 'cid', 'data');
        $batch = $store->next(null, 10);
        self::assertSame(['a', 'b'], \array_column($batch->entries, 'key'));
        self::assertSame('b', $batch->cursor);
        $batch = $store->next('b', 10);
        self::assertSame(['c'], \array_column($batch->entries, 'key'));
        self::assertNull($batch->cursor);
    }

    /** Rows would be passed over, and others written by the data of one. */
    public function testAKeyThatIsThereTwice(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (cid TEXT, data BLOB)');
        $database->exec("INSERT INTO cache VALUES ('a', 'i:1;'), ('b', 'i:2;'), ('b', 'i:2;'), ('c', 'i:3;')");
        $store = new PdoStore($database, 'cache', 'cid', 'data');
        $calls = [
            static fn (): mixed => $store->next(null, 10),
            // The second one is the first of the next batch, and is not seen there.
            static fn (): mixed => $store->replace($store->next(null, 2)->entries[1], 'new'),
        ];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('nothing was thrown');
            } catch (\RuntimeException $error) {
                self::assertSame('Several rows have the same key: the column of keys has to be unique', $error->getMessage());
            }
        }
    }

    public function testIntegerKeysAndRowsThatDoNotCount(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (id INTEGER PRIMARY KEY, data BLOB, serialized INTEGER)');
        $insert = $database->prepare('INSERT INTO cache VALUES (?, ?, ?)');
        for ($i = 1; $i <= 120; $i++) {
            $insert->execute([$i, "i:$i;", $i % 3 === 0 ? 0 : 1]);
        }
        $insert->execute([121, null, 1]);
        $store = new PdoStore($database, 'main.cache', 'id', 'data', 'serialized = 1');
        $report = (new Migrator($store, new Auto(), new BrineSerializer(), 7))->run();
        self::assertSame([80, 80], [$report->of(Outcome::Migrated), $report->total()]);
        $select = $database->query('SELECT data FROM cache ORDER BY id');
        self::assertNotFalse($select);
        foreach ($select->fetchAll(\PDO::FETCH_COLUMN) as $i => $data) {
            self::assertSame(match (true) {
                $i === 120 => null,
                $i % 3 === 2 => 'i:' . ($i + 1) . ';',
                default => \brine_serialize($i + 1),
            }, $data);
        }
    }

    public function testRowsWithoutDataDoNotEndTheWalk(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (id INTEGER PRIMARY KEY, data BLOB)');
        $database->exec("INSERT INTO cache VALUES (1, NULL), (2, NULL), (3, NULL), (4, 'i:4;')");
        $report = (new Migrator(new PdoStore($database, 'cache', 'id', 'data'), new Auto(), new BrineSerializer(), 2))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Migrated), $report->total()]);
    }

    public function testARowThatDoesNotCountAnyMoreIsLeftAlone(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (id INTEGER PRIMARY KEY, data BLOB, serialized INTEGER)');
        $database->exec("INSERT INTO cache VALUES (1, 'i:1;', 1)");
        $store = new PdoStore($database, 'cache', 'id', 'data', 'serialized = 1 OR serialized = 2');
        [$entry] = $store->next(null, 10)->entries;
        $database->exec('UPDATE cache SET serialized = 0');
        self::assertFalse($store->replace($entry, 'i:2;'));
        $database->exec('UPDATE cache SET serialized = 2');
        self::assertTrue($store->replace($entry, 'i:2;'));
    }

    #[DataProvider('keysOfOtherTypes')]
    public function testKeysThatTheirTextDoesNotFind(string $type, string $key): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec("CREATE TABLE cache (id $type PRIMARY KEY, data BLOB)");
        $database->exec("INSERT INTO cache VALUES ($key, 'i:1;')");
        $store = new PdoStore($database, 'cache', 'id', 'data');
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('A key is neither text nor a number in a column of numbers');
        $store->next(null, 1);
    }

    /** @return iterable<array{string, string}> */
    public static function keysOfOtherTypes(): iterable
    {
        yield 'a blob' => ['TEXT', "x'61'"];
        yield 'a blob where any type is kept' => ['BLOB', "x'61'"];
        yield 'a number where any type is kept' => ['', '5'];
        yield 'NULL' => ['TEXT', 'NULL'];
    }

    #[DataProvider('keysThatAreFound')]
    public function testKeysThatTheirTextFinds(string $type, string $key): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec("CREATE TABLE cache (id $type PRIMARY KEY, data BLOB)");
        $database->exec("INSERT INTO cache VALUES ($key, 'i:1;')");
        $report = (new Migrator(new PdoStore($database, 'cache', 'id', 'data'), new Auto(), new BrineSerializer(), 1))->run();
        self::assertSame([1, 1], [$report->of(Outcome::Migrated), $report->total()]);
    }

    /** @return iterable<array{string, string}> */
    public static function keysThatAreFound(): iterable
    {
        yield 'a text where any type is kept' => ['BLOB', "'5'"];
        yield 'a text in a column of numbers' => ['INT', "'a'"];
        yield 'a number as text' => ['VARCHAR(10)', '5'];
        yield 'a float' => ['REAL', '0.123456789012345'];
        yield 'an empty text' => ['TEXT', "''"];
    }

    public function testAColumnThatIsNotThere(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->exec('CREATE TABLE cache (id TEXT PRIMARY KEY, data BLOB)');
        $database->exec("INSERT INTO cache VALUES ('a', 'i:1;'), ('b', 'i:1;')");
        foreach ([['cid', 'data', 'cid'], ['id', 'value', 'value']] as [$key, $data, $missing]) {
            try {
                (new Migrator(new PdoStore($database, 'cache', $key, $data), new Auto(), new BrineSerializer()))->run();
                self::fail("$missing was taken for a column");
            } catch (\PDOException $error) {
                self::assertStringEndsWith("no such column: $missing", $error->getMessage());
            }
        }
        $select = $database->query('SELECT data FROM cache');
        self::assertNotFalse($select);
        self::assertSame(['i:1;', 'i:1;'], $select->fetchAll(\PDO::FETCH_COLUMN));
    }

    public function testAnErrorAmongTheRowsIsNotTheEnd(): void
    {
        $database = new \PDO('sqlite::memory:');
        $database->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_SILENT);
        $database->exec('CREATE TABLE cache (id INTEGER PRIMARY KEY, data BLOB)');
        $database->exec("INSERT INTO cache VALUES (1, 'i:1;'), (2, 'i:2;'), (3, 'i:3;')");
        // The least integer has no absolute value.
        $store = new PdoStore($database, 'cache', 'id', 'data', 'abs(CASE id WHEN 2 THEN -9223372036854775808 ELSE 1 END) = 1');
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('The database does not read on');
        $store->next(null, 10);
    }
}
