<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Auto;
use Brine\BrineSerializer;
use Brine\Migration\Entry;
use Brine\Migration\Outcome;
use Brine\Migration\SimpleCacheStore;
use Brine\Migration\Store;
use Brine\Migrator;
use Psr\SimpleCache\CacheInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Psr16Cache;

final class SimpleCacheStoreTest extends MigratorTestCase
{
    private CacheInterface $cache;

    protected function createStore(array $entries): Store
    {
        $this->cache = new Psr16Cache(new ArrayAdapter());
        foreach ($entries as $key => $data) {
            $this->cache->set((string) $key, $data);
        }

        return new SimpleCacheStore($this->cache, \array_map(\strval(...), \array_keys($entries)));
    }

    protected function fetch(string $key): ?string
    {
        $data = $this->cache->get($key);

        return \is_string($data) ? $data : null;
    }

    protected function put(string $key, ?string $data): void
    {
        $data === null ? $this->cache->delete($key) : $this->cache->set($key, $data);
    }

    public function testKeysOfAGeneratorThatAreNotThere(): void
    {
        $this->createStore(['b' => 'i:1;', 'd' => 'i:2;']);
        $this->cache->set('e', ['no string']);
        $keys = (static function (): \Generator {
            yield from ['a', 'b', 'c', 'd', 'e', 'f'];
        })();
        $migrator = new Migrator(new SimpleCacheStore($this->cache, $keys), new Auto(), new BrineSerializer(), 2);
        $report = $migrator->run();
        self::assertSame([2, 2], [$report->of(Outcome::Migrated), $report->total()]);
        self::assertSame(['no string'], $this->cache->get('e'));
    }

    public function testTheTimeToLiveIsToldByTheKey(): void
    {
        $cache = $this->createMock(CacheInterface::class);
        $cache->method('get')->willReturn('i:1;');
        $cache->expects(self::once())->method('set')->with('key', 'i:2;', 60)->willReturn(true);
        $store = new SimpleCacheStore($cache, ['key'], static fn (string $key): int => ['key' => 60][$key]);
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
    }

    public function testACacheThatDoesNotWriteEndsTheRun(): void
    {
        $cache = $this->createMock(CacheInterface::class);
        $cache->method('get')->willReturn('i:1;');
        $cache->method('set')->willReturn(false);
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('The cache does not write');
        (new Migrator(new SimpleCacheStore($cache, ['key']), new Auto(), new BrineSerializer()))->run();
    }

    public function testTheTimeToLiveIsTheOneGiven(): void
    {
        $cache = $this->createMock(CacheInterface::class);
        $cache->method('get')->willReturn('i:1;');
        $cache->expects(self::once())->method('set')->with('key', \brine_serialize(1), 60)->willReturn(true);
        (new Migrator(new SimpleCacheStore($cache, ['key'], 60), new Auto(), new BrineSerializer()))->run();
    }
}
