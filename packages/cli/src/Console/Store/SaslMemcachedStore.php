<?php

declare(strict_types=1);

namespace Brine\Console\Store;

use Brine\Console\Connection;
use Brine\Console\Failed;
use Brine\Console\UsageError;
use Brine\Migration\Batch;
use Brine\Migration\Entry;
use Brine\Migration\Sized;
use Brine\Migration\Store;

/**
 * Entries of a Memcached that wants a user, by a list of keys. SASL needs the binary protocol, which does not tell times to live. The extension
 * memcached would make objects of what is read.
 *
 * @internal
 */
final class SaslMemcachedStore implements Sized, Store
{
    private const MAX = (1 << 30) + (1 << 13);
    private const MAX_RELATIVE = 30 * 86400;

    private const GET = 0x00;
    private const SET = 0x01;
    private const AUTHENTICATE = 0x21;

    private const DONE = 0;
    private const MISSING = 1;
    private const CHANGED = 2;
    private const REFUSED = 0x20;

    private readonly Connection $connection;
    private readonly MemcachedFlags $flags;

    /** @var array<string, array{flags: int, cas: string}> by key: state of the entry when it was read */
    private array $read = [];

    /**
     * @param string       $address as that of MemcachedStore
     * @param list<string> $keys
     * @param int|null     $ttl     seconds that replaced entries stay, 0 for ever; null if none is replaced
     * @param bool         $forIgbinary see MemcachedFlags
     * @throws Failed if the server does not answer, or refuses the user
     */
    public function __construct(string $address, string $user, #[\SensitiveParameter] string $password, private readonly array $keys, private readonly ?int $ttl, bool $forIgbinary = false)
    {
        $this->flags = new MemcachedFlags($forIgbinary);
        $this->connection = Connection::open(\str_starts_with($address, '/') ? "unix://$address" : "tcp://$address", 'Memcached', self::MAX);
        $answer = $this->ask(self::AUTHENTICATE, 'PLAIN', '', "\0$user\0$password");
        if ($answer['status'] !== self::DONE) {
            throw new Failed($answer['status'] === self::REFUSED ? 'Memcached refuses the user or password' : 'Memcached knows no users: write memcached://host:port');
        }
    }

    public function next(?string $cursor, int $size): Batch
    {
        $from = (int) $cursor;
        $entries = $this->read = [];
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

    /** @throws UsageError without a time to live */
    public function replace(Entry $entry, string $data): bool
    {
        $ttl = $this->ttl ?? throw new UsageError('Memcached with SASL does not tell times to live: give one for all entries by --ttl SECONDS, or --ttl 0 for ever');
        $read = $this->read[$entry->key] ?? throw new \ValueError("The entry \"$entry->key\" is not of the last batch");
        $flags = $this->flags->written($read['flags']);
        // Without CAS, the server would overwrite any newer data.
        if ($read['cas'] === \str_repeat("\0", 8)) {
            throw new Failed('Memcached does not tell whether an entry has changed: it runs without CAS (option -C)');
        }
        $answer = $this->ask(self::SET, $entry->key, \pack('NN', $flags, $ttl > self::MAX_RELATIVE ? \time() + $ttl : $ttl), $data, $read['cas']);

        return match ($answer['status']) {
            self::DONE => true,
            self::CHANGED, self::MISSING => false,
            default => throw new \UnexpectedValueException('Memcached does not take the data: ' . $answer['value']),
        };
    }

    /** The data of an entry; null for a miss, and for what the client keeps as it is. */
    private function get(string $key): ?string
    {
        $answer = $this->ask(self::GET, $key);
        if ($answer['status'] !== self::DONE) {
            return $answer['status'] === self::MISSING ? null : throw new Failed('Memcached does not tell an entry: ' . $answer['value']);
        }
        /** @var array{1: int} $flags */
        $flags = \strlen($answer['extras']) === 4 ? \unpack('N', $answer['extras']) : throw new Failed('Memcached reported no flags for an entry');
        $this->read[$key] = ['flags' => $flags[1], 'cas' => $answer['cas']];

        return $this->flags->isOwn($flags[1]) ? $answer['value'] : null;
    }

    /** @return array{status: int, extras: string, value: string, cas: string} */
    private function ask(int $code, string $key, string $extras = '', string $value = '', string $cas = "\0\0\0\0\0\0\0\0"): array
    {
        $this->connection->write(\pack('CCnCxnNN', 0x80, $code, \strlen($key), \strlen($extras), 0, \strlen($extras . $key . $value), 0) . $cas . $extras . $key . $value);
        /** @var array{magic: int, code: int, key: int, extras: int, status: int, size: int} $head */
        $head = \unpack('Cmagic/Ccode/nkey/Cextras/xtype/nstatus/Nsize', $bytes = $this->connection->read(24));
        if ($head['magic'] !== 0x81 || $head['code'] !== $code || $head['size'] < $head['extras'] + $head['key']) {
            throw new Failed('Memcached does not answer as its binary protocol has it');
        }
        $extras = $this->connection->read($head['extras']);
        $this->connection->read($head['key']);

        return ['status' => $head['status'], 'extras' => $extras, 'value' => $this->connection->read($head['size'] - $head['extras'] - $head['key']), 'cas' => \substr($bytes, 16)];
    }
}
