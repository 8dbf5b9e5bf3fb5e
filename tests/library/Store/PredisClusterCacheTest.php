<?php

declare(strict_types=1);

namespace Brine\Tests\Library\Store;

use Brine\Serializer;
use Brine\Store\Cache;
use Brine\Store\PredisCache;
use Brine\Tests\Library\RedisServer;
use Predis\Client;
use Predis\Command\RawCommand;
use Psr\Log\LoggerInterface;

/** Three masters, by Predis. */
final class PredisClusterCacheTest extends RedisCacheTestCase
{
    private Client $client;

    protected function setUp(): void
    {
        $addresses = RedisServer::cluster();
        if ($addresses === []) {
            self::markTestSkipped('there is no redis-server');
        }
        $this->client = new Client(\array_map(static fn (string $address): string => "tcp://$address", $addresses), ['cluster' => 'redis']);
        foreach ($this->client as $node) {
            $node->executeCommand(new RawCommand('FLUSHALL'));
        }
    }

    protected function createCache(Serializer $serializer, string $prefix = self::PREFIX, ?LoggerInterface $logger = null): Cache
    {
        return new PredisCache($this->client, $serializer, $prefix, $logger);
    }

    protected function command(string $key, string ...$command): mixed
    {
        $name = \array_shift($command) ?? '';

        return $this->client->executeCommand($this->client->createCommand($name, $command));
    }
}
