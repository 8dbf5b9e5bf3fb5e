<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Symfony\Component\Cache\Adapter\RedisAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Symfony's adapter for Redis, entry by entry. */
final class RedisAdapter extends SymfonyAdapter implements EntryPool
{
    use Entries;
    use RedisStores;

    public function __construct(
        \Redis|\RedisArray|\RedisCluster|\Predis\ClientInterface|\Relay\Relay|\Relay\Cluster $redis,
        string $namespace = '',
        int $defaultLifetime = 0,
        ?MarshallerInterface $marshaller = null,
    ) {
        $this->client = $redis;
        $this->prefix = $namespace === '' ? '' : $namespace . self::NS_SEPARATOR;
        parent::__construct($redis, $namespace, $defaultLifetime, $this->raw($marshaller));
    }

    /**
     * @param array<mixed> $ids
     * @return array<array-key, mixed>
     */
    protected function doFetch(array $ids): array
    {
        return $this->values(parent::doFetch($ids));
    }
}
