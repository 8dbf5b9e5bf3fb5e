<?php

/*
 * The recipes of docs/frameworks.md: old entries, the switch, new and damaged entries, the way back. Each case runs in its own process, against the
 * framework where it is installed or BRINE_FRAMEWORKS has it, else against a stand-in, or not at all.
 *
 * usage: run.php [CASE]
 */

declare(strict_types=1);

namespace Brine\Tests\Frameworks;

require __DIR__ . '/../bootstrap.php';

if (!\extension_loaded('redis')) {
    echo "skipped: PHP has no redis here\n";
    exit(0);
}
$builtIn = \explode("\n", \trim((string) \shell_exec(\escapeshellarg(\PHP_BINARY) . ' -n -m')));
$php = [\PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'error_reporting=-1'];
foreach (\array_diff(\get_loaded_extensions(), $builtIn) as $extension) {
    $name = \strtolower($extension);
    \array_push($php, '-d', 'extension=' . ($name === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $name));
}
$passed = $failed = 0;
foreach ((array) \glob(__DIR__ . '/cases/*.php') as $file) {
    $case = \basename((string) $file, '.php');
    if (!\str_contains($case, $argv[1] ?? '')) {
        continue;
    }
    $process = \proc_open([...$php, (string) $file], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $output = (string) \stream_get_contents($pipes[1]);
    $status = \proc_close($process);
    $isCounted = \preg_match('/^(\d+) passed, (\d+) failed\n\z/m', $output, $counts) === 1;
    $passed += $isCounted ? (int) $counts[1] : 0;
    $failed += $isCounted && ($status === 0) === ($counts[2] === '0') ? (int) $counts[2] : 1;
    foreach (\explode("\n", \trim($output)) as $line) {
        echo "$case: $line\n";
    }
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
