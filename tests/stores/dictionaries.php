<?php

/*
 * Rollout of a dictionary: some workers of a store write with it, some do not know it. Workers that know the directory read everything; the
 * others get cache misses, which are logged.
 *
 *     scripts/php.sh release -d extension=redis tests/stores/dictionaries.php [--seconds N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Stores;

use Brine\Dictionary\Directory;
use Brine\Training\Trainer;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/common.php';
require __DIR__ . '/../random.php';

/** Extensions, the client, what is written, and whether it is told where dictionaries are. */
const FLEET = [
    [['brine', 'igbinary', 'redis'], 'redis', 'dictionary', true],
    [['brine'], 'predis', 'dictionary', true],
    [[], 'predis', 'dictionary', true],
    [['brine', 'igbinary', 'redis'], 'redis', 'best', true],
    [[], 'predis', 'best', true],
    [['igbinary', 'redis'], 'redis', 'igbinary', true],
    [['brine', 'igbinary', 'redis'], 'redis', 'best', false],
    [[], 'predis', 'best', false],
];

/** A dictionary of half of the values. */
function train(array $texts, Directory $directory): string
{
    corpus();
    $trainer = new Trainer(heldBack: 0);
    foreach ($texts as $i => $text) {
        // As the workers write them.
        $i % 2 === 0 && \strlen($text) <= 4096 && $trainer->add(['key' => "shared$i", 'number' => $i, 'value' => \unserialize($text)]);
    }
    $dictionary = $trainer->train(minSupport: 2);
    $directory->store($dictionary);

    return $dictionary->id();
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
$directory = \sys_get_temp_dir() . '/brine-dictionaries-' . \bin2hex(\random_bytes(8));
\mkdir($directory);
$id = train(texts(), new Directory($directory));
$workers = [];
foreach (FLEET as $number => [$extensions, $client, $write, $isTold]) {
    $workers[] = new Worker($extensions, [
        'store' => $client, 'address' => $address, 'write' => $write, 'seed' => $seed + $number, 'number' => $number, 'texts' => $texts,
        'seconds' => (float) $options['--seconds'], 'dictionary' => $id, 'directory' => $isTold ? $directory : null,
    ]);
}
$sum = ['operations' => 0, 'hits' => 0, 'counted' => 0, 'updated' => 0];
$wrong = [];
foreach ($workers as $number => $worker) {
    $result = $worker->result();
    foreach (\array_keys($sum) as $name) {
        $sum[$name] += $result[$name];
    }
    foreach ($result['wrong'] as $what) {
        $wrong[] = "worker $number: $what";
    }
    $isTold = FLEET[$number][3];
    if ($isTold !== ($result['unknown'] === 0) || $result['hits'] === 0) {
        $wrong[] = "worker $number: {$result['hits']} hits, and {$result['unknown']} of a dictionary that it does not know";
    }
    \printf("%-28s %-10s %-9s %7d operations, %6d hits, %6d need a dictionary\n", \implode(' ', $worker->extensions), $worker->config['write'], $isTold ? 'told' : 'not told', $result['operations'], $result['hits'], $result['unknown']);
}
$last = connect(['store' => 'redis', 'address' => $address, 'write' => 'best', 'directory' => $directory], null);
if (($counter = $last->increment('counter', 0)) !== $sum['counted']) {
    $wrong[] = "the counter is $counter, and {$sum['counted']} were added";
}
\unlink($texts);
\array_map(\unlink(...), \glob("$directory/*"));
\rmdir($directory);
foreach (\array_slice($wrong, 0, 20) as $what) {
    echo "wrong: $what\n";
}
echo $sum['operations'], ' passed, ', \count($wrong), " failed\n";
exit($wrong === [] ? 0 : 1);
