<?php

/*
 * Rounds of ../Stress.php in workers that share their values, beside plain decodes. Requests of one "era" use the same payloads.
 *
 *     ?seed=S&era=E&request=N&rounds=R
 *
 * On the command line it is one of CLIENTS of a server (a socket or a URL), and prints the sums of all answers:
 *
 *     operations.php SERVER OPERATIONS SECONDS CLIENT CLIENTS SEED
 */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Resident\Server\FastCgi;

/** Requests that use the same payloads. */
const REQUESTS_OF_ERA = 40;

/** @return array<string, mixed> */
function answer(int $seed, int $era, int $request, int $rounds): array
{
    // Warnings are compared; those of deprecated code in classes.php are not.
    \error_reporting(E_ERROR);
    require __DIR__ . '/../../agreement/differential/classes.php';
    \error_reporting(E_ALL & ~E_DEPRECATED);
    require __DIR__ . '/../../agreement/differential/generate.php';
    require __DIR__ . '/../families/classes.php';
    require __DIR__ . '/../Choice.php';
    require __DIR__ . '/../Values.php';
    require __DIR__ . '/../Stress.php';
    $before = \brine_resident_status();
    $values = new Values($seed + $era, \getenv('BRINE_CORPUS') ?: __DIR__ . '/../../../../shared/corpus');
    $stress = new Stress($seed + $request, $values, null);
    // Held while others keep values.
    $held = \array_map(static fn (array $choices): array => held(...$choices), [[$seed, $era], [$seed, $era + 1], [$seed, $request]]);
    $wrong = [];
    for ($round = 0; $round < $rounds; ++$round) {
        $difference = $stress->round($round);
        $difference === null || $wrong[] = "round $round of request $request of era $era: $difference";
    }
    foreach ($held as [$texts, $kept]) {
        \array_map(\serialize(...), $kept) === $texts || $wrong[] = "held in request $request of era $era";
    }
    $after = \brine_resident_status();

    return [
        'pid' => \getmypid(), 'state' => $after['shared']['state'], 'wrong' => $wrong, 'rounds' => $rounds, 'operations' => $stress->operations,
        'comparisons' => $stress->comparisons, 'hits' => $after['hits'] - $before['hits'], 'misses' => $after['misses'] - $before['misses'],
        'fallbacks' => $after['fallbacks'] - $before['fallbacks'], 'busy' => $after['refused']['busy'] - $before['refused']['busy'],
        'full' => $after['refused']['full'] - $before['refused']['full'], 'blocked' => $after['refused']['blocked'] - $before['refused']['blocked'],
    ];
}

/** @return array{list<string>, list<mixed>} native texts of some values, and those values as they were kept */
function held(int $seed, int $number): array
{
    $texts = $kept = [];
    for ($i = 0; $i < 20; ++$i) {
        $value = ['held' => "$seed $number", 'list' => [$i, Values::pure(new Choice($seed + 100 * $number + $i), 4)]];
        $payload = \brine_serialize($i % 4 === 0 ? [new Point($i, 1.5, $value, 'held'), $value] : $value);
        $texts[] = \serialize(\brine_unserialize($payload));
        for ($sight = 0; $sight < 3; ++$sight) {
            $kept[$i] = \brine_unserialize($payload, ['resident' => true]);
        }
        // Copies that are written to.
        $copy = $kept[$i];
        $copy['list'][1] = 'changed';
        \is_object($copy[0] ?? null) && $copy[0] = clone $copy[0];
    }

    return [$texts, $kept];
}

/** The answer, or what is wrong with it. */
function ask(string $server, string $query): string
{
    if (!\str_starts_with($server, 'http:')) {
        return FastCgi::ask($server, __FILE__, $query);
    }
    $answer = (string) @\file_get_contents("$server?$query", false, \stream_context_create(['http' => ['timeout' => 300]]));
    $breaksOff = $answer === '' || (\str_starts_with($answer, '{') && !\str_ends_with($answer, '}'));

    return ($breaksOff ? 'the answer breaks off: ' : '') . $answer;
}

/** @return array<string, mixed> sums of answers, after so many operations or seconds */
function client(string $server, int $operations, float $seconds, int $client, int $clients, int $seed): array
{
    require_once __DIR__ . '/../server/FastCgi.php';
    $sums = ['requests' => 0, 'operations' => 0, 'cut off' => 0, 'wrong' => [], 'pids' => []];
    // Whoever sets a time kills workers.
    $tolerated = $seconds > 0 ? PHP_INT_MAX : 0;
    $end = \microtime(true) + ($seconds > 0 ? $seconds : 1e9);
    for ($request = $client; $sums['operations'] < $operations && \microtime(true) < $end; $request += $clients) {
        $text = ask($server, "seed=$seed&era=" . \intdiv($request, REQUESTS_OF_ERA) . "&request=$request&rounds=100");
        $answer = \json_decode($text, true);
        if (!\is_array($answer)) {
            ++$sums['cut off'];
            if ($sums['cut off'] > $tolerated || \preg_match('/^(the answer breaks off: |no connection: )/', $text) !== 1) {
                $sums['wrong'][] = \substr($text, 0, 500);
                break;
            }
            continue;
        }
        ++$sums['requests'];
        foreach ($answer as $name => $number) {
            match ($name) {
                'pid' => $sums['pids'][$number] = true,
                'state' => $number === 'on' || $sums['wrong'][] = "the state is $number",
                'wrong' => \array_push($sums['wrong'], ...$number),
                default => $sums[$name] = ($sums[$name] ?? 0) + $number,
            };
        }
    }

    return $sums;
}

if (PHP_SAPI === 'cli') {
    [, $server, $operations, $seconds, $client, $clients, $seed] = $argv;
    echo \json_encode(client($server, (int) $operations, (float) $seconds, (int) $client, (int) $clients, (int) $seed));
} else {
    \ini_set('display_errors', '1');
    \ini_set('html_errors', '0');
    \ini_set('zend.exception_ignore_args', '1');
    \date_default_timezone_set('UTC');
    echo \json_encode(answer((int) $_GET['seed'], (int) $_GET['era'], (int) $_GET['request'], (int) $_GET['rounds']));
}
