<?php

declare(strict_types=1);

namespace Brine\Migration;

use Psr\Cache\CacheItemPoolInterface;
use Symfony\Contracts\Cache\ItemInterface;

/**
 * A pool of PSR-6 whose values are strings that a serializer has written.
 *
 * PSR-6 can neither compare and set nor tell when an item expires. An item is read again right before it is written,
 * so that only what is changed between these two calls is lost; and it gets the time to live that is given here. An
 * item of Symfony keeps its tags; what else another library adds to items is lost.
 */
final class CachePoolStore implements Store
{
    use WalksKeys;

    /**
     * @param iterable<string> $keys of the items: an array, or what can be iterated again to go on from a cursor
     * @param \DateInterval|int|null|\Closure(string): (\DateInterval|int|null) $ttl what items get when they are written, in
     *     seconds, or a function that tells it by the key; null for the pool's default
     */
    public function __construct(
        private CacheItemPoolInterface $pool,
        iterable $keys,
        private \DateInterval|int|\Closure|null $ttl = null,
    ) {
        $this->keys = $keys;
    }

    /** @throws \RuntimeException if the pool does not write */
    public function replace(Entry $entry, string $data): bool
    {
        $item = $this->pool->getItem($entry->key);
        if (!$item->isHit() || $item->get() !== $entry->data) {
            return false;
        }
        $item->set($data)->expiresAfter($this->ttl instanceof \Closure ? ($this->ttl)($entry->key) : $this->ttl);
        if ($item instanceof ItemInterface) {
            self::keepTags($item);
        }

        return $this->pool->save($item) ? true : throw new \RuntimeException('The pool does not write');
    }

    /** PSR-6 has no tags. Symfony's items lose those that are not set again, and a pool without tags takes none. */
    private static function keepTags(ItemInterface $item): void
    {
        /** @var array<string> $tags */
        $tags = $item->getMetadata()[ItemInterface::METADATA_TAGS] ?? [];
        if ($tags !== []) {
            $item->tag($tags);
        }
    }

    private function read(string $key): mixed
    {
        return $this->pool->getItem($key)->get();
    }
}
