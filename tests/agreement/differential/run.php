<?php

/*
 * Differential test: random graphs through Brine and native serialize(), also with changed classes (variants.php). --only repeats a graph, --show
 * prints it. --codec native must pass, igbinary must fail: they test this test.
 *
 *     php -n -d extension=ext/modules/brine.so tests/agreement/differential/run.php [--count N] [--seed N] [--only INDEX]
 *         [--reference] [--show] [--codec brine|decoder|native|igbinary]
 */

declare(strict_types=1);

namespace Brine\Tests\Differential;

require __DIR__ . '/../../bootstrap.php';

error_reporting(E_ALL);
ini_set('memory_limit', '1G');
ini_set('display_errors', 'stderr');
// A trace with arguments would put the generator itself into the graphs.
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

// Some of the old ways of serialization are deprecated at the declaration of a class.
error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/classes.php';
require __DIR__ . '/variants.php';
error_reporting(E_ALL);
require __DIR__ . '/generate.php';
require __DIR__ . '/check.php';
require __DIR__ . '/../../random.php';

/** @return array<string, string|true> */
function options(array $arguments): array
{
    $options = [];
    while (($argument = array_shift($arguments)) !== null) {
        $options[$argument] = match ($argument) {
            '--count', '--seed', '--only', '--codec' => array_shift($arguments) ?? exit("$argument needs a value\n"),
            '--reference', '--show' => true,
            default => exit("unknown option $argument\n"),
        };
    }

    return $options;
}

$options = options(array_slice($argv, 1));
$seed = \Brine\Tests\seed($options['--seed'] ?? null);
$first = (int) ($options['--only'] ?? 0);
$count = isset($options['--only']) ? 1 : (int) ($options['--count'] ?? 2000);
if (($options['--codec'] ?? '') === 'decoder' && PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}
$codec = Codec::named($options['--codec'] ?? 'brine');
$reference = null;
// The reference decoder is written for 64-bit integers.
if (isset($options['--reference']) && PHP_INT_SIZE === 8) {
    require __DIR__ . '/../../format/reference/bootstrap.php';
    $reference = \Brine\Tests\Reference\Decoder::decode(...);
}

echo "seed $seed\n";
set_error_handler(Log::error(...));
gc_disable();
$check = new Check($codec, $reference);
$failed = 0;
for ($index = $first; $index < $first + $count; $index++) {
    $graph = Generator::graph($seed, $index);
    if (isset($options['--show'])) {
        echo addcslashes(serialize($graph->value), "\0..\37\177..\377"), "\n";
    }
    $difference = $check->difference($graph, brineFirst: $index % 2 === 1);
    if ($difference !== null && ++$failed <= 20) {
        echo "graph $index (--seed $seed --only $index): $difference\n";
    }
    unset($graph);
    \Brine\Tests\collectGarbage();
}
echo $count - $failed, " passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
