<?php

/*
 * Two pools of one php-fpm go from unsigned entries and sessions to signed ones, to another key, and back, by reloads under load. Nothing is lost, and
 * at each step what must not be read is refused.
 *
 *     scripts/php.sh release tests/igbinary/signing/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Signing;

use Brine\Tests\Checks;
use Brine\Tests\Igbinary\Visitors;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/../../../vendor/autoload.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/../../resident/opcache.php';
require __DIR__ . '/../../resident/server/FastCgi.php';
require __DIR__ . '/../reload/Visitors.php';
require __DIR__ . '/Pools.php';
require __DIR__ . '/Stored.php';
require __DIR__ . '/places.php';

/** Both pools step by step, as docs/igbinary.md and docs/signing.md say. */
const STEPS = [
    ['off', 'off'], ['old write', 'off'], ['old write', 'old write'], ['old read', 'old write'], ['old read', 'old read'], ['old refuse', 'old read'], ['old refuse', 'old refuse'],
    ['old,new refuse', 'old refuse'], ['old,new refuse', 'old,new refuse'], ['new,old refuse', 'old,new refuse'], ['new,old refuse', 'new,old refuse'],
    ['new refuse', 'new,old refuse'], ['new refuse', 'new refuse'],
    ['new read', 'new refuse'], ['new read', 'new read'], ['new write', 'new read'], ['new write', 'new write'], ['off', 'new write'], ['off', 'off'],
];

/** Requests of each visitor to each pool at each step: they write every place. */
const VISITS = 10;

/** How a pool writes: "unsigned", or the name of a key. */
function writes(string $kind): string
{
    return $kind === 'off' || \str_ends_with($kind, ' write') ? 'unsigned' : \explode(',', \explode(' ', $kind)[0])[0];
}

/** Whether a pool reads what is unsigned, or signed by a key. */
function reads(string $kind, string $written): bool
{
    if ($written === 'unsigned') {
        return !\str_ends_with($kind, ' refuse');
    }

    return \in_array($written, \explode(',', \explode(' ', $kind)[0]), true);
}

/** @param array{string, string} $kinds */
function findKept(Pools $pools, array $kinds, array $kept, string $when): void
{
    foreach ($kinds as $pool => $kind) {
        foreach ($kept as $name => $written) {
            Checks::same("$when, pool $pool ($kind) finds $name", \array_fill_keys(PLACES, reads($kind, $written) ? 'right' : 'refused'), $pools->ask($pool, "find=$name"));
        }
    }
}

function rollOut(Pools $pools, Stored $stored): void
{
    $visitors = new Visitors(__DIR__ . '/request.php', $pools->sockets);
    $kept = [];
    foreach (STEPS as $step => $kinds) {
        $step === 0 || $pools->reload($kinds);
        $visitors->await(VISITS);
        $when = "step $step";
        [$written] = $formats = \array_map(writes(...), $kinds);
        if ($formats === [$written, $written]) {
            Checks::same("$when, keeps", '', $pools->ask($step % 2, "keep=step$step"));
            $kept["step$step"] = $written;
            foreach (["step$step", '0', '1', '2'] as $name) {
                Checks::same("$when, $name is written", \array_fill_keys(PLACES, $written), $stored->formats($name));
            }
        }
        findKept($pools, $kinds, $kept, $when);
    }
    foreach ($visitors->stop() as $id => $answers) {
        foreach ([0, 1] as $pool) {
            $kinds = \array_column(STEPS, $pool);
            $kinds = \array_values(\array_filter($kinds, static fn (string $kind, int $i): bool => $i === 0 || $kinds[$i - 1] !== $kind, ARRAY_FILTER_USE_BOTH));
            Checks::same("answers of pool $pool to visitor $id", $kinds, $answers[$pool]);
        }
    }
}

function otherKeys(Pools $pools, Stored $stored): void
{
    $pools->reload($kinds = ['one refuse', 'two refuse']);
    foreach (['one', 'two'] as $pool => $name) {
        Checks::same("keeps $name", '', $pools->ask($pool, "keep=$name"));
        Checks::same("$name is written", \array_fill_keys(PLACES, $name), $stored->formats($name));
        Checks::same("$name is not shown", ['1 key', false], $pools->ask($pool, 'shown'));
    }
    findKept($pools, $kinds, ['one' => 'one', 'two' => 'two'], 'with other keys');
    $pools->reload($kinds = ['one refuse', 'one refuse']);
    findKept($pools, $kinds, ['one' => 'one', 'two' => 'two'], 'with one key');
}

/** Entries and sessions that somebody has changed. */
function changed(Pools $pools, Stored $stored, string $how, \Closure $change): void
{
    Checks::same("$how, keeps", '', $pools->ask(0, 'keep=changed'));
    foreach (PLACES as $place) {
        $stored->set($place, 'changed', $change($stored->get($place, 'changed')));
    }
    Checks::same("$how, finds", \array_fill_keys(PLACES, 'refused'), $pools->ask(0, 'find=changed'));
    foreach (PLACES as $place) {
        $stored->delete($place, 'changed');
    }
}

/** Sessions of another id, and with new ids. */
function ids(Pools $pools, Stored $stored): void
{
    $bytes = [];
    foreach (PLACES as $place) {
        $stored->set($place, 'other', $bytes[$place] = $stored->get($place, 'one'));
    }
    // The page says that entries can be replayed under another key.
    Checks::same('other ids', ['redis' => 'right', 'memcached' => 'right'] + \array_fill_keys(SESSIONS, 'refused'), $pools->ask(0, 'find=other'));
    foreach (PLACES as $place) {
        Checks::that("$place is kept", $bytes[$place] === $stored->get($place, 'other'));
    }
    Checks::same('new ids', \array_fill_keys(SESSIONS, 'right'), $pools->ask(0, 'regenerate=one'));
    Checks::same('the old ids', \array_fill_keys(PLACES, 'right'), $pools->ask(1, 'find=one'));
}

$fpm = (string) \getenv('PHP_FPM');
$server = $fpm === '' || !\extension_loaded('redis') || !\extension_loaded('memcached') ? null : RedisServer::get();
$port = $server === null ? null : MemcachedServer::start();
if ($port === null) {
    echo "skipped: it needs php-fpm, redis-server, memcached and the extensions redis and memcached\n";
    exit(0);
}
$directory = \sys_get_temp_dir() . '/brine-signing-' . \getmypid();
$settings = ['session.use_strict_mode = 0', 'session.use_cookies = 0', 'session.cache_limiter =', 'session.gc_probability = 0', ...\Brine\Tests\Resident\opcache() ?? []];
$environment = [
    'REDIS_SOCKET' => $server->socket, 'MEMCACHED_PORT' => "$port",
    'SESSIONS_FILES' => "$directory-files", 'SESSIONS_REDIS' => "unix://$server->socket", 'SESSIONS_MEMCACHED' => "127.0.0.1:$port",
];
\mkdir("$directory-files", 0o700);
$pools = null;
try {
    $stored = new Stored($server->socket, $port, "$directory-files");
    $pools = new Pools($directory, $fpm, $settings, $environment, STEPS[0]);
    rollOut($pools, $stored);
    otherKeys($pools, $stored);
    ids($pools, $stored);
    $truncate = static fn (string $bytes): string => \substr($bytes, 0, -1);
    changed($pools, $stored, 'flipped', static fn (string $bytes): string => $truncate($bytes) . ($bytes[-1] ^ "\1"));
    changed($pools, $stored, 'truncated', $truncate);
    changed($pools, $stored, 'without the signature', static fn (string $bytes): string => \preg_replace('/\xc1\x14.{36}/s', '', $bytes, 1));
    $pools->reload(['off', 'off']);
    changed($pools, $stored, 'truncated, unsigned', $truncate);
    Checks::same('warnings in the log', [], \preg_grep('/WARNING: (?!\[pool)|ERROR|PHP (Warning|Fatal)|signal (?!12|15)/', \explode("\n", $pools->log())));
} finally {
    $pools?->stop();
    \array_map(\unlink(...), \glob("$directory-files/*") ?: []);
    \rmdir("$directory-files");
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
