<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\brine\TolerantFactory;
use Drupal\Core\Cache\Cache;
use Drupal\Core\Cache\CacheBackendInterface;
use Drupal\Core\Cache\CacheFactoryInterface;
use Drupal\Core\Cache\DatabaseBackend;
use Drupal\Core\Database\Connection;
use Drupal\redis\Cache\CacheBase;
use Drupal\redis\Cache\RedisBackend;
use Drupal\redis\ClientFactory;
use Drupal\redis\ClientInterface;
use Symfony\Component\DependencyInjection\ContainerInterface;

/** The bins that Brine serializes, and their entries. */
final class Backends
{
    /**
     * @param list<string> $ids ids of the services that decorate the backends' factories
     * @param list<string> $lasting bins that Drupal does not empty when caches are rebuilt
     */
    public function __construct(private readonly ContainerInterface $container, private readonly array $ids, private readonly array $lasting = [])
    {
    }

    /** @return array<string, Bin> by name */
    public function bins(): array
    {
        // Requesting a bin makes its factory create the backend.
        Cache::getBins();
        \array_map($this->lastingBin(...), $this->lasting);
        $bins = [];
        foreach ($this->ids as $id) {
            $factory = $this->container->get($id);
            foreach ($factory instanceof TolerantFactory ? $factory->backends() : [] as $name => $backend) {
                $bins[$name] = new Bin($name, $id, $this->entriesOf($name, $backend->inner()));
            }
        }
        if (!isset($bins['container']) && $this->database()->schema()->tableExists('cache_container')) {
            $bins['container'] = new Bin('container', 'cache.backend.database', new DatabaseEntries($this->database(), 'cache_container'));
        }
        \ksort($bins);

        return $bins;
    }

    /** Empties Brine's bins that outlast a rebuild of caches. */
    public function emptyLasting(): void
    {
        foreach (\array_intersect($this->lasting, \array_keys($this->bins())) as $bin) {
            $this->lastingBin($bin)->deleteAll();
        }
    }

    private function lastingBin(string $bin): CacheBackendInterface
    {
        $factory = $this->container->get('cache_factory');
        \assert($factory instanceof CacheFactoryInterface);

        return $factory->get($bin);
    }

    /** @return list<string> bins that do not use Brine, such as those that stay in APCu */
    public function others(): array
    {
        return \array_values(\array_diff(\array_keys(Cache::getBins()), \array_keys($this->bins())));
    }

    /** @return iterable<Entry>|null null if the backend's entries cannot be listed */
    private function entriesOf(string $bin, CacheBackendInterface $backend): ?iterable
    {
        if ($backend instanceof DatabaseBackend) {
            return new DatabaseEntries($this->database(), "cache_$bin");
        }
        if (($backend instanceof CacheBase || $backend instanceof RedisBackend) && $this->container->has('redis.factory')) {
            $factory = $this->container->get('redis.factory');
            $client = $factory instanceof ClientFactory ? $factory->getClient() : null;
            if ($client instanceof \Redis || $client instanceof ClientInterface && $client->getName() === 'PhpRedis') {
                return new RedisEntries($client, $backend);
            }
        }

        return null;
    }

    private function database(): Connection
    {
        $database = $this->container->get('database');
        \assert($database instanceof Connection);

        return $database;
    }
}
