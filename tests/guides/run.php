<?php

/*
 * Do the pages of the documentation do what they say? Each example in PHP is run, and prints or throws what its comments say; shell, ini,
 * JSON and C are checked for their syntax, settings for their names, and links for where they lead. Pages of bridges are run by the tests
 * of those.
 *
 * usage: run.php [WORD]   only pages whose path has the word in it
 */

declare(strict_types=1);

namespace Brine\Tests\Guides;

use Brine\Tests\Checks;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/../bootstrap.php';

$root = \dirname(__DIR__, 2);
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
foreach ($pages('README.md', 'docs/*.md', 'bridge/*/README.md') as $path) {
    if (!\str_contains($path, $word)) {
        continue;
    }
    $page = new Page($root, $path);
    $results = [];
    if (!\str_starts_with($path, 'bridge/')) {
        [$status, $output] = $run($php(__DIR__ . '/execute.php', $path, $socket), '');
        Checks::same("$path, exit status", 0, $status);
        foreach (\explode("\n", $output) as $line) {
            $results += \str_starts_with($line, '{"') ? (array) \json_decode($line, true) : [];
        }
    }
    foreach ($page->blocks() as $block) {
        Checks::same("$block->place, syntax", '', $languages->mistake($block));
        if ($block->isRun($socket !== '') && !\str_starts_with($path, 'bridge/')) {
            Checks::same($block->place, '', $results[$block->place] ?? 'was not run');
        } elseif ($block->needs !== []) {
            $leftOut[] = "$block->place needs " . \implode(', ', $block->needs);
        }
    }
}
foreach ($pages('*.md', 'docs/*.md', 'docs/*/*.md', 'bridge/*/README.md', 'bench/README.md', 'fuzz/README.md', 'tests/*/README.md') as $path) {
    Checks::same("$path, dead links", [], (new Page($root, $path))->deadLinks());
}
foreach ($leftOut as $place) {
    echo "left out: $place\n";
}
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
