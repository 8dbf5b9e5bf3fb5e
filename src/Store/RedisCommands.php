<?php

declare(strict_types=1);

namespace Brine\Store;

use Brine\Serializer;
use Predis\ClientInterface;
use Predis\Response\Status;
use Psr\Log\LoggerInterface;

/**
 * Common part of the Redis caches: commands and scripts that all clients send in the same way.
 *
 * @internal
 * @template TClient of \Redis|\RedisCluster|ClientInterface
 */
abstract class RedisCommands extends Cache
{
    /** Characters of ordinary keys, in ranges for ltrim(): keys of these need no further check. */
    private const USUAL = '*...0..9A..[]..z';

    /** Keys per step of clear(), about. */
    private const STEP = 1000;

    /** KEYS: the counter. ARGV: the amount; seconds of a new counter, or 0. The reply is text, since Lua's numbers have 53 bits. */
    private const COUNT = <<<'LUA'
        if ARGV[2] ~= '0' and redis.call('EXISTS', KEYS[1]) == 0 then
            redis.call('SET', KEYS[1], '0', 'EX', ARGV[2])
        end
        redis.call('INCRBY', KEYS[1], ARGV[1])
        return redis.call('GET', KEYS[1])
        LUA;

    /** KEYS: the entry. ARGV: new bytes; seconds or 0; 1 if an entry existed; its bytes. */
    private const SWAP = <<<'LUA'
        local old = false
        if redis.call('TYPE', KEYS[1]).ok == 'string' then
            old = redis.call('GET', KEYS[1])
        end
        if old ~= (ARGV[3] == '1' and ARGV[4]) then
            return 0
        end
        if ARGV[2] == '0' then
            redis.call('SET', KEYS[1], ARGV[1])
        else
            redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
        end
        return 1
        LUA;

    /** Prefix that the client adds to all names. */
    protected string $clientPrefix = '';

    /** @param TClient $client */
    protected function __construct(protected readonly object $client, Serializer $serializer, string $prefix, ?LoggerInterface $logger)
    {
        parent::__construct($serializer, $prefix, $logger);
    }

    // get() and set() call the client directly: further calls would be noticeable beside one command.

    final public function get(string $key, mixed $default = null): mixed
    {
        // @phpstan-ignore booleanNot.exprNotBoolean, booleanOr.rightNotBoolean (unusual keys are checked again)
        if (!$key || \ltrim($key, self::USUAL)) {
            $this->check($key);
        }
        $name = $this->prefix . $key;
        try {
            $data = $this->client->get($name);
        } catch (\Throwable $error) {
            $this->miss($key, $this->failure($error));

            return $default;
        }
        if ($this->clientPrefix === '' && \is_string($data) && isset($data[Entries::MAX_DIGITS])) {
            return @$this->codec->read($data, $name, $default);
        }

        return $this->entries->read($this->clientPrefix . $name, \is_string($data) ? $data : $this->stringOf($key, $data), $default);
    }

    final public function set(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool
    {
        // @phpstan-ignore booleanNot.exprNotBoolean, booleanOr.rightNotBoolean (unusual keys are checked again)
        if (!$key || \ltrim($key, self::USUAL)) {
            $this->check($key);
        }
        $name = $this->prefix . $key;
        $data = $this->entries->write($this->clientPrefix === '' ? $name : $this->clientPrefix . $name, $value);
        try {
            if (\is_int($ttl) && $ttl > 0 && $ttl <= 0x7fffffff) {
                $reply = $this->client->setex($name, $ttl, $data);
            } elseif ($ttl === null) {
                $reply = $this->client->set($name, $data);
            } else {
                return $this->storeFor($ttl, $key, $data);
            }
        } catch (\Throwable $error) {
            return self::isNotStored($this->failure($error));
        }

        if ($reply === true || ($reply instanceof Status && $reply->getPayload() === 'OK')) {
            return true;
        }

        return $this->isStored($reply);
    }

    final protected function fetch(string $key): ?string
    {
        try {
            $data = $this->client->get($this->prefix . $key);
        } catch (\Throwable $error) {
            return $this->miss($key, $this->failure($error));
        }

        return \is_string($data) ? $data : $this->stringOf($key, $data);
    }

    final protected function storeOne(string $key, string $data, ?int $seconds): bool
    {
        try {
            $reply = $seconds === null ? $this->client->set($this->prefix . $key, $data) : $this->client->setex($this->prefix . $key, $seconds, $data);
        } catch (\Throwable $error) {
            return self::isNotStored($this->failure($error));
        }

        return $this->isStored($reply);
    }

    /**
     * @param mixed $reply the client's reply for an entry, if it is not a string
     * @return string|null null for a miss
     */
    abstract protected function stringOf(string $key, mixed $reply): ?string;

    /** @param mixed $reply the client's reply to storing an entry */
    abstract protected function isStored(mixed $reply): bool;

    /**
     * @param \Throwable $error thrown by a call of the client
     * @throws \Throwable the same error, if it is not one of the client's
     */
    abstract protected function failure(\Throwable $error): StoreException;

    final public function clear(): bool
    {
        $pattern = \addcslashes($this->start(), '*?[]\\') . '*';
        foreach ($this->nodes() as $node) {
            $cursor = '0';
            do {
                $reply = $this->send($node, 'SCAN', $cursor, 'MATCH', $pattern, 'COUNT', (string) self::STEP);
                if (!\is_array($reply) || !\is_scalar($reply[0] ?? null) || !\is_array($reply[1] ?? null)) {
                    throw new StoreException('Redis: SCAN has no such reply');
                }
                $cursor = (string) $reply[0];
                $names = \array_values(\array_filter($reply[1], \is_string(...)));
                // A cluster's command takes keys of one slot only.
                foreach ($names === [] ? [] : \array_chunk($names, $this->isCluster() ? 1 : \count($names)) as $some) {
                    $this->send($node, 'UNLINK', ...$some);
                }
            } while ($cursor !== '0');
        }

        return true;
    }

    /** Whether keys are spread over several nodes. */
    abstract protected function isCluster(): bool;

    /** @return iterable<mixed> for each server with its own keys, the argument for send() */
    abstract protected function nodes(): iterable;

    /** Sends a command unchanged: the client changes neither keys nor values. */
    abstract protected function send(mixed $node, string ...$command): mixed;

    /**
     * Runs a Lua script.
     *
     * @param list<string> $arguments the key first, without the client's prefix
     * @throws StoreException if it fails
     */
    abstract protected function evaluate(string $script, array $arguments): mixed;

    final protected function start(): string
    {
        return $this->clientPrefix . $this->prefix;
    }

    final protected function count(string $key, int $by, ?int $seconds): int
    {
        $reply = $this->evaluate(self::COUNT, [$this->prefix . $key, (string) $by, (string) ($seconds ?? 0)]);

        return \is_string($reply) ? (int) $reply : throw self::unexpected();
    }

    final protected function fetchToSwap(string $key, mixed &$token): ?string
    {
        return $token = $this->fetch($key);
    }

    final protected function swap(string $key, mixed $token, string $data, ?int $seconds): bool
    {
        $old = \is_string($token) ? ['1', $token] : ['0', ''];

        return $this->evaluate(self::SWAP, [$this->prefix . $key, $data, (string) ($seconds ?? 0), ...$old]) === 1;
    }

    /**
     * @param list<string> $names with the store's prefix
     * @return list<string> as the server has them
     */
    final protected function serverNames(array $names): array
    {
        return \array_map(fn (string $name): string => $this->clientPrefix . $name, $names);
    }

    /**
     * @param list<string> $keys
     * @return list<string> with the store's prefix
     */
    final protected function names(array $keys): array
    {
        $names = [];
        $prefix = $this->prefix;
        foreach ($keys as $key) {
            $names[] = $prefix . $key;
        }

        return $names;
    }

    /**
     * @param array<mixed> $replies
     * @return list<string|null> null for a reply that is not a string
     */
    final protected static function strings(array $replies): array
    {
        $strings = [];
        foreach ($replies as $reply) {
            $strings[] = \is_string($reply) ? $reply : null;
        }

        return $strings;
    }

    /**
     * An entry of another type is a miss.
     *
     * @throws StoreException all other errors
     */
    final protected function miss(string $key, StoreException $error): null
    {
        if (!\str_starts_with($error->getMessage(), 'Redis: WRONGTYPE')) {
            throw $error;
        }
        $this->entries->refuse($this->nameOf($key), 'of another type of Redis than a string');

        return null;
    }

    /**
     * A server that is out of memory must not break a page.
     *
     * @throws StoreException all other errors
     */
    final protected static function isNotStored(StoreException $error): false
    {
        return \str_starts_with($error->getMessage(), 'Redis: OOM ') ? false : throw $error;
    }

    final protected static function unexpected(): StoreException
    {
        return new StoreException('Redis has no such reply: is the client in a transaction or a pipeline?');
    }
}
