<?php

declare(strict_types=1);

/*
 * Sends cached values through Brine and back, and shows sizes and times beside serialize() and igbinary, in 80 columns. Real values come first if a
 * corpus is found (packages/bench/README.md).
 *
 *     php -d extension=igbinary -d extension=ext/modules/brine.so examples/demo.php [--once]     --once: no times
 */

use Brine\Bench\Corpus;
use Brine\Bench\Measure;
use Brine\Bench\Method;
use Brine\Bench\Result\Measures;
use Brine\Bench\Workload;
use Brine\Bench\Workloads;

require_once __DIR__ . '/../tests/bootstrap.php';

const REAL_VALUES = [
    'views_data' => 'Drupal views_data',
    'library_info' => 'Drupal library_info',
    'menu_tree' => 'Drupal menu tree',
    'theme_registry' => 'Drupal theme registry',
    'laravel/posts_15_with_relations.ser' => 'Laravel collection, 15 posts',
    'drupal/config/0019.ser' => 'Drupal config entry',
];
const GENERATED_VALUES = [
    'eloquent_coll_30' => 'collection of 30 models',
    'wallet' => 'object graph with enums',
    'catalog' => 'catalog, nested arrays',
    'rowset_distinct_1000' => '1,000 database rows',
    'dto_1000' => '1,000 DTOs',
    'small_assoc' => 'small entry',
];

/** @return array<string, Workload> by displayed name */
function demo_workloads(?Corpus $corpus): array
{
    $all = Workloads::all($corpus);
    $workloads = [];
    foreach (REAL_VALUES + GENERATED_VALUES as $name => $title) {
        foreach (Workloads::select($all, [$name]) as $workload) {
            $workloads[$title] = $workload;
        }
    }

    return $workloads;
}

function survives(mixed $value): bool
{
    $payload = brine_serialize($value);
    $copy = brine_unserialize($payload);

    return serialize($copy) === serialize($value);
}

const MEASURES = ['bytes' => 'bytes', 'encode' => 'time to encode', 'decode' => 'time to decode'];

/** Columns of a title, of serialize()'s figure, and of a bar that shows a ratio of 1. */
const TITLE = 29;
const FIGURE = 10;
const BAR = 11;

/** A ratio to serialize() and its bar; `*` marks the best serializer of the row. Bars beyond 1 end with `>`. */
function bar(float $ratio, bool $isBest): string
{
    $bar = str_repeat('#', (int) max(1, round(min($ratio, 1) * BAR))) . ($ratio > 1.05 ? '>' : '');

    return sprintf('  %4.2f%s %s', $ratio, $isBest ? '*' : ' ', str_pad($bar, BAR));
}

/** @param array<string, float|int> $figures by serializer; the first is native */
function line(string $title, string $measure, array $figures): string
{
    $best = min($figures);
    $native = array_shift($figures);
    $line = str_pad($title, TITLE) . sprintf('%*s%s', FIGURE, Measures::shown($measure, $native), $native === $best ? '*' : ' ');
    foreach ($figures as $figure) {
        $line .= bar($figure / $native, $figure === $best);
    }

    return rtrim($line);
}

/**
 * @param list<string>                                          $names   serializers; the first is native
 * @param array<string, array<string, array<string, float|int>>> $figures by measure, title and serializer
 */
function charts(array $names, array $figures): string
{
    $text = '';
    foreach ($figures as $measure => $rows) {
        $text .= str_pad(MEASURES[$measure], TITLE) . sprintf('%*s ', FIGURE, 'serialize()');
        foreach (array_slice($names, 1) as $name) {
            $text .= '  ' . str_pad($name, BAR + 6);
        }
        $text = rtrim($text) . "\n";
        foreach ($rows as $title => $row) {
            $text .= line($title, $measure, $row) . "\n";
        }
        $text .= "\n";
    }

    return $text;
}

/** @return bool whether every value came back exactly */
function demo(bool $once): bool
{
    gc_disable();
    $method = new Method(rounds: 5, sampleMs: 2);
    $serializers = $method->serializers(['native', 'igbinary', 'brine']);
    $names = array_keys($serializers);
    $measure = new Measure($serializers, $method);
    $corpus = Corpus::open();
    $figures = $changed = [];
    foreach (demo_workloads($corpus) as $title => $workload) {
        [$value] = $workload->values();
        if (!survives($value)) {
            $changed[] = $title;
        }
        if ($once) {
            $figures['bytes'][$title] = ['native' => strlen(serialize($value)), 'brine' => strlen(brine_serialize($value))];
            continue;
        }
        $measured = $measure->workload($workload);
        foreach (array_keys(MEASURES) as $what) {
            foreach ($names as $name) {
                $figures[$what][$title][$name] = $measured->figure($name, $what) ?? NAN;
            }
        }
    }
    echo charts($once ? ['native', 'brine'] : $names, $figures);
    echo $changed === [] ? "Every value came back exactly.\n" : 'CHANGED: ' . implode(', ', $changed) . "\n";
    if (!$once && !in_array('igbinary', $names, true)) {
        echo "The extension igbinary is not installed.\n";
    }
    echo $corpus === null
        ? "These values have the shapes of rows, DTOs and models in caches.\n"
        : "The first six values are real cache entries, the others have their shapes.\n";
    echo 'Ratios are to serialize(), * marks the best.', $once ? '' : ' Times are of repeated calls.', "\n";
    echo "\nMeasure your own cache:\n  scripts/php.sh release packages/cli/bin/brine bench --from redis://localhost\n";

    return $changed === [];
}

if (!extension_loaded('brine')) {
    fwrite(STDERR, "The extension is not loaded: php -d extension=ext/modules/brine.so examples/demo.php\n");
    exit(2);
}
exit(demo(in_array('--once', $argv, true)) ? 0 : 1);
