<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Brine\Migration\CachePoolStore;
use Brine\Migration\Entry;
use Brine\Migration\Store;
use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;
use Symfony\Component\Cache\Adapter\ArrayAdapter;
use Symfony\Component\Cache\Adapter\TagAwareAdapter;
use Symfony\Contracts\Cache\ItemInterface;

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

    public function testTheTimeToLiveIsTheOneGiven(): void
    {
        self::assertTrue((new CachePoolStore($this->pool(true), ['key'], 60))->replace(new Entry('key', 'i:1;'), 'i:2;'));
    }

    public function testTheTimeToLiveIsToldByTheKey(): void
    {
        $store = new CachePoolStore($this->pool(true), ['key'], static fn (string $key): int => ['key' => 60][$key]);
        self::assertTrue($store->replace(new Entry('key', 'i:1;'), 'i:2;'));
    }

    public function testAPoolThatDoesNotWriteEndsTheRun(): void
    {
        $this->expectException(\RuntimeException::class);
        $this->expectExceptionMessage('The pool does not write');
        (new CachePoolStore($this->pool(false), ['key'], 60))->replace(new Entry('key', 'i:1;'), 'i:2;');
    }

    public function testTagsStay(): void
    {
        $pool = new TagAwareAdapter(new ArrayAdapter());
        foreach (['a' => ['odd', 'all'], 'b' => []] as $key => $tags) {
            $pool->save($pool->getItem($key)->set('i:1;')->tag($tags));
        }
        $store = new CachePoolStore($pool, ['a', 'b']);
        self::assertTrue($store->replace(new Entry('a', 'i:1;'), 'i:2;'));
        self::assertTrue($store->replace(new Entry('b', 'i:1;'), 'i:2;'));
        self::assertSame(['odd' => 'odd', 'all' => 'all'], $pool->getItem('a')->getMetadata()[ItemInterface::METADATA_TAGS] ?? null);
        $pool->invalidateTags(['all']);
        self::assertSame([false, 'i:2;'], [$pool->getItem('a')->isHit(), $pool->getItem('b')->get()]);
    }

    /** One whose only item is written once, for a minute. */
    private function pool(bool $writes): CacheItemPoolInterface
    {
        $item = $this->createMock(CacheItemInterface::class);
        $item->method('isHit')->willReturn(true);
        $item->method('get')->willReturn('i:1;');
        $item->expects(self::once())->method('set')->with('i:2;')->willReturnSelf();
        $item->expects(self::once())->method('expiresAfter')->with(60)->willReturnSelf();
        $pool = $this->createMock(CacheItemPoolInterface::class);
        $pool->method('getItem')->willReturn($item);
        $pool->expects(self::once())->method('save')->with($item)->willReturn($writes);

        return $pool;
    }
}
