<?php

/*
 * Debian's clients of igbinary, with real servers, with igbinary and with Brine in its place: phpredis, memcached, sessions of both, a pool of
 * Symfony. Every command has the same results. Entries are read across the steps of a roll-out, forward and back.
 *
 *     scripts/php.sh release tests/igbinary/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary;

use Brine\Tests\Checks;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/../../vendor/autoload.php';
require_once __DIR__ . '/../Checks.php';

$build = (string) getenv('BRINE_BUILD');
$brine = "$build/modules/brine.so";
$place = "$build/igbinary/modules/brine_igbinary.so";

/** The modules that are loaded, in this order, and settings. */
$kinds = [
    'igbinary' => ['igbinary', 'msgpack', 'redis', 'memcached'],
    'place' => [$place, 'msgpack', 'redis', 'memcached', $brine],
    'brine' => [$place, $brine, 'msgpack', 'redis', 'memcached', 'igbinary.format=brine'],
    'brine, loaded first' => [$brine, $place, 'msgpack', 'redis', 'memcached', 'igbinary.format=brine'],
    'resident' => [$place, $brine, 'msgpack', 'redis', 'memcached', 'igbinary.format=brine', 'brine.igbinary_resident=1'],
    'beside igbinary' => [$place, 'igbinary', 'redis', 'msgpack', 'memcached', $brine, 'igbinary.format=brine'],
];

/** What a client prints, without PHP's messages about modules that are loaded already. */
function client(string $kind, array $arguments, array $settings = []): string
{
    global $kinds;
    $command = ['timeout', '300', PHP_BINARY, '-n', '-d', 'display_errors=1', '-d', 'display_startup_errors=0', '-d', 'log_errors=0', '-d', 'html_errors=0'];
    foreach ([...$kinds[$kind], ...$settings] as $option) {
        array_push($command, '-d', str_contains($option, '=') ? $option : "extension=$option");
    }
    $environment = [];
    if (getenv('SKIP_ASAN') !== false) {
        array_push($command, '-d', 'auto_prepend_file=' . dirname(__DIR__, 2) . '/scripts/release_cycles.php');
        $environment = ['ASAN_OPTIONS' => getenv('ASAN_OPTIONS') . ':fast_unwind_on_malloc=0:detect_leaks=' . (int) ($kind !== 'igbinary')];
    }
    $errors = tmpfile();
    $process = proc_open([...$command, __DIR__ . '/client.php', ...$arguments], [1 => ['pipe', 'w'], 2 => $errors], $pipes, null, $environment + getenv());
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);
    rewind($errors);

    return $status === 0 ? $output : "$output\nexit code $status\n" . stream_get_contents($errors);
}

/** Compares lines, each a check. */
function compare(string $name, string $expected, string $actual): void
{
    $actual = explode("\n", trim($actual));
    foreach (explode("\n", trim($expected)) as $i => $line) {
        Checks::same("$name, line $i", $line, $actual[$i] ?? 'nothing');
    }
    Checks::same("$name, lines", count(explode("\n", trim($expected))), count($actual));
}

foreach (['redis', 'memcached', 'igbinary', 'msgpack'] as $name) {
    $path = ini_get('extension_dir') . "/$name.so";
    if (!is_file($path)) {
        echo "skipped: there is no $name.so\n";
        exit(0);
    }
}
$server = RedisServer::get();
$second = RedisServer::onPort();
$node = RedisServer::onPort('--cluster-enabled', 'yes', '--cluster-config-file', 'nodes.conf', '--cluster-announce-ip', '127.0.0.1');
$memcached = MemcachedServer::start();
if ($server === null || $second === null || $node === null || $memcached === null) {
    echo "skipped: there is no Redis or no Memcached\n";
    exit(0);
}
$redis = new \Redis();
$redis->connect('127.0.0.1', $node->port);
$redis->rawCommand('CLUSTER', 'ADDSLOTS', ...range(0, 16_383));
for ($tries = 0; $tries < 200 && !str_contains((string) $redis->rawCommand('CLUSTER', 'INFO'), 'cluster_state:ok'); $tries++) {
    usleep(50_000);
}
$redis->connect($server->socket);
$stores = ["redis=$server->socket", "port=$second->port", "cluster=$node->port", "memcached=$memcached"];

$expected = client('igbinary', ['commands', '', ...$stores]);
Checks::that('the commands are run with igbinary', str_contains($expected, "\ncompressed increment: "));
foreach (array_slice(array_keys($kinds), 1) as $kind) {
    compare("commands, $kind", $expected, client($kind, ['commands', '', ...$stores]));
}

// The steps, forward and back; then what happens if a step is left out.
$redis->flushAll();
$steps = ['igbinary', 'place', 'brine', 'resident', 'place', 'igbinary'];
client('igbinary', ['write', 'expected', ...$stores]);
$expected = client('igbinary', ['read', 'expected', ...$stores]);
Checks::that('the values are read with igbinary', substr_count($expected, "\n") === 82);
$written = [];
foreach ($steps as $step => $kind) {
    foreach ($written as $earlier => $writer) {
        // The last step must wait until no entry is left in Brine's format.
        if ($kind !== 'igbinary' || !in_array($writer, ['brine', 'resident'], true)) {
            compare("step $step, $kind reads what $writer wrote", $expected, client($kind, ['read', "step$earlier", ...$stores]));
        }
    }
    client($kind, ['write', "step$step", ...$stores]);
    $written[] = $kind;
    compare("step $step, $kind reads its own", $expected, client($kind, ['read', "step$step", ...$stores]));
}
// igbinary itself gives these bytes back as a string, or nothing: the reason for the order of the steps.
$wrong = explode("\n", client('igbinary', ['read', 'step2', ...$stores]));
Checks::same('igbinary reads an entry of Brine in Redis', true, str_starts_with(implode("\n", preg_grep('/^Redis, rows/', $wrong)), 'Redis, rows: s:') );
Checks::same('and a number', ['Redis, int: i:5;'], array_values(preg_grep('/^Redis, int/', $wrong)));

// Members of sets: scalars and the empty array are found across the switch, other arrays and objects are not.
$all = client('igbinary', ['members', 'step0', ...$stores]);
$compared = implode('', array_map(static fn (string $name): string => "$name\nsorted $name\n", ['null', 'false', 'true', 'int', 'negative', 'max', 'float', 'empty', 'string', 'binary', 'digits', 'empty array']));
Checks::same('members of igbinary with igbinary', 40, substr_count($all, "\n"));
Checks::same('members of igbinary with its place', $all, client('place', ['members', 'step0', ...$stores]));
Checks::same('members of igbinary with Brine', $compared, client('brine', ['members', 'step0', ...$stores]));
Checks::same('members of Brine with Brine', $all, client('brine', ['members', 'step2', ...$stores]));
Checks::same('members of Brine with its place', $compared, client('place', ['members', 'step2', ...$stores]));

// One visitor, whose session is read and written at each step.
foreach (['redis' => "unix://$server->socket", 'memcached' => "127.0.0.1:$memcached"] as $handler => $path) {
    $settings = ["session.save_handler=$handler", "session.save_path=$path", 'session.serialize_handler=igbinary', 'session.use_strict_mode=0', 'memcached.sess_locking=0'];
    foreach ($steps as $step => $kind) {
        $outputs[$handler][] = client($kind, ['session', 'visitor'], $settings);
    }
    $visits = [];
    foreach ($steps as $step => $kind) {
        $visits[] = client('igbinary', ['session', 'other'], $settings);
    }
    foreach ($steps as $step => $kind) {
        Checks::same("session of $handler, step $step, $kind", $visits[$step], $outputs[$handler][$step]);
    }
}

echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
