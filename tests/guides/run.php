<?php

/*
 * Runs the PHP examples of the pages and compares their output with their comments; checks the syntax of shell, ini, JSON and C, and names of
 * settings. Pages of bridges are run by the bridges' tests.
 *
 * usage: run.php [WORD]   only pages whose path contains it
 */

declare(strict_types=1);

namespace Brine\Tests\Guides;

use Brine\Tests\Checks;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/../bootstrap.php';

if (\PHP_INT_SIZE < 8) {
    echo "skipped: the library needs 64-bit integers\n";
    exit(0);
}
$root = \dirname(__DIR__, 2);
if (!\is_file("$root/vendor/autoload.php")) {
    echo "skipped: examples need what Composer puts into vendor/\n";
    exit(0);
}
if (!\class_exists(\PhpToken::class)) {
    echo "skipped: PHP has no tokenizer\n";
    exit(0);
}
$word = $argv[1] ?? '';

/** @return list<string> from the root of the project */
$pages = static fn (string ...$patterns): array => \array_merge(...\array_map(
    static fn (string $pattern): array => \array_map(static fn (string $file): string => \substr($file, \strlen("$root/")), (array) \glob("$root/$pattern")),
    \array_values($patterns),
));

/**
 * @param list<string> $command
 * @return array{int, string} status, and both outputs
 */
$run = static function (array $command, string $input) use ($root): array {
    $process = @\proc_open($command, [['pipe', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes, $root);
    if ($process === false) {
        return [-1, "$command[0] cannot be run"];
    }
    \fwrite($pipes[0], $input);
    \fclose($pipes[0]);
    $output = (string) \stream_get_contents($pipes[1]);

    return [\proc_close($process), $output];
};

/** The same PHP, with the extensions of this one. */
$php = static function (string ...$arguments): array {
    $command = [\PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'apc.enable_cli=1', '-d', 'apc.serializer=brine'];
    $builtIn = \explode("\n", \trim((string) \shell_exec(\escapeshellarg(\PHP_BINARY) . ' -n -m')));
    foreach (\array_diff(\get_loaded_extensions(), $builtIn) as $extension) {
        if ($extension !== 'Zend OPcache') {
            $name = \strtolower($extension);
            \array_push($command, '-d', 'extension=' . ($name === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $name));
        }
    }

    return [...$command, ...\array_values($arguments)];
};

$languages = new Languages($run);
$socket = \extension_loaded('redis') ? RedisServer::get()?->socket ?? '' : '';
$leftOut = [];

/** @return array<string, string> what is wrong with each block, by its place; empty where nothing is */
$mistakes = static function (string $path) use ($root, $run, $php, $languages, $socket, &$leftOut): array {
    // Examples of bridges are run by the tests of those.
    $isRun = !\str_starts_with($path, 'packages/');
    $results = [];
    [$status, $output] = $isRun ? $run($php(__DIR__ . '/execute.php', $path, $socket), '') : [0, ''];
    foreach (\explode("\n", $output) as $line) {
        $results += \str_starts_with($line, '{"') ? (array) \json_decode($line, true) : [];
    }
    $mistakes = $status === 0 ? [] : [$path => "PHP has ended with the status $status: $output"];
    foreach ((new Page($root, $path))->blocks() as $block) {
        $mistakes["$block->place, syntax"] = $languages->mistake($block);
        if ($isRun && $block->isRun($socket !== '')) {
            $mistakes[$block->place] = $results[$block->place] ?? 'was not run';
        } elseif ($block->needs !== []) {
            $leftOut[] = "$block->place needs " . \implode(', ', $block->needs);
        }
    }

    return $mistakes;
};

foreach ($pages('README.md', 'docs/*.md', 'packages/*/README.md') as $path) {
    if (\str_contains($path, $word)) {
        foreach ($mistakes($path) as $place => $mistake) {
            Checks::same($place, '', $mistake);
        }
    }
}
foreach ($leftOut as $place) {
    echo "left out: $place\n";
}

// A page on which everything is wrong: each block says with what.
$wrong = 'tests/guides/wrong.txt';
$found = $mistakes($wrong);
foreach ((new Page($root, $wrong))->blocks() as $i => $block) {
    $said = ($found["$block->place, syntax"] ?? '') . ($found[$block->place] ?? '');
    Checks::that("$block->place is found to be wrong: $said", \preg_match('/wrong: (.*?)(?: \*\/)?$/m', $block->code, $reason) === 1 && \str_contains($said, $reason[1]));
}
Checks::same('blocks that are wrong', 11, $i + 1);

// The figures of docs/internals/measurements.md.
$figures = \PHP_EOL . <<<'END'
    | size / encode / decode, igbinary = 1 | native | brine |
    |---|---|---|
    | `mixed_2k` | – | **0.50 / 0.50 / 0.75** |
    | `real_caches` | 3.00 / 2.00 / 5.00 | **0.20 / 0.40 / 0.63** |

    PHP 8.4.1, OPcache, JIT off, a processor, igbinary 3.2.16, 3 rounds: `make bench` repeats it.

    END;
$file = \tempnam(\sys_get_temp_dir(), 'brine');
\file_put_contents($file, "before\n<!-- figures -->\nold\n<!-- /figures -->\nbehind\n");
$script = "$root/packages/bench/tools/figures.php";
Checks::same('figures', [0, \ltrim($figures)], $run([\PHP_BINARY, '-n', $script, __DIR__ . '/result.json'], ''));
Checks::same('figures into a page', [0, ''], $run([\PHP_BINARY, '-n', $script, '--write', $file, __DIR__ . '/result.json'], ''));
Checks::same('page with figures', "before\n<!-- figures -->$figures<!-- /figures -->\nbehind\n", \file_get_contents($file));
Checks::same('figures of another file', [1, "figures.php: $file is no result of the benchmark\n"], $run([\PHP_BINARY, '-n', $script, $file], ''));
[$status] = $run([\PHP_BINARY, '-n', $script, '--write', '/dev/null', __DIR__ . '/result.json'], '');
Checks::same('figures into another page', 1, $status);

// The rows of site/benchmark.md in which Brine is not first.
$script = "$root/packages/bench/tools/behind.php";
\file_put_contents($file, "before\n<!-- behind -->\n<!-- /behind -->\nafter\n");
Checks::same('rows behind into a page', [0, ''], $run([\PHP_BINARY, '-n', $script, '--write', $file, "$root/packages/bench/tests/report/result.json"], ''));
Checks::same('page with rows behind', [
    'before', '<!-- behind -->', 'Brine is not first in 5 of 24 figures: one row by one measure. Ratios are to the first; rows that are level with it are not named.', '',
    'PHP 8.2.29, OPcache, JIT off; igbinary 3.2.13, brine 0.9.0. Example processor. 11 rounds.', '',
    '**Not known** 4 figures', '',
    '- Strings, numbers, objects. Encode, behind native: `strings` 1.15, `integers` 1.09',
    '- Strings, numbers, objects. Encode, behind msgpack: `floats` 1.52',
    '- Strings, numbers, objects. Memory, behind msgpack: `integers` 1.00',
    '<!-- /behind -->', 'after', '',
], \array_values(\array_filter(\explode("\n", (string) \file_get_contents($file)), static fn (string $line, int $number): bool => $number < 6 || $number > 9, \ARRAY_FILTER_USE_BOTH)));
\unlink($file);

// The picture of README.md.
$directory = \sys_get_temp_dir() . '/brine-picture-' . \getmypid();
\mkdir($directory);
$script = "$root/packages/bench/tools/picture.php";
Checks::same('picture', [0, ''], $run([\PHP_BINARY, '-n', $script, __DIR__ . '/result.json', $directory], ''));
foreach (['light', 'dark'] as $theme) {
    $svg = (string) \file_get_contents("$directory/real-caches-$theme.svg");
    Checks::same("texts of the $theme picture", [
        'Bytes in the store', 'serialize()', '100 %', 'igbinary', '33 %', 'Brine', '13 %', 'Time to decode', 'serialize()', '100 %', 'igbinary', '20 %', 'Brine', '10 %',
        'Memory of the decoded values', 'serialize()', '100 %', 'igbinary', '75 %', 'Brine', '50 %',
        'Shorter is better. 2 real caches of Drupal, Laravel and Symfony; geometric means. PHP 8.4.1, igbinary 3.2.16.',
    ], \preg_match_all('/>([^<>]+)<\/text>/', $svg, $match) > 0 ? $match[1] : []);
    Checks::same("bars of the $theme picture", ['540.0', '180.0', '72.0', '540.0', '108.0', '54.0', '540.0', '405.0', '272.7'], \preg_match_all('/rect x="\d+" y="\d+" width="([\d.]+)"/', $svg, $match) > 0 ? $match[1] : []);
    \unlink("$directory/real-caches-$theme.svg");
}
\rmdir($directory);
Checks::same('picture in no directory', [1, "picture.php: usage: php packages/bench/tools/picture.php RESULT DIRECTORY\n"], $run([\PHP_BINARY, '-n', $script, __DIR__ . '/result.json', $directory], ''));

// What make demo shows. Other values of a corpus come first.
if (\extension_loaded('brine')) {
    [$status, $output] = $run($php("$root/examples/demo.php", '--once'), '');
    $lines = \explode("\n", \rtrim($output));
    Checks::same('demo', [0, 80], [$status, \max(80, ...\array_map(\strlen(...), $lines))]);
    Checks::same('the last value of the demo', [
        'small entry                         181   0.53* ######', '', 'Every value came back exactly.', 'Ratios are to serialize(), * marks the best.',
        'Measure your own cache:', '  scripts/php.sh release packages/cli/bin/brine bench --from redis://localhost',
    ], [...\array_slice($lines, -8, 3), $lines[\count($lines) - 4], ...\array_slice($lines, -2)]);
}

echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
