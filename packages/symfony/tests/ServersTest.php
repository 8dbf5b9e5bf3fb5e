<?php

declare(strict_types=1);

namespace Brine\BrineBundle\Tests;

use Brine\Tests\Library\RedisServer;
use PHPUnit\Framework\Attributes\DataProvider;
use Symfony\Component\Cache\Adapter\TagAwareAdapterInterface;

/** Several servers of Redis: a cluster of three, and two that a Sentinel watches. */
final class ServersTest extends PoolTestCase
{
    /** @return array<string, array{string, array<string, mixed>}> what follows in the address, and the bundle's configuration */
    public static function clients(): array
    {
        $signed = ['sign' => ['keys' => ['a secret of a test']]];

        return ['phpredis' => ['', []], 'phpredis, signed' => ['', $signed], 'Predis' => ['&class=Predis\\Client', []], 'Predis, signed' => ['&class=Predis\\Client', $signed]];
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('clients')]
    public function testACluster(string $client, array $brine): void
    {
        $hosts = \implode('&', \array_map(static fn (string $address): string => "host[$address]", RedisServer::cluster()));
        $framework = self::pools("redis:?$hosts&redis_cluster=1$client");
        $this->assertWorks($brine, $framework);
        $container = $this->boot($brine, $framework);
        $pool = $this->pool($container, 'app.servers');
        self::assertTrue($pool->clear());
        self::assertFalse($pool->hasItem('key1'));
    }

    /** @param array<string, mixed> $brine */
    #[DataProvider('clients')]
    public function testAFailOver(string $client, array $brine): void
    {
        $sentinel = RedisServer::sentinel() ?? self::fail('There is no redis-server');
        $framework = self::pools("redis:?host[127.0.0.1:$sentinel]&redis_sentinel=main$client");
        $this->save($this->pool($this->boot($brine, $framework), 'app.servers'), 'kept', ['value']);
        RedisServer::failOver();
        // Another request: Symfony asks Sentinel when it connects.
        self::assertSame([true, ['value']], $this->fetch($this->pool($this->boot($brine, $framework), 'app.servers'), 'kept'));
        $this->assertWorks($brine, $framework);
    }

    /** @return array<string, mixed> */
    private static function pools(string $provider): array
    {
        return ['cache' => ['pools' => [
            'app.servers' => ['adapters' => ['cache.adapter.redis'], 'provider' => $provider, 'public' => true],
            'app.servers_tagged' => ['adapters' => ['cache.adapter.redis_tag_aware'], 'provider' => $provider, 'public' => true],
        ]]];
    }

    /**
     * @param array<string, mixed> $brine
     * @param array<string, mixed> $framework
     */
    private function assertWorks(array $brine, array $framework): void
    {
        $container = $this->boot($brine, $framework);
        $pool = $this->pool($container, 'app.servers');
        $tagged = $this->pool($container, 'app.servers_tagged');
        self::assertInstanceOf(TagAwareAdapterInterface::class, $tagged);
        for ($i = 0; $i < 20; ++$i) {
            $pool->saveDeferred($pool->getItem("key$i")->set(['number' => $i]));
        }
        self::assertTrue($pool->commit());
        $item = $tagged->getItem('tagged');
        self::assertTrue($tagged->save($item->set(new \ArrayObject([1]))->tag(['red', 'blue'])));
        $container = $this->boot($brine, $framework);
        $found = [];
        foreach ($this->pool($container, 'app.servers')->getItems(\array_map(static fn (int $i): string => "key$i", \range(0, 19))) as $key => $item) {
            $found[$key] = [$item->isHit(), $item->get()];
        }
        \ksort($found, \SORT_NATURAL);
        self::assertSame(\array_combine(\array_map(static fn (int $i): string => "key$i", \range(0, 19)), \array_map(static fn (int $i): array => [true, ['number' => $i]], \range(0, 19))), $found);
        $tagged = $this->pool($container, 'app.servers_tagged');
        self::assertInstanceOf(TagAwareAdapterInterface::class, $tagged);
        self::assertEquals([true, new \ArrayObject([1])], $this->fetch($tagged, 'tagged'));
        self::assertTrue($tagged->invalidateTags(['red']));
        self::assertFalse($tagged->hasItem('tagged'));
        self::assertSame([], $this->logger($container)->take());
    }
}
