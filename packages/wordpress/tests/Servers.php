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
     * @param string $kind also "phpredis-cluster" or "predis-cluster"
     * @param string $socket of the server; of a cluster its addresses, with commas between
     * @return array<string, mixed> settings, without a prefix
     */
    public static function settings(string $kind, string $socket): array
    {
        $times = ['WP_REDIS_TIMEOUT' => 5, 'WP_REDIS_READ_TIMEOUT' => 5];

        return match ($kind) {
            'memcached' => ['BRINE_MEMCACHED_SERVERS' => [$socket]],
            'phpredis-cluster', 'predis-cluster' => ['WP_REDIS_CLIENT' => \explode('-', $kind)[0], 'WP_REDIS_CLUSTER' => \explode(',', $socket)] + $times,
            default => ['WP_REDIS_CLIENT' => $kind, 'WP_REDIS_SCHEME' => 'unix', 'WP_REDIS_PATH' => $socket] + $times,
        };
    }
}
