<?php

declare(strict_types=1);

namespace Drupal\Core\Cache;

use Drupal\Component\Datetime\TimeInterface;
use Drupal\Component\Serialization\ObjectAwareSerializationInterface;
use Drupal\Core\Database\Connection;

class Cache
{
    public const PERMANENT = -1;

    /** @var array<string, CacheBackendInterface> */
    public static array $bins = [];

    /** @return array<string, CacheBackendInterface> */
    public static function getBins(): array
    {
        return self::$bins;
    }
}

interface CacheBackendInterface
{
    /**
     * @param string $cid
     * @param bool $allow_invalid
     * @return \stdClass|false
     */
    public function get($cid, $allow_invalid = false);

    /**
     * @param list<string> $cids
     * @param bool $allow_invalid
     * @return array<array-key, \stdClass>
     */
    public function getMultiple(&$cids, $allow_invalid = false);

    /**
     * @param string $cid
     * @param mixed $data
     * @param int $expire
     * @param list<string> $tags
     * @return void
     */
    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = []);

    /**
     * @param array<array-key, array{data: mixed, expire?: int, tags?: list<string>}> $items
     * @return void
     */
    public function setMultiple(array $items);

    /**
     * @param string $cid
     * @return void
     */
    public function delete($cid);

    /**
     * @param list<string> $cids
     * @return void
     */
    public function deleteMultiple(array $cids);

    /** @return void */
    public function deleteAll();

    /**
     * @param string $cid
     * @return void
     */
    public function invalidate($cid);

    /**
     * @param list<string> $cids
     * @return void
     */
    public function invalidateMultiple(array $cids);

    /** @return void */
    public function invalidateAll();

    /** @return void */
    public function garbageCollection();

    /** @return void */
    public function removeBin();
}

interface CacheFactoryInterface
{
    /**
     * @param string $bin
     * @return CacheBackendInterface
     */
    public function get($bin);
}

interface CacheTagsInvalidatorInterface
{
    /**
     * @param list<string> $tags
     * @return void
     */
    public function invalidateTags(array $tags);
}

interface CacheTagsChecksumInterface
{
}

/** Reads from the fast backend what was put there after the bin's last write, of which the consistent one has the time. */
class ChainedFastBackend implements CacheBackendInterface
{
    public const LAST_WRITE_TIMESTAMP_PREFIX = 'last_write_timestamp_';

    public function __construct(
        private readonly CacheBackendInterface $consistent,
        private readonly CacheBackendInterface $fast,
        private readonly string $bin,
    ) {
    }

    public function get($cid, $allow_invalid = false)
    {
        $cids = [$cid];
        $items = $this->getMultiple($cids, $allow_invalid);

        return \reset($items);
    }

    public function getMultiple(&$cids, $allow_invalid = false)
    {
        $last = $this->lastWrite();
        $items = $last > 0.0 ? $this->fast->getMultiple($cids, $allow_invalid) : [];
        foreach ($items as $cid => $item) {
            if ($item->created < $last) {
                unset($items[$cid]);
                $cids[] = (string) $cid;
            }
        }
        if ($cids !== []) {
            foreach ($this->consistent->getMultiple($cids, $allow_invalid) as $cid => $item) {
                $items[$cid] = $item;
                $this->fast->set((string) $cid, $item->data);
            }
        }

        return $items;
    }

    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
    {
        $this->consistent->set($cid, $data, $expire, $tags);
        $this->noteWrite();
        $this->fast->set($cid, $data, $expire, $tags);
    }

    public function setMultiple(array $items)
    {
        $this->consistent->setMultiple($items);
        $this->noteWrite();
        $this->fast->setMultiple($items);
    }

    public function delete($cid)
    {
        $this->deleteMultiple([$cid]);
    }

    public function deleteMultiple(array $cids)
    {
        $this->consistent->deleteMultiple($cids);
        $this->noteWrite();
    }

    public function deleteAll()
    {
        $this->consistent->deleteAll();
        $this->noteWrite();
    }

    public function invalidate($cid)
    {
        $this->deleteMultiple([$cid]);
    }

    public function invalidateMultiple(array $cids)
    {
        $this->deleteMultiple($cids);
    }

    public function invalidateAll()
    {
        $this->deleteAll();
    }

    public function garbageCollection()
    {
    }

    public function removeBin()
    {
        $this->consistent->removeBin();
        $this->fast->removeBin();
    }

    private function lastWrite(): float
    {
        $item = $this->consistent->get(self::LAST_WRITE_TIMESTAMP_PREFIX . $this->bin);

        return $item !== false && \is_numeric($item->data) ? (float) $item->data : 0.0;
    }

    private function noteWrite(): void
    {
        $this->consistent->set(self::LAST_WRITE_TIMESTAMP_PREFIX . $this->bin, \microtime(true));
    }
}

class DatabaseCacheTagsChecksum implements CacheTagsChecksumInterface
{
}

/** Stores rows like Drupal's own: strings unchanged, other values serialized. */
class DatabaseBackend implements CacheBackendInterface
{
    public const MAXIMUM_NONE = -1;

    private readonly string $table;

    /** @param string $bin */
    public function __construct(
        private readonly Connection $connection,
        CacheTagsChecksumInterface $checksum_provider,
        $bin,
        private readonly ObjectAwareSerializationInterface $serializer,
        TimeInterface $time,
        int $max_rows = 5000,
    ) {
        $this->table = "cache_$bin";
        $connection->query("CREATE TABLE IF NOT EXISTS {{$this->table}} (cid TEXT PRIMARY KEY, data BLOB, serialized INTEGER)");
    }

    public function get($cid, $allow_invalid = false)
    {
        $cids = [$cid];
        $items = $this->getMultiple($cids, $allow_invalid);

        return \reset($items);
    }

    public function getMultiple(&$cids, $allow_invalid = false)
    {
        $items = [];
        foreach ($cids as $cid) {
            foreach ($this->connection->query("SELECT [cid], [data], [serialized] FROM {{$this->table}} WHERE cid = :cid", [':cid' => $cid]) as $item) {
                \assert(\is_string($item->data));
                $data = (int) $item->serialized === 1 ? $this->serializer->decode($item->data) : $item->data;
                $items[$cid] = (object) ['cid' => $cid, 'data' => $data];
            }
        }
        $cids = \array_values(\array_diff($cids, \array_keys($items)));

        return $items;
    }

    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
    {
        $this->setMultiple([$cid => ['data' => $data]]);
    }

    public function setMultiple(array $items)
    {
        foreach ($items as $cid => $item) {
            $isString = \is_string($item['data']);
            $bytes = $isString ? $item['data'] : $this->serializer->encode($item['data']);
            $row = [':cid' => $cid, ':data' => $bytes, ':serialized' => $isString ? 0 : 1];
            $this->connection->query("REPLACE INTO {{$this->table}} VALUES (:cid, :data, :serialized)", $row);
        }
    }

    public function delete($cid)
    {
        $this->connection->query("DELETE FROM {{$this->table}} WHERE cid = :cid", [':cid' => $cid]);
    }

    public function deleteMultiple(array $cids)
    {
        \array_map($this->delete(...), $cids);
    }

    public function deleteAll()
    {
        $this->connection->query("DELETE FROM {{$this->table}}");
    }

    public function invalidate($cid)
    {
        $this->delete($cid);
    }

    public function invalidateMultiple(array $cids)
    {
        $this->deleteMultiple($cids);
    }

    public function invalidateAll()
    {
        $this->deleteAll();
    }

    public function garbageCollection()
    {
    }

    public function removeBin()
    {
        $this->connection->query("DROP TABLE {{$this->table}}");
    }
}

class DatabaseBackendFactory implements CacheFactoryInterface
{
    public function __construct(
        private readonly Connection $connection,
        private readonly CacheTagsChecksumInterface $checksum,
        private readonly ObjectAwareSerializationInterface $serializer,
        private readonly TimeInterface $time,
    ) {
    }

    public function get($bin)
    {
        return new DatabaseBackend($this->connection, $this->checksum, $bin, $this->serializer, $this->time);
    }
}
