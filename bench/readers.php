<?php

declare(strict_types=1);

/*
 * How long the readers in PHP take beside the extensions and native unserialize(): for each group of the corpus the time for all its values, the
 * fastest of several rounds, and what part of it is native's.
 *
 *     scripts/php.sh release -d opcache.enable_cli=1 bench/readers.php [--rounds N] [--only GROUP]
 */

namespace Brine\Bench;

require_once __DIR__ . '/corpus.php';
require_once __DIR__ . '/../tests/bootstrap.php';

/** @return array<string, array{\Closure(mixed): string, \Closure(string): mixed}> by name: writes, reads */
function readers(): array
{
    $readers = ['native' => [serialize(...), unserialize(...)]];
    if (\extension_loaded('brine')) {
        $readers['brine'] = [\brine_serialize(...), \brine_unserialize(...)];
        $readers['brine in PHP'] = [\brine_serialize(...), \Brine\Codec\Decoder::decode(...)];
    }
    if (\extension_loaded('igbinary')) {
        $readers['igbinary'] = [\igbinary_serialize(...), \igbinary_unserialize(...)];
        $readers['igbinary in PHP'] = [\igbinary_serialize(...), \Brine\Igbinary\Decoder::decode(...)];
    }

    return $readers;
}

/**
 * @param list<string> $payloads
 * @return float nanoseconds for all of them, the fastest round
 */
function fastest(\Closure $read, array $payloads, int $rounds): float
{
    $best = INF;
    for ($round = 0; $round < $rounds; ++$round) {
        $start = hrtime(true);
        foreach ($payloads as $payload) {
            $read($payload);
        }
        $best = min($best, hrtime(true) - $start);
    }

    return $best;
}

$options = getopt('', ['rounds:', 'only:']);
$corpus = Corpus::open();
if ($corpus === null) {
    echo "skipped: there is no corpus\n";
    exit(0);
}
$readers = readers();
printf("%-28s %7s %11s", 'group', 'values', 'native µs');
foreach (array_slice(array_keys($readers), 1) as $name) {
    printf(' %16s', $name);
}
echo "\n";
foreach ($corpus->groups() as $group => $files) {
    if (!str_contains($group, $options['only'] ?? '')) {
        continue;
    }
    $values = array_map($corpus->load(...), $files);
    printf('%-28s %7d', $group, count($values));
    $native = null;
    foreach ($readers as [$write, $read]) {
        $payloads = array_map($write, $values);
        $time = fastest($read, $payloads, (int) ($options['rounds'] ?? 7));
        $native === null ? printf(' %11.0f', $time / 1000) : printf(' %16.2f', $time / $native);
        $native ??= $time;
    }
    echo "\n";
}
