<?php

/*
 * Names functions and methods of extensions that write into arrays and strings that they are given: all are called with resident values, which the build
 * "guard" maps read-only. Fails if an extension writes that ext/src/resident/intruder.c does not list.
 *
 *     scripts/php.sh guard tests/resident/sweep/run.php [EXTENSION...]    by default all in PHP's directory of extensions, and PHP's own
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Sweep;

require __DIR__ . '/Arguments.php';
require __DIR__ . '/Sweep.php';

/** Extensions that others need before them, but do not name so that PHP could say it. */
const BASES = ['iconv', 'mbstring', 'xml', 'dom', 'pdo', 'mysqlnd', 'sockets', 'igbinary', 'msgpack', 'psr', 'raphf'];

/** Those that replace what is tested, or debug it; and those that PHP loads in another way. */
const LEFT_OUT = ['brine', 'brine_igbinary', 'xdebug', 'uopz', 'pcov', 'opcache'];

/**
 * @param list<string> $before extensions to load
 * @return array{string, int} output and status of a child that sweeps an extension
 */
function sweepIn(array $before, string $extension): array
{
    $directory = \sys_get_temp_dir() . '/brine-sweep-' . \getmypid();
    @\mkdir($directory);
    $command = [PHP_BINARY, '-n', '-d', 'memory_limit=1G', '-d', 'max_execution_time=0', '-d', 'display_errors=stderr', '-d', 'extension=' . \getenv('BRINE_BUILD') . '/modules/brine.so'];
    foreach ($before as $name) {
        \array_push($command, '-d', "extension=$name");
    }
    $process = \proc_open([...$command, __FILE__, '--child', \basename($extension, '.so')], [['file', '/dev/null', 'r'], ['pipe', 'w'], ['pipe', 'w']], $pipes, $directory, ['BRINE_TEST_INTRUDERS' => '1'] + \getenv());
    $output = \stream_get_contents($pipes[1]);
    $errors = \stream_get_contents($pipes[2]);
    $status = \proc_close($process);
    // Functions make files of names that they are given.
    \exec('rm -rf ' . \escapeshellarg($directory));

    return [$output . ($output === '' ? \substr((string) $errors, 0, 300) : ''), $status];
}

/**
 * Sweeps an extension, after those that it needs; what its process says.
 *
 * @return array{functions: int, calls: int, writers: list<string>, unknown: list<string>}|null
 */
function sweep(string $extension): ?array
{
    $known = [];
    $bases = \array_values(\array_filter(BASES, static fn (string $name): bool => \is_file(\ini_get('extension_dir') . "/$name.so") && $name !== $extension));
    for ($tries = 0; $tries < 6; ++$tries) {
        $isOwn = !\str_contains($extension, '/') && !\is_file(\ini_get('extension_dir') . "/$extension.so");
        [$output] = sweepIn($isOwn ? [] : [...$known, $extension], $extension);
        if (\is_array($answer = \json_decode(\substr($output, (int) \strrpos($output, '{"functions"')), true))) {
            return $answer;
        }
        if (\preg_match('/required module "([\w ]+)" is not loaded/', $output, $found) !== 1) {
            if ($known === $bases) {
                break;
            }
            $known = $bases;
        } else {
            $known = [\strtolower($found[1]), ...$known];
        }
    }
    echo "$extension: cannot be loaded: ", \strtok($output, "\n"), "\n";

    return null;
}

if (($argv[1] ?? '') === '--child') {
    $name = $argv[2] === 'core' ? 'Core' : $argv[2];
    if (!\extension_loaded($name)) {
        exit(1);
    }
    \date_default_timezone_set('UTC');
    $sweep = new Sweep();
    \brine_resident_status()['entries'] > 0 || exit(1);
    $sweep->extension(new \ReflectionExtension($name));
    echo \json_encode(['functions' => $sweep->functions, 'calls' => $sweep->calls, 'writers' => $sweep->writers, 'unknown' => $sweep->unknown], \JSON_INVALID_UTF8_SUBSTITUTE);
    exit(0);
}

if (!\str_ends_with((string) \getenv('BRINE_BUILD'), '-guard') || !\function_exists('pcntl_fork')) {
    echo "skipped: this needs the build \"guard\", and pcntl\n";
    exit(0);
}
\preg_match_all('/^static const char \*const names\[\] = \{(.*)\};$/m', (string) \file_get_contents(\dirname(__DIR__, 3) . '/ext/src/resident/intruder.c'), $line);
$listed = \array_map(static fn (string $name): string => \trim($name, ' "'), \explode(',', $line[1][0]));
$extensions = \array_slice($argv, 1);
if ($extensions === []) {
    $files = \array_map(static fn (string $file): string => \basename($file, '.so'), \glob(\ini_get('extension_dir') . '/*.so') ?: []);
    $extensions = \array_unique([...\array_map(\strtolower(...), \get_loaded_extensions()), ...$files]);
    $extensions = \array_diff($extensions, LEFT_OUT);
}
$functions = $calls = $swept = $failed = 0;
foreach ($extensions as $extension) {
    $answer = sweep($extension);
    if ($answer === null) {
        continue;
    }
    $name = \basename($extension, '.so');
    ++$swept;
    $functions += $answer['functions'];
    $calls += $answer['calls'];
    if ($answer['unknown'] !== []) {
        echo "$name: these end PHP or wait, whatever they are given: ", \implode(', ', $answer['unknown']), "\n";
    }
    if ($answer['writers'] !== []) {
        echo "$name writes into values that it is given: ", \implode(', ', $answer['writers']), "\n";
    }
    $failed += ($answer['writers'] !== []) === \in_array($name, $listed, true) ? 0 : 1;
}
echo "$functions functions and methods of $swept extensions were called, $calls calls with up to ", Arguments::SETS, " sets of arguments each\n";
echo $swept - $failed, " passed, $failed failed\n";
exit($failed === 0 && $swept > 0 ? 0 : 1);
