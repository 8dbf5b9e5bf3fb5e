<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\Store;
use Symfony\Component\Cache\Adapter\MemcachedAdapter as SymfonyAdapter;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Symfony's Memcached adapter, reading entry by entry. */
final class MemcachedAdapter extends SymfonyAdapter implements EntryPool
{
    use Entries;

    public function __construct(\Memcached $client, string $namespace = '', int $defaultLifetime = 0, ?MarshallerInterface $marshaller = null)
    {
        parent::__construct($client, $namespace, $defaultLifetime, $this->raw($marshaller));
    }

    /**
     * @param array<mixed> $ids
     * @return array<array-key, mixed>
     */
    protected function doFetch(array $ids): array
    {
        return $this->values(parent::doFetch($ids));
    }

    /** Memcached cannot list keys; entries change when they are written next. */
    public function store(): ?Store
    {
        return null;
    }
}
