<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\DatabaseStore;
use Illuminate\Cache\FileStore;
use Illuminate\Cache\MemcachedStore;
use Illuminate\Cache\RedisStore;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Database\ConnectionInterface;
use Illuminate\Database\DatabaseManager;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\HandleExceptions;
use Illuminate\Support\Facades\Facade;
use PHPUnit\Framework\TestCase as PhpunitTestCase;

abstract class TestCase extends PhpunitTestCase
{
    protected string $directory;

    protected function setUp(): void
    {
        $this->directory = \sys_get_temp_dir() . '/brine-laravel-' . \bin2hex(\random_bytes(8));
        \mkdir($this->directory);
    }

    protected function tearDown(): void
    {
        HandleExceptions::flushState($this);
        Facade::clearResolvedInstances();
        \exec('rm -rf ' . \escapeshellarg($this->directory));
    }

    /** @return array<string, array{string}> */
    public static function kinds(): array
    {
        return \array_combine(Host::KINDS, \array_map(static fn (string $kind): array => [$kind], Host::KINDS));
    }

    /** @return array<string, string> */
    protected function servers(): array
    {
        $redis = RedisServer::get() ?? throw new \RuntimeException('redis-server does not start');

        return [
            'redis' => $redis->socket,
            'memcached' => MemcachedServer::socket(),
            'sqlite' => "$this->directory/database.sqlite",
            'files' => "$this->directory/files",
        ];
    }

    /**
     * An application whose default store is of this kind. The stores keep their entries.
     *
     * @param array<string, mixed> $config settings by their names with dots
     */
    protected function app(string $kind, array $config = [], bool $isBrine = true): Application
    {
        HandleExceptions::flushState($this);
        Facade::clearResolvedInstances();
        [, $store] = Host::store($kind, $this->servers(), $isBrine);
        $isNew = !\is_file($this->servers()['sqlite']);
        if ($isNew) {
            \touch($this->servers()['sqlite']);
            @\mkdir($this->servers()['files']);
        }
        $app = Host::start("$this->directory/app", $config + $store + ['database.connections.sqlite.database' => $this->servers()['sqlite']]);
        if ($isNew) {
            $schema = $app->make(DatabaseManager::class)->connection()->getSchemaBuilder();
            // As in the application that Laravel makes.
            $schema->create('cache', static function (Blueprint $table): void {
                $table->string('key')->primary();
                $table->mediumText('value');
                $table->integer('expiration');
            });
            $schema->create('cache_locks', static function (Blueprint $table): void {
                $table->string('key')->primary();
                $table->string('owner');
                $table->integer('expiration');
            });
        }

        return $app;
    }

    /** @param array<string, mixed> $config */
    protected function cache(string $kind, array $config = [], bool $isBrine = true): Repository
    {
        return self::store($this->app($kind, $config, $isBrine));
    }

    /** @param string|null $name of the store; null for the default one */
    protected static function store(Application $app, ?string $name = null): Repository
    {
        $cache = $app->make(CacheManager::class)->store($name);
        \assert($cache instanceof Repository);

        return $cache;
    }

    /** The application's log. */
    protected function log(): string
    {
        return (string) @\file_get_contents("$this->directory/app/storage/logs/laravel.log");
    }

    /**
     * @param array<string, mixed> $arguments
     * @return array{int, string} exit code and output
     */
    protected function artisan(Application $app, string $command, array $arguments = []): array
    {
        $kernel = $app->make(Kernel::class);

        return [$kernel->call($command, $arguments), $kernel->output()];
    }

    /** The raw data under a key of a store. */
    protected function raw(Repository $cache, string $key): string
    {
        $store = $cache->getStore();
        $data = match (true) {
            $store instanceof RedisStore => $this->redis()->get(self::redisKey($store, $key)),
            $store instanceof DatabaseStore => self::database($store)->table('cache')->where('key', $store->getPrefix() . $key)->value('value'),
            $store instanceof FileStore => \substr((string) \file_get_contents($store->path($key)), 10),
            $store instanceof MemcachedStore => self::memcached($store)->get($store->getPrefix() . $key),
            default => null,
        };

        return \is_string($data) ? $data : throw new \RuntimeException("There is no text under $key");
    }

    /** Puts raw bytes into a store. */
    protected function plant(Repository $cache, string $key, string $data): void
    {
        $store = $cache->getStore();
        if ($store instanceof RedisStore) {
            $this->redis()->setex(self::redisKey($store, $key), 1000, $data);
        } elseif ($store instanceof DatabaseStore) {
            self::database($store)->table('cache')->upsert([['key' => $store->getPrefix() . $key, 'value' => $data, 'expiration' => \time() + 1000]], 'key');
        } elseif ($store instanceof FileStore) {
            $store->put($key, 1, 1000);
            \file_put_contents($store->path($key), (\time() + 1000) . $data);
        } elseif ($store instanceof MemcachedStore) {
            self::memcached($store)->set($store->getPrefix() . $key, $data, 1000);
        }
    }

    /** What Redis has as the key: Laravel's connection and its store put something before it. */
    private static function redisKey(RedisStore $store, string $key): string
    {
        $client = $store->connection()->client();
        $prefix = $client instanceof \Predis\ClientInterface ? $client->getOptions()->__get('prefix') : null;
        $prefix = match (true) {
            $client instanceof \Redis => $client->getOption(\Redis::OPT_PREFIX),
            $prefix instanceof \Predis\Command\Processor\KeyPrefixProcessor => $prefix->getPrefix(),
            default => null,
        };

        return (\is_string($prefix) ? $prefix : throw new \LogicException('There is no prefix')) . $store->getPrefix() . $key;
    }

    private static function database(DatabaseStore $store): ConnectionInterface
    {
        return $store->getConnection();
    }

    private static function memcached(MemcachedStore $store): \Memcached
    {
        return $store->getMemcached();
    }

    /** A client beside Laravel's. */
    protected function redis(): \Redis
    {
        $client = new \Redis();
        $client->connect($this->servers()['redis']);
        $client->select(1);

        return $client;
    }

    /**
     * Runs code in another PHP with the extensions of this one.
     *
     * @param list<string> $arguments
     * @param array<string, string> $environment
     * @param list<string> $without extensions to leave out
     * @param string|null $place as for Extensions
     */
    protected static function php(string $code, array $arguments, array $environment = [], array $without = [], ?string $place = null): string
    {
        $process = self::startPhp($code, $arguments, $environment, $without, $place);
        $output = (string) \stream_get_contents($process['output']);
        self::assertSame(0, \proc_close($process['process']), $output);

        return $output;
    }

    /**
     * The same without waiting.
     *
     * @param list<string> $arguments
     * @param array<string, string> $environment
     * @param list<string> $without
     * @return array{process: resource, input: resource, output: resource}
     */
    protected static function startPhp(string $code, array $arguments, array $environment = [], array $without = [], ?string $place = null): array
    {
        $process = \proc_open(
            [\PHP_BINARY, '-n', ...Extensions::arguments($without, $place), '-r', $code, '--', ...$arguments],
            [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]],
            $pipes,
            null,
            $environment + \getenv(),
        );

        return \is_resource($process) ? ['process' => $process, 'input' => $pipes[0], 'output' => $pipes[1]] : throw new \RuntimeException('PHP does not start');
    }
}
