<?php

/*
 * Is an object refused exactly if its class has changed? Random classes, and the same after a random change, each in a process of its own. What
 * Reflection tells about both decides. The codec in PHP writes and says the same as the extension.
 *
 *     scripts/php.sh release tests/agreement/stale/run.php [--count N] [--seed N]
 */

declare(strict_types=1);

namespace Brine\Tests\Stale;

use Brine\Tests\Checks;
use Random\Engine\Mt19937;
use Random\Randomizer;

use function Brine\Tests\seed;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/../../Checks.php';
require __DIR__ . '/Family.php';

if (\PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

const BATCH = 250;

/** @return array{seed: int, old: string, new: string} */
function pair(int $seed): array
{
    $random = new Randomizer(new Mt19937($seed));
    $ancestors = ['', '', '', '', '\ArrayObject', '\RuntimeException', '\SplObjectStorage'];
    $ancestor = $ancestors[$random->getInt(0, \count($ancestors) - 1)];
    $family = new Family($random, $ancestor);
    $old = $family->code();
    $family->change();

    return ['seed' => $random->getInt(0, 1 << 20), 'old' => $old, 'new' => $family->code()];
}

/** @return list<array<string, mixed>> */
function side(string $side, string $file, string $input): array
{
    $settings = ['auto_prepend_file=' . \ini_get('auto_prepend_file'), 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'];
    $command = [\PHP_BINARY, '-n', ...\array_map(static fn (string $setting): string => "-d$setting", $settings), __DIR__ . '/side.php', $side, $file];
    \file_put_contents("$file.input", $input);
    $process = \proc_open($command, [['file', "$file.input", 'r'], ['pipe', 'w']], $pipes);
    \assert(\is_resource($process));
    $output = (string) \stream_get_contents($pipes[1]);
    if (\proc_close($process) !== 0) {
        throw new \RuntimeException("$side: " . \substr($output, -600));
    }

    return \json_decode($output, true, 64, \JSON_THROW_ON_ERROR);
}

/**
 * Whether the guard lets an object pass.
 *
 * @param array<string, mixed> $old
 * @param array<string, mixed> $new
 */
function isSame(array $old, array $new): bool
{
    if (($old['form'] === 'properties') !== ($new['form'] === 'properties')) {
        return false;
    }
    $written = $old['written'];
    \sort($written, \SORT_STRING);
    if ($old['versions'] === [] && $old['form'] === 'properties' && ($old['isOpen'] || $written === $old['names'])) {
        // There are names only. A class that declares none takes any.
        return $new['versions'] === [] && ($new['isOpen'] || $written === $new['names']);
    }
    $names = static fn (array $side): array => $side['form'] === 'own' ? [] : $side['names'];

    return $names($old) === $names($new) && $old['versions'] === $new['versions'];
}

$arguments = $_SERVER['argv'];
$count = (int) ($arguments[\array_search('--count', $arguments, true) + 1] ?? 0) ?: 1_000;
$seedOption = \array_search('--seed', $arguments, true);
$seed = seed($seedOption === false ? null : $arguments[$seedOption + 1]);
echo "seed $seed\n";
$file = (string) \tempnam(\sys_get_temp_dir(), 'brine-stale-');
$stale = 0;
for ($done = 0; $done < $count; $done += BATCH) {
    $pairs = [];
    for ($i = $done; $i < \min($done + BATCH, $count); ++$i) {
        $pairs[] = pair($seed + $i);
    }
    \file_put_contents($file, \json_encode($pairs, \JSON_THROW_ON_ERROR));
    $old = side('old', $file, '');
    $new = side('new', $file, \json_encode($old, \JSON_THROW_ON_ERROR));
    foreach ($pairs as $i => $pair) {
        $name = 'seed ' . ($seed + $done + $i) . ", $pair[old] becomes $pair[new]";
        $isSame = isSame($old[$i], $new[$i]);
        $stale += $isSame ? 0 : 1;
        Checks::same("$name: bytes", 1, \count(\array_unique($old[$i]['payloads'])));
        Checks::same("$name: results", 1, \count(\array_unique($new[$i]['read'])));
        $result = $new[$i]['read']['extension'];
        Checks::same($name, $isSame, !\str_starts_with($result, 'stale_class: '));
    }
}
\unlink($file);
\unlink("$file.input");
// Both must be common.
Checks::that("$stale of $count are stale", $count < 100 || $stale > $count / 5 && $stale < $count * 4 / 5);
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
