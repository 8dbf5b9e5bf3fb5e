<?php

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Drupal\Core\Cache\Cache;

/** Of a cache backend that keeps nothing. */
trait KeepsNothing
{
    public function get($cid, $allow_invalid = false)
    {
        return false;
    }

    public function getMultiple(&$cids, $allow_invalid = false)
    {
        return [];
    }

    public function set($cid, $data, $expire = Cache::PERMANENT, array $tags = [])
    {
    }

    public function setMultiple(array $items)
    {
    }

    public function delete($cid)
    {
    }

    public function deleteMultiple(array $cids)
    {
    }

    public function deleteAll()
    {
    }

    public function invalidate($cid)
    {
    }

    public function invalidateMultiple(array $cids)
    {
    }

    public function invalidateAll()
    {
    }

    public function garbageCollection()
    {
    }

    public function removeBin()
    {
    }
}
