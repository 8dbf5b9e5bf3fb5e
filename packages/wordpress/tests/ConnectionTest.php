<?php

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use Brine\WordPress\Connection;
use Brine\WordPress\ObjectCache;
use Brine\WordPress\ServerException;
use Brine\WordPress\Settings;
use PHPUnit\Framework\Attributes\DataProvider;

/** The constants that name a server. */
final class ConnectionTest extends TestCase
{
    private static ?RedisServer $server = null;

    /** How WP-CLI's "wp cache type" knows caches: by a client of Memcached, or by these methods. */
    public function testWordPressToolsKnowTheServer(): void
    {
        $memcached = self::cache('memcached');
        self::assertInstanceOf(\Memcached::class, $memcached->m);
        self::assertSame([false, null], [$memcached->redis_status(), $memcached->redis_instance()]);
        foreach (['phpredis' => \Redis::class, 'predis' => \Predis\Client::class] as $kind => $class) {
            $redis = self::cache($kind);
            self::assertSame([false, true], [isset($redis->m), $redis->redis_status()]);
            self::assertInstanceOf($class, $redis->redis_instance());
        }
    }

    private static function port(): int
    {
        self::$server ??= RedisServer::onPort('--requirepass', 'open sesame');

        return self::$server->port ?? throw new \RuntimeException('redis-server does not start');
    }

    /** @return iterable<string, array{string, array<string, mixed>}> */
    public static function accesses(): iterable
    {
        foreach (['phpredis', 'predis'] as $kind) {
            yield "$kind, a password" => [$kind, ['WP_REDIS_PASSWORD' => 'open sesame']];
            yield "$kind, a user and a password" => [$kind, ['WP_REDIS_PASSWORD' => ['default', 'open sesame']]];
            yield "$kind, a user by its own constant" => [$kind, ['WP_REDIS_PASSWORD' => 'open sesame', 'WP_REDIS_USERNAME' => 'default']];
            yield "$kind, texts" => [$kind, ['WP_REDIS_PASSWORD' => 'open sesame', 'WP_REDIS_TIMEOUT' => '2.5', 'WP_REDIS_DATABASE' => '3']];
        }
    }

    /** @param array<string, mixed> $settings */
    #[DataProvider('accesses')]
    public function testAServerWithAPassword(string $kind, array $settings): void
    {
        $settings += ['WP_REDIS_CLIENT' => $kind, 'WP_REDIS_HOST' => '127.0.0.1', 'WP_REDIS_PORT' => (string) self::port(), 'WP_REDIS_DATABASE' => 3];
        $cache = new ObjectCache(new Settings($settings), false, 1, 'wp_');
        self::assertNull($cache->fault());
        self::assertTrue($cache->set($kind, \count($settings)));
        $client = new \Redis();
        $client->connect('127.0.0.1', self::port());
        $client->auth('open sesame');
        $client->select(3);
        self::assertTrue((bool) $client->exists("wp:default:$kind"));
        self::assertStringContainsString('127.0.0.1:' . self::port(), $cache->server()?->label() ?? '');
        // Predis has the password, and plugins print the cache.
        \ob_start();
        \var_dump($cache, (array) $cache->server());
        self::assertStringNotContainsString('open sesame', (string) \ob_get_clean());
        $client->flushDB();
    }

    public function testAWrongPassword(): void
    {
        foreach (['phpredis', 'predis'] as $kind) {
            $cache = new ObjectCache(new Settings(['WP_REDIS_CLIENT' => $kind, 'WP_REDIS_PORT' => self::port(), 'WP_REDIS_PASSWORD' => 'a wrong secret']), false, 1, 'wp_');
            self::assertTrue($cache->set('x', 1));
            self::assertSame(1, $cache->get('x', 'default', true));
            self::assertNotNull($cache->fault());
            $log = $this->log();
            self::assertCount(1, $log);
            self::assertStringNotContainsString('a wrong secret', $log[0]);
        }
    }

    public function testMemcachedByHostAndPort(): void
    {
        $addresses = \array_map(static fn (array $address): string => "$address[0]:$address[1]", MemcachedServer::three());
        self::assertCount(3, $addresses);
        foreach ([$addresses, \implode(', ', $addresses)] as $servers) {
            $cache = new ObjectCache(new Settings(['BRINE_MEMCACHED_SERVERS' => $servers]), false, 1, 'wp_');
            self::assertTrue($cache->set('x', 5));
            self::assertSame(5, self::read($cache, 'x'));
            self::assertSame('Memcached, ' . \implode(', ', $addresses), $cache->server()?->label());
        }
    }

    public function testMemcachedKeepsTheLifetimeOfACounter(): void
    {
        $settings = new Settings(['BRINE_MEMCACHED_SERVERS' => self::socket('memcached'), 'WP_REDIS_PREFIX' => \bin2hex(\random_bytes(4))]);
        foreach ([0 => 1, 1000 => 1, 40 * 86400 => 1] as $expire => $value) {
            $cache = new ObjectCache($settings, false, 1, 'wp_');
            $cache->flush();
            $before = self::expirations();
            $cache->set("a counter of $expire", $value, '', $expire);
            $set = self::expirations();
            $name = (string) \array_key_first(\array_filter(\array_diff_key($set, $before), static fn (string $name): bool => \strlen($name) === 70, \ARRAY_FILTER_USE_KEY));
            self::assertSame($value + 1, $cache->incr("a counter of $expire"));
            $now = self::expirations();
            self::assertArrayHasKey($name, $now);
            if ($expire === 0) {
                self::assertSame([-1, -1], [$set[$name], $now[$name]]);
            } else {
                self::assertGreaterThan(\time() + $expire - 60, $set[$name]);
                self::assertEqualsWithDelta($set[$name], $now[$name], 2);
            }
        }
    }

    /** @return array<string, int> when each entry of the server expires, by its name; -1 for never */
    private static function expirations(): array
    {
        $connection = \stream_socket_client('unix://' . self::socket('memcached'));
        self::assertIsResource($connection);
        \fwrite($connection, "lru_crawler metadump all\r\n");
        $expirations = [];
        while (\preg_match('/^key=(\S+) exp=(-?\d+)/', (string) \fgets($connection), $match) === 1) {
            $expirations[\urldecode($match[1])] = (int) $match[2];
        }

        return $expirations;
    }

    public function testNobodyListens(): void
    {
        $this->expectException(ServerException::class);
        Connection::open(new Settings(['WP_REDIS_CLIENT' => 'predis', 'WP_REDIS_PORT' => 1]), 'wp');
    }
}
