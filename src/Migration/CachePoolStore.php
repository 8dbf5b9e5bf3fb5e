<?php

declare(strict_types=1);

namespace Brine\Migration;

use Psr\Cache\CacheItemPoolInterface;
use Symfony\Contracts\Cache\ItemInterface;

/**
 * A PSR-6 pool whose values are strings of a serializer.
 *
 * PSR-6 has no compare and swap: each item is read again right before it is written; a change in between is lost. Items get the time to live that
 * you pass. Symfony's keep their tags.
 */
final class CachePoolStore implements Store
{
    use WalksKeys;

    /**
     * @param iterable<string> $keys of the items: an array, or an iterable that can start again, to resume from a cursor
     * @param \DateInterval|int|null|\Closure(string): (\DateInterval|int|null) $ttl time to live of rewritten items in
     *     seconds, or a function of the key; null for the pool's default
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

    /** PSR-6 has no tags. Symfony's items lose tags that are not set again, and a pool without tags accepts none. */
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
