<?php

declare(strict_types=1);

namespace Brine\Migration;

use Psr\SimpleCache\CacheInterface;

/**
 * A cache of PSR-16 whose values are strings that a serializer has written.
 *
 * PSR-16 can neither compare and set nor tell a time to live. An entry is read again right before it is written, so
 * that only what is changed between these two calls is lost; and it gets the time to live that is given here.
 */
final class SimpleCacheStore implements Store
{
    use WalksKeys;

    /**
     * @param iterable<string> $keys of the entries: an array, or what can be iterated again to go on from a cursor
     * @param \DateInterval|int|null|\Closure(string): (\DateInterval|int|null) $ttl what entries get when they are written, in
     *     seconds, or a function that tells it by the key; null for the cache's default
     */
    public function __construct(
        private CacheInterface $cache,
        iterable $keys,
        private \DateInterval|int|\Closure|null $ttl = null,
    ) {
        $this->keys = $keys;
    }

    /** @throws \RuntimeException if the cache does not write */
    public function replace(Entry $entry, string $data): bool
    {
        if ($this->cache->get($entry->key) !== $entry->data) {
            return false;
        }

        $ttl = $this->ttl instanceof \Closure ? ($this->ttl)($entry->key) : $this->ttl;

        return $this->cache->set($entry->key, $data, $ttl)
            ? true
            : throw new \RuntimeException('The cache does not write');
    }

    private function read(string $key): mixed
    {
        return $this->cache->get($key);
    }
}
