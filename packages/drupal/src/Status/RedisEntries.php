<?php

declare(strict_types=1);

namespace Drupal\brine\Status;

use Drupal\redis\Cache\CacheBase;
use Drupal\redis\Cache\RedisBackend;
use Drupal\redis\ClientInterface;

/**
 * Entries of a bin in the module redis, each a hash. Entries older than the bin's last clear are skipped, as Drupal does.
 *
 * @implements \IteratorAggregate<int, Entry>
 */
final class RedisEntries implements \IteratorAggregate
{
    private const AT_ONCE = 500;
    /** Name of the time of the last clear. */
    private const LAST_DELETE_ALL_KEY = '_redis_last_delete_all';

    /** Clients of version 1 of the module, then of version 2, which wraps PHP's clients. */
    public function __construct(private readonly \Redis|ClientInterface $client, private readonly CacheBase|RedisBackend $backend)
    {
    }

    /** @return \Generator<int, Entry> */
    public function getIterator(): \Generator
    {
        $prefix = $this->backend->getKey() . ':';
        $emptied = $this->client->get($this->backend->getKey(self::LAST_DELETE_ALL_KEY));
        $since = \is_numeric($emptied) ? (float) $emptied : 0.0;
        $pattern = \addcslashes($prefix, '\\*?[]') . '*';
        $at = '0';
        do {
            // A page may be empty although others follow.
            /** @var array{string, list<string>}|false $page as Redis returns it */
            $page = $this->client->rawCommand('SCAN', $at, 'MATCH', $pattern, 'COUNT', (string) self::AT_ONCE);
            [$at, $keys] = $page !== false ? $page : ['0', []];
            foreach ($keys as $key) {
                /** @var array<string, mixed>|false $row by its fields, false for missing ones; false if the entry is not a hash */
                $row = $this->client->hMget($key, ['cid', 'data', 'serialized', 'created', 'gz']);
                $cid = $row['cid'] ?? null;
                $data = $row['data'] ?? null;
                if (\is_string($cid) && \is_string($data) && \is_numeric($row['created'] ?? null) && $row['created'] >= $since) {
                    yield new Entry($cid, $data, ($row['serialized'] ?? '0') === '0' && ($row['gz'] ?? false) === false);
                }
            }
        } while ($at !== '0');
    }
}
