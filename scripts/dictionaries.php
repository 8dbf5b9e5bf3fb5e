<?php

/*
 * Trains a dictionary on one half of the real cached values of an application and tests it on the other half, in both directions: which half a
 * file is in, a hash of its name says. Tested are values whose native text has less than 4 KB, and that equal none that was trained on.
 *
 * Prints, for each group, the size to igbinary's without a dictionary and with one (geometric means, and in all), and what it has to be at most.
 * The exit code is 1 if one is larger.
 *
 * BRINE_CORPUS=DIRECTORY scripts/php.sh release scripts/dictionaries.php [--max-bytes N] [--min-support N] [--groups]
 *
 * --min-support: 1 unless told, since these groups have 15 to 40 values to train on, of which few are alike; a store has thousands.
 * --groups: a dictionary for each group, in place of one for all groups of an application.
 */

declare(strict_types=1);

namespace Brine\Scripts;

use Brine\Bench\Corpus;
use Brine\Dictionary;
use Brine\Dictionary\Trainer;
use Brine\Format\Decoder;
use Brine\Format\Encoder;

require __DIR__ . '/../tests/bootstrap.php';
require __DIR__ . '/../bench/corpus.php';

const SMALL = 4096;

/** The largest geometric mean of sizes to igbinary's, by group. */
const WANTED = [
    'drupal/config' => 0.50, 'drupal/data' => 0.48, 'drupal/discovery' => 0.40, 'drupal/entity' => 0.25, 'drupal/menu' => 0.25,
    'drupal/render' => 0.75, 'symfony' => 0.42,
];

/**
 * @param non-empty-list<string> $files of a group
 * @return array{array<string, mixed>, array<string, mixed>} values to train on, and others
 */
function halves(Corpus $corpus, array $files, int $half): array
{
    $values = [[], []];
    usort($files, static fn (string $a, string $b): int => strcmp(hash('sha256', $a), hash('sha256', $b)));
    foreach ($files as $i => $file) {
        $isTested = intdiv(2 * $i, count($files)) !== $half;
        if (!$isTested || $corpus->bytes($file) < SMALL) {
            $values[$isTested ? 1 : 0][$file] = $corpus->load($file);
        }
    }
    $trained = array_flip(array_map(serialize(...), $values[0]));
    $values[1] = array_filter($values[1], static fn (mixed $value): bool => !isset($trained[serialize($value)]));

    return $values;
}

/**
 * Sizes of a value as igbinary, without a dictionary, and with it.
 *
 * @return array{int, int, int}
 */
function sizes(string $file, mixed $value, Dictionary $dictionary): array
{
    $payload = Encoder::encodeWith($value, $dictionary->contents());
    if (serialize(Decoder::decode($payload)) !== serialize($value)) {
        exit("$file does not come back\n");
    }

    return [strlen((string) igbinary_serialize($value)), strlen(Encoder::encode($value)), strlen($payload)];
}

/** @param non-empty-list<array{int, int, int}> $sizes */
function mean(array $sizes, int $i): float
{
    return exp(array_sum(array_map(static fn (array $of): float => log($of[$i] / $of[0]), $sizes)) / count($sizes));
}

if (PHP_INT_SIZE < 8 || !extension_loaded('igbinary')) {
    exit("skipped: this needs 64-bit integers and igbinary\n");
}
$corpus = Corpus::open();
if ($corpus === null) {
    exit("skipped: there are no cached values\n");
}
$arguments = getopt('', ['max-bytes:', 'min-support:', 'groups']);
$sizes = $bytes = [];
foreach ([0, 1] as $half) {
    $trainers = $tested = [];
    foreach ($corpus->groups() as $group => $files) {
        [$training, $tested[$group]] = halves($corpus, $files, $half);
        $trainer = $trainers[isset($arguments['groups']) ? $group : explode('/', $group)[0]] ??= new Trainer(heldBack: 0);
        foreach ($training as $value) {
            $trainer->add($value);
        }
    }
    $dictionaries = [];
    foreach (array_filter($tested) as $group => $values) {
        $name = isset($arguments['groups']) ? $group : explode('/', $group)[0];
        if (!isset($dictionaries[$name])) {
            $dictionaries[$name] = $trainers[$name]->train((int) ($arguments['max-bytes'] ?? 65536), (int) ($arguments['min-support'] ?? 1));
            $dictionaries[$name]->load();
        }
        $bytes[$group][] = strlen($dictionaries[$name]->bytes());
        foreach ($values as $file => $value) {
            $sizes[$group][] = sizes($file, $value, $dictionaries[$name]);
        }
    }
}
printf("%-28s %7s %16s %8s %8s %8s %7s\n", 'group', 'tested', 'dictionaries', 'without', 'with', 'in all', 'wanted');
ksort($sizes);
$failed = 0;
foreach ($sizes as $group => $of) {
    $wanted = WANTED[$group] ?? null;
    $isTooLarge = $wanted !== null && mean($of, 2) > $wanted;
    $failed += $isTooLarge ? 1 : 0;
    $inAll = array_sum(array_column($of, 2)) / array_sum(array_column($of, 0));
    $limit = $wanted === null ? '' : sprintf('%.2f', $wanted);
    $line = [$group, count($of), implode(' + ', $bytes[$group]), mean($of, 1), mean($of, 2), $inAll, $limit, $isTooLarge ? '  too large' : ''];
    printf("%-28s %7d %16s %8.3f %8.3f %8.3f %7s%s\n", ...$line);
}
exit($failed === 0 ? 0 : 1);
