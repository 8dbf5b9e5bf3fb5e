<?php

/*
 * The encoder in PHP writes the extension's bytes, and rejects the same values with the same messages. --index repeats one graph or column.
 *
 *     php -n -d extension=ext/modules/brine.so tests/agreement/codec/encoder.php [--count N] [--seed N] [--only PART] [--index I]
 *     PART: vectors, corpus (under BRINE_CORPUS), shapes (the benchmark's), graphs (N random ones of the differential test),
 *           columns (N / 4 random runs and tables), strings, boundaries, errors, references, classes (PHP's), lazy (since PHP 8.4)
 */

declare(strict_types=1);

namespace Brine\Tests\Codec;

use Brine\Tests\Differential\Generator;
use Brine\Tests\Vectors\Vector;

\ini_set('memory_limit', '1G');
\ini_set('zend.exception_ignore_args', '1');
\date_default_timezone_set('UTC');
\error_reporting(\E_ALL);

if (\PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
// Some of the old ways of serialization are deprecated at the declaration of a class.
\error_reporting(\E_ALL & ~\E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
require __DIR__ . '/../../format/vectors/classes.php';
require __DIR__ . '/cases.php';
\error_reporting(\E_ALL);
require __DIR__ . '/../differential/generate.php';
require __DIR__ . '/../../format/vectors/Graph.php';
require __DIR__ . '/../../format/vectors/Vector.php';

/** @return array<string, string> */
function options(array $arguments): array
{
    $options = [];
    while (($argument = \array_shift($arguments)) !== null) {
        if (!\in_array($argument, ['--count', '--seed', '--only', '--index'], true)) {
            exit("unknown option $argument\n");
        }
        $options[$argument] = \array_shift($arguments) ?? exit("$argument needs a value\n");
    }

    return $options;
}

function checkVectors(Comparison $comparison): void
{
    foreach (Vector::all(__DIR__ . '/../../format/vectors') as $vector) {
        if ($vector->isValid()) {
            $comparison->check("vector $vector->name", $vector->value());
            // With the bits of NaN, which native text does not hold.
            $comparison->check("vector $vector->name, decoded", \brine_unserialize($vector->payload(), $vector->options));
        }
    }
}

function checkCorpus(Comparison $comparison): void
{
    $corpus = \getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../../shared/corpus';
    if (!\is_file("$corpus/stubs.php")) {
        return;
    }
    require_once "$corpus/stubs.php";
    $files = new \RegexIterator(new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($corpus)), '/\.ser$/');
    foreach ($files as $file) {
        $comparison->check(\substr((string) $file, \strlen($corpus) + 1), \unserialize(\file_get_contents((string) $file)));
    }
}

function checkShapes(Comparison $comparison): void
{
    foreach (\Brine\Bench\Shapes::all() + \Brine\Bench\Shapes::weakSpots() + \Brine\Bench\Shapes::kept() as $name => $make) {
        $comparison->check("shape $name", $make());
    }
}

/** @param list<int> $indexes */
function checkGraphs(Comparison $comparison, int $seed, array $indexes): void
{
    foreach ($indexes as $index) {
        $graph = Generator::graph($seed, $index);
        $comparison->check("graph --seed $seed --index $index", $graph->value, $index % 2 === 1);
        unset($graph);
        \Brine\Tests\collectGarbage();
    }
}

/** @param list<int> $indexes */
function checkColumns(Comparison $comparison, int $seed, array $indexes): void
{
    foreach ($indexes as $index) {
        $comparison->check("columns --seed $seed --index $index", (new Columns($seed, $index))->value());
    }
}

$options = options(\array_slice($argv, 1));
$count = (int) ($options['--count'] ?? 100_000);
$seed = \Brine\Tests\seed($options['--seed'] ?? null);
$indexes = static fn (int $count): array => isset($options['--index']) ? [(int) $options['--index']] : \range(0, $count - 1);
$parts = [
    'vectors' => checkVectors(...),
    'corpus' => checkCorpus(...),
    'shapes' => checkShapes(...),
    'strings' => checkStrings(...),
    'boundaries' => checkBoundaries(...),
    'errors' => checkErrors(...),
    'references' => checkReferences(...),
    'classes' => checkClasses(...),
    'lazy' => checkLazy(...),
    'columns' => static fn (Comparison $comparison) => checkColumns($comparison, $seed, $indexes(\intdiv($count, 4))),
    'graphs' => static fn (Comparison $comparison) => checkGraphs($comparison, $seed, $indexes($count)),
];
echo "seed $seed\n";
\gc_disable();
// Making and decoding values creates dynamic properties, of classes that warn of it, too.
\set_error_handler(static fn (): bool => true, \E_DEPRECATED | \E_WARNING);
$passed = $failed = 0;
foreach ($parts as $name => $check) {
    if (($options['--only'] ?? $name) === $name) {
        $comparison = new Comparison();
        $check($comparison);
        echo "$name: $comparison->passed alike ($comparison->bytes bytes), $comparison->failed not\n";
        $passed += $comparison->passed;
        $failed += $comparison->failed;
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
