<?php

declare(strict_types=1);

/*
 * Sends cached values through Brine and back, and shows sizes and times beside native serialize() and igbinary. Real values come first if a
 * corpus is found (bench/README.md).
 *
 *     php -d extension=igbinary -d extension=ext/modules/brine.so examples/demo.php [--once]     --once: no times
 */

use Brine\Bench\Columns;
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

/**
 * @param  list<string> $names serializers
 * @return array<string, list<string>> cells per serializer: bytes, times to encode, times to decode
 */
function figures(Measure $measure, Workload $workload, array $names): array
{
    $measured = $measure->workload($workload);
    $cells = [];
    foreach (['bytes', 'encode', 'decode'] as $what) {
        foreach ($names as $name) {
            $figure = $measured->figure($name, $what);
            $cells[$what][] = $figure === null ? '-' : Measures::shown($what, $figure);
        }
    }

    return $cells;
}

/** Explains a payload byte by byte. Knows only the tags of small arrays; docs/format.md has all. */
final class Explanation
{
    /** @var list<array{string, string, string}> offset, bytes, meaning */
    public array $rows = [['at', 'bytes', 'meaning (docs/format.md)']];
    private int $at = 0;
    private int $strings = 0;
    private int $arrays = 0;
    /** @var list<int> number of keys by shape */
    private array $shapes = [];

    public function __construct(private readonly string $payload)
    {
        $this->row(2, 'magic byte; version 1, no flags');
        $this->value('');
    }

    private function value(string $indent): void
    {
        $tag = ord($this->payload[$this->at] ?? "\xff");
        match (true) {
            $tag <= 0x1f => $this->row(1, "{$indent}SMALL_INT $tag"),
            $tag <= 0x5f => $this->shortString($tag - 0x1f, $indent),
            $tag <= 0x9f => $this->row(1, sprintf('%sSTRING_REF_1: string %d again', $indent, $tag - 0x60)),
            $tag >= 0xb0 && $tag <= 0xbf => $this->shaped($tag - 0xb0, $indent),
            $tag >= 0xc0 && $tag <= 0xcf => $this->shortList($tag - 0xbf, $indent),
            $tag === 0xd0 => $this->row(2, sprintf('%sSHARED_2: array %d again', $indent, $this->second())),
            $tag >= 0xd8 && $tag <= 0xda => $this->row(1, $indent . ['NULL', 'FALSE', 'TRUE'][$tag - 0xd8]),
            $tag === 0xe9 => $this->map($indent),
            default => $this->row(strlen($this->payload) - $this->at, $indent . 'see docs/format.md'),
        };
    }

    private function shortString(int $length, string $indent): void
    {
        $text = substr($this->payload, $this->at + 1, $length);
        $number = $length > 1 ? ', string ' . $this->strings++ : '';
        $this->row(1 + $length, "{$indent}SHORT_STRING \"$text\"$number");
    }

    private function shortList(int $count, string $indent): void
    {
        $this->row(1, sprintf('%sSHORT_LIST of %d, array %d', $indent, $count, $this->arrays++));
        $this->values($count, "$indent  ");
    }

    private function map(string $indent): void
    {
        $count = $this->second();
        $meaning = sprintf('MAP of %d, array %d; its keys are shape %d:', $count, $this->arrays++, count($this->shapes));
        $this->shapes[] = $count;
        $this->row(2, $indent . $meaning);
        $this->values($count, "$indent  ");
        $this->values($count, "$indent    ");
    }

    private function shaped(int $shape, string $indent): void
    {
        $this->row(1, sprintf('%sSHAPED_1: values for shape %d, array %d', $indent, $shape, $this->arrays++));
        $this->values($this->shapes[$shape], "$indent    ");
    }

    private function values(int $count, string $indent): void
    {
        for ($i = 0; $i < $count && $this->at < strlen($this->payload); ++$i) {
            $this->value($indent);
        }
    }

    /** The byte after the tag. */
    private function second(): int
    {
        return ord($this->payload[$this->at + 1]);
    }

    private function row(int $length, string $meaning): void
    {
        $bytes = substr($this->payload, $this->at, $length);
        $this->rows[] = [(string) $this->at, trim(chunk_split(bin2hex($bytes), 2, ' ')), $meaning];
        $this->at += $length;
    }
}

/** @return bool whether every value came back exactly */
function demo(bool $once): bool
{
    gc_disable();
    $method = new Method(rounds: 5, sampleMs: 2);
    $serializers = $method->serializers(['native', 'igbinary', 'brine']);
    $names = array_keys($serializers);
    $measure = new Measure($serializers, $method);
    // One table each, narrow enough for a terminal.
    $tables = ['bytes' => [['value', ...($once ? ['bytes'] : ["bytes: $names[0]", ...array_slice($names, 1)]), 'identical']]];
    foreach ($once ? [] : ['encode', 'decode'] as $what) {
        $tables[$what] = [['value', "$what: $names[0]", ...array_slice($names, 1)]];
    }
    $all = true;
    $corpus = Corpus::open();
    foreach (demo_workloads($corpus) as $title => $workload) {
        [$value] = $workload->values();
        $survives = survives($value);
        $cells = $once ? ['bytes' => [number_format(strlen(brine_serialize($value)))]] : figures($measure, $workload, $names);
        $cells['bytes'][] = $survives ? 'yes' : 'NO';
        foreach ($tables as $what => $rows) {
            $tables[$what][] = [$title, ...$cells[$what]];
        }
        $all = $all && $survives;
    }
    foreach ($tables as $rows) {
        echo Columns::render($rows), "\n\n";
    }
    if ($corpus === null) {
        echo "The project makes these values itself. bench/README.md says how to measure those of your own cache.\n\n";
    }
    if (!$once && !in_array('igbinary', $names, true)) {
        echo "The extension igbinary is not installed, and left out.\n\n";
    }

    $value = [
        ['id' => 1, 'name' => 'Ada', 'languages' => ['en', 'fr']],
        ['id' => 2, 'name' => 'Bo', 'languages' => ['en', 'fr']],
    ];
    $payload = brine_serialize($value);
    printf("json: %s\nas a Brine payload of %d bytes:\n\n", json_encode($value), strlen($payload));
    foreach ((new Explanation($payload))->rows as [$at, $bytes, $meaning]) {
        printf("%4s  %-33s  %s\n", $at, $bytes, $meaning);
    }

    return $all;
}

if (!extension_loaded('brine')) {
    fwrite(STDERR, "The extension is not loaded: php -d extension=ext/modules/brine.so examples/demo.php\n");
    exit(2);
}
exit(demo(in_array('--once', $argv, true)) ? 0 : 1);
