<?php

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Signing;

/** The bytes in every place, as somebody with access to the stores reads and writes them. */
final class Stored
{
    private readonly \Redis $redis;
    /** @var resource */
    private $memcached;
    /** @var array<string, int> what the client has marked entries of Memcached with */
    private array $marks = [];

    public function __construct(string $redis, int $memcached, private readonly string $files)
    {
        $this->redis = new \Redis();
        $this->redis->connect($redis);
        $this->memcached = \stream_socket_client("tcp://127.0.0.1:$memcached");
    }

    /** @return array<string, string> for each place "unsigned", the name of the key that has signed, or what else is there */
    public function formats(string $name): array
    {
        $formats = [];
        foreach (PLACES as $place) {
            $bytes = \preg_replace('/\A\x00\x00\x00\x02(?=\xc1)/', '', $this->get($place, $name));
            $formats[$place] = \str_starts_with($bytes, "\0\0\0\2") || \str_starts_with($bytes, "\xc1\x10") ? 'unsigned' : \bin2hex($bytes);
            foreach (['old', 'new', 'one', 'two'] as $key) {
                if (\str_starts_with($bytes, \substr(\brine_serialize_signed(0, keyOf($key)), 0, 6))) {
                    $formats[$place] = $key;
                }
            }
        }

        return $formats;
    }

    /** Empty if there is nothing. */
    public function get(string $place, string $name): string
    {
        [$store, $key] = $this->find($place, $name);
        if ($store === 'redis') {
            return (string) $this->redis->get($key);
        }
        if ($store === 'files') {
            $file = \fopen($key, 'r');
            // PHP writes into the file while it has the lock.
            \flock($file, LOCK_SH);

            return (string) \stream_get_contents($file);
        }
        \fwrite($this->memcached, "get $key\r\n");
        if (\sscanf((string) \fgets($this->memcached), 'VALUE %s %d %d', $key, $this->marks[$place], $size) !== 3) {
            return '';
        }
        $bytes = \stream_get_contents($this->memcached, $size);
        \fgets($this->memcached);
        \fgets($this->memcached);

        return $bytes;
    }

    public function set(string $place, string $name, string $bytes): void
    {
        [$store, $key] = $this->find($place, $name);
        if ($store === 'memcached') {
            \fwrite($this->memcached, "set $key {$this->marks[$place]} 0 " . \strlen($bytes) . "\r\n$bytes\r\n");
            \fgets($this->memcached);
        } else {
            $store === 'redis' ? $this->redis->set($key, $bytes) : \file_put_contents($key, $bytes);
        }
    }

    public function delete(string $place, string $name): void
    {
        [$store, $key] = $this->find($place, $name);
        if ($store === 'memcached') {
            \fwrite($this->memcached, "delete $key\r\n");
            \fgets($this->memcached);
        } else {
            $store === 'redis' ? $this->redis->del($key) : \unlink($key);
        }
    }

    /** @return array{string, string} the store, and its key or file */
    private function find(string $place, string $name): array
    {
        $store = \explode(' ', $place)[0];
        $prefix = ['files' => "$this->files/sess_", 'redis' => 'PHPREDIS_SESSION:', 'memcached' => 'memc.sess.key.'][$store];

        return [$store, $place === $store ? $name : $prefix . idOf($place, $name)];
    }
}
