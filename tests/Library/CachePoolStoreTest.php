<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Migration\Store;
use Brine\Store\CachePoolStore;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;

final class CachePoolStoreTest extends MigratorTestCase
{
    private CacheItemPoolInterface $pool;

    protected function createStore(array $entries): Store
    {
        $this->pool = new ArrayAdapter();
        foreach ($entries as $key => $data) {
            $this->put((string) $key, $data);
        }

        return new CachePoolStore($this->pool, \array_map(\strval(...), \array_keys($entries)), 3600);
    }

    protected function fetch(string $key): ?string
    {
        $data = $this->pool->getItem($key)->get();

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $data === null ? $this->pool->deleteItem($key) : $this->pool->save($this->pool->getItem($key)->set($data));
    }
}
