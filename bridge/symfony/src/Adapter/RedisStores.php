<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Adapter;

use Brine\Migration\RedisStore;
use Brine\Migration\Store;
use Predis\Command\Processor\KeyPrefixProcessor;
use Predis\Connection\NodeConnectionInterface;

/** The store of a pool in Redis. */
trait RedisStores
{
    private object $client;
    private string $prefix;

    /** A cluster, an array of servers and Relay cannot be walked: new entries of theirs are Brine's as they come. */
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
