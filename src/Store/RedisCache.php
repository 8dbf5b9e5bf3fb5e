<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Serializer;
use Psr\Log\LoggerInterface;

/** PSR-16 on Redis by phpredis: one server, one that Sentinel has told, or a cluster. */
final class RedisCache extends Cache
{
    /** Keys that are looked at in one step of clear(), about. */
    private const STEP = 1000;

    /** The prefix as the server has it. */
    private string $wholePrefix;

    /**
     * @param Serializer $serializer what writes and reads values; one that signs is bound to the entry's key as the server has it
     * @param string $prefix of all keys, not empty, behind the client's own: it should end in a character that no other goes on with
     * @param LoggerInterface|null $logger is told of entries that cannot be read
     * @throws \LogicException if the client serializes or compresses
     * @throws StoreException if the client is not connected
     * @throws \ValueError if the prefix is empty
     */
    public function __construct(
        private \Redis|\RedisCluster $client,
        Serializer $serializer,
        string $prefix,
        ?LoggerInterface $logger = null,
    ) {
        parent::__construct($serializer, $prefix, $logger);
        try {
            $this->refuseOption(\Redis::OPT_SERIALIZER, 'OPT_SERIALIZER', 'SERIALIZER_NONE', \Redis::SERIALIZER_NONE);
            if (\defined('Redis::OPT_COMPRESSION')) {
                $this->refuseOption(\Redis::OPT_COMPRESSION, 'OPT_COMPRESSION', 'COMPRESSION_NONE', \Redis::COMPRESSION_NONE);
            }
            $this->wholePrefix = (string) $client->_prefix($prefix);
        } catch (\RedisException | \RedisClusterException $cause) {
            // A client that is not connected has no options.
            throw self::failure($cause);
        }
    }

    public function clear(): bool
    {
        $pattern = Scripts::pattern($this->wholePrefix);
        /** @var list<array<mixed>|null> $nodes */
        $nodes = $this->client instanceof \RedisCluster ? $this->client->_masters() : [null];
        foreach ($nodes as $node) {
            $cursor = '0';
            do {
                $reply = $this->raw($node, 'SCAN', $cursor, 'MATCH', $pattern, 'COUNT', (string) self::STEP);
                if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
                    throw new StoreException('Redis: SCAN has no such reply');
                }
                $cursor = (string) $reply[0];
                $this->unlink($node, \array_values(\array_filter($reply[1], \is_string(...))));
            } while ($cursor !== '0');
        }

        return true;
    }

    protected function nameOf(string $key): string
    {
        return $this->wholePrefix . $key;
    }

    protected function fetch(string $key): ?string
    {
        try {
            $data = $this->client->get($this->prefix . $key);
            if (\is_string($data)) {
                return $data;
            }
            if ($data === false && $this->client->getLastError() === null) {
                return null;
            }
        } catch (\RedisException | \RedisClusterException $cause) {
            throw self::failure($cause);
        }
        // There may be an older error.
        $data = $this->call(fn (): mixed => $this->client->get($this->prefix . $key), $error);
        if ($error !== null) {
            $this->refuse($key, $error);
        }

        return \is_string($data) ? $data : ($data === false ? null : throw self::unexpected());
    }

    protected function fetchAll(array $keys): array
    {
        $names = $this->names($keys);
        $all = $this->call(fn (): mixed => $this->client->mget($names), $error);
        if (!\is_array($all)) {
            throw $error === null ? self::unexpected() : new StoreException("Redis: $error");
        }

        return \array_map(static fn (mixed $data): ?string => \is_string($data) ? $data : null, \array_values($all));
    }

    protected function store(array $entries, ?int $seconds): bool
    {
        if ($this->client instanceof \Redis) {
            return $this->storeAtOnce($this->client, $entries, $seconds);
        }
        $isStored = true;
        foreach ($entries as $key => $data) {
            $isStored = $this->storeOne((string) $key, $data, $seconds) && $isStored;
        }

        return $isStored;
    }

    protected function storeOne(string $key, string $data, ?int $seconds): bool
    {
        try {
            return ($seconds === null ? $this->client->set($this->prefix . $key, $data) : $this->client->setex($this->prefix . $key, $seconds, $data)) === true;
            // @phpstan-ignore catch.neverThrown (where the server is gone)
        } catch (\RedisException | \RedisClusterException $cause) {
            $error = self::failure($cause);

            return Scripts::isFull($error) ? false : throw $error;
        }
    }

    /** @param non-empty-array<string> $entries */
    private function storeAtOnce(\Redis $client, array $entries, ?int $seconds): bool
    {
        try {
            $replies = $this->call(function () use ($client, $entries, $seconds): mixed {
                $pipeline = $client->multi(\Redis::PIPELINE);
                foreach ($entries as $key => $data) {
                    $seconds === null ? $pipeline->set($this->prefix . $key, $data) : $pipeline->setex($this->prefix . $key, $seconds, $data);
                }

                return $pipeline->exec();
            });
        } catch (StoreException $error) {
            return Scripts::isFull($error) ? false : throw $error;
        }

        return \is_array($replies) && !\in_array(false, $replies, true);
    }

    protected function remove(array $keys): bool
    {
        return \is_int($this->call(fn (): mixed => $this->client->del($this->names($keys))));
    }

    protected function add(string $key, int $by, ?int $seconds): int
    {
        $reply = $this->evaluate(Scripts::ADD, Scripts::add($this->prefix . $key, $by, $seconds));

        return \is_string($reply) ? (int) $reply : throw self::unexpected();
    }

    protected function fetchToSwap(string $key, mixed &$token): ?string
    {
        return $token = $this->fetch($key);
    }

    protected function swap(string $key, mixed $token, string $data, ?int $seconds): bool
    {
        return $this->evaluate(Scripts::SWAP, Scripts::swap($this->prefix . $key, \is_string($token) ? $token : null, $data, $seconds)) === 1;
    }

    private function refuseOption(int $option, string $name, string $none, int $value): void
    {
        if ($this->client->getOption($option) !== $value) {
            throw new \LogicException("The client has an option $name of its own, which changes what is stored and breaks counters. "
                . "The store needs a client with: \$client->setOption(\\Redis::$name, \\Redis::$none);");
        }
    }

    /** @param list<string> $arguments the key first */
    private function evaluate(string $script, array $arguments): mixed
    {
        $reply = $this->call(fn (): mixed => $this->client->eval($script, $arguments, 1), $error);

        return $error === null ? $reply : throw new StoreException("Redis: $error");
    }

    /**
     * @param array<mixed>|null $node of a cluster
     * @param list<string> $names as the server has them
     */
    private function unlink(?array $node, array $names): void
    {
        if ($names === []) {
            return;
        }
        if ($node === null) {
            $this->raw(null, 'UNLINK', ...$names);

            return;
        }
        // A command takes keys of one slot alone.
        foreach ($names as $name) {
            $this->raw($name, 'UNLINK', $name);
        }
    }

    /**
     * A command as it is, to a node of a cluster or to the one that has a key.
     *
     * @param string|array<mixed>|null $node
     */
    private function raw(string|array|null $node, string ...$command): mixed
    {
        $client = $this->client;
        $send = $client instanceof \RedisCluster
            ? static fn (): mixed => $client->rawcommand($node ?? '', ...$command)
            : static fn (): mixed => $client->rawcommand(...$command);
        $reply = $this->call($send, $error);

        return $error === null ? $reply : throw new StoreException("Redis: $error");
    }

    /**
     * @param \Closure(): mixed $command
     * @param string|null $error becomes what the server says
     * @throws StoreException if the server is not there
     */
    private function call(\Closure $command, ?string &$error = null): mixed
    {
        try {
            $this->client->clearLastError();
            $reply = $command();
            $error = $this->client->getLastError();
        } catch (\RedisException | \RedisClusterException $cause) {
            throw self::failure($cause);
        }

        return $reply;
    }

    private function refuse(string $key, string $error): void
    {
        if (!\str_starts_with($error, 'WRONGTYPE')) {
            throw new StoreException("Redis: $error");
        }
        $this->entries->refuse($this->nameOf($key), 'of another type of Redis than a string');
    }

    /**
     * @param list<string> $keys
     * @return list<string>
     */
    private function names(array $keys): array
    {
        return \array_map(fn (string $key): string => $this->prefix . $key, $keys);
    }

    private static function failure(\RedisException|\RedisClusterException $cause): StoreException
    {
        return new StoreException('Redis: ' . $cause->getMessage(), 0, $cause);
    }

    private static function unexpected(): StoreException
    {
        return new StoreException('Redis has no such reply: is the client in a transaction or a pipeline?');
    }
}
