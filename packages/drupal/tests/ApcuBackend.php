<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;

/** A stand-in for Drupal's own, which stores whole items, too. */
final class ApcuBackend implements CacheBackendInterface
{
    public function __construct(private readonly string $bin)
    {
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
        foreach ((array) \apcu_fetch(\array_map($this->key(...), $cids)) as $item) {
            \assert($item instanceof \stdClass && \is_string($item->cid));
            $items[$item->cid] = $item;
        }
        $cids = \array_values(\array_diff($cids, \array_map(strval(...), \array_keys($items))));

        return $items;
    }

    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
    {
        \apcu_store($this->key($cid), (object) ['cid' => $cid, 'created' => \microtime(true), 'expire' => $expire, 'tags' => $tags, 'data' => $data]);
    }

    public function setMultiple(array $items)
    {
        foreach ($items as $cid => $item) {
            $this->set((string) $cid, $item['data']);
        }
    }

    public function delete($cid)
    {
        \apcu_delete($this->key($cid));
    }

    public function deleteMultiple(array $cids)
    {
        \array_map($this->delete(...), $cids);
    }

    public function deleteAll()
    {
        \apcu_delete(new \APCUIterator('/^' . \preg_quote("$this->bin::", '/') . '/'));
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
        $this->deleteAll();
    }

    private function key(string $cid): string
    {
        return "$this->bin::$cid";
    }
}
