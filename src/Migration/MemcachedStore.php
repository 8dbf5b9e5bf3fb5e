<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * Entries of Memcached, by keys that you pass, since it cannot list them. Replaced by compare and swap. Entries get the time to live that you
 * pass: the client cannot read the rest.
 */
final class MemcachedStore implements Store
{
    use WalksKeys;

    /** Memcached takes a longer time to live as an absolute time. */
    private const MAX_RELATIVE = 30 * 86400;

    /**
     * @param \Memcached $client must neither serialize nor compress strings
     * @param iterable<string> $keys as the client has them: an array, or an iterable that can start again, to resume from a cursor
     * @param int|\Closure(string): int $ttl time to live of rewritten entries in seconds, or a function of the key; 0 for no
     *     end
     */
    public function __construct(private \Memcached $client, iterable $keys, private int|\Closure $ttl = 0)
    {
        $this->keys = $keys;
    }

    /** @throws \RuntimeException if the server does not write */
    public function replace(Entry $entry, string $data): bool
    {
        $found = $this->client->get($entry->key, null, \Memcached::GET_EXTENDED);
        if (!\is_array($found) || $found['value'] !== $entry->data || !\is_int($found['cas']) && !\is_float($found['cas'])) {
            return false;
        }
        if ((int) $found['cas'] === 0) {
            throw new \RuntimeException('Memcached does not tell whether an entry has changed: it runs without CAS (option -C)');
        }
        $ttl = $this->ttl instanceof \Closure ? ($this->ttl)($entry->key) : $this->ttl;
        if ($this->client->cas($found['cas'], $entry->key, $data, $ttl > self::MAX_RELATIVE ? \time() + $ttl : $ttl)) {
            return true;
        }

        return match ($this->client->getResultCode()) {
            \Memcached::RES_DATA_EXISTS, \Memcached::RES_NOTFOUND, \Memcached::RES_NOTSTORED => false,
            \Memcached::RES_E2BIG => throw new \UnexpectedValueException('Memcached does not take as many bytes'),
            default => throw new \RuntimeException('Memcached: ' . $this->client->getResultMessage()),
        };
    }

    private function read(string $key): mixed
    {
        return $this->client->get($key);
    }
}
