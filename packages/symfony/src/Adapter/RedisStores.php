<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\RedisStore;
use Brine\Migration\Store;
use Predis\Command\Processor\KeyPrefixProcessor;
use Predis\Connection\NodeConnectionInterface;
use Symfony\Component\Cache\Marshaller\MarshallerInterface;

/** Common part of both Redis adapters, and their store. */
trait RedisStores
{
    use Entries;

    private object $client;
    private string $prefix;

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
        if ($this->reader !== null) {
            return $this->values(parent::doFetch($ids));
        }
        $entries = parent::doFetch($ids);

        return $this->direct !== null && !$this->direct->hasUnread && \is_array($entries) ? $entries : $this->values($entries);
    }

    /** Clusters, arrays of servers and Relay cannot be listed; entries change when they are written next. */
    public function store(): ?Store
    {
        if ($this->client instanceof \Redis) {
            return RedisStore::phpredis($this->client, $this->pattern($this->client->_prefix('')));
        }
        if ($this->client instanceof \Predis\ClientInterface && $this->client->getConnection() instanceof NodeConnectionInterface) {
            $prefix = $this->client->getOptions()->prefix;

            return RedisStore::predis($this->client, $this->pattern($prefix instanceof KeyPrefixProcessor ? $prefix->getPrefix() : ''));
        }

        return null;
    }

    private function pattern(string $prefix): string
    {
        $this->keyPrefix = \strlen($prefix);

        return \addcslashes($prefix . $this->prefix, '*?[]\\') . '*';
    }
}
