<?php

declare(strict_types=1);

namespace Brine\Laravel\Store;

use Illuminate\Cache\LuaScripts;
use Illuminate\Cache\RedisStore as LaravelStore;
use Illuminate\Cache\RetrievesMultipleKeys;
use Illuminate\Redis\Connections\Connection;
use Illuminate\Redis\Connections\PhpRedisClusterConnection;
use Illuminate\Redis\Connections\PhpRedisConnection;
use Illuminate\Redis\Connections\PredisClusterConnection;

/** Laravel's Redis store with Brine's payloads. Finite numbers, and numeric strings, stay raw, so that Redis counts. */
final class RedisStore extends LaravelStore implements KeepsPayloads
{
    use HasCodec;
    use RetrievesMultipleKeys {
        many as private manyOneByOne;
        putMany as private putManyOneByOne;
    }

    /** The connection whose options were checked. */
    private ?object $checked = null;

    public function get($key)
    {
        $key = $this->prefix . $key;
        $connection = $this->redis->connection($this->connection);
        if ($connection !== $this->checked) {
            $this->check($connection);
        }
        $data = $connection->get($key);
        if (!\is_string($data)) {
            return null;
        }

        // A number never begins like a payload.
        return ($data[0] ?? '') !== "\xc1" && \is_numeric($data) ? $data : $this->codec->decode($data, $key);
    }

    /**
     * @param array<mixed> $keys strings or numbers
     * @return array<mixed>
     */
    public function many(array $keys)
    {
        if ($keys === []) {
            return [];
        }
        $connection = $this->connection();
        // Predis cannot read keys of several nodes of a cluster at once; phpredis can.
        if ($connection instanceof PredisClusterConnection) {
            return $this->manyOneByOne($keys);
        }
        $values = [];
        /** @var list<string> $keys */
        $keys = \array_values($keys);
        $names = [];
        foreach ($keys as $key) {
            $names[] = $this->prefix . $key;
        }
        $found = $connection->mget($names);
        foreach ($keys as $i => $key) {
            $data = $found[$i] ?? null;
            $values[$key] = \is_string($data) ? $this->decode($data, $names[$i]) : null;
        }

        return $values;
    }

    public function put($key, $value, $seconds)
    {
        $key = $this->prefix . $key;

        return (bool) $this->connection()->setex($key, (int) \max(1, $seconds), $this->encode($value, $key));
    }

    /**
     * @param array<mixed> $values
     * @param int $seconds
     */
    public function putMany(array $values, $seconds)
    {
        $connection = $this->connection();
        // Neither client can write keys of several nodes of a cluster in one transaction.
        if ($connection instanceof PhpRedisClusterConnection || $connection instanceof PredisClusterConnection) {
            return $this->putManyOneByOne($values, $seconds);
        }
        // Hooks of objects may use the connection, so all run before the transaction.
        $encoded = [];
        foreach ($values as $key => $value) {
            $encoded[$this->prefix . $key] = $this->encode($value, $this->prefix . $key);
        }
        $connection->multi();
        $isDone = $encoded !== [];
        foreach ($encoded as $key => $data) {
            $isDone = (bool) $connection->setex($key, (int) \max(1, $seconds), $data) && $isDone;
        }
        $connection->exec();

        return $isDone;
    }

    public function add($key, $value, $seconds)
    {
        return (bool) $this->connection()->eval(
            LuaScripts::add(),
            1,
            $this->prefix . $key,
            $this->encode($value, $this->prefix . $key),
            (int) \max(1, $seconds),
        );
    }

    public function forever($key, $value)
    {
        return (bool) $this->connection()->set($this->prefix . $key, $this->encode($value, $this->prefix . $key));
    }

    /**
     * @return Connection
     * @throws \LogicException if the client has a serializer, or compresses
     */
    public function connection()
    {
        $connection = parent::connection();
        if ($connection !== $this->checked) {
            $this->check($connection);
        }

        return $connection;
    }

    public function encode(mixed $value, string $context): string|int
    {
        if (\is_float($value) && \is_finite($value)) {
            // phpredis would write as many digits as the ini setting "precision" says, which may change the float.
            return \sprintf('%.*H', -1, $value);
        }

        return \is_int($value) || \is_string($value) && \is_numeric($value) && \is_finite((float) $value) ? $value : $this->codec->encode($value, $context);
    }

    public function decode(string $data, string $context): mixed
    {
        return ($data[0] ?? '') !== "\xc1" && \is_numeric($data) ? $data : $this->codec->decode($data, $context);
    }

    /**
     * With these options counters fail, and values are serialized twice.
     *
     * @throws \LogicException as connection()
     */
    private function check(object $connection): void
    {
        $option = match (true) {
            !$connection instanceof PhpRedisConnection => null,
            $connection->serialized() => "'serializer' => Redis::SERIALIZER_NONE",
            $connection->compressed() => "'compression' => Redis::COMPRESSION_NONE",
            default => null,
        };
        if ($option !== null) {
            $name = \is_string($this->connection) ? $this->connection : 'default';
            throw new \LogicException("The Redis connection \"$name\" must not change values by itself: set $option in the options of redis in config/database.php");
        }
        $this->checked = $connection;
    }
}
