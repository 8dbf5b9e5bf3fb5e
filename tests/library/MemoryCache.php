<?php

declare(strict_types=1);

namespace Brine\Tests\Library;

use Psr\SimpleCache\CacheInterface;

/** A cache of PSR-16 that counts how often it is asked. */
final class MemoryCache implements CacheInterface
{
    /** @var array<string, mixed> */
    public array $entries = [];

    public int $asked = 0;

    public bool $writes = true;

    public function get(string $key, mixed $default = null): mixed
    {
        ++$this->asked;

        return $this->entries[$key] ?? $default;
    }

    public function set(string $key, mixed $value, null|int|\DateInterval $ttl = null): bool
    {
        $this->entries[$key] = $value;

        return $this->writes;
    }

    public function delete(string $key): bool
    {
        unset($this->entries[$key]);

        return true;
    }

    public function clear(): bool
    {
        $this->entries = [];

        return true;
    }

    /**
     * @param iterable<string> $keys
     * @return array<string, mixed>
     */
    public function getMultiple(iterable $keys, mixed $default = null): iterable
    {
        $values = [];
        foreach ($keys as $key) {
            $values[$key] = $this->get($key, $default);
        }

        return $values;
    }

    /** @param iterable<mixed> $values */
    public function setMultiple(iterable $values, null|int|\DateInterval $ttl = null): bool
    {
        foreach ($values as $key => $value) {
            $this->set(\is_string($key) ? $key : '', $value, $ttl);
        }

        return $this->writes;
    }

    /** @param iterable<string> $keys */
    public function deleteMultiple(iterable $keys): bool
    {
        foreach ($keys as $key) {
            $this->delete($key);
        }

        return true;
    }

    public function has(string $key): bool
    {
        return isset($this->entries[$key]);
    }
}
