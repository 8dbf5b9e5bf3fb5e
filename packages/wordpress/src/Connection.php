<?php

declare(strict_types=1);

namespace Brine\WordPress;

use Predis\Client;

/** Connects to the server that the settings name. */
final class Connection
{
    private function __construct()
    {
    }

    /**
     * @param string|null $prefix of the site's names, as for RedisServer
     * @param string|null $former as for RedisServer
     * @throws ServerException if the server is unreachable, or no client is installed
     */
    public static function open(#[\SensitiveParameter] Settings $settings, ?string $prefix, ?string $former = null): Server
    {
        try {
            return $settings->texts('BRINE_MEMCACHED_SERVERS') !== [] ? self::memcached($settings, $prefix) : self::redis($settings, $prefix, $former);
        } catch (ServerException $error) {
            throw $error;
        } catch (\Throwable $error) {
            // Clients throw a TypeError for a setting of another type.
            throw new ServerException($error->getMessage(), 0, $error);
        }
    }

    private static function memcached(Settings $settings, ?string $prefix): MemcachedServer
    {
        if (!\class_exists(\Memcached::class)) {
            throw new ServerException('Memcached needs the extension memcached');
        }
        $addresses = $settings->texts('BRINE_MEMCACHED_SERVERS');
        $client = new \Memcached();
        foreach ($addresses as $address) {
            [$host, $port] = \str_starts_with($address, '/') ? [$address, '0'] : \explode(':', $address) + [1 => '11211'];
            $client->addServer($host, (int) $port);
        }
        $client->setOption(\Memcached::OPT_COMPRESSION, false);
        $client->setOption(\Memcached::OPT_LIBKETAMA_COMPATIBLE, true);
        $client->setOption(\Memcached::OPT_CONNECT_TIMEOUT, 1000);

        return new MemcachedServer($client, $settings->salt() . $prefix, 'Memcached, ' . \implode(', ', $addresses));
    }

    private static function redis(#[\SensitiveParameter] Settings $settings, ?string $prefix, ?string $former): RedisServer
    {
        $name = \strtr(\strtolower($settings->text('WP_REDIS_CLIENT')), ['pecl' => 'phpredis']);
        $isReplicated = $name === '' && $settings->get('WP_REDIS_SERVERS') !== null;
        if ($name === 'predis' || $isReplicated || !\class_exists(\Redis::class)) {
            return self::predis($settings, $prefix, $former);
        }
        $timeout = (float) $settings->text('WP_REDIS_TIMEOUT', '1');
        $readTimeout = (float) $settings->text('WP_REDIS_READ_TIMEOUT', '1');
        /** @var array<string, mixed>|null $context */
        $context = $settings->get('WP_REDIS_SSL_CONTEXT');
        /** @var list<string>|string|null $password */
        $password = $settings->get('WP_REDIS_PASSWORD');
        $password = $password === '' || $password === [] ? null : $password;
        $user = $settings->text('WP_REDIS_USERNAME');
        $password = \is_string($password) && $user !== '' ? [$user, $password] : $password;
        $cluster = $settings->get('WP_REDIS_CLUSTER');
        if ($cluster !== null) {
            $nodes = \array_map(static fn (string $node): string => (string) \preg_replace('~^tcp://|\?.*~', '', $node), $settings->texts('WP_REDIS_CLUSTER'));
            $client = \is_string($cluster)
                ? new \RedisCluster($cluster)
                : new \RedisCluster(null, $nodes, $timeout, $readTimeout, false, $password, $context);

            return new RedisServer($client, $settings->salt(), $prefix, $former, 'Redis by phpredis, a cluster');
        }
        [$host, $port] = self::address($settings);
        $client = new \Redis();
        $client->connect($host, $port, $timeout, null, 0, $readTimeout, $context === null ? [] : ['stream' => $context]);
        if ($password !== null) {
            $client->auth($password);
        }
        $database = (int) $settings->text('WP_REDIS_DATABASE', '0');
        if ($database !== 0 && !$client->select($database)) {
            throw new ServerException("Redis has no database $database");
        }

        return new RedisServer($client, $settings->salt(), $prefix, $former, 'Redis by phpredis, ' . $host . ($port > 0 ? ":$port" : ''));
    }

    /** @return array{string, int} */
    private static function address(Settings $settings): array
    {
        $scheme = \strtolower($settings->text('WP_REDIS_SCHEME', 'tcp'));
        if ($scheme === 'unix') {
            return [$settings->text('WP_REDIS_PATH'), -1];
        }
        $host = $settings->text('WP_REDIS_HOST', '127.0.0.1');

        return [$scheme === 'tls' ? 'tls://' . \strtr($host, ['tls://' => '']) : $host, (int) $settings->text('WP_REDIS_PORT', '6379')];
    }

    private static function predis(#[\SensitiveParameter] Settings $settings, ?string $prefix, ?string $former): RedisServer
    {
        if (!\class_exists(Client::class) && !self::loadPredis()) {
            throw new ServerException('Redis needs the extension redis, or the package predis/predis');
        }
        $parameters = [
            'scheme' => \strtolower($settings->text('WP_REDIS_SCHEME', 'tcp')),
            'host' => $settings->text('WP_REDIS_HOST', '127.0.0.1'),
            'port' => (int) $settings->text('WP_REDIS_PORT', '6379'),
            'timeout' => (float) $settings->text('WP_REDIS_TIMEOUT', '1'),
            'read_write_timeout' => (float) $settings->text('WP_REDIS_READ_TIMEOUT', '1'),
        ];
        if ($parameters['scheme'] === 'unix') {
            unset($parameters['host'], $parameters['port']);
            $parameters['path'] = $settings->text('WP_REDIS_PATH');
        }
        $common = self::access($settings);
        $servers = $settings->get('WP_REDIS_SERVERS') ?? $settings->get('WP_REDIS_CLUSTER');
        $options = match (true) {
            $settings->get('WP_REDIS_SENTINEL') !== null => ['replication' => 'sentinel', 'service' => $settings->text('WP_REDIS_SENTINEL'), 'parameters' => $common],
            $settings->get('WP_REDIS_SERVERS') !== null => ['replication' => 'predis', 'parameters' => $common],
            $settings->get('WP_REDIS_CLUSTER') !== null => ['cluster' => 'redis', 'parameters' => $common],
            default => [],
        };
        $client = new Client(\is_array($servers) ? \array_values($servers) : $parameters + $common, $options);
        $client->connect();
        $address = match (true) {
            \is_array($servers) => \count($servers) . ' servers',
            isset($parameters['path']) => $parameters['path'],
            default => $settings->text('WP_REDIS_HOST', '127.0.0.1') . ':' . $settings->text('WP_REDIS_PORT', '6379'),
        };

        return new RedisServer($client, $settings->salt(), $prefix, $former, "Redis by Predis, $address");
    }

    /** @return array<string, mixed> parameters of Predis that all servers share */
    private static function access(#[\SensitiveParameter] Settings $settings): array
    {
        $password = $settings->get('WP_REDIS_PASSWORD');
        $parts = \is_array($password) ? \array_values($password) : [$password];

        return \array_filter([
            'database' => (int) $settings->text('WP_REDIS_DATABASE', '0'),
            'username' => $settings->get('WP_REDIS_USERNAME') ?? (\count($parts) > 1 ? $parts[0] : null),
            'password' => $parts[\count($parts) - 1] ?? null,
            'ssl' => $settings->get('WP_REDIS_SSL_CONTEXT'),
        ], static fn (mixed $value): bool => $value !== null && $value !== '' && $value !== 0);
    }

    /** The plugin Redis Object Cache contains Predis. */
    private static function loadPredis(): bool
    {
        $plugins = \defined('WP_PLUGIN_DIR') ? WP_PLUGIN_DIR : (\defined('WP_CONTENT_DIR') ? WP_CONTENT_DIR . '/plugins' : '');
        $file = $plugins . '/redis-cache/dependencies/predis/predis/autoload.php';
        if (\is_file($file)) {
            require_once $file;
        }

        return \class_exists(Client::class);
    }
}
