<?php

/*
 * A worker as Octane's: an application that boots once, and a copy of it for each request, which is emptied afterwards. What Octane's listeners do
 * for the cache, the configuration and the log is done here.
 * usage: loop.php KIND DIRECTORY SERVERS CONFIG REQUESTS LEAK
 */

declare(strict_types=1);

namespace Brine\Laravel\Tests;

use Brine\Laravel\Events\CacheEntryUnreadable;
use Brine\Tests\Library\Loop\Loop;
use Illuminate\Cache\CacheManager;
use Illuminate\Cache\Repository;
use Illuminate\Container\Container;
use Illuminate\Contracts\Config\Repository as Config;
use Illuminate\Contracts\Events\Dispatcher;
use Illuminate\Foundation\Application;
use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Facade;

require __DIR__ . '/bootstrap.php';

[, $kind, $directory, $servers, $config, $requests, $leak] = $argv;
/** @var array<string, string> $servers */
$servers = \json_decode($servers, true, flags: \JSON_THROW_ON_ERROR);
/** @var array<string, mixed> $config */
$config = \json_decode($config, true, flags: \JSON_THROW_ON_ERROR);
[$driver, $store] = Host::store($kind, $servers);
// A second store, which is made in a request.
$later = $driver === 'redis'
    ? ['driver' => 'brine-redis', 'connection' => 'cache', 'prefix' => 'later:']
    : ['driver' => 'brine-file', 'path' => "$directory/later"];
$base = Host::start($directory, $config + $store + ['cache.stores.later' => $later, 'logging.default' => 'null']);
foreach (['cache', 'cache.store', 'config', 'db', 'files', 'log'] as $name) {
    $base->make($name);
}
$use = static function (Application $app): void {
    $app->instance('app', $app);
    $app->instance(Container::class, $app);
    Container::setInstance($app);
    Facade::clearResolvedInstances();
    Facade::setFacadeApplication($app);
};
$events = [];
$base->make(Dispatcher::class)->listen(CacheEntryUnreadable::class, static function (CacheEntryUnreadable $event) use (&$events): void {
    $events[] = "$event->store $event->reason";
});
$request = static function (int $number) use ($driver, &$events): void {
    $value = ['id' => $number % 40, 'rows' => \array_fill(0, $number % 40, ['name' => 'a name', 'price' => 1.5]), 'thing' => new Thing('thing ' . $number % 40)];
    foreach ([$driver, 'later'] as $name) {
        $cache = Cache::store($name);
        \assert($cache instanceof Repository);
        Loop::same('put', true, $cache->put("value-{$value['id']}", $value, 600));
        Loop::equal('get', $value, $cache->get("value-{$value['id']}"));
        Loop::equal('again', $value, $cache->get("value-{$value['id']}"));
        Loop::same('miss', "none $number", $cache->get("unique-$number", "none $number"));
        Loop::same('remember', "text of $number", $cache->remember("unique-$number", 600, static fn (): string => "text of $number"));
        Loop::same('several', ["unique-$number" => "text of $number", 'nothing' => null], $cache->many(["unique-$number", 'nothing']));
        $cache->put("bad-$number", new Waking('error'), 600);
        Loop::same('unreadable', null, $cache->get("bad-$number"));
        Loop::same('unreadable again', null, $cache->get("bad-$number"));
        $cache->forget("unique-$number");
        $cache->forget("bad-$number");
    }
    Loop::same('events', ["$driver exception", 'later exception'], $events);
    $events = [];
};
Loop::run(static function (int $number) use ($base, $use, $request): void {
    $sandbox = clone $base;
    $use($sandbox);
    try {
        $sandbox->instance('config', clone $sandbox->make(Config::class));
        $sandbox->make(CacheManager::class)->setApplication($sandbox);
        // The request's own settings do not reach the next one.
        Loop::same('the configuration', null, $sandbox->make(Config::class)->get('app.loop'));
        $sandbox->make(Config::class)->set('app.loop', $number);
        $request($number);
    } finally {
        $sandbox->flush();
        unset($sandbox);
        $use($base);
        $base->forgetScopedInstances();
    }
}, (int) $requests, leak: $leak);
