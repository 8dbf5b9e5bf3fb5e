<?php

declare(strict_types=1);

/*
 * Counts instructions: php bench/instructions.php NAME encode|decode [SERIALIZER [CALLS]]
 *
 * NAME is a row of brine bench with one value, which is encoded warm. Two runs under callgrind differ only in the number of
 * calls, so the difference of their counts is free of start-up and warm-up, and of the noise of a busy machine. What
 * callgrind collected in the longer run stays in build/ for callgrind_annotate.
 */

namespace Brine\Bench;

use Brine\Bench\MessagePack\Cases;
use InvalidArgumentException;
use RuntimeException;

require_once __DIR__ . '/../tests/bootstrap.php';

const WARM_UP = 3;

/** Elements of arrays and properties of objects, at all depths; an object counts once. */
function elements(mixed $value, array &$seen = []): int
{
    if (\is_object($value)) {
        if (isset($seen[\spl_object_id($value)])) {
            return 0;
        }
        $seen[\spl_object_id($value)] = $value;
        $value = (array) $value;
    }
    if (!\is_array($value)) {
        return 0;
    }
    $count = \count($value);
    foreach ($value as $element) {
        $count += elements($element, $seen);
    }

    return $count;
}

function workload(string $name): Workload
{
    $workloads = [...Workloads::all(Corpus::open()), ...Cases::cases(), ...Cases::values(null)];
    $found = \array_values(\array_filter($workloads, static fn (Workload $workload): bool => $workload->name === $name && \count($workload->builders) === 1));

    return $found[0] ?? throw new InvalidArgumentException("$name is not the name of one value; see brine bench --list");
}

/** Runs in the child, under callgrind. */
function run_loop(string $name, string $direction, string $serializer, int $calls): void
{
    $value = workload($name)->values()[0];
    $loaded = Serializer::load($serializer) ?? throw new RuntimeException("$serializer is not loaded");
    if ($direction === 'encode') {
        $loaded->timeEncode(\array_fill(0, WARM_UP + $calls, $value), 1);
    } else {
        $loaded->timeDecode(\array_fill(0, WARM_UP + $calls, $loaded->payloads([$value], [\serialize($value)])[0]), 1);
    }
}

/** @return int instructions of a run with that many calls */
function count_instructions(string $output, string $name, string $direction, string $serializer, int $calls): int
{
    $log = Builds::run([
        'valgrind', '--tool=callgrind', "--callgrind-out-file=$output", '--log-fd=1',
        ...Builds::php(Builds::extensions(Serializer::extension($serializer)), [__FILE__, '--loop', $name, $direction, $serializer, (string) $calls]),
    ]);
    if (!\preg_match('/Collected : (\d+)/', $log, $match)) {
        throw new RuntimeException("callgrind tells no count:\n$log");
    }

    return (int) $match[1];
}

/** @param list<string> $arguments */
function main(array $arguments): void
{
    if (($arguments[0] ?? '') === '--loop') {
        run_loop($arguments[1], $arguments[2], $arguments[3], (int) $arguments[4]);

        return;
    }
    [$name, $direction, $serializer, $calls] = $arguments + ['', '', 'brine', '10'];
    $known = \in_array($direction, ['encode', 'decode'], true) && \in_array($serializer, Serializer::names(), true);
    if (!$known || (int) $calls < 1) {
        throw new InvalidArgumentException('usage: php bench/instructions.php NAME encode|decode [SERIALIZER [CALLS]]');
    }
    $elements = elements(workload($name)->values()[0]);
    $directory = \dirname(__DIR__) . '/build';
    \is_dir($directory) || \mkdir($directory);
    $output = \sprintf('%s/callgrind.%s.%s.%s', $directory, \strtr($name, '/', '_'), $direction, $serializer);
    $base = count_instructions($output, $name, $direction, $serializer, 0);
    $perCall = (count_instructions($output, $name, $direction, $serializer, (int) $calls) - $base) / (int) $calls;
    \printf(
        "%s %s %s: %s instructions a call%s\n%s\n",
        $serializer,
        $direction,
        $name,
        \number_format($perCall),
        $elements > 0 ? \sprintf(', %.1f for each of %s elements', $perCall / $elements, \number_format($elements)) : '',
        $output,
    );
}

try {
    main(\array_slice($argv, 1));
} catch (InvalidArgumentException | RuntimeException $e) {
    \fwrite(\STDERR, $e->getMessage() . "\n");
    exit(2);
}
