<?php

/*
 * A process that never ends, such as a queue's consumer: bins of one backend, in the database of the stand-ins.
 * usage: loop.php SETTINGS REQUESTS LEAK
 */

declare(strict_types=1);

namespace Drupal\Tests\brine;

use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;
use Drupal\brine\CacheSerializer;
use Drupal\brine\TolerantFactory;
use Drupal\Component\Datetime\Time;
use Drupal\Core\Cache\DatabaseBackendFactory;
use Drupal\Core\Cache\DatabaseCacheTagsChecksum;
use Drupal\Core\Database\Connection;
use Drupal\Core\Site\Settings;
use Symfony\Component\DependencyInjection\Container;

require __DIR__ . '/../vendor/autoload.php';

[, $settings, $requests, $leak] = $argv;
/** @var array<string, mixed> $settings */
$settings = \json_decode($settings, true, flags: \JSON_THROW_ON_ERROR);
new Settings(['brine' => $settings + ['write' => 'brine']]);
$database = new Connection(new \PDO('sqlite::memory:', options: [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]));
$log = new Log();
$keyValues = new KeyValueFactory();
$container = new Container();
$container->set('logger.channel.brine', $log);
$container->set('keyvalue', $keyValues);
$container->set('database', $database);
\Drupal::$container = $container;
$factory = new TolerantFactory(new DatabaseBackendFactory($database, new DatabaseCacheTagsChecksum(), new CacheSerializer(), new Time()));
$damaged = 0;
Loop::run(static function (int $number) use ($factory, $database, $log, $keyValues, &$damaged): void {
    $value = ['id' => $number % 40, 'rows' => \array_fill(0, $number % 40, ['name' => 'a name', 'price' => 1.5]), 'object' => new Acting($number % 40)];
    foreach (['default', 'config'] as $bin) {
        $cache = $factory->get($bin);
        $cache->set("value-{$value['id']}", $value);
        Loop::equal('get', $value, $cache->get("value-{$value['id']}")->data ?? null);
        Loop::equal('again', $value, $cache->get("value-{$value['id']}")->data ?? null);
        Loop::same('miss', false, $cache->get("unique-$number"));
        $cache->set("unique-$number", ["text of $number"]);
        $cids = ["unique-$number", 'nothing'];
        Loop::same('several', ["text of $number"], $cache->getMultiple($cids)["unique-$number"]->data ?? null);
        Loop::same('not found', ['nothing'], \array_values($cids));
        $database->query("UPDATE cache_$bin SET data = substr(data, 1, length(data) - 1) WHERE cid = :cid", [':cid' => "unique-$number"]);
        Loop::same('damaged', false, $cache->get("unique-$number"));
        Acting::$reading = static fn (): never => throw new \DomainException("request $number");
        Loop::same('unreadable', false, $cache->get("value-{$value['id']}"));
        Acting::$reading = static fn (): mixed => \Fiber::suspend();
        Loop::drop('a fiber', static fn (): \stdClass|false => $cache->get("value-{$value['id']}"));
        Acting::$reading = null;
        $cache->delete("unique-$number");
    }
    // Logged from time to time, and counted for the report.
    $damaged += \array_sum(\array_column($log->lines, '%count'));
    $log->lines = [];
    Loop::same('counted', $damaged, $keyValues->store->values['damaged'] ?? 0);
    // Two are new in each request, and at most so many wait.
    Loop::same('logged', true, $damaged >= 2 * $number - 1000);
}, (int) $requests, leak: $leak);
