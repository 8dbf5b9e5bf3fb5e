<?php

declare(strict_types=1);

/*
 * The sizes of the benchmark's payloads, in bytes, which are the same on every machine. sizes.json records them, so that a change's effect on sizes
 * shows in its diff.
 *
 *     php -n -d extension=ext/modules/brine.so packages/bench/tools/sizes.php --check    # one test an entry: the size is that of sizes.json
 *     php -n -d extension=ext/modules/brine.so packages/bench/tools/sizes.php --write    # writes the sizes of this build
 */

namespace Brine\Bench;

require_once __DIR__ . '/../../../tests/bootstrap.php';

const FILE = __DIR__ . '/sizes.json';

/** Section of the file by section of the benchmark. For a row of several values, the sum counts. */
const SECTIONS = ['shapes' => 'synthetic', 'weak_spots' => 'synthetic', 'real_values' => 'real_values', 'real_caches' => 'real_caches'];

/** @return array<string, array<string, int>> size by name, by section */
function sizes(?Corpus $corpus): array
{
    $sizes = [];
    foreach (Workloads::all($corpus) as $workload) {
        if (isset(SECTIONS[$workload->section]) && !$workload->keep) {
            $bytes = \array_map(static fn (mixed $value): int => \strlen(\brine_serialize($value)), $workload->values());
            $sizes[SECTIONS[$workload->section]][$workload->name] = \array_sum($bytes);
        }
    }

    return $sizes;
}

/** @param array<string, array<string, int>> $sizes */
function write(array $sizes): void
{
    \ksort($sizes);
    \array_walk($sizes, static fn (array &$section) => \ksort($section));
    \file_put_contents(FILE, \json_encode($sizes, \JSON_PRETTY_PRINT | \JSON_UNESCAPED_SLASHES | \JSON_THROW_ON_ERROR) . "\n");
}

/**
 * @param array<string, array<string, int>> $expected
 * @param array<string, array<string, int>> $actual
 * @return int number of failures
 */
function check(array $expected, array $actual): int
{
    if (\PHP_INT_SIZE < 8) {
        // Values with integers beyond this PHP's range.
        unset($expected['real_caches']['data'], $actual['real_caches']['data']);
    }
    $failed = $count = 0;
    foreach ($actual as $section => $sizes) {
        $known = $expected[$section] ?? [];
        foreach ($sizes + $known as $name => $_) {
            $count++;
            $size = $sizes[$name] ?? null;
            if ($size !== ($known[$name] ?? null)) {
                $failed++;
                \printf("%s: %s: %s, in sizes.json %s\n", $section, $name, $size ?? 'no such value', $known[$name] ?? 'missing');
            }
        }
    }
    echo $count - $failed, " passed, $failed failed\n";

    return $failed;
}

/** @return int exit status */
function main(array $arguments): int
{
    if ($arguments !== ['--check'] && $arguments !== ['--write']) {
        \fwrite(\STDERR, "usage: packages/bench/tools/sizes.php --check|--write\n");

        return 2;
    }
    \ini_set('memory_limit', '-1');
    $corpus = Corpus::open();
    if ($corpus === null) {
        echo 'skipped: real values: no corpus in ', Corpus::directory(), "\n";
    }
    $written = \is_file(FILE) ? \json_decode(\file_get_contents(FILE), true, flags: \JSON_THROW_ON_ERROR) : [];
    $sizes = sizes($corpus);
    if ($arguments === ['--check']) {
        return check($written, $sizes) === 0 ? 0 : 1;
    }
    // Without a corpus, its sections stay unchanged.
    write($sizes + $written);

    return 0;
}

exit(main(\array_slice($argv, 1)));
