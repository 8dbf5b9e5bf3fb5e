<?php

/*
 * Thousands of requests of servers that live on, while entries are admitted and evicted: PHP's own, and php-fpm where there is one, with and without OPcache. In
 * a build that guards resident values, reading a freed one crashes.
 *
 *     scripts/php.sh guard|release|asan tests/resident/server/run.php [--count N] [--seed N] [--only cli|fpm]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident\Server;

require __DIR__ . '/../../random.php';
require __DIR__ . '/variants.php';
require __DIR__ . '/Servers.php';

/** The exact answer to a request that holds values. */
function answerToHold(int $n): string
{
    // As in request.php: the twelfth is the one in the shutdown function.
    $number = \intdiv($n, 12) * 3 + ($n * 7 + 10 * 5) % 24;

    return "right\nshutdown name_of_$number\ndestructor\n";
}

/** @return list<string> what went wrong */
function requests(Server $server, int $count, int $seed): array
{
    $random = new \Random\Randomizer(new \Random\Engine\Mt19937($seed));
    $wrong = [];
    $variant = 0;
    for ($n = 0; $n < $count && \count($wrong) < 5; ++$n) {
        if ($random->getInt(0, 2) === 0) {
            // A version of the application stays for a while.
            $variant = $random->getInt(0, 5) === 0 ? $random->getInt(0, VARIANTS - 1) : $variant;
            $query = "do=class&variant=$variant&p=" . $random->getInt(0, 9) . '&stale=' . $random->getInt(0, 1);
            $expected = "right\n";
        } else {
            $query = "do=hold&n=$n";
            $expected = answerToHold($n);
        }
        $answer = $server->get($query);
        if ($answer !== $expected) {
            $wrong[] = "request $n ($query): " . \substr($answer, 0, 2000);
        }
    }

    return $wrong;
}

/**
 * Values that are read all the time stay, though a crawler reads new ones a few times each.
 *
 * @return list<string> what went wrong
 */
function flood(Server $server): array
{
    $wrong = [];
    for ($i = 0; $i < 200; ++$i) {
        $server->get('do=read&from=3000&to=3009&sights=1');
    }
    foreach ([2, 3, 5] as $round => $sights) {
        $hits = 0;
        for ($i = 0; $i < 200; ++$i) {
            $from = 10_000 * (1 + $round) + 4 * $i;
            $server->get("do=read&from=$from&to=" . ($from + 4 * $sights - 1) . '&sights=1');
            $hits += (int) $server->get('do=read&from=3000&to=3009&sights=1');
        }
        if ($hits < 1900) {
            $wrong[] = "a flood of values that are read $sights times leaves $hits of 2000 hits";
        }
    }

    return $wrong;
}

/**
 * Values that found no room come in when others are not needed any more.
 *
 * @return list<string> what went wrong
 */
function readLater(Server $server): array
{
    // The budget of admissions is renewed each 64 requests and 4,096 misses: between two of three attempts it is not.
    for ($first = 2000, $before = ''; $first < 2015 && $before !== '0'; $first += 5) {
        $last = $first + 4;
        $server->get('do=read&from=1000&to=1199&sights=4');
        $before = $server->get("do=read&from=$first&to=$last&sights=4");
    }
    for ($i = 0; $i < 400; ++$i) {
        $hits = $server->get('do=read&from=' . ($last - 4) . "&to=$last&sights=1");
    }

    return $before === '0' && $hits === '5' ? [] : ["of 5 values that found no room, $hits were resident later, and $before at first"];
}

/**
 * Values are kept where their class is there, and read where it is missing: loaders are asked for it once, and a loader that comes with what opens the bytes, too.
 *
 * @return list<string> what went wrong
 */
function loseClass(Server $server): array
{
    $wrong = [];
    foreach (['do=class&variant=0&p=0&stale=0', 'do=class&variant=0&p=0&stale=0', 'do=class&variant=0&p=0&stale=0', 'do=class&variant=3&p=0&stale=0', 'do=bring&p=0'] as $query) {
        $answer = $server->get($query);
        if ($answer !== "right\n") {
            $wrong[] = "$query: $answer";
        }
    }

    return $wrong;
}

/**
 * A frame is verified by the key of the call, though a loader that is asked before has changed it.
 *
 * @return list<string> what went wrong
 */
function changeKey(Server $server): array
{
    $wrong = [];
    foreach ([[0, __NAMESPACE__ . '\Thing'], [0, __NAMESPACE__ . '\Thing'], [3, '__PHP_Incomplete_Class']] as [$variant, $class]) {
        $answer = $server->get("do=key&variant=$variant");
        if ($answer !== "$class\n") {
            $wrong[] = "key, variant $variant: $answer";
        }
    }

    return $wrong;
}

/** @return array{int, int} passed, failed */
function tested(Server $server, int $count, int $seed): array
{
    // With several workers nobody knows which one answers.
    $wrong = $server instanceof CliServer && !\PHP_ZTS ? [...loseClass($server), ...changeKey($server), ...flood($server), ...readLater($server)] : [];
    \array_push($wrong, ...requests($server, $count, $seed));
    $status = \json_decode($server->get('do=status'), true);
    $code = $server->stop();
    $log = $server->log();
    if (\preg_match('/WRONG|signal|Sanitizer|runtime error|Fatal error/', $log) === 1) {
        $wrong[] = 'the log says: ' . \implode("\n", \array_slice(\preg_grep('/WRONG|signal|Sanitizer|runtime error|Fatal error|^ +#\d/', \explode("\n", $log)), 0, 30));
    }
    if ($code > 0 && $code !== 130 && $code !== 143) {
        $wrong[] = "it ended with $code: " . \substr($log, -2000);
    }
    $figures = \is_array($status) ? "{$status['admitted']} admitted, {$status['evicted']} evicted, {$status['hits']} hits, {$status['bytes']} bytes" : 'no status';
    echo "{$server->name}: $count requests, $figures\n";
    // Several workers admit too little in so few requests to evict.
    if (!\is_array($status) || $status['evicted'] < (\PHP_ZTS || !$server instanceof CliServer ? 0 : $count / 100) || $status['hits'] < $count / 10 || $status['bytes'] > $status['limit'] || $status['limit'] !== LIMIT) {
        $wrong[] = "entries did not come and go: $figures";
    }
    foreach ($wrong as $what) {
        echo "{$server->name}: $what\n";
    }

    return [$count - \count($wrong), \count($wrong)];
}

$options = ['--count' => '2000', '--only' => ''];
for ($i = 1; $i + 1 < $argc; $i += 2) {
    $options[$argv[$i]] = $argv[$i + 1];
}
$seed = \Brine\Tests\seed($options['--seed'] ?? null);
$directory = \sys_get_temp_dir() . '/brine-resident-' . \getmypid();
\mkdir("$directory/payloads", 0o777, true);
\chmod($directory, 0o755);
declareVariant(0);
foreach (payloads() as $i => $payload) {
    \file_put_contents("$directory/payloads/$i", $payload);
}
\file_put_contents("$directory/payloads/frame", \brine_serialize_signed(\brine_unserialize(payloads()[0]), FRAME_KEY));
\putenv("RESIDENT_PAYLOADS=$directory/payloads");
echo "seed $seed\n";
$passed = $failed = 0;
try {
    foreach (servers($directory) as $name => $start) {
        if (\str_starts_with($name, $options['--only'])) {
            [$right, $wrong] = tested($start(), (int) $options['--count'], $seed++);
            $passed += $right;
            $failed += $wrong;
        }
    }
} catch (\RuntimeException $error) {
    ++$failed;
    echo $error->getMessage(), "\n";
} finally {
    foreach ([...\glob("$directory/payloads/*"), ...\array_filter(\glob("$directory/*"), \is_file(...))] as $file) {
        \unlink($file);
    }
    \rmdir("$directory/payloads");
    @\rmdir($directory);
}
echo "$passed passed, $failed failed\n";
exit($failed === 0 ? 0 : 1);
