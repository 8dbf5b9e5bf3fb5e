<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Outcome;
use Brine\Migration\Store;
use Brine\Migrator;
use Brine\Store\PdoStore;
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
}
