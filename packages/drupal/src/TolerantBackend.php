<?php

declare(strict_types=1);

namespace Drupal\brine;

use Brine\EntryCodec;
use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\ChainedFastBackend;

/**
 * Decorates a cache backend that uses CacheSerializer, and decodes what it returns. An unreadable entry is a logged miss.
 *
 * It must be a miss, not FALSE: callers such as Configuration accept any cached value, and rebuild only on a miss.
 */
class TolerantBackend implements CacheBackendInterface
{
    /** Reader that the serializer uses for this bin; null if it must not read. */
    private ?EntryCodec $reader = null;
    /** The codec of $reader; false at first. */
    private Codec|false $codec = false;

    final public function __construct(protected readonly CacheBackendInterface $inner, private readonly string $bin)
    {
    }

    /** The decorated backend, which returns bytes. */
    public function inner(): CacheBackendInterface
    {
        return $this->inner;
    }

    /**
     * @param string $cid
     * @param bool $allow_invalid
     * @return \stdClass|false
     */
    public function get($cid, $allow_invalid = false)
    {
        if ($this->codec !== Codec::$current) {
            $this->configure();
        }
        CacheSerializer::$reader = $this->reader;
        $item = $this->inner->get($cid, $allow_invalid);
        if ($this->reader !== null && (!CacheSerializer::$hasLeft || $item !== false && !$item->data instanceof Incoming)) {
            return $item;
        }

        return $item !== false && $this->open($item, $cid) ? $item : false;
    }

    /**
     * @param list<string> $cids
     * @param bool $allow_invalid
     * @return array<array-key, \stdClass>
     */
    public function getMultiple(&$cids, $allow_invalid = false)
    {
        if ($this->codec !== Codec::$current) {
            $this->configure();
        }
        CacheSerializer::$reader = $this->reader;
        $items = $this->inner->getMultiple($cids, $allow_invalid);
        if ($this->reader !== null && !CacheSerializer::$hasLeft) {
            return $items;
        }
        foreach ($items as $cid => $item) {
            if (($this->reader === null || $item->data instanceof Incoming) && !$this->open($item, (string) $cid)) {
                unset($items[$cid]);
                $cids[] = (string) $cid;
            }
        }

        return $items;
    }

    /**
     * @param string $cid
     * @param mixed $data
     * @param int $expire
     * @param list<string> $tags
     */
    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = []): void
    {
        $this->inner->set($cid, (Codec::$current ?? Codec::current())->signs ? $this->outgoing($cid, $data) : $data, $expire, $tags);
    }

    /** @param array<array-key, array{data: mixed, expire?: int, tags?: list<string>}> $items */
    public function setMultiple(array $items): void
    {
        if (Codec::current()->signs) {
            foreach ($items as $cid => $item) {
                $items[$cid]['data'] = $this->outgoing((string) $cid, $item['data']);
            }
        }
        $this->inner->setMultiple($items);
    }

    /** @param string $cid */
    public function delete($cid): void
    {
        $this->inner->delete($cid);
    }

    /** @param list<string> $cids */
    public function deleteMultiple(array $cids): void
    {
        $this->inner->deleteMultiple($cids);
    }

    public function deleteAll(): void
    {
        $this->inner->deleteAll();
    }

    /** @param string $cid */
    public function invalidate($cid): void
    {
        $this->inner->invalidate($cid);
    }

    /** @param list<string> $cids */
    public function invalidateMultiple(array $cids): void
    {
        $this->inner->invalidateMultiple($cids);
    }

    /** Removed in Drupal 12. */
    public function invalidateAll(): void
    {
        $this->inner->invalidateAll();
    }

    public function garbageCollection(): void
    {
        $this->inner->garbageCollection();
    }

    public function removeBin(): void
    {
        $this->inner->removeBin();
    }

    /** Signed bins serialize strings too; otherwise Drupal stores strings unchanged. */
    private function outgoing(string $cid, mixed $data): Outgoing|string
    {
        return self::isTime($cid, $data) ? (string) $data : new Outgoing($data, Codec::contextOf($this->bin, $cid));
    }

    /** Prepares per-bin data, until the settings change. */
    private function configure(): void
    {
        $this->codec = Codec::current();
        $this->reader = $this->codec->reader($this->bin);
    }

    /** Decodes the data of an entry. */
    private function open(\stdClass $item, string $cid): bool
    {
        $codec = Codec::$current ?? Codec::current();
        $data = $item->data;
        try {
            if ($data instanceof Incoming) {
                $item->data = $codec->decode($data->bytes, $this->bin, $cid, $codec->isResident($this->bin), $data->error);
            } elseif ($codec->signs && !self::isTime($cid, $data)) {
                throw new \UnexpectedValueException('It is not signed');
            }
        } catch (\Throwable $error) {
            Damage::found($this->bin, $cid, $error);

            return false;
        }

        return true;
    }

    /**
     * Whether the data is the time of a bin's last write. Version 2 of the module redis stores it without a serializer: never signed, and a
     * string that every backend keeps unchanged.
     *
     * @phpstan-assert-if-true int|float|numeric-string $data
     */
    private static function isTime(string $cid, mixed $data): bool
    {
        return \is_numeric($data) && \str_starts_with($cid, ChainedFastBackend::LAST_WRITE_TIMESTAMP_PREFIX);
    }
}
