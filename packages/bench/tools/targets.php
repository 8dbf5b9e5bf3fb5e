<?php

declare(strict_types=1);

/*
 * Lists the figures of a result that miss Brine's targets; exit code 1 if any does, 2 for wrong usage.
 *
 * Targets are [size, encode, decode] relative to igbinary, or null. Integer sizes are bytes; '@<table>' is a geometric mean.
 *
 *     php packages/bench/tools/targets.php FILE     of brine bench --json FILE
 */

namespace Brine\Bench;

use Brine\Bench\Result\Ratio;
use Brine\Bench\Result\ResultFile;
use Brine\Bench\Result\Verdict;

require_once __DIR__ . '/../../../tests/bootstrap.php';

const MEASURES = ['bytes', 'encode', 'decode'];

/** @return iterable<string, float> figures that miss their targets, by table, row, measure and target */
function missed(ResultFile $file, array $targets): iterable
{
    foreach ($file->tables as $table) {
        foreach (MEASURES as $i => $measure) {
            $target = $targets["@$table->id"][$i] ?? null;
            $mean = Verdict::means($table, $measure, 'brine')['brine'] ?? null;
            if ($target !== null && $mean !== null && \round($mean, 2) > $target) {
                yield "@$table->id $measure: $target" => $mean;
            }
            foreach ($table->rows as $row) {
                foreach (['igbinary' => $targets, 'native' => $targets['to native']] as $baseline => $of) {
                    $target = $of[$row->name][$i] ?? null;
                    $figure = \is_int($target) ? $row->figure('brine', $measure) : Ratio::of($row, $measure, 'brine', $baseline)?->value;
                    if ($target !== null && $figure !== null && \round($figure, 2) > $target) {
                        yield "$row->name $measure" . ($baseline === 'native' ? ' to native' : '') . ": $target" => $figure;
                    }
                }
            }
        }
    }
}

$targets = [
    'mixed_2k' => [null, null, 0.68],
    'mixed_20k' => [null, null, 0.65],
    'mixed_2k_evicted' => [null, null, 0.60],
    'mixed_20k_evicted' => [null, null, 0.60],
    'mixed_first_call' => [null, null, 1.00],
    'to native' => [
        'mixed_2k' => [null, 1.00, null],
        'mixed_20k' => [null, 1.00, null],
        'mixed_2k_evicted' => [null, 1.10, null],
        'mixed_20k_evicted' => [null, 1.10, null],
    ],

    'rowset_100' => [0.52, 0.55, 0.42],
    'rowset_1000' => [0.45, 0.36, 0.35],
    'rowset_distinct_1000' => [0.36, 0.32, 0.28],
    'packed_1k' => [8, 0.12, 0.08],
    'packed_10k' => [9, 0.12, 0.08],
    'packed_rand_10k' => [0.38, 0.30, 0.12],
    'deep_50' => [0.45, 0.75, 0.60],
    'dto_100' => [0.65, 0.60, 0.36],
    'dto_1000' => [0.60, 0.55, 0.33],
    'dto_mixed' => [0.50, 0.50, 0.30],
    'one_dto' => [0.57, 0.50, 0.40],
    'small_assoc' => [0.90, 0.60, 0.55],
    'string_15' => [0.90, 1.00, 0.85],
    'int_single' => [0.78, 1.00, 0.90],
    'eloquent_model' => [0.85, 0.85, 0.65],
    'eloquent_coll_30' => [0.75, 0.90, 0.60],
    'wallet' => [0.75, 0.90, 0.60],
    'queue_job' => [0.70, 0.70, 0.50],
    'catalog' => [0.75, 0.60, 0.50],
    'jwks' => [0.95, 0.85, 0.65],

    'rows_missing_key' => [null, null, 0.50],
    'rows_by_id' => [null, null, 0.50],
    'rows_reordered' => [null, null, 0.50],
    'rows_stdclass' => [null, null, 0.50],
    'prices_10k' => [30_000, null, null],

    ...\array_fill_keys(\array_keys(Variants::all()), [null, 0.90, 0.80]),

    'views_data' => [null, null, 0.71],
    'library_info' => [null, null, 0.60],
    'menu_tree' => [null, null, 0.57],
    'theme_registry' => [null, null, 0.65],

    'drupal/config' => [0.85, 0.50, 0.55],
    'drupal/default' => [0.65, 0.65, 0.45],
    'drupal/discovery' => [0.75, 0.65, 0.50],
    'drupal/entity' => [0.85, 0.50, 0.55],
    'drupal/menu' => [0.60, 0.65, 0.50],
    'drupal/render' => [0.97, 0.60, 0.70],
    'drupal/data' => [0.95, 0.55, 0.70],
    'drupal/dynamic_page_cache' => [0.97, 0.45, 0.75],
    'drupal/page' => [1.00, 0.50, 0.85],
    'laravel' => [0.65, 0.70, 0.50],
    'symfony' => [0.80, 0.60, 0.55],
    'data' => [0.60, 0.60, 0.45],
    '@real_caches' => [0.80, 0.60, 0.58],
];

if ($argc !== 2 || !\is_file($argv[1])) {
    \fwrite(\STDERR, "usage: php packages/bench/tools/targets.php FILE\n");
    exit(2);
}
$missed = 0;
foreach (missed(ResultFile::read((string) \file_get_contents($argv[1]), $argv[1]), $targets) as $place => $figure) {
    \printf("%s, is %.2f\n", $place, $figure);
    ++$missed;
}
exit($missed > 0 ? 1 : 0);
