<?php

/*
 * Each case is a process with many requests: its memory is flat after the first thousand, and nothing of one request is in the next.
 *
 *     BRINE_TEST_HELD=1 scripts/php.sh guard -d extension=redis tests/loops/run.php [--requests N] [--seconds N] [CASE]
 *
 * --requests: at least 2,000; a tenth without the extension. --seconds: at least, for all cases.
 */

declare(strict_types=1);

namespace Brine\Tests\Loops;

use Brine\Tests\Checks;
use Brine\Tests\Library\Loop\Leak;
use Brine\Tests\Library\Loop\Result;
use Brine\Tests\Library\MemcachedServer;
use Brine\Tests\Library\RedisServer;

require __DIR__ . '/../bootstrap.php';

/** A leak must be noticed after so many requests. */
const REQUESTS_OF_LEAKS = 2000;

/** @return array<string, list<string>> extensions, by case */
function cases(): array
{
    $extensions = ['brine', 'igbinary', 'msgpack'];
    $cases = ['state, all' => $extensions, 'state, all, without the extension' => ['igbinary', 'msgpack']];
    foreach (Serializers::NAMES as $name) {
        $cases["serializer, $name"] = $extensions;
        if (\in_array($name, Serializers::RESIDENT, true)) {
            $cases["serializer, $name, resident"] = $extensions;
        }
        if (\in_array($name, Serializers::IN_PHP, true)) {
            $cases["serializer, $name, without the extension"] = ['igbinary', 'msgpack'];
        }
    }
    foreach (Stores::NAMES as $name) {
        if ($name === 'predis' || \extension_loaded($name)) {
            $clients = [...$extensions, ...($name === 'predis' ? [] : [$name])];
            $cases["store, $name"] = $clients;
            $cases["store, $name, resident"] = $clients;
        }
    }

    return $cases;
}

/** @param list<string> $extensions */
function process(string $case, array $extensions, int $requests, float $seconds, string $leak = ''): Result
{
    $address = match (\explode(', ', $case)[1]) {
        'redis', 'predis' => RedisServer::get()->socket ?? throw new \RuntimeException('There is no redis-server'),
        'memcached' => MemcachedServer::socket(),
        default => '',
    };
    $settings = ['-d', 'memory_limit=512M'];
    foreach ($extensions as $extension) {
        \array_push($settings, '-d', 'extension=' . ($extension === 'brine' ? \getenv('BRINE_BUILD') . '/modules/brine.so' : $extension));
    }

    return Result::of([...$settings, __DIR__ . '/worker.php', $case, (string) $requests, (string) $seconds, $leak, $address]);
}

/** Every deliberate leak is noticed. */
function leaks(): void
{
    foreach (Leak::NAMES as $leak => $fault) {
        $faults = process('serializer, json', ['brine', 'igbinary', 'msgpack'], REQUESTS_OF_LEAKS, 0.0, $leak)->faults();
        Checks::that("the leak \"$leak\" is noticed: " . ($faults[0] ?? 'no fault'), \str_contains(\implode("\n", $faults), $fault));
    }
}

/** @param array{requests: int, seconds: float, case: string} $options */
function run(array $options): void
{
    $cases = \array_filter(cases(), static fn (string $case): bool => \str_contains($case, $options['case']), \ARRAY_FILTER_USE_KEY);
    $counts = [0, 0];
    foreach ($cases as $case => $extensions) {
        $requests = \in_array('brine', $extensions, true) ? $options['requests'] : \intdiv($options['requests'], 10);
        $result = process($case, $extensions, $requests, $options['seconds'] / \count($cases));
        echo "$case: ", $result->described(), "\n";
        Checks::same($case, [], $result->faults());
        $counts = [$counts[0] + $result->requests, $counts[1] + $result->compared];
    }
    echo "all: $counts[0] requests, $counts[1] values compared\n";
}

$options = ['requests' => 30_000, 'seconds' => 0.0, 'case' => ''];
for ($i = 1; $i < $argc; ++$i) {
    match ($argv[$i]) {
        '--requests' => $options['requests'] = (int) $argv[++$i],
        '--seconds' => $options['seconds'] = (float) $argv[++$i],
        default => $options['case'] = $argv[$i],
    };
}
if (\PHP_INT_SIZE < 8 || !\is_readable('/proc/self/statm')) {
    exit("skipped: the cases need 64-bit integers, and /proc\n");
}
if ($options['case'] === '') {
    leaks();
}
run($options);
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed > 0 ? 1 : 0);
