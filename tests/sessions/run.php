<?php

/*
 * A fleet of two php-fpm pools with one Redis is switched from an old session handler to Brine and back, one pool after the other, while visitors go to
 * both in turn. No visitor loses a session, or anything in it.
 *
 *     scripts/php.sh release|asan tests/sessions/run.php [--count VISITORS]
 */

declare(strict_types=1);

namespace Brine\Tests\Sessions;

use Brine\Tests\Library\RedisServer;
use Brine\Tests\Resident\Server\FpmServer;

require __DIR__ . '/../../vendor/autoload.php';
require __DIR__ . '/../resident/server/Servers.php';
require __DIR__ . '/content.php';

/** The handlers of both pools, step by step, as docs/session.md says. Pools of a handler that is not Brine's have not its extension. */
const STEPS = [
    'php' => [
        ['php', 'php'], ['brine_php', 'php'], ['brine_php', 'brine_php'], ['brine', 'brine_php'], ['brine', 'brine'],
        ['brine_php', 'brine'], ['brine_php', 'brine_php'], ['php', 'brine_php'], ['php', 'php'],
    ],
    'igbinary' => [
        ['igbinary', 'igbinary'], ['brine_igbinary', 'igbinary'], ['brine_igbinary', 'brine_igbinary'], ['brine', 'brine_igbinary'], ['brine', 'brine'],
        ['brine_igbinary', 'brine'], ['brine_igbinary', 'brine_igbinary'], ['igbinary', 'brine_igbinary'], ['igbinary', 'igbinary'],
    ],
];

/** A pool with a handler, in its own directory. */
function pool(string $directory, string $handler, string $redis, string $fpm): FpmServer
{
    $settings = [
        'extension=igbinary', 'extension=redis', 'session.save_handler=redis', "session.save_path=unix://$redis", 'session.use_strict_mode=1',
        'session.use_cookies=0', 'session.gc_probability=0', "session.serialize_handler=$handler",
    ];

    return new FpmServer($handler, $directory, $settings, $fpm, __DIR__ . '/request.php', \str_starts_with($handler, 'brine'));
}

/**
 * Every visitor goes to both pools at this step, some first to one and some first to the other.
 *
 * @param array{FpmServer, FpmServer} $pools
 * @param array<int, string> $ids
 * @param array<int, list<array<string, mixed>>> $items what each has in the session
 * @return list<string> what went wrong
 */
function visit(array $pools, array &$ids, array &$items, int $step): array
{
    $wrong = [];
    foreach (\array_keys($ids) as $visitor) {
        foreach ([0, 1, 0] as $i => $turn) {
            $pool = $pools[($visitor + $turn) % 2];
            $query = '';
            // The last request only reads.
            if ($i < 2) {
                $items[$visitor][] = item($number = $step * 10 + $i);
                $query = "&add=$number";
            }
            $answer = $pool->get("id=$ids[$visitor]$query");
            [$id, $hash] = \explode(' ', $answer, 2) + ['', ''];
            if ($ids[$visitor] === '') {
                $ids[$visitor] = $id;
            }
            if ($id !== $ids[$visitor] || $hash !== hashOf($items[$visitor])) {
                $wrong[] = "visitor $visitor, request $i to a pool of $pool->name: " . \substr($answer, 0, 500);
            }
        }
    }

    return $wrong;
}

/** @return array<string, int> how many sessions each format has in the store */
function formats(\Redis $redis): array
{
    $formats = [];
    foreach ($redis->keys('PHPREDIS_SESSION:*') as $key) {
        $data = (string) $redis->get($key);
        $format = \str_starts_with($data, "\xc1\x10") ? 'brine' : (\str_starts_with($data, "\0\0\0\2") ? 'igbinary' : 'php');
        $formats[$format] = ($formats[$format] ?? 0) + 1;
    }

    return $formats;
}

/** Whether the test sees it when a step is left out: a pool writes Brine, and the other one cannot read that. */
function seesLoss(string $directory, RedisServer $server, string $fpm): bool
{
    $pools = [pool("$directory/0", 'brine', $server->socket, $fpm), pool("$directory/1", 'php', $server->socket, $fpm)];
    $ids = ['', ''];
    $items = [[], []];
    $wrong = visit($pools, $ids, $items, 0);
    $pools[0]->stop();
    $pools[1]->stop();
    echo 'with a step left out, wrong answers: ', \count($wrong), "\n";

    return $wrong !== [];
}

/** @return array{int, int} steps passed, failed */
function switched(string $old, int $visitors, string $directory, RedisServer $server, string $fpm): array
{
    $redis = new \Redis();
    $redis->connect($server->socket);
    $redis->flushAll();
    $ids = \array_fill(0, $visitors, '');
    $items = \array_fill(0, $visitors, []);
    $passed = $failed = 0;
    $pools = $handlers = [];
    foreach (STEPS[$old] as $step => $wanted) {
        foreach ($wanted as $i => $handler) {
            if (($handlers[$i] ?? '') !== $handler) {
                isset($pools[$i]) && $pools[$i]->stop();
                $pools[$i] = pool("$directory/$i", $handler, $server->socket, $fpm);
                $handlers[$i] = $handler;
            }
        }
        $wrong = visit($pools, $ids, $items, $step);
        $formats = formats($redis);
        // The last writer decides; if both write in the same way, nothing else matters.
        $written = \str_replace('brine_', '', $wanted[0]);
        if ($written === \str_replace('brine_', '', $wanted[1]) && $formats !== [$written => $visitors]) {
            $wrong[] = 'in the store are ' . \json_encode($formats);
        }
        if (\array_sum($formats) !== $visitors) {
            $wrong[] = "there are $visitors visitors, and in the store are " . \json_encode($formats);
        }
        echo "$old, step $step: ", \implode(' and ', $wanted), ', ', \json_encode($formats), $wrong === [] ? "\n" : " FAILED\n";
        foreach (\array_slice($wrong, 0, 5) as $what) {
            echo "  $what\n";
        }
        $wrong === [] ? ++$passed : ++$failed;
    }
    foreach ($pools as $i => $pool) {
        $pool->stop();
        if (\preg_match('/WARNING: (?!\[pool|child)|PHP (Warning|Fatal)|signal 11|Sanitizer/', $log = $pool->log()) === 1) {
            echo "the log of pool $i: ", \substr($log, -2000), "\n";
            ++$failed;
        }
    }

    return [$passed, $failed];
}

$options = ['--count' => '20'];
for ($i = 1; $i + 1 < $argc; $i += 2) {
    $options[$argv[$i]] = $argv[$i + 1];
}
$fpm = (string) \getenv('PHP_FPM');
$server = $fpm === '' || !\extension_loaded('redis') ? null : RedisServer::get();
if ($server === null || !\extension_loaded('igbinary')) {
    echo "skipped: it needs php-fpm, redis-server and the extensions igbinary and redis\n";
    exit(0);
}
$directory = \sys_get_temp_dir() . '/brine-sessions-' . \getmypid();
\mkdir("$directory/0", 0o755, true);
\mkdir("$directory/1", 0o755, true);
$passed = $failed = 0;
try {
    foreach (\array_keys(STEPS) as $old) {
        [$right, $wrong] = switched($old, (int) $options['--count'], $directory, $server, $fpm);
        $passed += $right;
        $failed += $wrong;
    }
    seesLoss($directory, $server, $fpm) ? ++$passed : ++$failed;
} finally {
    foreach ([0, 1] as $i) {
        \array_map(\unlink(...), \array_filter(\glob("$directory/$i/*"), \is_file(...)));
        @\rmdir("$directory/$i");
    }
    @\rmdir($directory);
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
