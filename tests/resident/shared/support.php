<?php

/* What the tests of shared values in servers have in common (run.php, eviction.php). */

declare(strict_types=1);

namespace Brine\Tests\Resident\Shared;

require __DIR__ . '/Servers.php';

final class Results
{
    public static int $passed = 0;
    public static int $failed = 0;
    public static string $test = '';

    public static function check(string $what, mixed $expected, mixed $actual, mixed $context = null): void
    {
        if ($expected === $actual) {
            ++self::$passed;

            return;
        }
        ++self::$failed;
        echo self::$test, ": $what: ", \json_encode($expected), ' expected, ', \json_encode($actual), ' found',
            $context === null ? '' : ' in ' . \substr((string) \json_encode($context), 0, 1500), "\n";
    }
}

function check(string $what, mixed $expected, mixed $actual, mixed $context = null): void
{
    Results::check($what, $expected, $actual, $context);
}

/** @param array<string, mixed> $answer */
function state(array $answer): string
{
    return $answer['status']['shared']['state'] ?? 'no answer';
}

/**
 * Checks an answer whose values were all found.
 *
 * @param array<string, mixed> $answer
 */
function checkHits(string $who, int $hits, array $answer): void
{
    check("$who: right values", [], $answer['wrong'] ?? null, $answer);
    check("$who: hits, misses", [$hits, 0], [$answer['hits'] ?? null, $answer['misses'] ?? null], $answer);
}

/**
 * The heaps that a process has mapped, which nobody but Brine maps so: shared and read-only.
 *
 * @return list<string>
 */
function heaps(int $pid): array
{
    \preg_match_all('~^(\S+) r--s \S+ \S+ \d+ +/dev/zero \(deleted\)$~m', (string) \file_get_contents("/proc/$pid/maps"), $found);

    return $found[1];
}

/**
 * The files of locks that a process has open, by their numbers of files on the disk: where they are, and their permissions. None can be changed.
 *
 * @return array<int, array{string, int}>
 */
function lockFiles(int $pid): array
{
    $files = [];
    foreach (\glob("/proc/$pid/fd/*") ?: [] as $path) {
        if (\str_starts_with((string) @\readlink($path), '/memfd:brine ')) {
            \exec("truncate -s 1 $path 2>&1; printf x 2>&1 >>$path", $refused);
            check('a file of locks does not grow', [2, 0], [\count($refused), \filesize($path)], $refused);
            $files[(int) \fileinode($path)] = [$path, \fileperms($path) & 0o777];
            $refused = [];
        }
    }

    return $files;
}

function isRoot(): bool
{
    return \fileowner(directory()) === 0;
}

function directory(): string
{
    static $directory = '';
    if ($directory === '') {
        $directory = \sys_get_temp_dir() . '/brine-shared-' . \getmypid();
        \mkdir($directory);
        \chmod($directory, 0o755);
        foreach (['request.php', 'evicting.php', 'preload.php'] as $file) {
            \copy(__DIR__ . "/$file", "$directory/$file");
        }
        \mkdir("$directory/off");
        \copy(__DIR__ . '/request.php', "$directory/off/request.php");
        \file_put_contents("$directory/thing", thing());
    }

    return $directory;
}

/** An object as variant 0 of its class writes it. */
function thing(): string
{
    eval('namespace Brine\Tests\Resident\Shared; final class Thing { public int $a = 7; }');

    return \brine_serialize([new Thing(), 'an application']);
}

/** @return list<string> settings of all servers */
function settings(string $size = '32M'): array
{
    return ['memory_limit=256M', 'log_errors=1', "brine.resident_shared=$size"];
}

/** @return list<string> other extensions that keep values, where they are installed */
function keepers(): array
{
    $apcu = \ini_get('extension_dir') . '/apcu.so';
    $igbinary = \getenv('BRINE_BUILD') . '/igbinary/modules/brine_igbinary.so';

    return [
        ...(\is_file($apcu) ? ["extension=$apcu", 'apc.shm_size=1M', 'apc.serializer=brine'] : []),
        ...(\is_file($igbinary) ? ["extension=$igbinary", 'igbinary.format=brine', 'brine.igbinary_resident=1'] : []),
    ];
}

function checkLog(Server $server): void
{
    // Apache writes the signals' descriptions.
    $bad = '/signal 11|SIGSEGV|SIGBUS|SIGABRT|Segmentation fault|Bus error|Aborted|Sanitizer|runtime error|core dumped/';
    check('log', [], \array_values(\preg_grep($bad, \file($server->log) ?: [])));
}

/** Map and counters of the memory are exact, while no request runs; what the checker says of the first user's. */
function checkExact(Server $server, int $bytes): string
{
    static $program = '';
    if ($program === '') {
        $program = directory() . '/exact';
        \exec('env -u LD_PRELOAD ' . \escapeshellarg(__DIR__ . '/domain.sh') . ' exact ' . \escapeshellarg($program) . ' 2>&1', $output, $status);
        check('the checker is built', [0, []], [$status, $output]);
    }
    \exec('env -u LD_PRELOAD ' . \escapeshellarg($program) . " {$server->pid()} $bytes 2>&1", $said, $status);
    check('exact', 0, $status, $said);

    return \implode(', ', $said);
}

/**
 * What clients say in JSON after all of them have ended.
 *
 * @param list<list<string>> $scripts with their arguments
 * @return list<array<string, mixed>>
 */
function clients(array $scripts, ?\Closure $meanwhile = null): array
{
    $clients = $answers = [];
    foreach ($scripts as $i => $script) {
        // PHP complains of sockets whose worker was killed.
        $files = [['file', '/dev/null', 'r'], ['file', directory() . "/client$i", 'w'], ['file', '/dev/null', 'w']];
        $clients[] = \proc_open([PHP_BINARY, '-n', '-d', 'display_errors=stderr', ...$script], $files, $pipes);
    }
    $meanwhile === null || $meanwhile();
    foreach ($clients as $i => $client) {
        while (\proc_get_status($client)['running']) {
            \usleep(10_000);
        }
        \proc_close($client);
        $said = (string) \file_get_contents(directory() . "/client$i");
        $answers[] = \json_decode($said, true) ?? ['wrong' => ["client $i said: $said"]];
    }

    return $answers;
}

/** @return list<string>|null settings of a server whose scripts call the system's fork(); null where PHP has no FFI */
function forkingByFfi(): ?array
{
    $file = \ini_get('extension_dir') . '/ffi.so';

    return \is_file($file) ? ["extension=$file", 'ffi.enable=1'] : null;
}

/** @return list<string>|null settings that load what a script needs to fork; null where PHP has it not */
function forking(): ?array
{
    $settings = [];
    foreach (['pcntl' => 'pcntl_fork', 'posix' => 'posix_kill'] as $extension => $function) {
        $file = \ini_get('extension_dir') . "/$extension.so";
        if (!\function_exists($function)) {
            if (!\is_file($file)) {
                return null;
            }
            $settings[] = "extension=$file";
        }
    }

    return $settings;
}

/** Kills workers at random for so many seconds, with pauses of at most so many microseconds; how many. */
function kill(Server $server, float $seconds, \Random\Randomizer $random, int $pause): int
{
    $kills = 0;
    for ($end = \microtime(true) + $seconds; \microtime(true) < $end;) {
        \usleep($random->getInt(1000, $pause));
        $workers = $server->workers();
        if ($workers !== []) {
            \exec('kill -KILL ' . $workers[$random->getInt(0, \count($workers) - 1)] . ' 2>/dev/null');
            ++$kills;
        }
    }

    return $kills;
}

/** php-fpm has a lock of its own that does not survive its owner: then its first process, which runs nothing of Brine, buries nobody any more. */
function isStuck(Server $server): bool
{
    $isStuck = !Server::await(static fn (): bool => $server->workers('Z') === []);
    $isStuck && \exec("kill -KILL {$server->pid()} " . \implode(' ', $server->workers()) . ' 2>/dev/null');

    return $isStuck;
}

function skipUnlessShared(): void
{
    if (\PHP_OS_FAMILY !== 'Linux' || \PHP_ZTS || \PHP_INT_SIZE < 8) {
        echo "skipped: values are shared on 64-bit Linux, without threads\n";
        exit(0);
    }
}

function hasFpm(): bool
{
    $has = (string) \getenv('PHP_FPM') !== '';
    $has || print("php-fpm: left out, there is none\n");

    return $has;
}

/**
 * Runs tests whose names contain a word; the status of the program.
 *
 * @param array<string, \Closure(): void> $tests
 */
function run(array $tests, string $word): int
{
    try {
        foreach ($tests as $name => $test) {
            if (\str_contains($name, $word)) {
                Results::$test = $name;
                $test();
            }
        }
    } catch (\RuntimeException $error) {
        ++Results::$failed;
        echo $error->getMessage(), "\n";
    } finally {
        \array_map(\unlink(...), \array_filter([...\glob(directory() . '/off/*'), ...\glob(directory() . '/*')], static fn (string $path): bool => !\is_dir($path)));
        \rmdir(directory() . '/off');
        \rmdir(directory());
    }
    echo Results::$passed, ' passed, ', Results::$failed, " failed\n";

    return Results::$failed === 0 ? 0 : 1;
}
