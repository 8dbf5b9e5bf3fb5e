<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

/** The kinds of clients, and settings for them. */
final class Servers
{
    public const KINDS = ['phpredis', 'predis', 'memcached'];

    private function __construct()
    {
    }

    /**
     * @param string $socket of the server
     * @return array<string, mixed> settings, without a prefix
     */
    public static function settings(string $kind, string $socket): array
    {
        return $kind === 'memcached'
            ? ['BRINE_MEMCACHED_SERVERS' => [$socket]]
            : ['WP_REDIS_CLIENT' => $kind, 'WP_REDIS_SCHEME' => 'unix', 'WP_REDIS_PATH' => $socket, 'WP_REDIS_TIMEOUT' => 5, 'WP_REDIS_READ_TIMEOUT' => 5];
    }
}
