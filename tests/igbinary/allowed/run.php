<?php

/*
 * One php-fpm with two pools, whose clients are those of a Debian: brine.allowed_classes as docs/igbinary.md says, report, list and back, by reloads.
 * The second pool has a list of its own; a front controller narrows the first one's.
 *
 *     scripts/php.sh release tests/igbinary/allowed/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Brine\Tests\Checks;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;
use Brine\Tests\Resident\Server\FastCgi;

require __DIR__ . '/../../../vendor/autoload.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/../../resident/server/FastCgi.php';

const CLIENTS = ['redis', 'redis hash', 'memcached', 'apcu', 'files', 'redis session', 'memcached session'];

$fpm = (string) \getenv('PHP_FPM');
$redis = $fpm === '' || !\extension_loaded('redis') || !\extension_loaded('memcached') ? null : RedisServer::get();
$modules = \ini_get('extension_dir');
if ($redis === null || !\is_file("$modules/apcu.so")) {
    echo "skipped: it needs php-fpm, redis-server, memcached and the extensions apcu, memcached and redis\n";
    exit(0);
}
$memcached = MemcachedServer::socket();
$directory = \sys_get_temp_dir() . '/brine-allowed-' . \getmypid();
\mkdir("$directory/sessions", 0o700, true);
$build = (string) \getenv('BRINE_BUILD');
$isRoot = \fileowner($directory) === 0;

/** @param list<string> $lines of php.ini for the list */
$configure = static function (string $format, array $lines) use ($directory, $build): void {
    \file_put_contents("$directory/php.ini", \implode("\n", [
        'extension = msgpack', "extension = $build/igbinary/modules/brine_igbinary.so", "extension = $build/modules/brine.so", "igbinary.format = $format",
        'extension = apcu', 'apc.serializer = igbinary', 'extension = redis', 'extension = memcached', 'session.serialize_handler = igbinary',
        'session.use_strict_mode = 0', 'session.use_cookies = 0', 'session.cache_limiter =', 'session.gc_probability = 0', 'memcached.sess_locking = 0',
        'log_errors = 1', "error_log = $directory/errors", ...$lines, '',
    ]));
};
$pool = static fn (string $name, string ...$lines): array => [
    "[$name]", ...($isRoot ? ['user = root', 'group = root'] : []), "listen = $directory/$name", 'pm = static', 'pm.max_children = 1', "env[REDIS] = $redis->socket",
    "env[MEMCACHED] = $memcached", "env[SESSIONS] = $directory/sessions", ...$lines,
];
\file_put_contents("$directory/fpm.conf", \implode("\n", [
    '[global]', 'daemonize = no', "error_log = $directory/log", 'process_control_timeout = 30s', ...$pool('first'),
    ...$pool('second', 'php_admin_value[brine.allowed_classes] = "Other\*, App\Gadgets"'), '',
]));
$ask = static fn (string $pool, string $query): mixed
    => \json_decode(FastCgi::ask("$directory/$pool", __DIR__ . '/request.php', $query), true);

$configure('igbinary', []);
$log = ['file', "$directory/log", 'a'];
$process = \proc_open([$fpm, '-c', "$directory/php.ini", '-F', '-O', '-y', "$directory/fpm.conf", ...($isRoot ? ['-R'] : [])], [['file', '/dev/null', 'r'], $log, $log], $pipes, null,
    ['PHP_INI_SCAN_DIR' => "$directory/none"] + \getenv());

/** Reloads, and waits until both pools have the new file, by its number. */
$reload = static function (string $format, array $lines) use ($process, $configure, $ask): void {
    static $number = 0;
    $configure($format, [...$lines, 'user_agent = ' . ++$number]);
    \proc_terminate($process, 12 /* USR2 */);
    foreach (['first', 'second'] as $pool) {
        for ($tries = 0; $ask($pool, 'do=number') !== $number; $tries++) {
            if ($tries === 600) {
                throw new \RuntimeException("Pool $pool does not answer");
            }
            \usleep(50_000);
        }
    }
};
$read = \array_fill_keys(CLIENTS, 'App\Gadget, wakeup');
// As for damaged bytes: phpredis gives them back, sessions throw.
$warned = 'the class App\Gadget is not allowed (brine.allowed_classes)';
$refused = [
    'redis' => "string, $warned", 'redis hash' => "string, $warned", 'memcached' => "bool, $warned, could not unserialize value with igbinary", 'apcu' => "bool, $warned",
    'files' => 'bad_class', 'redis session' => 'bad_class', 'memcached session' => 'bad_class',
];
try {
    for ($tries = 0; $tries < 600 && $ask('first', 'do=number') === null; $tries++) {
        \usleep(50_000);
    }
    foreach (['igbinary', 'brine'] as $format) {
        $reload($format, []);
        $ask('first', 'do=write');
        Checks::same("$format, no list", $read, $ask('first', 'do=read'));
        Checks::same("$format, no list, second pool", $refused, $ask('second', 'do=read'));
        @\unlink("$directory/errors");
        $reload($format, ['brine.allowed_classes = "none"', 'brine.allowed_classes_report = 1']);
        $ask('first', 'do=write');
        Checks::same("$format, report", $read, $ask('first', 'do=read'));
        Checks::same("$format, report, again", $read, $ask('first', 'do=read'));
        $lines = \array_filter(\explode("\n", (string) @\file_get_contents("$directory/errors")), static fn (string $line): bool => \str_contains($line, 'would refuse'));
        Checks::same("$format, reported", ['brine.allowed_classes would refuse App\Gadget (session)'], \preg_replace('/^\[.*?\] /', '', \array_values($lines)));
        // APCu is empty after a reload: the first pool may still build the class when it is written.
        $reload($format, ['brine.allowed_classes = "App\*"']);
        $ask('first', 'do=write');
        Checks::same("$format, listed", $read, $ask('first', 'do=read'));
        Checks::same("$format, the second pool's own list", $refused, $ask('second', 'do=read'));
        Checks::same("$format, narrowed by a front controller", $refused, $ask('first', 'do=read&list=none'));
        Checks::same("$format, the next request", $read, $ask('first', 'do=read'));
        Checks::same("$format, a pool with php_admin_value widens nothing", $refused, $ask('second', 'do=read&list=App\*'));
        $reload($format, ['brine.allowed_classes = "Other"']);
        Checks::same("$format, enforced", \array_replace($refused, ['apcu' => 'bool']), $ask('first', 'do=read'));
        $reload($format, []);
        Checks::same("$format, back", \array_replace($read, ['apcu' => 'bool']), $ask('first', 'do=read'));
    }
} finally {
    \proc_terminate($process);
    \proc_close($process);
    foreach ([...\glob("$directory/sessions/*") ?: [], ...\array_filter(\glob("$directory/*") ?: [], \is_file(...)), "$directory/first", "$directory/second"] as $file) {
        @\unlink($file);
    }
    \rmdir("$directory/sessions");
    \rmdir($directory);
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
