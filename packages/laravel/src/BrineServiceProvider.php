<?php

declare(strict_types=1);

namespace Brine\Laravel;

use Brine\Laravel\Console\MigrateCommand;
use Brine\Laravel\Console\StatusCommand;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Container\Container;
use Illuminate\Support\ServiceProvider;

/** Adds the drivers brine-redis, brine-database, brine-file and brine-memcached, and the commands. */
final class BrineServiceProvider extends ServiceProvider
{
    private const CONFIG = __DIR__ . '/../config/brine.php';

    public function register(): void
    {
        $this->mergeConfigFrom(self::CONFIG, 'brine');
        $this->callAfterResolving('cache', function (CacheManager $cache): void {
            $replaces = $this->app->make(Config::class)->get('brine.replace_default_drivers', false) === true;
            foreach (Stores::DRIVERS as $driver) {
                foreach ($replaces ? ["brine-$driver", $driver] : ["brine-$driver"] as $name) {
                    // The manager binds the closure to itself, so it must not be static.
                    $cache->extend($name, function (Container $app, array $config) use ($cache, $driver): Repository {
                        return $cache->repository($app->make(Stores::class)->make($driver, $config), $config);
                    });
                }
            }
        });
    }

    public function boot(): void
    {
        if ($this->app->runningInConsole()) {
            $this->publishes([self::CONFIG => $this->app->configPath('brine.php')], 'brine-config');
            $this->commands([MigrateCommand::class, StatusCommand::class]);
        }
    }
}
