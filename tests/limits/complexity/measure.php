<?php

/*
 * Common functions of the scripts in this directory. They measure and print: no time and no figure decides whether a test passes.
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

ini_set('memory_limit', '-1');
// The collector's work depends on earlier measurements.
gc_disable();

/** @param non-empty-list<float> $figures */
function median(array $figures): float
{
    sort($figures);
    $middle = intdiv(count($figures), 2);

    return count($figures) % 2 === 1 ? $figures[$middle] : ($figures[$middle - 1] + $figures[$middle]) / 2;
}

/**
 * Nanoseconds of one call: the mean of several. Freeing the results is not timed.
 *
 * @param \Closure(): mixed $call
 */
function timed(\Closure $call, int $calls = 1): float
{
    $elapsed = 0;
    for ($i = 0; $i < $calls; $i++) {
        $start = hrtime(true);
        $result = $call();
        $elapsed += hrtime(true) - $start;
        unset($result);
    }

    return $elapsed / $calls;
}

/**
 * The values of the options --name VALUE; an option that is not among the defaults ends the script.
 *
 * @param array<string, string> $defaults
 * @return array<string, string>
 */
function options(array $arguments, array $defaults): array
{
    $options = $defaults;
    while (($argument = array_shift($arguments)) !== null) {
        $name = substr($argument, 2);
        if (!str_starts_with($argument, '--') || !isset($defaults[$name]) || $arguments === []) {
            exit('options: --' . implode(' VALUE, --', array_keys($defaults)) . " VALUE\n");
        }
        $options[$name] = array_shift($arguments);
    }

    return $options;
}

/**
 * The command that runs a script with the PHP and the extensions of this process.
 *
 * @return list<string>
 */
function command(string $script, string ...$arguments): array
{
    $own = explode("\0", rtrim((string) file_get_contents('/proc/self/cmdline'), "\0"));

    return [...array_slice($own, 0, (int) array_search($_SERVER['argv'][0], $own, true)), $script, ...$arguments];
}

/** Cells in columns, the first to the left. */
function row(string|int|float ...$cells): void
{
    foreach (array_values($cells) as $i => $cell) {
        $text = is_float($cell) ? number_format($cell, abs($cell) < 10 ? 2 : ($cell < 100 ? 1 : 0)) : (string) $cell;
        echo $i === 0 ? str_pad($text, 34) : str_pad($text, 12, ' ', STR_PAD_LEFT);
    }
    echo "\n";
}
