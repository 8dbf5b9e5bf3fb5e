<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use Brine\WordPress\ObjectCache;
use Brine\WordPress\Settings;
use PHPUnit\Framework\TestCase as PhpunitTestCase;

abstract class TestCase extends PhpunitTestCase
{
    protected const KEY = 'a secret of sixteen bytes and more';

    private string $log;
    private string $oldLog;

    protected function setUp(): void
    {
        Site::reset();
        $this->log = (string) \tempnam(\sys_get_temp_dir(), 'brine-wordpress-');
        $this->oldLog = (string) \ini_set('error_log', $this->log);
        self::redis()->flushAll();
    }

    protected function tearDown(): void
    {
        \ini_set('error_log', $this->oldLog);
        \unlink($this->log);
    }

    /** @return array<string, array{string}> */
    public static function kinds(): array
    {
        return \array_combine(Servers::KINDS, \array_map(static fn (string $kind): array => [$kind], Servers::KINDS));
    }

    protected static function socket(string $kind): string
    {
        return $kind === 'memcached'
            ? MemcachedServer::socket()
            : RedisServer::get()->socket ?? throw new \RuntimeException('redis-server does not start');
    }

    /** A client beside those of the cache. */
    protected static function redis(): \Redis
    {
        $client = new \Redis();
        $client->connect(self::socket('phpredis'));

        return $client;
    }

    /**
     * The cache of a new request.
     *
     * @param array<string, mixed> $settings
     */
    protected static function cache(string $kind = 'phpredis', array $settings = [], bool $isMultisite = false, int $blog = 1): ObjectCache
    {
        // Earlier ones hold connections until their cycles are collected.
        \gc_collect_cycles();

        return new ObjectCache(new Settings($settings + Servers::settings($kind, self::socket($kind)) + ['WP_REDIS_PREFIX' => 'site:']), $isMultisite, $blog, 'wp_');
    }

    /** @return list<string> lines of the log since the last call, without their times */
    protected function log(): array
    {
        $lines = \file($this->log, \FILE_IGNORE_NEW_LINES);
        \file_put_contents($this->log, '');

        return \array_map(static fn (string $line): string => (string) \preg_replace('/\A\[[^]]*] /', '', $line), $lines === false ? [] : $lines);
    }

    /** The bytes that Redis has under a name. */
    protected static function raw(string $name): string
    {
        $bytes = self::redis()->get($name);

        return \is_string($bytes) ? $bytes : throw new \RuntimeException("Redis has no $name");
    }

    /** Value of an entry in a new request; 'a miss' for a miss. */
    protected static function read(ObjectCache $cache, int|string $key, string $group = ''): mixed
    {
        $value = $cache->get($key, $group, true, $isFound);

        return $isFound === true ? $value : 'a miss';
    }
}
