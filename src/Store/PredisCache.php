<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Serializer;
use Predis\ClientInterface;
use Predis\Command\Processor\KeyPrefixProcessor;
use Predis\Command\RawCommand;
use Predis\Connection\Cluster\ClusterInterface;
use Predis\Pipeline\Pipeline;
use Predis\PredisException;
use Predis\Response\ErrorInterface;
use Predis\Response\Status;
use Psr\Log\LoggerInterface;

/**
 * PSR-16 on Redis by Predis: one server, replication with Sentinel, or a cluster. Parameters as for RedisCache.
 *
 * @extends RedisCommands<ClientInterface>
 */
final class PredisCache extends RedisCommands
{
    private bool $isCluster;

    /** @throws \ValueError if the prefix is empty */
    public function __construct(ClientInterface $client, Serializer $serializer, string $prefix, ?LoggerInterface $logger = null)
    {
        parent::__construct($client, $serializer, $prefix, $logger);
        $processor = $client->getOptions()->prefix;
        $this->clientPrefix = $processor instanceof KeyPrefixProcessor ? $processor->getPrefix() : '';
        $this->isCluster = $client->getConnection() instanceof ClusterInterface;
    }

    protected function stringOf(string $key, mixed $reply): ?string
    {
        if ($reply instanceof ErrorInterface) {
            return $this->miss($key, self::refusal($reply));
        }

        return $reply === null ? null : throw self::unexpected();
    }

    protected function fetchAll(array $keys, ?array &$names = null): array
    {
        $sent = $this->names($keys);
        $names = $this->clientPrefix === '' ? $sent : $this->serverNames($sent);
        if (!$this->isCluster) {
            $all = $this->call(fn (): mixed => $this->client->mget($sent));

            return \is_array($all) && \count($all) === \count($sent) ? \array_values($all) : throw self::unexpected();
        }
        try {
            return \array_values($this->pipeline(static function (Pipeline $pipeline) use ($sent): void {
                foreach ($sent as $name) {
                    $pipeline->get($name);
                }
            }));
        } catch (StoreException) {
            // One entry of another type fails the whole pipeline.
            return \array_map($this->fetch(...), $keys);
        }
    }

    protected function isStored(mixed $reply): bool
    {
        if ($reply instanceof ErrorInterface) {
            return self::isNotStored(self::refusal($reply));
        }

        return $reply === true || ($reply instanceof Status && $reply->getPayload() === 'OK') ? true : throw self::unexpected();
    }

    protected function storeNew(string $key, string $data, ?int $seconds): bool
    {
        $name = $this->prefix . $key;
        try {
            $reply = $this->call(fn (): mixed => $seconds === null ? $this->client->set($name, $data, 'NX') : $this->client->set($name, $data, 'EX', $seconds, 'NX'));
        } catch (StoreException $error) {
            return self::isNotStored($error);
        }

        return $reply !== null && $this->isStored($reply);
    }

    protected function store(array $entries, ?int $seconds): bool
    {
        try {
            $replies = $this->pipeline(function (Pipeline $pipeline) use ($entries, $seconds): void {
                foreach ($entries as $key => $data) {
                    $seconds === null ? $pipeline->set($this->prefix . $key, $data) : $pipeline->setex($this->prefix . $key, $seconds, $data);
                }
            });
        } catch (StoreException $error) {
            return self::isNotStored($error);
        }
        foreach ($replies as $reply) {
            if (!$this->isStored($reply)) {
                return false;
            }
        }

        return true;
    }

    protected function remove(array $keys): bool
    {
        $replies = $this->pipeline(function (Pipeline $pipeline) use ($keys): void {
            foreach (\array_chunk($this->names($keys), $this->isCluster ? 1 : \count($keys)) as $names) {
                $pipeline->del($names);
            }
        });

        foreach ($replies as $reply) {
            if (!\is_int($reply)) {
                throw $reply instanceof ErrorInterface ? self::refusal($reply) : self::unexpected();
            }
        }

        return true;
    }

    protected function isCluster(): bool
    {
        return $this->isCluster;
    }

    protected function nodes(): iterable
    {
        return $this->isCluster && $this->client instanceof \Traversable ? $this->client : [$this->client];
    }

    protected function send(mixed $node, string ...$command): mixed
    {
        $client = $node instanceof ClientInterface ? $node : $this->client;

        return $this->call(static fn (): mixed => $client->executeCommand(new RawCommand(\array_shift($command) ?? '', $command)));
    }

    protected function evaluate(string $script, array $arguments): mixed
    {
        return $this->call(fn (): mixed => $this->client->eval($script, 1, ...$arguments));
    }

    /**
     * @param \Closure(Pipeline): void $fill
     * @return array<mixed>
     */
    private function pipeline(\Closure $fill): array
    {
        $pipeline = new Pipeline($this->client);
        $fill($pipeline);
        $replies = $this->call(static fn (): mixed => $pipeline->execute());

        return \is_array($replies) ? $replies : throw self::unexpected();
    }

    /**
     * @param \Closure(): mixed $command
     * @throws StoreException if the server is unreachable, or returns an error
     */
    private function call(\Closure $command): mixed
    {
        try {
            $reply = $command();
        } catch (PredisException $cause) {
            throw $this->failure($cause);
        }

        return $reply instanceof ErrorInterface ? throw self::refusal($reply) : $reply;
    }

    protected function failure(\Throwable $error): StoreException
    {
        return $error instanceof PredisException ? new StoreException('Redis: ' . $error->getMessage(), 0, $error) : throw $error;
    }

    /** The error that a client without exceptions returns. */
    private static function refusal(ErrorInterface $reply): StoreException
    {
        return new StoreException('Redis: ' . $reply->getMessage());
    }
}
