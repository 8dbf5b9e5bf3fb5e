<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Serializer;
use Cake\Cache\Engine\RedisEngine;
use Cake\Log\Log;

/** CakePHP's Redis engine. The configuration "serializer", a Brine\Serializer, is optional. Integers stay digits, so that Redis counts. */
final class CakeRedisEngine extends RedisEngine
{
    private EntryCodec $codec;
    /** What unreadable entries are to get(). */
    private \stdClass $miss;

    /** @param array<string, mixed> $config */
    public function init(array $config = []): bool
    {
        $serializer = $config['serializer'] ?? new Auto();
        \assert($serializer instanceof Serializer);
        $this->miss = new \stdClass();
        $this->codec = new EntryCodec($serializer, self::report(...));

        return parent::init($config);
    }

    private static function report(\Throwable $error): void
    {
        // The package cakephp/cache works without cakephp/log.
        if (\class_exists(Log::class)) {
            Log::warning("Unreadable cache entry: {$error->getMessage()}");
        }
    }

    public function get(string $key, mixed $default = null): mixed
    {
        $value = parent::get($key, $default);

        return $value === $this->miss ? $default : $value;
    }

    protected function serialize(mixed $value): string
    {
        return \is_int($value) ? (string) $value : $this->codec->encode($value);
    }

    protected function unserialize(string $value): mixed
    {
        return \preg_match('/^-?\d+$/D', $value) === 1 ? (int) $value : $this->codec->read($value, miss: $this->miss);
    }
}
