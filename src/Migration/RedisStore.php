<?php

declare(strict_types=1);

namespace Brine\Migration;

/**
 * The strings of a Redis database, listed by SCAN; other types are skipped. A Lua script replaces entries atomically.
 *
 * Keys and values are the server's: the client's prefix, serializer and compression do not apply.
 */
final class RedisStore implements Sized, Store
{
    private const REPLACE = <<<'LUA'
        if redis.call('TYPE', KEYS[1]).ok ~= 'string' or redis.call('GET', KEYS[1]) ~= ARGV[1] then
            return 0
        end
        local left = redis.call('PTTL', KEYS[1])
        if left >= 0 then
            -- Of the longest times that Redis takes, rounded up by Lua, it would refuse some.
            redis.call('SET', KEYS[1], ARGV[2], 'PX', string.format('%.0f', math.min(math.max(left, 1), 2 ^ 63 - 2 ^ 42)))
        else
            redis.call('SET', KEYS[1], ARGV[2])
        end
        return 1
        LUA;

    /** @var int<1, max>|null keys that a command may have; null for any number */
    private ?int $keysAtOnce = null;

    /**
     * @param \Closure(string, string...): mixed $command sends a command and returns its reply, both unchanged
     * @param string $pattern of keys, as SCAN has it
     */
    private function __construct(private \Closure $command, private string $pattern)
    {
    }

    /**
     * All masters of a cluster, one after the other. Each is a store of its own; see Stores.
     *
     * @param string $pattern of keys with their prefix, as SCAN has it
     */
    public static function cluster(\RedisCluster $client, string $pattern = '*'): Store
    {
        $stores = [];
        /** @var array{string, int} $node */
        foreach ($client->_masters() as $node) {
            $send = static function (string ...$command) use ($client, $node): mixed {
                $client->clearLastError();
                $reply = $client->rawcommand($node, ...$command);
                $error = $client->getLastError();

                return $error === null ? $reply : throw new \RuntimeException("Redis: $error");
            };
            $store = new self($send, $pattern);
            // A command takes keys of one slot only.
            $store->keysAtOnce = 1;
            $stores["$node[0]:$node[1]"] = $store;
        }

        return new Stores($stores);
    }

    /** @param string $pattern of keys with their prefix, as SCAN has it */
    public static function phpredis(\Redis $client, string $pattern = '*'): self
    {
        return new self(static function (string ...$command) use ($client): mixed {
            $client->clearLastError();
            $reply = $client->rawcommand(...$command);
            $error = $client->getLastError();

            return $error === null ? $reply : throw new \RuntimeException("Redis: $error");
        }, $pattern);
    }

    /** @param string $pattern of keys with their prefix, as SCAN has it */
    public static function predis(\Predis\ClientInterface $client, string $pattern = '*'): self
    {
        return new self(static function (string $name, string ...$arguments) use ($client): mixed {
            try {
                $reply = $client->executeCommand(new \Predis\Command\RawCommand($name, $arguments));
            } catch (\Predis\Response\ServerException $error) {
                throw new \RuntimeException('Redis: ' . $error->getMessage(), 0, $error);
            }

            return $reply instanceof \Predis\Response\ErrorInterface
                ? throw new \RuntimeException('Redis: ' . $reply->getMessage())
                : $reply;
        }, $pattern);
    }

    public function next(?string $cursor, int $size): Batch
    {
        $reply = ($this->command)('SCAN', $cursor ?? '0', 'MATCH', $this->pattern, 'COUNT', (string) $size);
        if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
            throw new \RuntimeException('Redis: SCAN has no such reply');
        }
        $next = (string) $reply[0];
        if (\preg_match('/\A[0-9]{1,20}\z/', $next) !== 1 || $next === $cursor) {
            throw new \RuntimeException('Redis: SCAN does not go on');
        }
        // SCAN may return a key twice.
        $keys = \array_values(\array_unique(\array_filter($reply[1], \is_string(...)), \SORT_STRING));
        $entries = [];
        if ($keys !== []) {
            foreach (\array_chunk($keys, $this->keysAtOnce ?? \count($keys)) as $some) {
                \array_push($entries, ...$this->read($some));
            }
        }

        return new Batch($entries, $next === '0' ? null : $next);
    }

    /** Keys of all types are counted. */
    public function size(): ?int
    {
        $count = $this->pattern === '*' ? ($this->command)('DBSIZE') : null;

        return \is_int($count) ? \max(0, $count) : null;
    }

    /**
     * @param list<string> $keys
     * @return list<Entry> those of strings
     */
    private function read(array $keys): array
    {
        $values = ($this->command)('MGET', ...$keys);
        if (!\is_array($values) || \count($values) !== \count($keys)) {
            throw new \RuntimeException('Redis: MGET has no such reply');
        }
        $entries = [];
        foreach (\array_values($values) as $i => $value) {
            // Entries of other types, and deleted ones, have no string.
            if (\is_string($value)) {
                $entries[] = new Entry($keys[$i], $value);
            }
        }

        return $entries;
    }

    public function replace(Entry $entry, string $data): bool
    {
        return ($this->command)('EVAL', self::REPLACE, '1', $entry->key, $entry->data, $data) === 1;
    }
}
