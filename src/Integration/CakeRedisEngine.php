<?php

declare(strict_types=1);

namespace Brine\Integration;

use Brine\Auto;
use Brine\EntryCodec;
use Brine\Serializer;
use Brine\StaleEntries;
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
        $stale = new StaleEntries();
        $this->codec = new EntryCodec($serializer, static fn (\Throwable $error) => self::report($error, $stale->note($error)));

        return parent::init($config);
    }

    /** @param bool|null $isFirst as of StaleEntries */
    private static function report(\Throwable $error, ?bool $isFirst): void
    {
        // The package cakephp/cache works without cakephp/log.
        if ($isFirst !== false && \class_exists(Log::class)) {
            $message = "Unreadable cache entry: {$error->getMessage()}";
            $isFirst === null ? Log::warning($message) : Log::info($message);
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
