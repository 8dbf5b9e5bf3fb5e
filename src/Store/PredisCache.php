<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Serializer;
use Predis\ClientInterface;
use Predis\Command\Processor\KeyPrefixProcessor;
use Predis\Command\RawCommand;
use Predis\Connection\Cluster\ClusterInterface;
use Predis\Pipeline\Pipeline;
use Psr\Log\LoggerInterface;

/** PSR-16 on Redis by Predis: one server, replication with Sentinel, or a cluster. Its parameters are those of RedisCache. */
final class PredisCache extends RedisCommands
{
    private bool $isCluster;

    /** @throws \ValueError if the prefix is empty */
    public function __construct(private ClientInterface $client, Serializer $serializer, string $prefix, ?LoggerInterface $logger = null)
    {
        parent::__construct($serializer, $prefix, $logger);
        $processor = $client->getOptions()->prefix;
        $this->wholePrefix = ($processor instanceof KeyPrefixProcessor ? $processor->getPrefix() : '') . $prefix;
        $this->isCluster = $client->getConnection() instanceof ClusterInterface;
    }

    protected function fetch(string $key): ?string
    {
        try {
            $data = $this->call(fn (): mixed => $this->client->get($this->prefix . $key));
        } catch (StoreException $error) {
            return $this->miss($key, $error);
        }

        return \is_string($data) ? $data : null;
    }

    protected function fetchAll(array $keys): array
    {
        $names = $this->names($keys);
        if (!$this->isCluster) {
            $all = $this->call(fn (): mixed => $this->client->mget($names));

            return \is_array($all) ? self::strings($all) : throw self::unexpected();
        }
        try {
            return self::strings($this->pipeline(static function (Pipeline $pipeline) use ($names): void {
                foreach ($names as $name) {
                    $pipeline->get($name);
                }
            }));
        } catch (StoreException) {
            // One that is no string is an exception for all.
            return \array_map($this->fetch(...), $keys);
        }
    }

    protected function storeOne(string $key, string $data, ?int $seconds): bool
    {
        return $this->store([$key => $data], $seconds);
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
            if (!$reply instanceof \Predis\Response\Status || (string) $reply !== 'OK') {
                return false;
            }
        }

        return true;
    }

    protected function remove(array $keys): bool
    {
        $this->pipeline(function (Pipeline $pipeline) use ($keys): void {
            foreach (\array_chunk($this->names($keys), $this->isCluster ? 1 : \count($keys)) as $names) {
                $pipeline->del($names);
            }
        });

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

        return \is_array($replies) ? $replies : [];
    }

    /**
     * @param \Closure(): mixed $command
     * @throws StoreException if the server is not there, or refuses
     */
    private function call(\Closure $command): mixed
    {
        try {
            $reply = $command();
        } catch (\Predis\PredisException $cause) {
            throw new StoreException('Redis: ' . $cause->getMessage(), 0, $cause);
        }

        return $reply instanceof \Predis\Response\ErrorInterface ? throw new StoreException('Redis: ' . $reply->getMessage()) : $reply;
    }
}
