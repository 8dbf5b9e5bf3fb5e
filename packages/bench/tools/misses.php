<?php

declare(strict_types=1);

/*
 * Counts instructions and cache misses with cachegrind, per call: warm, and with 4 MB read in between. Caches are simulated: 32 KB of code and of
 * data, and 1 MB behind them.
 *
 *     php packages/bench/tools/misses.php [NAME [CALLS [SERIALIZER...]]]     by default mixed_2k and 100 calls, spread over the row's values
 */

namespace Brine\Bench;

use InvalidArgumentException;
use RuntimeException;

require_once __DIR__ . '/../../../tests/bootstrap.php';

const CACHES = ['--cache-sim=yes', '--I1=32768,8,64', '--D1=32768,8,64', '--LL=1048576,16,64'];

/** Counted events, and cachegrind's names for them. */
const COUNTS = [
    'instructions' => 'I +refs',
    'I1 misses' => 'I1 +misses',
    'D1 misses' => 'D1 +misses',
    'L2 misses' => 'LL misses',
];

function row(string $name): Workload
{
    $found = Workloads::select(Workloads::all(Corpus::open()), [$name]);

    return \count($found) === 1 ? $found[0] : throw new InvalidArgumentException("$name is not the name of one row; see brine bench --list");
}

/**
 * That many of a row's values, evenly spread; repeated if there are fewer.
 *
 * @return list<mixed>
 */
function spread(Workload $row, int $calls): array
{
    $values = $row->values();

    $count = \count($values);

    return \array_map(static fn (int $i) => $values[$calls < $count ? \intdiv($i * $count, $calls) : $i % $count], \range(0, $calls - 1));
}

/** Runs in the child, under cachegrind. The round trip before the loop also warms a serializer's caches. */
function run_loop(string $name, int $calls, string $serializer, string $direction, bool $workBetween, bool $isEmpty): void
{
    $loaded = Serializer::load($serializer) ?? throw new RuntimeException("$serializer is not loaded");
    $tried = spread(row($name), $calls);
    $payloads = $loaded->payloads($tried, \array_map(serialize(...), $tried));
    $values = spread(row($name), $calls);
    $work = new OtherWork();
    $work();
    $between = $workBetween ? $work : static fn () => null;
    $none = Serializer::none();
    $timed = $isEmpty ? $none : $loaded;
    $direction === 'encode' ? $timed->timeEachEncode($values, $between) : $timed->timeEachDecode($payloads, $between);
}

/** @return array<string, int> */
function count_misses(string $serializer, string ...$arguments): array
{
    $log = Builds::run([
        'valgrind', '--tool=cachegrind', ...CACHES, '--cachegrind-out-file=/dev/null', '--log-fd=1',
        ...Builds::php(Builds::extensions(Serializer::extension($serializer)), [__FILE__, '--loop', ...$arguments]),
    ]);
    $counts = [];
    foreach (COUNTS as $what => $pattern) {
        if (!\preg_match("/ $pattern: +([\\d,]+)/", $log, $match)) {
            throw new RuntimeException("cachegrind tells no $what:\n$log");
        }
        $counts[$what] = (int) \str_replace(',', '', $match[1]);
    }

    return $counts;
}

/** @param list<string> $arguments */
function main(array $arguments): void
{
    \ini_set('memory_limit', '-1');
    \gc_disable();
    if (($arguments[0] ?? '') === '--loop') {
        [, $name, $calls, $serializer, $direction, $workBetween, $isEmpty] = $arguments;
        run_loop($name, (int) $calls, $serializer, $direction, $workBetween === '1', $isEmpty === '1');

        return;
    }
    [$name, $calls] = $arguments + ['mixed_2k', '100'];
    $serializers = \array_slice($arguments, 2) ?: ['brine', 'igbinary', 'native'];
    if ((int) $calls < 1 || \array_diff($serializers, Serializer::unsignedNames()) !== []) {
        throw new InvalidArgumentException('usage: php packages/bench/tools/misses.php [NAME [CALLS [SERIALIZER...]]]');
    }
    row($name);
    \printf('%-24s' . \str_repeat('%14s', \count(COUNTS)) . "\n", "$name, a call", ...\array_keys(COUNTS));
    foreach (['' => '0', ', other work between' => '1'] as $title => $workBetween) {
        foreach (['encode', 'decode'] as $direction) {
            echo "$direction$title\n";
            foreach ($serializers as $serializer) {
                $loop = [$name, $calls, $serializer, $direction, $workBetween];
                $counts = count_misses($serializer, ...$loop, ...['0']);
                $empty = count_misses($serializer, ...$loop, ...['1']);
                $each = \array_map(static fn (int $a, int $b) => ($a - $b) / (int) $calls, $counts, $empty);
                \printf('  %-22s%14s' . \str_repeat('%14.1f', \count(COUNTS) - 1) . "\n", $serializer, \number_format(\array_shift($each)), ...$each);
            }
        }
    }
}

try {
    main(\array_slice($argv, 1));
} catch (InvalidArgumentException | RuntimeException $e) {
    \fwrite(\STDERR, $e->getMessage() . "\n");
    exit(2);
}
