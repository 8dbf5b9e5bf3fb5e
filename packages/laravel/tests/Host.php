<?php

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Illuminate\Config\Repository as Config;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Application;
use Illuminate\Foundation\Bootstrap\LoadConfiguration;
use Illuminate\Foundation\Configuration\Middleware;
use Illuminate\Http\Middleware\HandleCors;

/** A real application in a directory: the framework's own configuration, and packages as Composer has installed them. */
final class Host
{
    /** A store of each kind as in config/cache.php, without the driver. */
    public const KINDS = ['phpredis', 'predis', 'database', 'file', 'memcached'];

    /** Where Composer has installed the packages. */
    public static function vendor(): string
    {
        $vendor = \getenv('BRINE_VENDOR');

        return $vendor === false ? \dirname(__DIR__) . '/vendor' : $vendor;
    }

    /**
     * @param string $directory empty, or of a host before
     * @param array<string, mixed> $config settings by their names with dots
     */
    public static function start(string $directory, array $config = []): Application
    {
        foreach (['bootstrap/cache', 'config', 'database', 'routes', 'storage/framework/cache/data', 'storage/framework/sessions', 'storage/framework/views', 'storage/logs'] as $name) {
            if (!\is_dir("$directory/$name")) {
                \mkdir("$directory/$name", 0777, true);
            }
        }
        if (!\is_link("$directory/vendor")) {
            \symlink(self::vendor(), "$directory/vendor");
            \file_put_contents("$directory/composer.json", '{"autoload": {"psr-4": {"App\\\\": "app/"}}}');
        }
        $app = Application::configure($directory)
            // Its package need not be installed.
            ->withMiddleware(static function (Middleware $middleware): void {
                $middleware->remove(HandleCors::class);
            })
            ->withExceptions()
            ->create();
        $app->afterBootstrapping(LoadConfiguration::class, static function (Application $app) use ($config): void {
            $app->make(Config::class)->set($config + [
                'app.key' => 'base64:' . \base64_encode(\str_repeat('k', 32)),
                'logging.default' => 'single',
            ]);
        });
        $app->make(Kernel::class)->bootstrap();

        return $app;
    }

    /**
     * The configuration of a store of a kind.
     *
     * @param array<string, string> $servers sockets of "redis" and "memcached", the file "sqlite", and a directory "files"
     * @return array{string, array<string, mixed>} the name of the store, and settings by their names with dots
     */
    public static function store(string $kind, array $servers, bool $isBrine = true): array
    {
        $driver = ['phpredis' => 'redis', 'predis' => 'redis'][$kind] ?? $kind;
        $more = match ($driver) {
            'redis' => [
                'database.redis.client' => $kind,
                'database.redis.cache' => $kind === 'predis'
                    ? ['scheme' => 'unix', 'path' => $servers['redis'], 'database' => 1]
                    : ['host' => $servers['redis'], 'port' => 0, 'database' => 1],
                'database.redis.default' => $kind === 'predis'
                    ? ['scheme' => 'unix', 'path' => $servers['redis'], 'database' => 0]
                    : ['host' => $servers['redis'], 'port' => 0, 'database' => 0],
            ],
            'memcached' => ['cache.stores.memcached.servers' => [['host' => $servers['memcached'], 'port' => 0, 'weight' => 100]]],
            'file' => ['cache.stores.file.path' => $servers['files'], 'cache.stores.file.lock_path' => $servers['files']],
            // Waiting for the disk takes most of the time otherwise.
            default => ['database.connections.sqlite.database' => $servers['sqlite'], 'database.connections.sqlite.synchronous' => 'off'],
        };

        return [$driver, $more + ['cache.default' => $driver, "cache.stores.$driver.driver" => $isBrine ? "brine-$driver" : $driver]];
    }
}
