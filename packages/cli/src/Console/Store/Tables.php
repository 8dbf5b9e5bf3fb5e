<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\PdoStore;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * The cache tables of a Drupal site. A key is the table's name and the entry's cid.
 *
 * @internal
 */
final class Tables implements Sized, Store
{
    private const SEPARATOR = ':';

    /** @var array<string, PdoStore> by table */
    private array $stores = [];

    /** @param string $prefix of the names of all tables */
    public function __construct(\PDO $connection, string $prefix)
    {
        $like = \addcslashes("{$prefix}cache_", '_%!') . '%';
        $like = \str_replace('\\', '!', $like);
        $names = match ($connection->getAttribute(\PDO::ATTR_DRIVER_NAME)) {
            'sqlite' => "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE ? ESCAPE '!' ORDER BY name",
            'mysql' => "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name LIKE ? ESCAPE '!' ORDER BY table_name",
            default => "SELECT table_name FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA() AND table_name LIKE ? ESCAPE '!' ORDER BY table_name",
        };
        $statement = $connection->prepare($names);
        $statement->execute([$like]);
        foreach ($statement->fetchAll(\PDO::FETCH_COLUMN) as $name) {
            // The table of tags has no data.
            if (\is_string($name) && $name !== "{$prefix}cachetags") {
                $this->stores[$name] = new PdoStore($connection, $name, 'cid', 'data', 'serialized = 1');
            }
        }
        if ($this->stores === []) {
            throw new \RuntimeException("It has no table {$prefix}cache_…");
        }
    }

    public function next(?string $cursor, int $size): Batch
    {
        [$table, $inside] = \explode(self::SEPARATOR, $cursor ?? \array_key_first($this->stores) . self::SEPARATOR, 2) + ['', ''];
        $store = $this->stores[$table] ?? throw new \RuntimeException("There is no table $table");
        $batch = $store->next($inside === '' ? null : $inside, $size);
        $entries = \array_map(static fn (Entry $entry): Entry => new Entry($table . self::SEPARATOR . $entry->key, $entry->data), $batch->entries);
        if ($batch->cursor !== null) {
            return new Batch($entries, $table . self::SEPARATOR . $batch->cursor, $batch->inaccessible, $batch->notice);
        }
        $names = \array_keys($this->stores);
        $next = $names[(int) \array_search($table, $names, true) + 1] ?? null;

        return new Batch($entries, $next === null ? null : $next . self::SEPARATOR, $batch->inaccessible, $batch->notice);
    }

    public function size(): int
    {
        return \max(0, \array_sum(\array_map(static fn (PdoStore $store): int => $store->size(), $this->stores)));
    }

    public function replace(Entry $entry, string $data): bool
    {
        [$table, $key] = \explode(self::SEPARATOR, $entry->key, 2) + ['', ''];
        $store = $this->stores[$table] ?? throw new \RuntimeException("There is no table $table");

        return $store->replace(new Entry($key, $entry->data), $data);
    }
}
