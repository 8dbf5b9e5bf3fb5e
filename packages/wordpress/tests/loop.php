<?php

/*
 * A process that never ends, such as a command of WP-CLI over all posts: one cache, whose values in the process are flushed after each request; or,
 * with "new", a cache for each request.
 * usage: loop.php KIND SOCKET SETTINGS REQUESTS LEAK
 */

declare(strict_types=1);

namespace Brine\WordPress\Tests;

use Brine\Tests\Library\Loop\Acting;
use Brine\Tests\Library\Loop\Loop;
use Brine\WordPress\ObjectCache;
use Brine\WordPress\Settings;

require __DIR__ . '/bootstrap.php';

[, $kind, $socket, $settings, $requests, $leak] = $argv;
/** @var array<string, mixed> $settings */
$settings = \json_decode($settings, true, flags: \JSON_THROW_ON_ERROR);
$isNew = ($settings['new'] ?? false) === true;
unset($settings['new']);
$settings = new Settings($settings + Servers::settings($kind, $socket) + ['WP_REDIS_PREFIX' => 'loop-' . \bin2hex(\random_bytes(4)) . ':']);
$cache = new ObjectCache($settings, false, 1, 'wp_');
\ini_set('error_log', '/dev/null');
Loop::run(static function (int $number) use (&$cache, $settings, $isNew): void {
    if ($isNew) {
        $cache = new ObjectCache($settings, false, 1, 'wp_');
    }
    $value = ['id' => $number % 40, 'rows' => \array_fill(0, $number % 40, ['name' => 'a name', 'price' => 1.5]), 'object' => new Acting($number % 40)];
    $key = "value-{$value['id']}";
    Loop::same('set', true, $cache->set($key, $value, 'posts', 600));
    Loop::equal('in the process', $value, $cache->get($key, 'posts'));
    Loop::equal('of the server', $value, $cache->get($key, 'posts', true));
    Loop::equal('again', $value, $cache->get($key, 'posts', true));
    Loop::same('miss', false, $cache->get("unique-$number", 'posts'));
    Loop::same('add', true, $cache->add("unique-$number", ["text of $number"], 'posts', 600));
    Loop::same('no second add', false, $cache->add("unique-$number", 1, 'posts', 600));
    Loop::same('several', ["unique-$number" => ["text of $number"], 'nothing' => false], $cache->get_multiple(["unique-$number", 'nothing'], 'posts', true));
    $cache->set("bad-$number", new Acting($number), 'posts', 600);
    Acting::$reading = static fn (): never => throw new \DomainException("request $number");
    Loop::same('unreadable', false, $cache->get("bad-$number", 'posts', true));
    Acting::$reading = static fn (): mixed => \Fiber::suspend();
    Loop::drop('a fiber', static fn (): mixed => $cache->get("bad-$number", 'posts', true));
    Acting::$reading = null;
    Loop::equal('afterwards', new Acting($number), $cache->get("bad-$number", 'posts', true));
    Loop::same('delete', ["unique-$number" => true, "bad-$number" => true], $cache->delete_multiple(["unique-$number", "bad-$number"], 'posts'));
    Loop::same('the server', null, $cache->fault());
    $cache->flush_runtime();
    Loop::equal('after a flush', $value, $cache->get($key, 'posts'));
    $cache->flush_runtime();
    Site::reset();
}, (int) $requests, leak: $leak);
