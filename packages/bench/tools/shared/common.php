<?php

declare(strict_types=1);

/* What the measurements of shared values have in common: a directory of payloads that servers read, and figures of their processes. */

namespace Brine\Bench;

require_once __DIR__ . '/../callgrind.php';
require_once __DIR__ . '/../../../../tests/resident/shared/Servers.php';

/** @param list<int|float> $values */
function median(array $values): float
{
    \sort($values);

    return (float) $values[\intdiv(\count($values), 2)];
}

function can_be_kept(string $payload): bool
{
    $before = \brine_resident_status()['refused'];
    for ($sight = 0; $sight < 2; ++$sight) {
        \brine_unserialize($payload, ['resident' => true]);
    }
    $after = \brine_resident_status()['refused'];
    foreach (['full', 'too_large'] as $reason) {
        unset($before[$reason], $after[$reason]);
    }

    return $before === $after;
}

function directory(): string
{
    static $directory = '';
    if ($directory === '') {
        $directory = \sys_get_temp_dir() . '/brine-bench-shared-' . \getmypid();
        \mkdir("$directory/payloads", 0o755, true);
        \copy(__DIR__ . '/request.php', "$directory/request.php");
        $corpus = Corpus::open() ?? throw new \RuntimeException('there is no corpus');
        \copy(Corpus::directory() . '/stubs.php', "$directory/stubs.php");
        $number = 0;
        foreach ($corpus->byGroup() as $builders) {
            foreach ($builders as $build) {
                $payload = \brine_serialize($build());
                // Those that cannot be kept are decoded in both modes.
                if (can_be_kept($payload)) {
                    \file_put_contents("$directory/payloads/" . $number++, $payload);
                }
            }
        }
        echo "$number values\n";
    }

    return $directory;
}

/** Stops where a server does not do what is measured. */
function expect_sharing(array $answer, bool $expected): void
{
    if ($answer['state'] !== ($expected ? 'on' : 'off')) {
        throw new \RuntimeException("the state is $answer[state]");
    }
}

/** Kilobytes of a process, with its part of what it shares. */
function proportional_size(int $pid): int
{
    return \preg_match('/^Pss: +(\d+)/m', (string) \file_get_contents("/proc/$pid/smaps_rollup"), $match) === 1 ? (int) $match[1] : 0;
}
