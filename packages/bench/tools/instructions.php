<?php

declare(strict_types=1);

/*
 * Counts instructions of warm calls with callgrind: the difference of two processes, so start-up and warm-up cancel out. NAME is a row of brine
 * bench; --tables prints docs/internals/measurements.md's tables.
 *
 *     php packages/bench/tools/instructions.php NAME encode|decode [SERIALIZER [CALLS]]
 *     php packages/bench/tools/instructions.php --tables [NAME...]
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
    foreach ([static fn (): array => Workloads::all(Corpus::open()), Cases::cases(...), static fn (): array => Cases::values(null)] as $workloads) {
        foreach ($workloads() as $workload) {
            if ($workload->name === $name && \count($workload->builders) === 1) {
                return $workload;
            }
        }
    }

    throw new InvalidArgumentException("$name is not the name of one value; see brine bench --list");
}

/**
 * Runs in the child, under callgrind: for each serializer and direction, warm-up, one call, then 1 + $calls calls.
 *
 * @param list<string> $directions
 * @param list<string> $serializers
 */
function run_loop(string $name, array $directions, array $serializers, int $calls): void
{
    $value = workload($name)->values()[0];
    foreach ($directions as $direction) {
        foreach ($serializers as $serializer) {
            $loaded = Serializer::load($serializer) ?? throw new RuntimeException("$serializer is not loaded");
            $item = $direction === 'encode' ? $value : $loaded->payloads([$value], [\serialize($value)])[0];
            // Created in advance and kept, so that only calls run between the marks.
            $lists = \array_map(static fn (int $times): array => \array_fill(0, $times, $item), [WARM_UP, 1, 1 + $calls]);
            foreach ($lists as $list) {
                \sys_get_temp_dir();
                $direction === 'encode' ? $loaded->timeEncode($list, 1) : $loaded->timeDecode($list, 1);
            }
            \sys_get_temp_dir();
        }
    }
}

/**
 * @param  list<string> $directions
 * @param  list<string> $serializers
 * @return array<string, array<string, array{engine: float, memory: float, libc: float, brine: float}>> instructions per call, by direction and
 *     serializer
 */
function counted(string $name, array $directions, array $serializers, int $calls): array
{
    $extensions = \array_merge(...\array_map(static fn (string $serializer): array => Builds::extensions(Serializer::extension($serializer)), $serializers));
    $arguments = [__FILE__, '--loop', $name, \implode(',', $directions), \implode(',', $serializers), (string) $calls];
    $parts = instructions($extensions, $arguments, output($name));
    $counts = [];
    foreach ($directions as $direction) {
        foreach ($serializers as $serializer) {
            // Three parts, and the part between this serializer and the next one.
            [, $few, $more] = \array_splice($parts, 0, 4);
            $counts[$direction][$serializer] = per_call($few, $more, $calls);
        }
    }

    return $counts;
}

function output(string $name): string
{
    $directory = Builds::root() . '/build';
    \is_dir($directory) || \mkdir($directory);

    return \sprintf('%s/callgrind.%s', $directory, \strtr($name, '/ ', '__'));
}

/** @return list<string> rows with one value, except those that keep decoded values */
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
        foreach (counted($name, ['encode', 'decode'], ['brine', 'igbinary'], CALLS) as ['brine' => $own, 'igbinary' => $other]) {
            $sum = \array_sum($own);
            \array_push($row, \number_format($sum), $elements === 0 ? '' : \sprintf('%.1f', $sum / $elements), \sprintf('%.2f', $sum / \array_sum($other)));
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
        run_loop($arguments[1], \explode(',', $arguments[2]), \explode(',', $arguments[3]), (int) $arguments[4]);

        return;
    }
    if (($arguments[0] ?? '') === '--tables') {
        tables(\array_slice($arguments, 1) ?: names());

        return;
    }
    [$name, $direction, $serializer, $calls] = $arguments + ['', '', 'brine', (string) CALLS];
    $known = \in_array($direction, ['encode', 'decode'], true) && \in_array($serializer, Serializer::names(), true);
    if (!$known || (int) $calls < 1) {
        throw new InvalidArgumentException('usage: php packages/bench/tools/instructions.php NAME encode|decode [SERIALIZER [CALLS]], or --tables [NAME...]');
    }
    $elements = elements(workload($name)->values()[0]);
    $perCall = \array_sum(counted($name, [$direction], [$serializer], (int) $calls)[$direction][$serializer]);
    \printf(
        "%s %s %s: %s instructions a call%s\n%s.4\n",
        $serializer,
        $direction,
        $name,
        \number_format($perCall),
        $elements > 0 ? \sprintf(', %.1f for each of %s elements', $perCall / $elements, \number_format($elements)) : '',
        output($name),
    );
}

try {
    main(\array_slice($argv, 1));
} catch (InvalidArgumentException | RuntimeException $e) {
    \fwrite(\STDERR, $e->getMessage() . "\n");
    exit(2);
}
