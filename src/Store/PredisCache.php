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

/** PSR-16 on Redis by Predis: one server, replication with Sentinel, or a cluster. */
final class PredisCache extends Cache
{
    /** Keys that are looked at in one step of clear(), about. */
    private const STEP = 1000;

    /** The prefix as the server has it. */
    private string $wholePrefix;
    /** Whether a command may have keys of one slot alone. */
    private bool $isCluster;

    /**
     * @param Serializer $serializer what writes and reads values; one that signs is bound to the entry's key as the server has it
     * @param string $prefix of all keys, not empty, behind the client's own: it should end in a character that no other goes on with
     * @param LoggerInterface|null $logger is told of entries that cannot be read
     * @throws \ValueError if the prefix is empty
     */
    public function __construct(
        private ClientInterface $client,
        Serializer $serializer,
        string $prefix,
        ?LoggerInterface $logger = null,
    ) {
        parent::__construct($serializer, $prefix, $logger);
        $processor = $client->getOptions()->prefix;
        $this->wholePrefix = ($processor instanceof KeyPrefixProcessor ? $processor->getPrefix() : '') . $prefix;
        $this->isCluster = $client->getConnection() instanceof ClusterInterface;
    }

    public function clear(): bool
    {
        $pattern = Scripts::pattern($this->wholePrefix);
        foreach ($this->nodes() as $node) {
            $cursor = '0';
            do {
                $reply = $this->call(static fn (): mixed => self::raw($node, 'SCAN', $cursor, 'MATCH', $pattern, 'COUNT', (string) self::STEP));
                if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
                    throw new StoreException('Redis: SCAN has no such reply');
                }
                $cursor = (string) $reply[0];
                $names = \array_values(\array_filter($reply[1], \is_string(...)));
                foreach ($names === [] ? [] : \array_chunk($names, $this->isCluster ? 1 : \count($names)) as $some) {
                    $this->call(static fn (): mixed => self::raw($node, 'UNLINK', ...$some));
                }
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
            $data = $this->call(fn (): mixed => $this->client->get($this->prefix . $key));
        } catch (StoreException $error) {
            if (!\str_contains($error->getMessage(), 'WRONGTYPE')) {
                throw $error;
            }
            $this->entries->refuse($this->nameOf($key), 'of another type of Redis than a string');

            return null;
        }

        return \is_string($data) ? $data : null;
    }

    protected function fetchAll(array $keys): array
    {
        $names = $this->names($keys);
        if ($this->isCluster) {
            return $this->fetchOfNodes($keys, $names);
        }
        $all = $this->call(fn (): mixed => $this->client->mget($names));
        if (!\is_array($all)) {
            throw new StoreException('Redis: MGET has no such reply');
        }

        return self::strings($all);
    }

    /**
     * @param non-empty-list<string> $keys
     * @param list<string> $names
     * @return list<string|null>
     */
    private function fetchOfNodes(array $keys, array $names): array
    {
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

    /**
     * @param array<mixed> $replies
     * @return list<string|null>
     */
    private static function strings(array $replies): array
    {
        return \array_map(static fn (mixed $data): ?string => \is_string($data) ? $data : null, \array_values($replies));
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
            return Scripts::isFull($error) ? false : throw $error;
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

    protected function add(string $key, int $by, ?int $seconds): int
    {
        $arguments = Scripts::add($this->prefix . $key, $by, $seconds);
        $reply = $this->call(fn (): mixed => $this->client->eval(Scripts::ADD, 1, ...$arguments));

        return \is_string($reply) ? (int) $reply : throw new StoreException('Redis: EVAL has no such reply');
    }

    protected function fetchToSwap(string $key, mixed &$token): ?string
    {
        return $token = $this->fetch($key);
    }

    protected function swap(string $key, mixed $token, string $data, ?int $seconds): bool
    {
        $arguments = Scripts::swap($this->prefix . $key, \is_string($token) ? $token : null, $data, $seconds);

        return $this->call(fn (): mixed => $this->client->eval(Scripts::SWAP, 1, ...$arguments)) === 1;
    }

    /** @return iterable<ClientInterface> each has keys of its own */
    private function nodes(): iterable
    {
        return $this->isCluster && $this->client instanceof \Traversable ? $this->client : [$this->client];
    }

    private static function raw(ClientInterface $node, string $name, string ...$arguments): mixed
    {
        return $node->executeCommand(new RawCommand($name, $arguments));
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

    /**
     * @param list<string> $keys
     * @return list<string>
     */
    private function names(array $keys): array
    {
        return \array_map(fn (string $key): string => $this->prefix . $key, $keys);
    }
}
