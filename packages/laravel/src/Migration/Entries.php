<?php

declare(strict_types=1);

namespace Brine\Laravel\Migration;

use Brine\Inspector;
use Brine\Laravel\Codec;
use Brine\Laravel\Payloads;
use Brine\Laravel\Store\DatabaseStore;
use Brine\Laravel\Store\FileStore;
use Brine\Laravel\Store\KeepsPayloads;
use Brine\Laravel\Store\MemcachedStore;
use Brine\Laravel\Store\RedisStore;
use Brine\Migration\RedisStore as RedisEntries;
use Brine\Migration\Store;
use Brine\Serializer;
use Illuminate\Redis\Connections\Connection;

/** Entries of a Laravel store, for Brine\Migrator and Brine\Inspector. */
final class Entries
{
    /** @param int<0, max> $skip length of the prefix that the store's connection adds to keys */
    private function __construct(public readonly Store $store, private readonly KeepsPayloads $format, private readonly int $skip = 0)
    {
    }

    /** @throws \LogicException if the entries of the store cannot be listed */
    public static function of(RedisStore|DatabaseStore|FileStore|MemcachedStore $store): self
    {
        return match (true) {
            $store instanceof RedisStore => self::ofRedis($store),
            $store instanceof DatabaseStore => new self(new DatabaseEntries($store), $store),
            $store instanceof FileStore => new self(new FileEntries($store), $store),
            $store instanceof MemcachedStore => throw new \LogicException('Memcached does not tell its keys: entries that are there are read, and new ones are written in the new format'),
        };
    }

    /**
     * Per entry key, a serializer for stored bytes that uses a codec.
     *
     * @param Codec|null $otherwise reads entries that no key verifies
     * @return \Closure(string): Serializer
     */
    public function stored(Codec $codec, ?Codec $otherwise = null): \Closure
    {
        $format = (clone $this->format)->useCodec($codec);

        return $this->serializers($format, $otherwise === null ? null : (clone $this->format)->useCodec($otherwise));
    }

    /**
     * Like stored(), for the bytes of payloads().
     *
     * @return \Closure(string): Serializer
     */
    public function plain(Codec $codec, ?Codec $otherwise = null): \Closure
    {
        return $this->serializers($codec, $otherwise);
    }

    /**
     * Payloads by key; those of a database are decoded from base64.
     *
     * @return \Generator<string, string>
     */
    public function payloads(): \Generator
    {
        foreach (Inspector::walk($this->store) as $key => $data) {
            yield $key => $this->format instanceof DatabaseStore ? DatabaseStore::payload($data) : $data;
        }
    }

    /** @return \Closure(string): Serializer */
    private function serializers(Payloads $payloads, ?Payloads $otherwise): \Closure
    {
        return fn (string $key): Serializer => new StoredFormat($payloads, \substr($key, $this->skip), $otherwise);
    }

    private static function ofRedis(RedisStore $store): self
    {
        $connection = $store->connection();
        $client = $connection->client();
        if ($client instanceof \Predis\ClientInterface) {
            $prefix = self::prefixOf($client->getOptions()->__get('prefix'));
            $make = static fn (string $pattern): RedisEntries => RedisEntries::predis($client, $pattern);
        } elseif ($client instanceof \Redis) {
            $prefix = self::prefixOf($client->getOption(\Redis::OPT_PREFIX));
            $make = static fn (string $pattern): RedisEntries => RedisEntries::phpredis($client, $pattern);
        } else {
            throw new \LogicException('The entries of a Redis Cluster cannot be listed through ' . \get_debug_type($client));
        }
        if (!$connection instanceof Connection || \str_contains($connection::class, 'Cluster')) {
            throw new \LogicException('The entries of a Redis Cluster cannot be listed through ' . \get_debug_type($connection));
        }

        return new self($make(\addcslashes($prefix . $store->getPrefix(), '*?[]\\') . '*'), $store, \strlen($prefix));
    }

    private static function prefixOf(mixed $prefix): string
    {
        return \is_string($prefix) || $prefix instanceof \Stringable || \is_object($prefix) && \method_exists($prefix, '__toString') ? (string) $prefix : '';
    }
}
