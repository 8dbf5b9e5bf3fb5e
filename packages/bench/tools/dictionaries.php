<?php

/*
 * Trains a dictionary on half of an application's real values, and tests it on small ones of the other half. Prints sizes
 * relative to igbinary, and times relative to no dictionary. Exit code 1 if a size exceeds its limit.
 *
 * BRINE_CORPUS=DIRECTORY scripts/php.sh release packages/bench/tools/dictionaries.php [OPTION...]
 *
 *     --max-bytes N     of the dictionary
 *     --min-support N   samples that an entry needs (4): these groups have only 15 to 40 values
 *     --preset-bytes N  of a preset for zlib; also prints sizes compressed at levels 1 and 6
 *     --groups          a dictionary for each group, not for each application
 *     --salt TEXT       chooses other halves
 *     --rounds N        measurements of a time (20), of which the fastest counts; 0 for no times
 */

declare(strict_types=1);

namespace Brine\Scripts;

use Brine\Bench\Corpus;
use Brine\Bench\Dictionary\Trial;
use Brine\Compression\Algorithm;
use Brine\Compression\Envelope;
use Brine\Dictionary;
use Brine\Format\Dictionaries;
use Closure;

require __DIR__ . '/../../../tests/bootstrap.php';

/** The largest geometric mean of sizes to igbinary's, by group. */
const WANTED = [
    'drupal/config' => 0.50, 'drupal/data' => 0.48, 'drupal/discovery' => 0.40, 'drupal/entity' => 0.25, 'drupal/menu' => 0.25,
    'drupal/render' => 0.75, 'symfony' => 0.42,
];

/**
 * Sizes of a value in igbinary, without a dictionary, and with it.
 *
 * @return array{int, int, int}
 */
function sizes(string $file, mixed $value, Dictionary $dictionary): array
{
    $payload = Dictionaries::serialize($value, $dictionary->contents());
    if (\serialize(\brine_unserialize($payload)) !== \serialize($value)) {
        exit("$file does not come back\n");
    }

    return [\strlen((string) \igbinary_serialize($value)), \strlen(\brine_serialize($value)), \strlen($payload)];
}

/**
 * Sizes of a value as igbinary and with a dictionary, and for levels 1 and 6 of zlib: without a dictionary, with one, and with one and its preset.
 *
 * @return array{int, int, int, int, int, int, int, int}
 */
function compressed(string $file, mixed $value, Dictionary $dictionary): array
{
    $plain = \brine_serialize($value);
    $payload = Dictionaries::serialize($value, $dictionary->contents());
    $sizes = [\strlen((string) \igbinary_serialize($value)), \strlen($payload)];
    foreach ([1, 6] as $level) {
        foreach ([$plain, $payload] as $content) {
            $sizes[] = \min(\strlen($content), Envelope::HEAD + \strlen(Algorithm::Zlib->compress($content, $level)));
        }
        $envelope = (string) Envelope::compress($payload, Algorithm::Zlib, $level);
        if (Envelope::open($envelope, \strlen($payload)) !== $payload) {
            exit("The payload of $file does not come out of its envelope\n");
        }
        $sizes[] = \min(\strlen($payload), \strlen($envelope));
    }

    return $sizes;
}

/** @param array<string, non-empty-list<array{int, int, int, int, int, int, int, int}>> $groups */
function printCompressed(array $groups): void
{
    \printf("\n%-28s %7s %8s | %8s %8s %8s | %8s %8s %8s\n", 'compressed', 'tested', 'not', 'level 1', 'with', 'preset', 'level 6', 'with', 'preset');
    $bySize = [];
    foreach ($groups as $group => $sizes) {
        printCompressedLine($group, $sizes);
        foreach ($sizes as $of) {
            $bySize[\max(6, (int) \ceil(\log($of[1] + 1, 2)))][] = $of;
        }
    }
    \ksort($bySize);
    foreach ($bySize as $exponent => $sizes) {
        printCompressedLine('under ' . 2 ** $exponent . ' bytes', $sizes);
    }
}

/** @param non-empty-list<array{int, int, int, int, int, int, int, int}> $sizes */
function printCompressedLine(string $name, array $sizes): void
{
    $means = [];
    for ($i = 1; $i < 8; ++$i) {
        $means[] = mean(\array_map(static fn (array $of): float => $of[$i] / $of[0], $sizes));
    }
    \printf("%-28s %7d %8.3f | %8.3f %8.3f %8.3f | %8.3f %8.3f %8.3f\n", $name, \count($sizes), ...$means);
}

/** Least nanoseconds of a sample. */
const SAMPLE = 100_000;

/**
 * @param Closure(int): int $loop nanoseconds for a number of calls
 * @return int calls that take as long as a sample
 */
function calls(Closure $loop): int
{
    for ($calls = 1; ($time = $loop($calls)) < SAMPLE / 2; $calls *= 2);

    return \max(1, (int) ($calls * SAMPLE / $time));
}

/**
 * Ratios of the times with the dictionary to those without, for decoding and encoding: the shortest of several rounds, in rotating order.
 *
 * @return array{float, float}
 */
function times(mixed $value, Dictionary $dictionary, int $rounds): array
{
    $options = ['dictionary' => $dictionary->id()];
    $payloads = [\brine_serialize($value), \brine_serialize($value, $options)];
    $decode = static fn (string $payload): Closure => static function (int $calls) use ($payload): int {
        for ($start = \hrtime(true); $calls > 0; --$calls) {
            \brine_unserialize($payload);
        }

        return \hrtime(true) - $start;
    };
    $encode = static fn (array $options): Closure => static function (int $calls) use ($value, $options): int {
        for ($start = \hrtime(true); $calls > 0; --$calls) {
            \brine_serialize($value, $options);
        }

        return \hrtime(true) - $start;
    };
    $ways = [...\array_map($decode, $payloads), $encode([]), $encode($options)];
    $calls = \array_map(calls(...), $ways);
    $times = \array_fill(0, 4, \INF);
    for ($round = 0; $round < $rounds; ++$round) {
        for ($i = $round; $i < $round + 4; ++$i) {
            $times[$i % 4] = \min($times[$i % 4], $ways[$i % 4]($calls[$i % 4]) / $calls[$i % 4]);
        }
    }

    return [$times[1] / $times[0], $times[3] / $times[2]];
}

/** @param non-empty-list<float> $numbers */
function mean(array $numbers): float
{
    return \exp(\array_sum(\array_map(log(...), $numbers)) / \count($numbers));
}

/** @param non-empty-list<array{int, int, int}> $sizes */
function meanSize(array $sizes, int $i): float
{
    return mean(\array_map(static fn (array $of): float => $of[$i] / $of[0], $sizes));
}

if (\PHP_INT_SIZE < 8 || !\extension_loaded('igbinary')) {
    exit("skipped: this needs 64-bit integers and igbinary\n");
}
$corpus = Corpus::open();
if ($corpus === null) {
    exit("skipped: there are no cached values\n");
}
$arguments = \getopt('', ['max-bytes:', 'min-support:', 'preset-bytes:', 'groups', 'rounds:', 'salt:']);
$rounds = \function_exists('brine_dictionary_load') ? (int) ($arguments['rounds'] ?? 20) : 0;
$presetBytes = (int) ($arguments['preset-bytes'] ?? 0);
$sizes = $times = $bytes = $compressed = $loaded = [];
$trial = new Trial(
    Trial::entries($corpus),
    isset($arguments['groups']),
    (int) ($arguments['max-bytes'] ?? Trial::MAX_BYTES),
    (int) ($arguments['min-support'] ?? Trial::MIN_SUPPORT),
    $presetBytes,
    (string) ($arguments['salt'] ?? ''),
);
foreach ($trial->run() as $group => $halves) {
    foreach ($halves as [$dictionary, $values]) {
        if (!isset($loaded[$dictionary->id()])) {
            $dictionary->load();
            $loaded[$dictionary->id()] = true;
        }
        $bytes[$group][] = \strlen($dictionary->bytes());
        foreach ($values as $file => $value) {
            $sizes[$group][] = sizes($file, $value, $dictionary);
            if ($presetBytes > 0) {
                $compressed[$group][] = compressed($file, $value, $dictionary);
            }
            if ($rounds > 0) {
                $times[$group][] = times($value, $dictionary, $rounds);
            }
        }
    }
}
\printf("%-28s %7s %16s %8s %8s %8s %7s %8s %8s %8s %8s\n", 'group', 'tested', 'dictionaries', 'without', 'with', 'in all', 'wanted', 'decode', 'largest', 'encode', 'largest');
\ksort($sizes);
$failed = 0;
$means = [];
foreach ($sizes as $group => $of) {
    $wanted = WANTED[$group] ?? null;
    $isTooLarge = $wanted !== null && meanSize($of, 2) > $wanted;
    $failed += $isTooLarge ? 1 : 0;
    $inAll = \array_sum(\array_column($of, 2)) / \array_sum(\array_column($of, 0));
    $limit = $wanted === null ? '' : \sprintf('%.2f', $wanted);
    $line = [$group, \count($of), \implode(' + ', $bytes[$group]), meanSize($of, 1), meanSize($of, 2), $inAll, $limit];
    \printf('%-28s %7d %16s %8.3f %8.3f %8.3f %7s', ...$line);
    foreach (isset($times[$group]) ? [0, 1] : [] as $way) {
        $ratios = \array_column($times[$group], $way);
        \printf(' %8.3f %8.3f', mean($ratios), \max($ratios));
        if ($wanted !== null) {
            $means[$way][] = mean($ratios);
        }
    }
    echo $isTooLarge ? "  too large\n" : "\n";
}
if ($means !== []) {
    \printf("%-28s %61s %8.3f %8s %8.3f\n", 'in the mean', '', mean($means[0]), '', mean($means[1]));
}
if ($compressed !== []) {
    \ksort($compressed);
    printCompressed($compressed);
}
exit($failed === 0 ? 0 : 1);
