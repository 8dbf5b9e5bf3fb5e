<?php

declare(strict_types=1);

/*
 * Counts instructions: php bench/instructions.php NAME encode|decode [SERIALIZER [CALLS]]
 *                      php bench/instructions.php --tables [NAME...]
 *
 * NAME is a row of brine bench with one value, which is encoded warm. A process under callgrind makes one call more than it shall count, and one, so the
 * difference is free of start-up, warm-up and the loop's beginning, and of the noise of a busy machine. What callgrind collected stays in build/ for
 * callgrind_annotate. --tables prints the tables of docs/internals/performance.md, of all synthetic rows with one value and some of the corpus.
 */

namespace Brine\Bench;

use Brine\Bench\MessagePack\Cases;
use InvalidArgumentException;
use RuntimeException;

require_once __DIR__ . '/callgrind.php';

const WARM_UP = 3;
const CALLS = 10;

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

/** Runs in the child, under callgrind: warm-up, a call, and as many more. */
function run_loop(string $name, string $direction, string $serializer, int $calls): void
{
    $value = workload($name)->values()[0];
    $loaded = Serializer::load($serializer) ?? throw new RuntimeException("$serializer is not loaded");
    $item = $direction === 'encode' ? $value : $loaded->payloads([$value], [\serialize($value)])[0];
    // Made beforehand, and kept: between the marks are calls alone.
    $lists = \array_map(static fn (int $times): array => \array_fill(0, $times, $item), [WARM_UP, 1, 1 + $calls]);
    foreach ($lists as $list) {
        \gc_status();
        $direction === 'encode' ? $loaded->timeEncode($list, 1) : $loaded->timeDecode($list, 1);
    }
    \gc_status();
}

/** @return array{engine: float, memory: float, libc: float, brine: float} instructions of a call */
function counted(string $name, string $direction, string $serializer, int $calls): array
{
    $parts = instructions(
        Builds::extensions(Serializer::extension($serializer)),
        [__FILE__, '--loop', $name, $direction, $serializer, (string) $calls],
        output($name, $direction, $serializer),
    );

    return per_call($parts[1], $parts[2], $calls);
}

function output(string $name, string $direction, string $serializer): string
{
    $directory = Builds::root() . '/build';
    \is_dir($directory) || \mkdir($directory);

    return \sprintf('%s/callgrind.%s.%s.%s', $directory, \strtr($name, '/', '_'), $direction, $serializer);
}

/** @return list<string> rows with one value, but those that keep what is decoded */
function names(): array
{
    $workloads = [...Workloads::shapes(), ...Workloads::weakSpots(), ...Workloads::realValues(Corpus::open())];

    return \array_values(\array_map(
        static fn (Workload $workload): string => $workload->name,
        \array_filter($workloads, static fn (Workload $workload): bool => \count($workload->builders) === 1),
    ));
}

/** @param list<string> $names */
function tables(array $names): void
{
    $calls = [['shape', 'elements', 'encode', 'an element', 'to igbinary', 'decode', 'an element', 'to igbinary']];
    $parts = [['shape', 'encode: engine', 'memory', 'libc', 'Brine', 'decode: engine', 'memory', 'libc', 'Brine']];
    foreach ($names as $name) {
        $elements = elements(workload($name)->values()[0]);
        $row = [$name, \number_format(\max(1, $elements))];
        $shares = [$name];
        foreach (['encode', 'decode'] as $direction) {
            $own = counted($name, $direction, 'brine', CALLS);
            $sum = \array_sum($own);
            $ratio = $sum / \array_sum(counted($name, $direction, 'igbinary', CALLS));
            \array_push($row, \number_format($sum), $elements === 0 ? '' : \sprintf('%.1f', $sum / $elements), \sprintf('%.2f', $ratio));
            \array_push($shares, ...\array_map(static fn (float $part): string => \sprintf('%.0f', 100 * $part / $sum), \array_values($own)));
        }
        $calls[] = $row;
        $parts[] = $shares;
    }
    echo markdown($calls), "\n", markdown($parts);
}

/** @param list<string> $arguments */
function main(array $arguments): void
{
    if (($arguments[0] ?? '') === '--loop') {
        run_loop($arguments[1], $arguments[2], $arguments[3], (int) $arguments[4]);

        return;
    }
    if (($arguments[0] ?? '') === '--tables') {
        tables(\array_slice($arguments, 1) ?: names());

        return;
    }
    [$name, $direction, $serializer, $calls] = $arguments + ['', '', 'brine', (string) CALLS];
    $known = \in_array($direction, ['encode', 'decode'], true) && \in_array($serializer, Serializer::names(), true);
    if (!$known || (int) $calls < 1) {
        throw new InvalidArgumentException('usage: php bench/instructions.php NAME encode|decode [SERIALIZER [CALLS]], or --tables [NAME...]');
    }
    $elements = elements(workload($name)->values()[0]);
    $perCall = \array_sum(counted($name, $direction, $serializer, (int) $calls));
    \printf(
        "%s %s %s: %s instructions a call%s\n%s.4\n",
        $serializer,
        $direction,
        $name,
        \number_format($perCall),
        $elements > 0 ? \sprintf(', %.1f for each of %s elements', $perCall / $elements, \number_format($elements)) : '',
        output($name, $direction, $serializer),
    );
}

try {
    main(\array_slice($argv, 1));
} catch (InvalidArgumentException | RuntimeException $e) {
    \fwrite(\STDERR, $e->getMessage() . "\n");
    exit(2);
}
