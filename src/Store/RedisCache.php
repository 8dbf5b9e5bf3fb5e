<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Serializer;
use Psr\Log\LoggerInterface;

/**
 * PSR-16 on Redis by phpredis: one server, a master found by Sentinel, or a cluster.
 *
 * @extends RedisCommands<\Redis|\RedisCluster>
 */
final class RedisCache extends RedisCommands
{
    /**
     * @param Serializer $serializer writes and reads values; signatures are bound to the entry's name at the server
     * @param string $prefix of all keys, not empty, after the client's own; end it with a separator, so that no other prefix starts with it
     * @param LoggerInterface|null $logger logs unreadable entries
     * @throws \LogicException if the client serializes or compresses
     * @throws StoreException if the client is not connected
     * @throws \ValueError if the prefix is empty
     */
    public function __construct(
        \Redis|\RedisCluster $client,
        Serializer $serializer,
        string $prefix,
        ?LoggerInterface $logger = null,
    ) {
        parent::__construct($client, $serializer, $prefix, $logger);
        try {
            $this->refuseOption(\Redis::OPT_SERIALIZER, 'OPT_SERIALIZER', 'SERIALIZER_NONE', \Redis::SERIALIZER_NONE);
            if (\defined('Redis::OPT_COMPRESSION')) {
                $this->refuseOption(\Redis::OPT_COMPRESSION, 'OPT_COMPRESSION', 'COMPRESSION_NONE', \Redis::COMPRESSION_NONE);
            }
            $this->clientPrefix = \substr((string) $client->_prefix($prefix), 0, -\strlen($prefix));
        } catch (\RedisException | \RedisClusterException $cause) {
            // A client without a connection has no options.
            throw $this->failure($cause);
        }
    }

    private function refuseOption(int $option, string $name, string $none, int $value): void
    {
        if ($this->client->getOption($option) !== $value) {
            throw new \LogicException("The client has an option $name of its own, which changes what is stored and breaks counters. "
                . "The store needs a client with: \$client->setOption(\\Redis::$name, \\Redis::$none);");
        }
    }

    protected function stringOf(string $key, mixed $reply): ?string
    {
        try {
            if ($reply === false && $this->client->getLastError() === null) {
                return null;
            }
            // @phpstan-ignore catch.neverThrown (if the server is unreachable)
        } catch (\RedisException | \RedisClusterException $cause) {
            throw $this->failure($cause);
        }
        // The error may be from an earlier command.
        try {
            $data = $this->call(fn (): mixed => $this->client->get($this->prefix . $key));
        } catch (StoreException $error) {
            return $this->miss($key, $error);
        }

        return \is_string($data) ? $data : ($data === false ? null : throw self::unexpected());
    }

    protected function fetchAll(array $keys, ?array &$names = null): array
    {
        $sent = $this->names($keys);
        $names = $this->clientPrefix === '' ? $sent : $this->serverNames($sent);
        try {
            $all = $this->client->mget($sent);
            // @phpstan-ignore catch.neverThrown (if the server is unreachable)
        } catch (\RedisException | \RedisClusterException $cause) {
            throw $this->failure($cause);
        }
        if (!\is_array($all)) {
            // The error may be from an earlier command.
            $all = $this->call(fn (): mixed => $this->client->mget($sent));
        }

        return \is_array($all) && \count($all) === \count($sent) ? \array_values($all) : throw self::unexpected();
    }

    protected function isStored(mixed $reply): bool
    {
        return \is_bool($reply) ? $reply : throw self::unexpected();
    }

    protected function storeNew(string $key, string $data, ?int $seconds): bool
    {
        $options = $seconds === null ? ['nx'] : ['nx', 'ex' => $seconds];
        try {
            return $this->isStored($this->call(fn (): mixed => $this->client->set($this->prefix . $key, $data, $options)));
        } catch (StoreException $error) {
            return self::isNotStored($error);
        }
    }

    protected function store(array $entries, ?int $seconds): bool
    {
        $client = $this->client;
        if ($client instanceof \RedisCluster) {
            $isStored = true;
            foreach ($entries as $key => $data) {
                $isStored = $this->storeOne((string) $key, $data, $seconds) && $isStored;
            }

            return $isStored;
        }
        // phpredis crashes PHP if a pipeline begins in a transaction, and would send the caller's pipeline with this one.
        if ($client->getMode() !== \Redis::ATOMIC) {
            throw self::unexpected();
        }
        try {
            $replies = $this->call(function () use ($client, $entries, $seconds): mixed {
                $pipeline = $client->multi(\Redis::PIPELINE);
                foreach ($entries as $key => $data) {
                    $seconds === null ? $pipeline->set($this->prefix . $key, $data) : $pipeline->setex($this->prefix . $key, $seconds, $data);
                }

                return $pipeline->exec();
            });
        } catch (StoreException $error) {
            return self::isNotStored($error);
        }

        if (!\is_array($replies) || \count($replies) !== \count($entries)) {
            // After a lost connection, phpredis reconnects without waiting for the replies.
            throw new StoreException('Redis has not answered: whether the entries are stored is unknown');
        }

        return !\in_array(false, $replies, true);
    }

    protected function remove(array $keys): bool
    {
        return \is_int($this->call(fn (): mixed => $this->client->del($this->names($keys)))) ? true : throw self::unexpected();
    }

    protected function isCluster(): bool
    {
        return $this->client instanceof \RedisCluster;
    }

    protected function nodes(): iterable
    {
        return $this->client instanceof \RedisCluster ? $this->client->_masters() : [null];
    }

    protected function send(mixed $node, string ...$command): mixed
    {
        $client = $this->client;

        return $this->call($client instanceof \RedisCluster
            ? static fn (): mixed => $client->rawcommand(\is_array($node) ? $node : '', ...$command)
            : static fn (): mixed => $client->rawcommand(...$command));
    }

    protected function evaluate(string $script, array $arguments): mixed
    {
        try {
            return $this->call(fn (): mixed => $this->client->eval($script, $arguments, 1));
        } catch (StoreException $error) {
            if ($error->getPrevious() !== null) {
                // phpredis keeps the connection, and would take a late reply for that of the next command.
                $this->client->close();
            }
            throw $error;
        }
    }

    /**
     * @param \Closure(): mixed $command
     * @throws StoreException if the server is unreachable, or returns an error
     */
    private function call(\Closure $command): mixed
    {
        try {
            $this->client->clearLastError();
            $reply = $command();
            $error = $this->client->getLastError();
        } catch (\RedisException | \RedisClusterException $cause) {
            throw $this->failure($cause);
        }

        return $error === null ? $reply : throw new StoreException("Redis: $error");
    }

    protected function failure(\Throwable $error): StoreException
    {
        return $error instanceof \RedisException || $error instanceof \RedisClusterException
            ? new StoreException('Redis: ' . $error->getMessage(), 0, $error)
            : throw $error;
    }
}
