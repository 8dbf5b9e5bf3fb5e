<?php

declare(strict_types=1);

/*
 * Compares brine_igbinary_unserialize() with the reader in PHP: the same value and hooks, or the same reason at the same offset. Bytes of random
 * values, whole and damaged; samples with every bit changed; hostile bytes.
 *
 *     scripts/php.sh release tests/agreement/codec/igbinary_readers.php [--count N] [--seed N] [--only INDEX]
 */

namespace Brine\Tests\Codec;

use Brine\Tests\Differential\Generator;
use Brine\Tests\Differential\Log;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';

if (PHP_INT_SIZE < 8 || !extension_loaded('igbinary') || !function_exists('brine_igbinary_unserialize')) {
    echo "skipped: this needs 64-bit integers and the extensions igbinary and brine\n";
    exit(0);
}

ini_set('memory_limit', '512M');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../differential/variants.php';
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../differential/check.php';
require __DIR__ . '/igbinary_values.php';
require __DIR__ . '/igbinary_disagreement.php';

const ALL_OPTIONS = [
    [],
    ['allowed_classes' => false],
    ['missing_classes' => 'throw'],
    ['max_depth' => 3],
    ['max_elements' => 20],
    ['max_memory' => 3000],
];

$options = getopt('', ['count:', 'seed:', 'only:']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? 2000);
echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
for ($index = $first; $index < $first + $count; ++$index) {
    try {
        $bytes = igbinary_serialize(Generator::graph($seed, $index)->value);
    } catch (\Throwable) {
        continue;
    }
    if (!is_string($bytes)) {
        continue;
    }
    $name = "graph $index (--seed $seed --only $index)";
    mt_srand($seed ^ $index);
    Tally::note($name, disagreement($bytes));
    Tally::note("$name in format 1", disagreement("\0\0\0\x01" . substr($bytes, 4)));
    Tally::note("$name with options", disagreement($bytes, ALL_OPTIONS[$index % count(ALL_OPTIONS)]));
    Tally::note("$name of changed classes", disagreement(strtr($bytes, \Brine\Tests\Differential\VARIANTS)));
    for ($i = 0; $i < 3; ++$i) {
        $damaged = $bytes;
        for ($j = mt_rand(1, 3); $j > 0; --$j) {
            $damaged[mt_rand(4, max(4, strlen($bytes) - 1))] = chr(mt_rand(0, 255));
        }
        Tally::note("$name, damaged", disagreement($damaged, ['max_elements' => 100_000], true));
    }
    \Brine\Tests\collectGarbage();
}
if (!isset($options['only'])) {
    for ($index = 0; $index < intdiv($count, 10); ++$index) {
        mt_srand($seed + $index);
        $bytes = igbinary_serialize(arraysInsideThemselves($seed + $index));
        Tally::note('arrays inside themselves, ' . ($seed + $index), disagreement($bytes));
        $bytes = igbinary_serialize(arraysBehindReferences($seed + $index));
        for ($i = 0; $i < 10; ++$i) {
            $bytes[mt_rand(4, strlen($bytes) - 1)] = chr(mt_rand(0, 6));
            Tally::note('arrays behind references, damaged', disagreement($bytes, ['max_elements' => 10_000], true));
        }
        \Brine\Tests\collectGarbage();
    }
    foreach (bombs() as $name => $bytes) {
        Tally::note($name, disagreement(HEADER . $bytes, ['max_elements' => 100_000], true));
    }
    for ($index = 0; $index < 150; ++$index) {
        try {
            $bytes = igbinary_serialize(Generator::graph(1, $index)->value);
        } catch (\Throwable) {
            continue;
        }
        foreach (strlen($bytes) > 400 ? [] : flipped($bytes) as $what => $damaged) {
            Tally::note("sample $index, $what", disagreement($damaged, ['max_elements' => 100_000], true));
        }
        \Brine\Tests\collectGarbage();
    }
}
echo Tally::$passed, ' passed, ', Tally::$failed, " failed\n";
exit(Tally::$failed === 0 ? 0 : 1);
