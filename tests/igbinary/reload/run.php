<?php

/*
 * Two hosts with php-fpm and one Redis go from igbinary to Brine in its place and back, by reloads under load, and nothing is lost. A control leaves the
 * wait for the last entries of Brine out, and must lose them.
 *
 *     scripts/php.sh release tests/igbinary/reload/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Brine\Tests\Checks;
use Brine\Tests\Library\RedisServer;
use Brine\Tests\Resident\Server\FastCgi;

require __DIR__ . '/../../../vendor/autoload.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/../../resident/opcache.php';
require __DIR__ . '/../../resident/server/FastCgi.php';
require __DIR__ . '/Host.php';
require __DIR__ . '/Visitors.php';

/** Hosts step by step, as docs/igbinary.md says. "place" is Brine's extension, writing igbinary's format. */
const STEPS = [
    ['igbinary', 'igbinary'], ['place', 'igbinary'], ['place', 'place'], ['brine', 'place'], ['brine', 'brine'],
    ['place', 'brine'], ['place', 'place'], ['igbinary', 'place'], ['igbinary', 'igbinary'],
];

/** Requests of each visitor to each host at each step: they write every shared entry. */
const VISITS = 20;

/** @return list<string> the keys with an entry or a session in Brine's format */
function inBrine(\Redis $redis): array
{
    $keys = [];
    foreach ($redis->keys('*') as $key) {
        $values = $key === 'shared' ? $redis->hGetAll($key) : [$redis->get($key)];
        if (\preg_grep('/\A\x00\x00\x00\x02\xc1/', $values) !== []) {
            $keys[] = $key;
        }
    }
    \sort($keys);

    return $keys;
}

/** @param list<Host> $hosts */
function rollOut(array $hosts, \Redis $redis): void
{
    $visitors = new Visitors(__DIR__ . '/request.php', [$hosts[0]->socket, $hosts[1]->socket]);
    $visitors->await(VISITS);
    foreach (STEPS as $step => $kinds) {
        foreach ($kinds as $i => $kind) {
            if ($hosts[$i]->kind !== $kind) {
                $hosts[$i]->reload($kind);
            }
        }
        $visitors->await(VISITS);
        $expected = match (\count(\array_keys($kinds, 'brine'))) {
            0 => [],
            1 => null,
            2 => ['PHPREDIS_SESSION:changes0', 'PHPREDIS_SESSION:changes1', 'PHPREDIS_SESSION:changes2', 'PHPREDIS_SESSION:same0', 'PHPREDIS_SESSION:same1', 'PHPREDIS_SESSION:same2',
                'entry:0', 'entry:1', 'entry:2', 'shared'],
        };
        $expected === null || Checks::same("entries and sessions of Brine at step $step", $expected, inBrine($redis));
    }
    foreach ($visitors->stop() as $id => $answers) {
        foreach ([0, 1] as $host) {
            $kinds = \array_column(STEPS, $host);
            $kinds = \array_values(\array_filter($kinds, static fn (string $kind, int $i): bool => $i === 0 || $kinds[$i - 1] !== $kind, ARRAY_FILTER_USE_BOTH));
            Checks::same("answers of host $host to visitor $id", $kinds, $answers[$host]);
        }
    }
}

/** igbinary itself comes back while entries and sessions of Brine are left. */
function control(Host $host): void
{
    $ask = static fn (int $visit): string => FastCgi::ask($host->socket, __DIR__ . '/request.php', "id=control&visit=$visit");
    $host->reload('brine');
    Checks::same('control, a host that writes Brine', '{"kind":"brine","wrong":[],"output":""}', $ask(0));
    $host->reload('igbinary');
    ['wrong' => $wrong, 'output' => $output] = \json_decode($ask(1), true);
    Checks::same('control, igbinary finds Brine', ['entry', 'session', 'same session'], \array_values(\preg_grep('/^shared/', $wrong, PREG_GREP_INVERT)));
    Checks::same('control, sessions that igbinary destroys', 2, \substr_count($output, 'Failed to decode session object. Session has been destroyed'));
}

$fpm = (string) \getenv('PHP_FPM');
$server = $fpm === '' || !\extension_loaded('redis') ? null : RedisServer::get();
if ($server === null || !\is_file(\ini_get('extension_dir') . '/igbinary.so')) {
    echo "skipped: it needs php-fpm, redis-server and the extensions igbinary and redis\n";
    exit(0);
}
$redis = new \Redis();
$redis->connect($server->socket);
$settings = ['session.save_handler = redis', "session.save_path = \"unix://$server->socket\"", 'session.serialize_handler = igbinary', 'session.use_strict_mode = 0',
    'session.use_cookies = 0', 'session.cache_limiter =', 'session.gc_probability = 0', ...\Brine\Tests\Resident\opcache() ?? []];
$directory = \sys_get_temp_dir() . '/brine-reload-' . \getmypid();
$hosts = [];
try {
    foreach ([0, 1] as $i) {
        $hosts[$i] = new Host("$directory/$i", $fpm, $settings, $server->socket, 'igbinary');
    }
    rollOut($hosts, $redis);
    foreach ($hosts as $i => $host) {
        Checks::same("warnings in the log of host $i", [], \preg_grep('/WARNING: (?!\[pool)|ERROR|PHP (Warning|Fatal)|signal (?!12|15)/', \explode("\n", $host->log())));
    }
    control($hosts[0]);
} finally {
    foreach ($hosts as $host) {
        $host->stop();
    }
    @\rmdir($directory);
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
