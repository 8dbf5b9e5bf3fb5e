<?php

/*
 * Values that a script holds which never ends its request: they are those of a plain decode, whatever the script still uses when they are evicted,
 * and memory does not grow.
 *
 *     BRINE_TEST_HELD=1 scripts/php.sh guard|asan tests/resident/held.php [--count MESSAGES]
 */

declare(strict_types=1);

namespace Brine\Tests\Resident;

use Brine\Tests\Checks;

error_reporting(E_ALL);
ini_set('display_errors', 'stderr');
ini_set('memory_limit', '64M');

require __DIR__ . '/../bootstrap.php';

const RESIDENT = ['resident' => true];

/** A value without objects, the same for the same number. */
function value(int $number): array|string
{
    $text = str_repeat(md5((string) $number), 1 + $number % 40);

    return match ($number % 4) {
        0 => $text,
        1 => ['id' => $number, 'text' => $text, 'tags' => ['a', 'b', [$number]]],
        2 => array_fill(0, 1 + $number % 60, "item $number"),
        default => ['rows' => array_map(static fn (int $i): array => ['id' => $i, 'name' => "row $number", 'price' => $i / 4], range(1, 1 + $number % 30))],
    };
}

function payload(int $number): string
{
    return brine_serialize(value($number));
}

function read(string $payload, int $times = 1): mixed
{
    for ($i = 0; $i < $times; ++$i) {
        $value = brine_unserialize($payload, RESIDENT);
    }

    return $value;
}

/** @return array{limit: int, entries: int, bytes: int, evicted: int} */
function held(): array
{
    return brine_resident_status()['held'];
}

function refusal(callable $call): string
{
    try {
        return 'returned ' . json_encode($call());
    } catch (\Throwable $error) {
        return $error::class . ': ' . $error->getMessage();
    }
}

/** Uses of a value that outlive its entry. */
final class Uses
{
    /** @var array<int, array{int, mixed}> */
    public static array $static = [];
    /** @var array<int, \Generator> */
    public array $generators = [];
    /** @var array<int, \Closure> */
    public array $closures = [];
    /** @var array<int, array{int, mixed}> */
    public array $references = [];
    public int $wrong = 0;

    public function keep(int $place, int $number, mixed $value): void
    {
        $this->check($place);
        switch ($place % 4) {
            case 0:
                self::$static[$place] = [$number, $value];
                break;
            case 1:
                $this->generators[$place] = (static function () use ($number, $value): \Generator {
                    yield serialize($value) === serialize(value($number));
                })();
                break;
            case 2:
                $this->closures[$place] = static fn (): bool => serialize($value) === serialize(value($number));
                break;
            default:
                // Written to by a reference: what is held must not see it.
                $reference = &$value;
                if (\is_array($reference)) {
                    $reference[] = 'more';
                    sort($reference);
                } else {
                    $reference .= '!';
                    $reference[0] = '?';
                }
                $this->references[$place] = [$number, &$reference];
        }
    }

    private function check(int $place): void
    {
        $isRight = match ($place % 4) {
            0 => !isset(self::$static[$place]) || serialize(self::$static[$place][1]) === serialize(value(self::$static[$place][0])),
            1 => !isset($this->generators[$place]) || $this->generators[$place]->current(),
            2 => !isset($this->closures[$place]) || ($this->closures[$place])(),
            default => !isset($this->references[$place]) || serialize($this->references[$place][1]) === serialize(self::changed(value($this->references[$place][0]))),
        };
        $this->wrong += (int) !$isRight;
    }

    private static function changed(array|string $value): array|string
    {
        if (\is_array($value)) {
            $value[] = 'more';
            sort($value);

            return $value;
        }
        $value .= '!';
        $value[0] = '?';

        return $value;
    }
}

function consumer(int $messages, int $evictions): void
{
    mt_srand(7);
    $hits = brine_resident_status()['hits'];
    $uses = new Uses();
    $wrong = 0;
    $early = 0;
    for ($message = 0; $message < $messages; ++$message) {
        // Some are read again and again, most only for a while.
        $number = mt_rand(0, 1) === 1 ? mt_rand(0, 99) : 100 + intdiv($message, 50) * 10 + mt_rand(0, 200);
        $value = read(payload($number));
        $wrong += (int) (serialize($value) !== serialize(value($number)));
        $uses->keep(mt_rand(0, 199), $number, $value);
        if ($message === intdiv($messages, 2)) {
            $early = memory_get_usage() - held()['bytes'];
        }
    }
    Checks::same('wrong values', 0, $wrong);
    Checks::same('wrong values among those that were still used', 0, $uses->wrong);
    $grown = memory_get_usage() - held()['bytes'] - $early;
    Checks::same('memory grew from the half on by less than a megabyte', true, $grown < 1 << 20 ?: "by $grown bytes");
    Checks::that('values were evicted', held()['evicted'] >= $evictions);
    Checks::that('there were hits', brine_resident_status()['hits'] > $hits + $messages / 8);
    Checks::same('values are within their memory', true, held()['bytes'] <= held()['limit']);
    echo "$messages messages: ", json_encode(array_intersect_key(brine_resident_status(), ['hits' => 0, 'misses' => 0, 'held' => 0])), "\n";
}

/** Hot values are read three times a message, new ones as often as $sights, then never again. */
function flood(int $sights): void
{
    $hot = [];
    for ($i = 0; $i < 100; ++$i) {
        $hot[] = brine_serialize(['hot' => $i, 'text' => str_repeat("hot $i ", 500)]);
        read($hot[$i], 8);
    }
    $hits = 0;
    for ($message = 0; $message < 200; ++$message) {
        for ($i = 0; $i < 8; ++$i) {
            read(brine_serialize(['new' => "$sights $message $i", 'text' => str_repeat("new $message $i ", 1500)]), $sights);
        }
        foreach ($hot as $payload) {
            $before = brine_resident_status()['hits'];
            read($payload, 3);
            $hits += (brine_resident_status()['hits'] - $before) / 3;
        }
    }
    $kept = $hits / 200;
    Checks::same("a flood of values that are read $sights times leaves 95 of 100 hits", true, $kept >= 95 ?: $kept);
}

/** A script that ends as $code lets it, with values held; its output and exit code. */
function end(string $code, string $first = ''): string
{
    $modules = ['-d', 'extension=' . getenv('BRINE_BUILD') . '/modules/brine.so', '-d', 'display_errors=1', '-d', 'html_errors=0', '-d', 'memory_limit=16M'];
    $script = $first . 'for ($i = 0; $i < 400; $i++) { $p = brine_serialize(["i" => $i, "k" => str_repeat("x$i", 99)]); brine_unserialize($p, ["resident" => true]);'
        . ' $v[$i] = brine_unserialize($p, ["resident" => true]); } echo brine_resident_status()["held"]["entries"] > 300 ? "held\n" : "not held\n"; ' . $code;
    $process = proc_open([PHP_BINARY, '-n', ...$modules, '-r', $script], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
    $output = stream_get_contents($pipes[1]);

    return preg_replace('/ in [^ ]+ on line \d+|\d+ bytes/', '…', trim($output)) . ', ' . proc_close($process);
}

if (getenv('BRINE_TEST_HELD') === false) {
    exit("skipped: this needs BRINE_TEST_HELD=1, and a build for tests\n");
}
$count = ($argv[1] ?? '') === '--count' ? (int) $argv[2] : 20000;

// Before there are 256 misses of this request, nothing is held; the first one is looked at.
$payload = brine_serialize(['a' => 1, 'b' => ['text', 2.5]]);
Checks::same('nothing is held at first', ['limit' => 0, 'entries' => 0, 'bytes' => 0, 'evicted' => 0], held());
$first = read($payload, 2);
Checks::same('the second sight', 1, held()['entries']);
Checks::same('the limit is that of resident memory, or a part of memory_limit', min(brine_resident_status()['limit'], 8 << 20), held()['limit']);
Checks::same('the process keeps nothing', [0, 0], [brine_resident_status()['entries'], brine_resident_status()['admitted']]);
$hits = brine_resident_status()['hits'];
$second = read($payload);
Checks::same('a hit', [$hits + 1, ['a' => 1, 'b' => ['text', 2.5]]], [brine_resident_status()['hits'], $second]);
$second['b'][] = 'mine';
$second['c'] = 1;
Checks::same('a copy is written to', [['a' => 1, 'b' => ['text', 2.5]], ['a' => 1, 'b' => ['text', 2.5]]], [read($payload), $first]);

Checks::same('beyond a limit', \Brine\DecodeException::class, strstr(refusal(static fn (): mixed => brine_unserialize($payload, RESIDENT + ['max_depth' => 1])), ':', true));
Checks::same('beyond elements', \Brine\DecodeException::class, strstr(refusal(static fn (): mixed => brine_unserialize($payload, RESIDENT + ['max_elements' => 2])), ':', true));
Checks::same('that was counted', 2, brine_resident_status()['fallbacks']);

$signed = brine_serialize_signed(['signed' => [1, 2]], 'a key of some length', ['context' => 'one']);
for ($i = 0; $i < 3; ++$i) {
    Checks::same('signed', ['signed' => [1, 2]], brine_unserialize_signed($signed, 'a key of some length', ['context' => 'one'] + RESIDENT));
    Checks::same('another key', null, brine_unserialize_signed($signed, 'another key of length', ['context' => 'one'] + RESIDENT));
    Checks::same('another context', null, brine_unserialize_signed($signed, 'a key of some length', ['context' => 'two'] + RESIDENT));
}
$opened = ['open' => static fn (string $bytes): string => strrev($bytes)] + RESIDENT;
$outer = strrev(brine_serialize(['outer' => 'inner']));
for ($i = 0; $i < 3; ++$i) {
    Checks::same('opened', ['outer' => 'inner'], brine_unserialize($outer, $opened));
}
Checks::same('both are held', 3, held()['entries']);

$object = (object) ['o' => [1, 2, 3]];
read(brine_serialize($object), 3);
Checks::same('objects are kept as before', [3, 1], [held()['entries'], brine_resident_status()['templates']]);
$shared = [1, 2];
$shared = [&$shared, &$shared];
read(brine_serialize($shared), 3);
Checks::same('references are not', [3, 1], [held()['entries'], brine_resident_status()['refused']['references']]);
$large = brine_serialize(str_repeat('x', 6 << 20));
read($large, 3);
Checks::same('nor are large values', [3, 1], [held()['entries'], brine_resident_status()['refused']['too_large']]);
unset($large);

consumer(intdiv($count, 2), 0);
// A part of memory_limit, looked at once a second: much of what is used is evicted.
ini_set('memory_limit', '16M');
sleep(1);
consumer(intdiv($count, 2), 100);
Checks::same('memory_limit has changed', 2 << 20, held()['limit']);
ini_set('memory_limit', '64M');
sleep(1);
foreach ([2, 3, 5] as $sights) {
    flood($sights);
}
Checks::same('the end of a script', 'held, 0', end(''));
Checks::same('exit', 'held, 3', end('exit(3);'));
Checks::same('a fatal error', 'held, 255', preg_replace('/\s+(PHP )?Fatal error:.*(?=, 255)/s', '', end('undefined();')));
// Sanitizers replace PHP's allocator, and its limit.
if (getenv('SKIP_ASAN') === false) {
    Checks::that('an exhausted memory', preg_match('/^held\s+Fatal error: Allowed memory size of .*, 255$/s', end('str_repeat("x", 64 << 20);')) === 1);
}
Checks::same('a destructor that reads at the end', 'held' . "\n" . 'yes, 0', end(
    'class Late { function __construct(public $p) {} function __destruct() { echo brine_unserialize($this->p, ["resident" => true])["i"] === 399 ? "yes" : "no"; } }'
    . ' $late = new Late($p);'
));
Checks::same('a session that is written after that', 'held' . "\n" . '1: 0 held, 0', end(
    '@ini_set("session.use_cookies", "0"); session_set_save_handler(new class extends SessionHandler { function open($p, $n): bool { return true; } function close(): bool { return true; }'
    . ' function read($id): string { return ""; } function write($id, $d): bool { global $p; for ($i = 0; $i < 600; $i++) { $v = brine_unserialize(brine_serialize(["w" => $i >> 1]), ["resident" => true]); }'
    . ' echo count($v), ": ", brine_resident_status()["held"]["entries"], " held"; return true; } }, false);'
    . ' session_start(); $_SESSION["x"] = 1;',
    'ob_start();'
));
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed > 0 ? 1 : 0);
