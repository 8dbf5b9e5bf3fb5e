<?php

/*
 * Applies random operations to resident values and to freshly decoded ones, which must stay equal. Restarts itself without JIT and with each kind
 * of it. --only repeats all rounds up to this one.
 *
 *     scripts/php.sh guard|release|asan tests/resident/stress.php [--count N] [--seed N] [--mode none|opcache|tracing|function] [--only ROUND]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Differential\Log;

error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('memory_limit', '1G');
ini_set('display_errors', 'stderr');
ini_set('zend.exception_ignore_args', '1');
date_default_timezone_set('UTC');

require __DIR__ . '/../bootstrap.php';
require __DIR__ . '/../random.php';
require __DIR__ . '/opcache.php';

/** Rounds of one process: then another begins with an empty table, and new shutdown functions. */
const ROUNDS = 2500;

/** @return array<string, string> */
function options(array $arguments): array
{
    $options = [];
    while (($argument = array_shift($arguments)) !== null) {
        $options[$argument] = match ($argument) {
            '--count', '--seed', '--mode', '--only', '--first', '--trace' => array_shift($arguments) ?? exit("$argument needs a value\n"),
            default => exit("unknown option $argument\n"),
        };
    }

    return $options;
}

/** @return array<string, list<string>> arguments of PHP by the name of the mode */
function modes(): array
{
    $modes = ['none' => []];
    $settings = opcache();
    if ($settings === null) {
        return $modes;
    }
    $opcache = [];
    foreach ([...$settings, 'opcache.jit_buffer_size=32M', 'opcache.jit=disable'] as $setting) {
        array_push($opcache, '-d', $setting);
    }
    $modes['opcache'] = $opcache;
    // A sanitizer does not know what the JIT makes.
    if (getenv('SKIP_ASAN') === false) {
        $hot = ['-d', 'opcache.jit_hot_func=2', '-d', 'opcache.jit_hot_loop=2', '-d', 'opcache.jit_hot_return=2', '-d', 'opcache.jit_hot_side_exit=2'];
        $modes['tracing'] = [...$opcache, '-d', 'opcache.jit=tracing', ...$hot];
        $modes['function'] = [...$opcache, '-d', 'opcache.jit=function'];
    }

    return $modes;
}

/** What OPcache says of this process, as the name of a mode. */
function mode_in_use(): string
{
    $status = \function_exists('opcache_get_status') ? opcache_get_status(false) : false;
    if ($status === false) {
        return 'none';
    }
    if (!$status['jit']['on']) {
        return 'opcache';
    }

    // Triggers of the JIT: loading a script, or frequent execution.
    return match ($status['jit']['kind']) {
        0 => 'function',
        5 => 'tracing',
        default => 'another JIT',
    };
}

/** This script again, in a mode; output and exit code. */
function child(array $mode, int $seed, int $first, int $count): array
{
    $trace = (string) tempnam(sys_get_temp_dir(), 'resident');
    $modules = ['-d', 'extension=' . getenv('BRINE_BUILD') . '/modules/brine.so'];
    if (getenv('SKIP_ASAN') !== false) {
        array_push($modules, '-d', 'auto_prepend_file=' . dirname(__DIR__, 2) . '/scripts/release_cycles.php');
    }
    $command = [
        PHP_BINARY, '-n', '-d', 'memory_limit=1G', ...$modules, ...$mode, __FILE__, '--mode', 'child', '--seed', (string) $seed, '--first', (string) $first,
        '--count', (string) $count, '--trace', $trace,
    ];
    $process = proc_open($command, [['file', '/dev/null', 'r'], ['pipe', 'w'], ['redirect', 1]], $pipes);
    $output = (string) stream_get_contents($pipes[1]);
    $status = proc_get_status($process);
    while ($status['running']) {
        usleep(10_000);
        $status = proc_get_status($process);
    }
    proc_close($process);
    $last = trim((string) file_get_contents($trace));
    unlink($trace);

    return [$output, $status['signaled'] ? 128 + $status['termsig'] : $status['exitcode'], $last];
}

/** Rounds of this process. */
function rounds(int $seed, int $first, int $count, ?string $trace, bool $show = false): int
{
    error_reporting(E_ERROR);
    require __DIR__ . '/../agreement/differential/classes.php';
    error_reporting(E_ALL & ~E_DEPRECATED);
    require __DIR__ . '/../agreement/differential/generate.php';
    require __DIR__ . '/families/classes.php';
    require __DIR__ . '/Choice.php';
    require __DIR__ . '/Values.php';
    require __DIR__ . '/Stress.php';
    $corpus = getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../shared/corpus';
    $stress = new Stress($seed, new Values($seed + $first, $corpus), $trace);
    $failed = 0;
    for ($round = 0; $round < $count; ++$round) {
        $difference = $stress->round($round);
        if ($difference !== null && ++$failed <= 10) {
            echo 'round ' . $first + $round . " (--seed $seed --first $first --only $round): $difference\n";
        }
    }
    $status = \function_exists('brine_resident_status') ? \brine_resident_status() : ['hits' => 0, 'admitted' => 0, 'templates' => 0];
    echo 'mode ', mode_in_use(), "\nhits {$status['hits']}, admitted {$status['admitted']}, with objects {$status['templates']}\n";
    echo $count - $failed, " passed, $failed failed\n";

    return $failed === 0 ? 0 : 1;
}

/**
 * Failures of PHP itself: crashes, or leaks reported by a debug build. 255 is its exit code of an error; beyond 128 otherwise are signals.
 */
function crashes_or_leaks(string $output, int $code): bool
{
    return $code >= 128 && $code !== 255 || \str_contains($output, 'memory leaks detected');
}

/**
 * Rounds of a child. Where PHP itself crashes, as its JIT may do, or array_walk() leaks, others take their place: where it does so differs from run to run.
 *
 * @return array{string, int, string, int} output, exit code, last step and seed
 */
function piece(string $name, array $mode, int $seed, int $first, int $rounds): array
{
    for ($tries = 0;; ++$tries) {
        [$output, $code, $last] = child($mode, $seed, $first, $rounds);
        if (!crashes_or_leaks($output, $code) || $tries === 3) {
            return [$output, $code, $last, $seed];
        }
        [$alone, $its] = child([...$mode, '-d', 'brine.resident_memory=0'], $seed, $first, $rounds);
        if (!crashes_or_leaks($alone, $its)) {
            return [$output, $code, $last, $seed];
        }
        echo "mode $name, from round $first (--seed $seed): PHP itself crashes or leaks, where nothing is resident, last in \"$last\"\n";
        $seed += 1_000_003;
    }
}

/** Rounds in processes of all modes. */
function run(array $modes, int $seed, int $count): int
{
    $passed = $failed = 0;
    foreach ($modes as $name => $mode) {
        $sums = ['hits' => 0, 'admitted' => 0];
        for ($first = 0; $first < $count; $first += ROUNDS) {
            $rounds = min(ROUNDS, $count - $first);
            [$output, $code, $last, $its] = piece($name, $mode, $seed, $first, $rounds);
            $isWhole = preg_match("/^mode $name\\nhits (\\d+), admitted (\\d+), with objects \\d+\\n(\\d+) passed, (\\d+) failed\\n(.*)\$/Dms", $output, $found) === 1;
            if ($isWhole) {
                $sums['hits'] += (int) $found[1];
                $sums['admitted'] += (int) $found[2];
                $passed += (int) $found[3];
                $failed += (int) $found[4];
            }
            if ($code !== 0 || !$isWhole || $found[5] !== '') {
                $failed += $isWhole && (int) $found[4] > 0 ? 0 : 1;
                echo "mode $name, from round $first (--seed $its --first $first --mode $name) ended with $code, last in \"$last\":\n" . substr($output, -3000) . "\n";
            }
        }
        echo "$name: $count rounds, {$sums['admitted']} admitted, {$sums['hits']} hits\n";
        if ($sums['hits'] === 0) {
            echo "$name: nothing was ever resident\n";
            ++$failed;
        }
    }
    echo "$passed passed, $failed failed\n";

    return $failed === 0 ? 0 : 1;
}

$options = options(array_slice($argv, 1));
$seed = \Brine\Tests\seed($options['--seed'] ?? null);
$count = (int) ($options['--count'] ?? 10_000);
$mode = $options['--mode'] ?? null;
if ($mode === 'child' || isset($options['--only'])) {
    exit(rounds($seed, (int) ($options['--first'] ?? 0), isset($options['--only']) ? (int) $options['--only'] + 1 : $count, $options['--trace'] ?? null));
}
echo "seed $seed\n";
$modes = modes();
if ($mode !== null) {
    $modes = [$mode => $modes[$mode] ?? exit("no such mode: $mode\n")];
}
exit(run($modes, $seed, $count));
