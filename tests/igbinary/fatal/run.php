<?php

/*
 * A hook in the middle of reading or writing ends the request, throws, or calls again, in a server in igbinary's place: igbinary's functions, sessions,
 * phpredis and APCu. Later calls of this request and of the next ones are right.
 *
 *     scripts/php.sh release|asan tests/igbinary/fatal/run.php
 */

declare(strict_types=1);

namespace Brine\Tests\Igbinary\Fatal;

use Brine\Tests\Checks;
use Brine\Tests\Library\RedisServer;
use Brine\Tests\Resident\Server\CliServer;
use Brine\Tests\Resident\Server\FpmServer;
use Brine\Tests\Resident\Server\Server;

require __DIR__ . '/../../../vendor/autoload.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/../../resident/server/Servers.php';
require __DIR__ . '/Actions.php';
require __DIR__ . '/Calls.php';

/** What a request prints, as a regular expression, before its calls at the end. */
const EXPECTED = [
    'exit' => 'exit in HOOK',
    'throw' => 'thrown: LogicException, from HOOK',
    'error' => "\nFatal error: from HOOK in \S+ on line \d+\n",
    'memory' => "\nFatal error: Allowed memory size of 67108864 bytes exhausted \S*\s?\(tried to allocate \d+ bytes\) in \S+ on line \d+\n",
    'time' => "\nFatal error: Maximum execution time of 1000 seconds exceeded in \S+ on line \d+\n",
    'nested' => 'nested: right, (written|read)',
    'suspend' => 'suspended in HOOK',
];

/** What PHP says after a fatal error while it decodes a session, which is not destroyed: Brine's handler has closed it. */
const NOT_DESTROYED = "\nWarning: Unknown: Trying to destroy uninitialized session in Unknown on line 0\n\nWarning: Unknown: Failed to decode session object. Session has been destroyed in Unknown on line 0\n";

/** The answer to a request, as a regular expression. */
function expected(string $call, string $hook, string $action): string
{
    $answer = \str_replace('HOOK', $hook, EXPECTED[$action]);
    if ($action === 'suspend' && ($hook === 'serialize' || $hook === 'unserialize')) {
        $answer = 'thrown: FiberError, Cannot switch fibers in current execution context';
    }
    $end = '';
    if ($call === 'session' && \in_array($action, ['error', 'memory', 'time'], true)) {
        // Not each version of PHP shows its warnings when memory was exhausted.
        $answer .= !\in_array($hook, Calls::READING, true) ? '' : ($action === 'memory' ? '(' . NOT_DESTROYED . ')?' : NOT_DESTROYED);
        // PHP writes the session at the end of the request, without the error handler.
        $end = $hook === 'error handler' ? "(\nWarning: PHP Request Shutdown: \"none\" returned as member variable from __sleep\(\) but does not exist in Unknown on line 0\n)" . ($action === 'memory' ? '?' : '') : '';
    }

    return "{^$answer\nshutdown: right$end$}D";
}

function requests(Server $server, string $call, string $hook): void
{
    foreach (\array_keys(EXPECTED) as $action) {
        foreach (['igbinary', 'brine'] as $format) {
            $query = \http_build_query(['call' => $call, 'hook' => $hook, 'action' => $action, 'format' => $format]);
            $answer = $server->get($query);
            Checks::same("$server->name: $query", [1, $answer], [\preg_match(expected($call, $hook, $action), $answer), $answer]);
            $isKept = $call === 'session' && \in_array($hook, Calls::READING, true);
            Checks::same("$server->name: after $query", 'right', $server->get(\http_build_query(['format' => $format] + ($isKept ? ['stored' => $hook] : []))));
        }
    }
}

$isSanitized = \getenv('SKIP_ASAN') !== false;
$build = \getenv('BRINE_BUILD');
$redis = \extension_loaded('redis') ? RedisServer::get() : null;
$hasApcu = \is_file(\ini_get('extension_dir') . '/apcu.so');
$directory = \sys_get_temp_dir() . '/brine-fatal-' . \getmypid();
\mkdir("$directory/sessions", 0o700, true);
\putenv("SESSIONS=$directory/sessions");
\putenv('REDIS_SOCKET=' . $redis?->socket);
$settings = ["extension=$build/igbinary/modules/brine_igbinary.so", 'extension=posix', ...($redis === null ? [] : ['extension=redis']), 'memory_limit=1G',
    ...($hasApcu ? ['extension=apcu', 'apc.enable_cli=1', 'apc.serializer=igbinary'] : [])];
$fpm = $isSanitized ? '' : (string) \getenv('PHP_FPM');
$servers = [
    static fn (): Server => new CliServer('cli', $directory, $settings, __DIR__ . '/request.php'),
    ...($fpm === '' ? [] : [static fn (): Server => new FpmServer('fpm', $directory, $settings, $fpm, __DIR__ . '/request.php')]),
];
foreach ($servers as $start) {
    $server = $start();
    foreach (Calls::CALLS as $call) {
        foreach (($call === 'redis' && $redis === null) || ($call === 'apcu' && !$hasApcu) ? [] : [...Calls::WRITING, ...Calls::READING] as $hook) {
            requests($server, $call, $hook);
        }
    }
    $status = $server->stop();
    Checks::that("$server->name ends with $status: " . $server->log(), $status === 0 || $status === 130);
}
\exec('rm -rf ' . \escapeshellarg($directory));
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
