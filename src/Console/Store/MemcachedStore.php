<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * Entries of Memcached by a list of keys, since Memcached cannot tell them. It speaks to the server itself (the meta commands, Memcached 1.6),
 * because the clients decode values: only strings that a client has stored as they are can be replaced.
 */
final class MemcachedStore implements Sized, Store
{
    private const TIMEOUT = 5;

    /** @var resource */
    private $stream;

    /** @var array<string, array{flags: string, ttl: string, cas: string}> by key: what an entry had when it was read */
    private array $read = [];

    /**
     * @param string       $address host:port, or the path of a socket
     * @param list<string> $keys
     * @throws \RuntimeException if the server does not answer
     */
    public function __construct(string $address, private readonly array $keys)
    {
        $stream = @\stream_socket_client(\str_starts_with($address, '/') ? "unix://$address" : "tcp://$address", $code, $message, self::TIMEOUT);
        $this->stream = $stream !== false ? $stream : throw new \RuntimeException("Memcached does not answer at $address: $message");
        \stream_set_timeout($this->stream, self::TIMEOUT);
    }

    public function next(?string $cursor, int $size): Batch
    {
        $from = (int) $cursor;
        $entries = [];
        $this->read = [];
        foreach (\array_slice($this->keys, $from, $size) as $key) {
            if (\preg_match('/\A[^\x00-\x20\x7F]{1,250}\z/', $key) !== 1) {
                continue;
            }
            $words = $this->ask("mg $key s v f t c");
            if ($words[0] !== 'VA') {
                continue;
            }
            $flags = self::flags($words);
            $this->read[$key] = ['flags' => $flags['f'] ?? '0', 'ttl' => $flags['t'] ?? '-1', 'cas' => $flags['c'] ?? '0'];
            $entries[] = new Entry($key, \substr($this->bytes((int) $words[1] + 2), 0, -2));
        }
        $next = $from + $size;

        return new Batch($entries, $next < \count($this->keys) ? (string) $next : null);
    }

    public function size(): int
    {
        return \count($this->keys);
    }

    public function replace(Entry $entry, string $data): bool
    {
        $read = $this->read[$entry->key] ?? ['flags' => '0', 'ttl' => '-1', 'cas' => '0'];
        if ($read['flags'] !== '0') {
            throw new \UnexpectedValueException('The client has encoded the value itself, and would not read another format');
        }
        $ttl = $read['ttl'] === '-1' ? '0' : $read['ttl'];
        $words = $this->ask("ms $entry->key " . \strlen($data) . " C{$read['cas']} T$ttl F0\r\n$data");

        return match ($words[0]) {
            'HD' => true,
            'EX', 'NF', 'NS' => false,
            default => throw new \UnexpectedValueException('Memcached does not take the data: ' . \implode(' ', $words)),
        };
    }

    /**
     * @param list<string> $words
     * @return array<string, string> by the letter
     */
    private static function flags(array $words): array
    {
        $flags = [];
        foreach (\array_slice($words, 2) as $word) {
            $flags[\substr($word, 0, 1)] = \substr($word, 1);
        }

        return $flags;
    }

    /** @return non-empty-list<string> the words of the first line of the answer */
    private function ask(string $command): array
    {
        \fwrite($this->stream, "$command\r\n");
        $line = \fgets($this->stream);

        return $line !== false ? \explode(' ', \rtrim($line)) : throw new \RuntimeException('Memcached does not answer');
    }

    private function bytes(int $size): string
    {
        $bytes = '';
        while (\strlen($bytes) < $size) {
            $part = \fread($this->stream, \max(1, $size - \strlen($bytes)));
            if ($part === false || $part === '') {
                throw new \RuntimeException('Memcached does not answer to the end');
            }
            $bytes .= $part;
        }

        return $bytes;
    }
}
