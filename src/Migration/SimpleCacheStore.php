<?php

declare(strict_types=1);

namespace Brine\Migration;

use Psr\SimpleCache\CacheInterface;

/**
 * A PSR-16 cache whose values are strings of a serializer.
 *
 * PSR-16 has no compare and swap, so each entry is read again right before it is written; a change in between is lost. Entries get the time to
 * live that you pass.
 */
final class SimpleCacheStore implements Store
{
    use WalksKeys;

    /**
     * @param iterable<string> $keys of the entries: an array, or an iterable that can start again, to resume from a cursor
     * @param \DateInterval|int|null|\Closure(string): (\DateInterval|int|null) $ttl time to live of rewritten entries in
     *     seconds, or a function of the key; null for the cache's default
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
