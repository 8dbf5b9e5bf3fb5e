<?php

/*
 * A rolling deployment: six workers on one store are replaced one at a time: with the extension, without it, and with igbinary only. First none
 * has the extension, then all, then none. No wrong values, no log entries.
 *
 *     scripts/php.sh release -d extension=redis tests/stores/rolling.php [--seconds N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Stores;

use Brine\Tests\Library\RedisServer;

require __DIR__ . '/common.php';
require __DIR__ . '/../random.php';

/** Extensions, the client, and what is written. Debian's client for Redis needs igbinary: kinds without igbinary use Predis. */
const KINDS = [
    'with the extension' => [['brine', 'igbinary', 'redis'], 'redis', 'best'],
    'with the extension, without igbinary' => [['brine'], 'predis', 'best'],
    'without it' => [[], 'predis', 'best'],
    'with igbinary alone' => [['igbinary', 'redis'], 'redis', 'igbinary'],
];
const WORKERS = 6;

/** @return list<string> the kinds of the workers of each turn, by place: one is another one each time */
function turns(): array
{
    $old = ['without it', 'with igbinary alone', 'without it', 'with igbinary alone', 'without it', 'with igbinary alone'];
    $new = ['with the extension', 'with the extension, without igbinary', 'with the extension', 'with the extension', 'with the extension, without igbinary', 'with the extension'];
    $turns = [$now = $old];
    foreach ([$new, $old] as $next) {
        for ($place = 0; $place < WORKERS; ++$place) {
            $now[$place] = $next[$place];
            $turns[] = $now;
        }
    }

    return $turns;
}

$options = options($argv, ['--seconds' => '5', '--seed' => '']);
if (\PHP_INT_SIZE < 8) {
    echo "skipped: workers without the extension need 64-bit integers\n";
    exit(0);
}
$address = RedisServer::get()?->socket;
if (!\extension_loaded('redis') || !\extension_loaded('igbinary') || $address === null) {
    echo "skipped: it needs a server, and the extensions igbinary and redis\n";
    exit(0);
}
$seed = \Brine\Tests\seed($options['--seed'] === '' ? null : $options['--seed']);
echo "seed $seed\n";
$texts = \tempnam(\sys_get_temp_dir(), 'brine-texts-');
\file_put_contents($texts, \serialize(texts()));
$turns = turns();
$sum = ['operations' => 0, 'hits' => 0, 'counted' => 0, 'updated' => 0];
$wrong = $workers = [];
$count = 0;
$finish = static function (Worker $worker) use (&$sum, &$wrong): void {
    $result = $worker->result();
    foreach (\array_keys($sum) as $name) {
        $sum[$name] += $result[$name];
    }
    foreach ($result['wrong'] as $what) {
        $wrong[] = \implode(' ', $worker->extensions) . ": $what";
    }
};
// A worker lives until its place is another one's.
$seconds = (float) $options['--seconds'] / \count($turns);
$start = \microtime(true);
foreach ($turns as $turn => $kinds) {
    foreach ($kinds as $place => $kind) {
        if (isset($workers[$place]) && $turns[$turn - 1][$place] === $kind) {
            continue;
        }
        isset($workers[$place]) && $finish($workers[$place]);
        [$extensions, $client, $write] = KINDS[$kind];
        $turnsLeft = 1;
        while (($turns[$turn + $turnsLeft][$place] ?? '') === $kind) {
            ++$turnsLeft;
        }
        $workers[$place] = new Worker($extensions, [
            'store' => $client, 'address' => $address, 'write' => $write, 'seed' => $seed + $count, 'number' => $count++,
            'texts' => $texts, 'seconds' => \max(0.2, $start + ($turn + $turnsLeft) * $seconds - \microtime(true)),
        ]);
    }
    \usleep((int) \max(0, ($start + ($turn + 1) * $seconds - \microtime(true)) * 1e6));
}
\array_map($finish, $workers);
\unlink($texts);
$last = connect(['store' => 'redis', 'address' => $address, 'write' => 'best'], null);
if (($counter = $last->increment('counter', 0)) !== $sum['counted']) {
    $wrong[] = "the counter is $counter, and {$sum['counted']} were added";
}
if (($list = $last->get('list', ['count' => 0])['count']) !== $sum['updated']) {
    $wrong[] = "the list has $list, and {$sum['updated']} were added";
}
if ($sum['hits'] === 0) {
    $wrong[] = 'nothing was read';
}
\printf("%d workers, %.1f s: %d operations, %d hits, %d updates, %d wrong\n", $count, \microtime(true) - $start, $sum['operations'], $sum['hits'], $sum['updated'], \count($wrong));
foreach (\array_slice($wrong, 0, 20) as $what) {
    echo "wrong: $what\n";
}
echo $sum['operations'], ' passed, ', \count($wrong), " failed\n";
exit($wrong === [] ? 0 : 1);
