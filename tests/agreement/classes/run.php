<?php

declare(strict_types=1);

/*
 * Random families of classes: all codecs write and read their objects as native serialize() does, and agree on damaged bytes. Each family is
 * declared in a child, so that one that ends PHP is a failure like others. --show prints the classes.
 *
 *     scripts/php.sh release tests/agreement/classes/run.php [--count N | --seconds N] [--seed N] [--only INDEX] [--show]
 */

namespace Brine\Tests\Classes;

use Brine\Tests\Differential\Log;

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
// Some of the old ways of serialization are deprecated at the declaration of a class.
\error_reporting(\E_ALL & ~\E_DEPRECATED);
require __DIR__ . '/../differential/classes.php';
\error_reporting(\E_ALL);
require __DIR__ . '/../differential/check.php';

if (\PHP_INT_SIZE < 8 || !\function_exists('pcntl_fork')) {
    echo "skipped: this needs 64-bit integers and the extension pcntl\n";
    exit(0);
}

const VALUES = 3;
const DAMAGES = 15;

/** Checks one family in a child, which tells by lines of JSON what it does. */
function check(string $seed, bool $isShown, mixed $to): void
{
    \pcntl_alarm(60);
    $say = static fn (string $what, mixed ...$more): int => \fwrite($to, \json_encode([$what, ...$more], \JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    $isDeclared = false;
    \register_shutdown_function(static function () use ($say, &$isDeclared): void {
        $error = \error_get_last();
        if (($error['type'] ?? 0) & (\E_ERROR | \E_COMPILE_ERROR)) {
            $say($isDeclared ? 'fatal' : 'invalid', $error['message']);
        }
    });
    $source = new Source($seed);
    if ($isShown) {
        echo $source->text;
    }
    $file = \tempnam(\sys_get_temp_dir(), 'brine_classes_');
    \file_put_contents($file, $source->text);
    $say('file', $file);
    // An invalid family is no failure.
    require $file;
    $isDeclared = true;
    \set_error_handler(Log::error(...));
    \gc_disable();
    $passed = 0;
    $family = new Family($source, static fn (string $step) => $say('begin', $step), static function (string $name, ?string $wrong) use ($say, &$passed): void {
        $wrong === null ? ++$passed : $say('differs', "$name $wrong");
    });
    for ($i = 0; $i < VALUES; ++$i) {
        $family->check("$seed $i", DAMAGES);
        \gc_collect_cycles();
    }
    $say('passed', $passed);
}

/** @return array{int, list<string>, bool} how many comparisons passed, what is wrong, and whether the family is valid */
function checkInChild(string $seed, bool $isShown): array
{
    [$from, $to] = \stream_socket_pair(\STREAM_PF_UNIX, \STREAM_SOCK_STREAM, 0);
    $process = \pcntl_fork();
    if ($process === 0) {
        \fclose($from);
        check($seed, $isShown, $to);
        exit(0);
    }
    \fclose($to);
    [$passed, $wrong, $isValid, $why, $step, $file] = [0, [], true, 'PHP ended', 'the beginning', null];
    while (($line = \fgets($from)) !== false) {
        [$what, $said] = \json_decode($line, true);
        match ($what) {
            'file' => $file = $said,
            'begin' => $step = $said,
            'passed' => $passed = $said,
            'invalid' => [$isValid, $why] = [false, $said],
            default => $wrong[] = $said,
        };
    }
    \pcntl_waitpid($process, $status);
    if (\pcntl_wifsignaled($status) && \str_starts_with($step, 'native')) {
        // A fault of PHP's own.
        $isValid = false;
    } elseif (\pcntl_wifsignaled($status)) {
        $wrong[] = 'signal ' . \pcntl_wtermsig($status) . " in: $step";
    } elseif ($isValid && $wrong === [] && \pcntl_wexitstatus($status) !== 0) {
        $wrong[] = 'exit code ' . \pcntl_wexitstatus($status) . " after: $step";
    }
    $file === null || \unlink($file);
    if ($isShown && !$isValid) {
        echo "invalid: $why\n";
    }

    return [$passed, $wrong, $isValid];
}

\ini_set('zend.exception_ignore_args', '1');
\ini_set('display_errors', '0');
\date_default_timezone_set('UTC');
$options = \getopt('', ['count:', 'seconds:', 'seed:', 'only:', 'show']);
$seed = \Brine\Tests\seed($options['seed'] ?? null);
$first = (int) ($options['only'] ?? 0);
$count = isset($options['only']) ? 1 : (int) ($options['count'] ?? (isset($options['seconds']) ? \PHP_INT_MAX : 500));
$until = \hrtime(true) + (int) ($options['seconds'] ?? 1_000_000) * 1_000_000_000;
echo "seed $seed\n";
$passed = $failed = $invalid = 0;
for ($index = $first; $index < $first + $count && \hrtime(true) < $until; ++$index) {
    [$ofFamily, $wrong, $isValid] = checkInChild("$seed:$index", isset($options['show']));
    $passed += $ofFamily;
    $invalid += $isValid ? 0 : 1;
    foreach ($wrong as $i => $what) {
        if (++$failed <= 100 && ($i < 2 || isset($options['show']))) {
            echo "family $index (--seed $seed --only $index): $what\n";
        }
    }
}
echo $index - $first, " families, $invalid of them invalid\n";
if ($invalid * 2 > $count) {
    ++$failed;
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
