<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\Connection;
use Brine\Console\Failed;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * Entries of Memcached, by a list of keys, since it cannot list them. Uses the meta commands (Memcached 1.6): clients would decode values, and
 * only raw strings can be replaced.
 *
 * @internal
 */
final class MemcachedStore implements Sized, Store
{
    /** Limit of an answer in bytes: a server can be configured for entries of 1 GB. */
    private const MAX = (1 << 30) + (1 << 13);

    /** Memcached takes a longer time to live as an absolute time. */
    private const MAX_RELATIVE = 30 * 86400;

    private readonly Connection $connection;
    private readonly MemcachedFlags $flags;

    /** @var array<string, array{flags: string, ttl: int, cas: string}> by key: state of the entry when it was read */
    private array $read = [];

    /**
     * @param string       $address host:port, or the path of a socket
     * @param list<string> $keys
     * @param bool         $forIgbinary see MemcachedFlags
     * @throws Failed if the server does not answer
     */
    public function __construct(string $address, private readonly array $keys, bool $forIgbinary = false)
    {
        $this->flags = new MemcachedFlags($forIgbinary);
        $this->connection = Connection::open(\str_starts_with($address, '/') ? "unix://$address" : "tcp://$address", 'Memcached', self::MAX);
    }

    public function next(?string $cursor, int $size): Batch
    {
        $from = (int) $cursor;
        $entries = [];
        $this->read = [];
        foreach (\array_slice($this->keys, $from, $size) as $key) {
            $data = \preg_match('/\A[^\x00-\x20\x7F]{1,250}\z/', $key) === 1 ? $this->get($key) : null;
            if ($data !== null) {
                $entries[] = new Entry($key, $data);
            }
        }
        $next = $from + $size;

        return new Batch($entries, $next < \count($this->keys) ? (string) $next : null, [], $this->flags->notice());
    }

    public function size(): int
    {
        return \count($this->keys);
    }

    public function replace(Entry $entry, string $data): bool
    {
        $read = $this->read[$entry->key] ?? ['flags' => '0', 'ttl' => -1, 'cas' => '0'];
        $flags = $this->flags->written((int) $read['flags']);
        // Without CAS, the server would overwrite any newer data.
        if ((int) $read['cas'] === 0) {
            throw new Failed('Memcached does not tell whether an entry has changed: it runs without CAS (option -C)');
        }
        $time = match (true) {
            $read['ttl'] < 0 => 0,
            $read['ttl'] > self::MAX_RELATIVE => \time() + $read['ttl'],
            // 0 would mean no expiry.
            default => \max(1, $read['ttl']),
        };
        $words = $this->ask("ms $entry->key " . \strlen($data) . " C{$read['cas']} T$time F$flags\r\n$data");

        return match ($words[0]) {
            'HD' => true,
            'EX', 'NF', 'NS' => false,
            default => throw new \UnexpectedValueException('Memcached does not take the data: ' . \implode(' ', $words)),
        };
    }

    /** The data of an entry; null for a miss, and for what the client keeps as it is. */
    private function get(string $key): ?string
    {
        $words = $this->ask("mg $key s v f t c");
        if ($words[0] !== 'VA') {
            return $words[0] === 'EN' ? null : throw new Failed('Memcached does not tell an entry: ' . \implode(' ', $words));
        }
        $size = \preg_match('/\A[0-9]{1,10}\z/', $words[1] ?? '') === 1 ? (int) $words[1] : throw new Failed('Memcached reported no size for an entry');
        $flags = ['f' => '0', 't' => '-1', 'c' => '0'];
        foreach (\array_slice($words, 2) as $word) {
            $flags[\substr($word, 0, 1)] = \substr($word, 1);
        }
        $data = $this->connection->read($size + 2);
        $this->read[$key] = ['flags' => $flags['f'], 'ttl' => (int) $flags['t'], 'cas' => $flags['c']];
        if (!\str_ends_with($data, "\r\n")) {
            throw new Failed('Memcached reported a wrong size for an entry');
        }

        return $this->flags->isOwn((int) $flags['f']) ? \substr($data, 0, -2) : null;
    }

    /** @return non-empty-list<string> the words of the first line of the answer */
    private function ask(string $command): array
    {
        $this->connection->write("$command\r\n");

        return \explode(' ', $this->connection->line());
    }
}
