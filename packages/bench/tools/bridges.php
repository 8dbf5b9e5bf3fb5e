<?php

declare(strict_types=1);

/*
 * Measures what a bridge costs beyond the codec, in instructions of callgrind, for an entry of 1 KB and stand-in clients: the codec alone, the
 * calls written by hand, and the bridge.
 *
 * Needs the installed packages, and the extensions redis, memcached and mbstring.
 *
 *     php packages/bench/tools/bridges.php [stores|symfony|laravel|drupal]...
 */

namespace Brine\Bench\Bridges;

use Brine\Bench\Builds;

const CALLS = 200;

/** An entry of 1 KB: a list from a configuration. */
function value(): array
{
    $value = [];
    for ($i = 0; $i < 42; ++$i) {
        $value[] = ['identifier' => $i, 'title' => "The title of number $i", 'weight' => $i * 3, 'isActive' => $i % 3 > 0];
    }

    return $value;
}

/**
 * Runs in the child, under callgrind.
 *
 * @param list<\Closure(): mixed> $closures
 */
function run(array $closures): void
{
    foreach ($closures as $closure) {
        for ($i = 0; $i < 20; ++$i) {
            $closure();
        }
    }
    foreach ($closures as $closure) {
        \usleep(0);
        for ($i = 0; $i < CALLS; ++$i) {
            $closure();
        }
    }
    \usleep(0);
}

/** @return array<string, array{codec: \Closure(): mixed, hand: \Closure(): mixed, bridge: \Closure(): mixed}> by operation */
function rows(string $bridge): array
{
    require_once \dirname(__DIR__, 3) . ($bridge === 'stores' ? '/vendor/autoload.php' : "/packages/$bridge/vendor/autoload.php");

    return require __DIR__ . "/bridges/$bridge.php";
}

/** @return array{list<string>, list<int>} names of rows, and instructions of each part of a child's run */
function counts(string $bridge): array
{
    $directory = \dirname(__DIR__, 3) . '/build/bridges';
    \is_dir($directory) || \mkdir($directory, 0777, true);
    \array_map(\unlink(...), (array) \glob("$directory/$bridge.*"));
    $module = \getenv('BRINE_BUILD') . '/modules/brine.so';
    $arguments = ['-d', 'zend_extension=opcache', '-d', 'opcache.enable_cli=1', '-d', 'opcache.jit=off', __FILE__, '--loop', $bridge];
    $output = Builds::run([
        'valgrind', '--tool=callgrind', '--dump-before=usleep', "--callgrind-out-file=$directory/$bridge", '-q',
        ...Builds::php([$module, 'igbinary', 'redis', 'msgpack', 'memcached', 'ctype', 'mbstring', 'tokenizer'], $arguments),
    ]);
    $counts = [];
    for ($part = 2; \is_file("$directory/$bridge.$part"); ++$part) {
        \preg_match('/^(?:totals|summary): (\d+)/m', (string) \file_get_contents("$directory/$bridge.$part"), $match);
        $counts[] = (int) ($match[1] ?? throw new \RuntimeException("callgrind tells no count in $directory/$bridge.$part"));
    }

    return [\explode("\n", $output), $counts];
}

if (($argv[1] ?? '') === '--loop') {
    $rows = rows($argv[2]);
    echo \implode("\n", \array_keys($rows));
    $closures = [static fn (): mixed => null];
    foreach ($rows as $row) {
        \array_push($closures, $row['codec'], $row['hand'], $row['bridge']);
    }
    run($closures);
    exit(0);
}
require_once __DIR__ . '/../../../tests/bootstrap.php';
foreach (\array_slice($argv, 1) ?: ['stores', 'symfony', 'laravel', 'drupal'] as $bridge) {
    [$names, $counts] = counts($bridge);
    $nothing = \array_shift($counts);
    foreach ($names as $i => $name) {
        [$codec, $hand, $whole] = \array_map(static fn (int $count): float => ($count - $nothing) / CALLS, \array_slice($counts, 3 * $i, 3));
        \printf("%-8s %-22s codec %6.0f, by hand %+6.0f, bridge %+6.0f: it adds %5.0f, %.1f %%\n", $bridge, $name, $codec, $hand - $codec, $whole - $codec, $whole - $hand, 100 * ($whole - $hand) / $codec);
    }
}
