<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Format;
use Brine\Migration\Outcome;
use Brine\Migration\PdoStore;
use Brine\Migration\Store;
use Brine\Migrator;
use Brine\NativeSerializer;
use Brine\Serializer;
use PHPUnit\Framework\Attributes\DataProvider;

/** A table on a database server, which an environment variable names: "host=...;dbname=...;user=...;password=..." as in a DSN. */
abstract class PdoServerTestCase extends MigratorTestCase
{
    protected \PDO $database;

    /** @return array{string, string, string} the variable, the driver, and the type of a column of bytes */
    abstract protected static function server(): array;

    /** @return list<string> SQL that comes first */
    protected static function settings(): array
    {
        return [];
    }

    protected function setUp(): void
    {
        [$variable, $driver] = static::server();
        $dsn = \getenv($variable);
        if ($dsn === false || !\in_array($driver, \PDO::getAvailableDrivers(), true)) {
            self::markTestSkipped("$variable names no server, or PDO has no $driver");
        }
        \preg_match('/user=([^;]*);password=([^;]*)/', $dsn, $match);
        $this->database = new \PDO("$driver:$dsn", $match[1] ?? null, $match[2] ?? null);
        foreach (static::settings() as $sql) {
            $this->database->exec($sql);
        }
    }

    #[DataProvider('keys')]
    final public function testKeysOfOtherTypes(string $type, string ...$keys): void
    {
        $this->database->exec('DROP TABLE IF EXISTS brine_test');
        $this->database->exec("CREATE TABLE brine_test (cid $type PRIMARY KEY, data " . static::server()[2] . ')');
        foreach ($keys as $i => $key) {
            $this->database->prepare('INSERT INTO brine_test VALUES (?, ?)')->execute([$key, "i:$i;"]);
        }
        $report = (new Migrator(new PdoStore($this->database, 'brine_test', 'cid', 'data'), new Auto(), new BrineSerializer(), 2))->run();
        self::assertSame([\count($keys), \count($keys)], [$report->of(Outcome::Migrated), $report->total()]);
    }

    /** @return iterable<string, list<string>> the type of the column, and keys */
    public static function keys(): iterable
    {
        yield 'integers' => ['BIGINT', '-5', '1', '10', '9', '9223372036854775807'];
        yield 'decimals' => ['DECIMAL(30, 5)', '1.5', '-2.25', '100000000000000000000.5', '100000000000000000000.6'];
        yield 'text' => ['VARCHAR(50)', 'a', 'B', 'A2', "\u{e9}", "quote's", 'back\\slash', 'z z'];
        yield 'fixed text' => ['CHAR(9)', 'a', 'b', 'c'];
    }

    #[DataProvider('narrowColumns')]
    final public function testWhatAColumnDoesNotTakeIsLeftAlone(string $type, string $data, Serializer $writer): void
    {
        $this->database->exec('DROP TABLE IF EXISTS brine_test');
        $this->database->exec("CREATE TABLE brine_test (cid VARCHAR(9) PRIMARY KEY, data $type, expire INTEGER)");
        $this->database->prepare("INSERT INTO brine_test VALUES ('key', ?, 12345)")->execute([$data]);
        $store = new PdoStore($this->database, 'brine_test', 'cid', 'data');
        $report = (new Migrator($store, new Auto(foreign: Format::Json), $writer))->run();
        self::assertSame(1, $report->of(Outcome::Unwritable));
        self::assertStringStartsWith('The database does not take the data: ', $report->failures()[0]['message']);
        self::assertSame($data, $this->fetch('key'));
    }

    /** @return iterable<string, array{string, string, Serializer}> the type of the column, what is in it, and the new writer */
    public static function narrowColumns(): iterable
    {
        yield 'text, which is no UTF-8' => ['TEXT', '"a"', new BrineSerializer()];
        yield 'too many bytes' => ['VARCHAR(9)', '"abc"', new NativeSerializer()];
    }

    protected function createStore(array $entries): Store
    {
        $type = static::server()[2];
        $this->database->exec('DROP TABLE IF EXISTS brine_test');
        $this->database->exec("CREATE TABLE brine_test (cid VARCHAR(255) PRIMARY KEY, data $type, expire INTEGER)");
        $insert = $this->database->prepare('INSERT INTO brine_test VALUES (?, ?, 12345)');
        foreach ($entries as $key => $data) {
            $insert->bindValue(1, $key);
            $insert->bindValue(2, $data, \PDO::PARAM_LOB);
            $insert->execute();
        }

        return new PdoStore($this->database, 'brine_test', 'cid', 'data');
    }

    protected function fetch(string $key): ?string
    {
        $select = $this->database->prepare('SELECT data FROM brine_test WHERE cid = ? AND expire = 12345');
        $select->execute([$key]);
        $data = $select->fetchColumn();
        $data = \is_resource($data) ? \stream_get_contents($data) : $data;

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $statement = $this->database->prepare(
            $data === null ? 'DELETE FROM brine_test WHERE cid = ?' : 'UPDATE brine_test SET data = ? WHERE cid = ?',
        );
        if ($data !== null) {
            $statement->bindValue(1, $data, \PDO::PARAM_LOB);
        }
        $statement->bindValue($data === null ? 1 : 2, $key);
        $statement->execute();
    }
}
