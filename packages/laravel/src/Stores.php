<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Laravel\Store\DatabaseStore;
use Brine\Laravel\Store\FileStore;
use Brine\Laravel\Store\MemcachedStore;
use Brine\Laravel\Store\RedisStore;
use Illuminate\Cache\MemcachedConnector;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Container\Container;
use Illuminate\Contracts\Redis\Factory as Redis;
use Illuminate\Database\ConnectionResolverInterface;
use Illuminate\Filesystem\Filesystem;

/** Creates stores from the configuration of Laravel's own drivers. */
final class Stores
{
    /** Laravel's drivers with a counterpart in Brine. */
    public const DRIVERS = ['redis', 'database', 'file', 'memcached'];

    public function __construct(private readonly Container $container, private readonly Config $config)
    {
    }

    /**
     * @param string $driver one of DRIVERS
     * @param array<mixed> $config of the store, with its name under "store"
     * @throws \InvalidArgumentException if the driver is unknown, or a setting is wrong
     */
    public function make(string $driver, array $config): RedisStore|DatabaseStore|FileStore|MemcachedStore
    {
        $name = self::text($config, 'store') ?? $driver;
        $settings = $this->settings($config);
        $unreadable = new Unreadable($this->container, $name, $settings->onCorrupt());
        $codec = new Codec($settings->serializer(), $unreadable);

        return match ($driver) {
            'redis' => $this->redis($config)->useCodec($codec),
            'database' => $this->database($config)->useCodec($codec),
            'file' => $this->file($config)->useCodec($codec),
            'memcached' => $this->memcached($config)->useCodec($codec),
            default => throw new \InvalidArgumentException("The driver \"$driver\" has no counterpart of Brine"),
        };
    }

    /** @param array<mixed> $config of the store */
    public function settings(array $config): Settings
    {
        $own = $config['brine'] ?? [];
        $common = $this->config->get('brine', []);

        return Settings::of(
            \is_array($own) ? $own : throw new \InvalidArgumentException('"brine" in config/cache.php must be an array of settings'),
            \is_array($common) ? $common : throw new \InvalidArgumentException('config/brine.php must return an array'),
            $this->config->get('cache.serializable_classes'),
        );
    }

    /** @param array<mixed> $config */
    private function redis(array $config): RedisStore
    {
        $connection = self::text($config, 'connection') ?? 'default';
        $store = new RedisStore($this->container->make(Redis::class), $this->prefix($config), $connection);
        $store->setLockConnection(self::text($config, 'lock_connection') ?? $connection);

        return $store;
    }

    /** @param array<mixed> $config */
    private function database(array $config): DatabaseStore
    {
        $databases = $this->container->make(ConnectionResolverInterface::class);
        $connection = self::text($config, 'connection');
        $lottery = $config['lock_lottery'] ?? [2, 100];
        $timeout = $config['lock_timeout'] ?? 86400;
        $store = new DatabaseStore(
            $databases->connection($connection),
            self::text($config, 'table') ?? 'cache',
            $this->prefix($config),
            self::text($config, 'lock_table') ?? 'cache_locks',
            \is_array($lottery) ? $lottery : [2, 100],
            \is_numeric($timeout) ? (int) $timeout : 86400,
        );
        $store->setLockConnection($databases->connection(self::text($config, 'lock_connection') ?? $connection));

        return $store;
    }

    /** @param array<mixed> $config */
    private function file(array $config): FileStore
    {
        $permission = $config['permission'] ?? null;
        $path = self::text($config, 'path') ?? throw new \InvalidArgumentException('A store of files needs a "path"');
        $store = new FileStore($this->container->make(Filesystem::class), $path, \is_int($permission) ? $permission : null);
        $store->setLockDirectory(self::text($config, 'lock_path'));

        return $store;
    }

    /** @param array<mixed> $config */
    private function memcached(array $config): MemcachedStore
    {
        $connector = $this->container->make('memcached.connector');
        \assert($connector instanceof MemcachedConnector);
        $list = static fn (string $name): array => \is_array($config[$name] ?? null) ? $config[$name] : [];

        return new MemcachedStore(
            $connector->connect($list('servers'), self::text($config, 'persistent_id'), $list('options'), \array_filter($list('sasl'), static fn (mixed $part): bool => $part !== null && $part !== '')),
            $this->prefix($config),
        );
    }

    /** @param array<mixed> $config */
    private function prefix(array $config): string
    {
        $prefix = $config['prefix'] ?? $this->config->get('cache.prefix');

        return \is_string($prefix) ? $prefix : '';
    }

    /** @param array<mixed> $config */
    private static function text(array $config, string $name): ?string
    {
        return \is_string($config[$name] ?? null) ? $config[$name] : null;
    }
}
