<?php

declare(strict_types=1);

/*
 * Readers in PHP with expensive bytes: deep chains and cycles, repeated names and keys, tables without bytes, colliding keys. Cases that could
 * crash PHP run in child processes.
 *
 *     scripts/php.sh release tests/agreement/codec/limits.php
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Igbinary\Decoder as Igbinary;
use Brine\Internal\StackDepth;
use Brine\Tests\Checks;

error_reporting(E_ALL & ~E_DEPRECATED);

require __DIR__ . '/../../bootstrap.php';
require __DIR__ . '/../../random.php';
require __DIR__ . '/limits.inc';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

if (($argv[1] ?? '') === '--child') {
    echo run(cases()[$argv[2]](...json_decode($argv[3], true)), json_decode($argv[4], true), $argv[5]);
    exit(0);
}

/** What a child prints, whose memory_limit is in MB, and its exit code. */
function child(string $case, array $arguments, array $options = [], string $place = 'main', int $memory = 1024): string
{
    $command = [PHP_BINARY, '-n', '-d', "memory_limit={$memory}M", __FILE__, '--child', $case, json_encode($arguments), json_encode($options), $place];
    $process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['file', '/dev/null', 'w']], $pipes);
    $output = stream_get_contents($pipes[1]);
    $status = proc_close($process);

    return $status === 0 ? $output : "$output, exit code $status";
}

function heightIn(string $place): int
{
    if ($place === 'main') {
        return StackDepth::height();
    }
    $fiber = new \Fiber(StackDepth::height(...));
    $fiber->start();

    return $fiber->getReturn();
}

// Chains: one thing more than the stack takes is refused where it names the one before, and as many as it takes come back and are freed.
foreach (chains() as $name => $chain) {
    [$elements, $level, $height, $more] = $chain;
    foreach (['main', 'fiber'] as $place) {
        $levels = heightIn($place);
        $most = intdiv($levels - $level - $height - (isset($chain[4]) ? 1 : 0), $more) + 2;
        $offset = offsetInChain($name, $most, $most + 1, $levels);
        Checks::same("$name, $place, too long", "too_deep at $offset", child('chain', [$name, $most + 1], [], $place));
        Checks::same("$name, $place, just short enough", "value of $most", child('chain', [$name, $most], [], $place));
        if ($name !== 'array forms') {
            $offset = offsetInChain($name, $most, 75_000, $levels);
            $options = ['max_depth' => 5, 'allowed_classes' => false];
            Checks::same("$name, $place, with options", "too_deep at $offset", child('chain', [$name, 75_000], $options, $place));
        }
        // The thread of a debug build has a little less of the main stack than the process.
        if (!str_starts_with($name, 'igbinary') && $place === 'main' && !PHP_DEBUG) {
            $payload = payloadOf($name, $elements($most + 1));
            Checks::same("$name, by the extension", run($payload, [], 'main'), run($payload, [], 'main', \brine_unserialize(...)));
        }
    }
}

Checks::same('height', PHP_DEBUG ? 4096 : 12_288, StackDepth::height());
Checks::same('the longest chain, freed in a fiber', 'value of ' . StackDepth::height() - 1, child('chain', ['objects', StackDepth::height() - 1], [], 'later'));

// Cycles: PHP may free them in any order.
foreach (['stdClass', 'Missing'] as $class) {
    // A debug build takes four times as much of the stack for a level.
    foreach (['main' => [PHP_DEBUG ? 1000 : 4000, 2, 40], 'fiber' => [PHP_DEBUG ? 500 : 2000, 2, 20]] as $place => [$size, $few, $many]) {
        Checks::same("regions of $class, $place, few", 'value of 6', child('regions', [$class, $few, $size], [], $place));
        Checks::same("regions of $class, $place, many", 'too_deep', substr(child('regions', [$class, $many, $size], [], $place), 0, 8));
    }
}
Checks::same('regions that a hook takes apart', 'too_deep', substr(child('dropped', [12, 8000]), 0, 8));
Checks::same('regions of igbinary', 'too_deep', substr(child('igbinaryRegions', [40, 4000]), 0, 8));
// A debug build takes more of the stack, and comes to its end before.
$refused = static fn (string $outcome): string => PHP_DEBUG && str_starts_with($outcome, 'too_deep') ? 'max_depth at 4' : $outcome;
Checks::same('elements of igbinary that give way', 'max_depth at 4', $refused(child('igbinaryGivesWay', [5000])));
Checks::same('elements of igbinary that give way, in a fiber', 'max_depth at 4', $refused(child('igbinaryGivesWay', [5000], [], 'fiber')));
Checks::same('fewer elements of igbinary that give way', 'value of 1', child('igbinaryGivesWay', [4000]));

// The remains of a large refused graph are freed at once, on a stack that suffices for any order.
$self = static fn (int $number): string => "\xB0\xF4" . uv($number);
$payload = "\xC1\x10\xE8" . uv(15_001) . "\xF0" . bstr('stdClass') . "\x01\x20p\xF4\x00" . implode('', array_map($self, range(1, 14_999)))
    . "\xF0" . bstr(Typed::class) . "\x01\x20n\x20x";
$before = [gc_status()['collected'], ini_get('fiber.stack_size')];
Checks::same('a graph that is refused', 'bad_property at ' . strlen($payload) - 2, outcome($payload));
Checks::same('a graph that is refused, freed', [$before[0] + 15_000, $before[1]], [gc_status()['collected'], ini_get('fiber.stack_size')]);

// No bound is too small: accepted values have no chain longer than the stack allows. A smaller stack is reported here.
[$seed, $wrong, $accepted] = [\Brine\Tests\seed($argv[1] ?? null), [], 0];
mt_srand($seed);
$fiber = new \Fiber(static function () use (&$wrong, &$accepted): void {
    for ($i = 0; $i < 4000; ++$i) {
        $height = mt_rand(6, 16);
        ini_set('fiber.stack_size', (string) (64 * 1024 + (PHP_DEBUG ? 640 : 160) * ($height - 1)));
        [$payload, $longest] = randomGraph(mt_rand(4, 12), 1 + intdiv($height - 1, PHP_DEBUG ? 3 : 3));
        try {
            Decoder::decode($payload);
            ++$accepted;
            if ($longest > $height) {
                $wrong[] = "$longest > $height: " . bin2hex($payload);
            }
        } catch (DecodeException $error) {
            if (!in_array($error->getReason(), ['too_deep', 'max_depth'], true)) {
                $wrong[] = $error->getMessage() . ': ' . bin2hex($payload);
            }
        }
    }
});
$fiber->start();
ini_restore('fiber.stack_size');
Checks::same("random graphs, seed $seed", [], array_slice($wrong, 0, 3));
Checks::same('many random graphs were accepted', true, $accepted > 500);

// Honest graphs come back, however they hang together.
foreach (graphs() as $name => $graph) {
    try {
        $bytes = \brine_serialize($graph);
    } catch (\Brine\EncodeException $error) {
        // Chains of more than 10,000.
        Checks::same("$name, on a debug build", true, (bool) PHP_DEBUG && str_contains($error->getMessage(), ' nest the value deeper than '));
        continue;
    }
    Checks::same($name, md5($bytes), md5(\brine_serialize(Decoder::decode($bytes))));
    if (function_exists('igbinary_serialize')) {
        Checks::same("$name, of igbinary", md5($bytes), md5(\brine_serialize(Igbinary::decode(igbinary_serialize($graph)))));
    }
}
gc_collect_cycles();

// Names composed of earlier parts: the same as in the extension.
$long = str_repeat('a', 12_000);
foreach (['protected' => "\x01", 'private' => "\x02", 'private of another class' => "\x03\x20Y", 'public' => ''] as $scope => $byte) {
    $payload = "\xC1\x10\xF0\x20X" . uv(25_000) . $byte . bstr($long) . str_repeat("\x60", 24_999) . str_repeat("\xD8", 25_000);
    same("names, $scope", $payload, $scope === 'public' ? 'duplicate_name at 2' : 'max_memory', []);
    same("names, $scope, counted before", $payload, 'max_elements at 2', ['max_elements' => 10]);
    same("names of a table, $scope", "\xC1\x10\xED\x08\x00" . substr($payload, 2), $scope === 'public' ? 'duplicate_name at 5' : 'max_memory', []);
}
same('mangled names', "\xC1\x10\xF0\x20X" . uv(25_000) . bstr("\0$long") . str_repeat("\x60", 49_999), 'max_memory', []);
same('scopes', "\xC1\x10\xC1" . bstr($long) . "\xF0\x20X" . uv(20_000) . str_repeat("\x03\x60\x20n", 20_000) . str_repeat("\xD8", 20_000), 'max_memory', []);

// A class is looked for once.
$asked = [];
spl_autoload_register($loader = static function (string $class) use (&$asked): void {
    $asked[] = strlen($class) > 40 ? strlen($class) . ' bytes' : $class;
});
foreach (['OBJECT' => ["\xF0", "\x00"], 'CUSTOM' => ["\xF1", "\xE7"], 'TABLE' => ["\xED\x08\x00\xF0", "\x00"]] as $form => [$before, $after]) {
    foreach (['Missing', str_repeat('n', 1000)] as $class) {
        $payload = "\xC1\x10\xE8" . uv(500) . $before . bstr($class) . $after . str_repeat("$before\x60$after", 499);
        $asked = [];
        Checks::same("$form of a missing class", 500, count(Decoder::decode($payload)));
        Checks::same("$form of a missing class: asked for", 1, count($asked));
    }
}
$asked = [];
$payload = "\0\0\0\x02\x15" . pack('n', 500) . "\x06\0\x18" . pack('n', 10_000) . str_repeat('n', 10_000) . "\x14\0"
    . implode('', array_map(static fn (int $i): string => "\x08" . pack('n', $i) . "\x1A\0\x14\0", range(1, 499)));
Checks::same('missing class of igbinary', 500, count(Igbinary::decode($payload)));
Checks::same('missing class of igbinary: asked for', ['10000 bytes'], $asked);
spl_autoload_unregister($loader);

// PHP's deprecation of a dynamic property comes once, and not with all of a long name.
foreach ([4 => 'Creation of dynamic property ' . Plain::class . '::$nnnn is deprecated',
    5000 => 'Creation of dynamic property ' . Plain::class . '::$' . str_repeat('n', 200) . '... is deprecated'] as $size => $expected) {
    $name = str_repeat('n', $size);
    $payload = "\xC1\x10\xED" . uv(100) . "\x00\xF0" . bstr(Plain::class) . "\x01" . bstr($name) . "\x00" . str_repeat("\x05", 100);
    $messages = [];
    set_error_handler(static function (int $level, string $message) use (&$messages): bool {
        $messages[] = $message;

        return true;
    });
    Checks::same('dynamic properties', [$name => 5], (array) array_diff_key((array) Decoder::decode($payload)[99], ['p' => 1]));
    Checks::same("dynamic property of $size bytes", [$expected], $messages);
    $messages = [];
    $bytes = "\0\0\0\x02\x14\x64\x06\0\x17" . chr(strlen(Plain::class)) . Plain::class . "\x14\x01\x12" . pack('n', $size) . "$name\0"
        . implode('', array_map(static fn (int $i): string => "\x06" . chr($i) . "\x1A\0\x14\x01\x0E\x01\0", range(1, 99)));
    Igbinary::decode($bytes);
    Checks::same("dynamic property of $size bytes, of igbinary", [$expected], $messages);
    restore_error_handler();
}

// And for no more than a hundred names. Where PHP's own hooks may make more, they are silent.
$others = static fn (int $count): string => implode('', array_map(static fn (int $i): string => bstr("n$i"), range(1, $count)));
$date = static fn (int $more): string => "\xE9" . uv(3 + $more) . bstr('date') . bstr('timezone_type') . bstr('timezone') . $others($more)
    . bstr('2020-01-02 03:04:05.000000') . "\x03" . bstr('UTC') . str_repeat("\x05", $more);
$plain = static fn (int $count): string => "\xF0" . bstr(Plain::class) . chr($count) . $others($count) . str_repeat("\x05", $count);
$igString = static fn (string $string): string => "\x11" . chr(strlen($string)) . $string;
$igDate = static fn (int $more): string => "\x14" . chr(3 + $more) . $igString('date') . $igString('2020-01-02 03:04:05.000000')
    . $igString('timezone_type') . "\x06\x03" . $igString('timezone') . $igString('UTC')
    . implode('', array_map(static fn (int $i): string => $igString("n$i") . "\x06\x05", range(1, $more)));
$ig = static fn (int $more): string => "\0\0\0\x02\x17\x08DateTime" . $igDate($more);
foreach ([
    'a hundred names' => [100, Plain::class, $plain(100)],
    'more than a hundred names' => [100, Plain::class, $plain(120)],
    'integers' => [100, Plain::class, "\xF1" . bstr(Plain::class) . "\xEC" . uv(2000) . "\x01\x05"],
    'array form of PHP' => [97, 'DateTime', "\xF1" . bstr('DateTime') . $date(97)],
    'array form of PHP, more' => [0, 'DateTime', "\xF1" . bstr('DateTime') . $date(98)],
    'array forms of PHP, together more' => [0, 'DateTime', "\xC1\xF1" . bstr('DateTime') . $date(50) . "\xB0" . $date(50)],
    'names beside an array form of PHP' => [60, Plain::class, "\xC1" . $plain(60) . "\xF1" . bstr('DateTime') . $date(40)],
    'igbinary, PHP' => [97, 'DateTime', $ig(97)],
    'igbinary, PHP, more' => [0, 'DateTime', $ig(98)],
] as $name => [$count, $class, $payload]) {
    $messages = [];
    set_error_handler(static function (int $level, string $message) use (&$messages, $class): bool {
        $messages[] = str_starts_with($message, "Creation of dynamic property $class::$") && str_ends_with($message, ' is deprecated');

        return true;
    });
    $outcome = str_starts_with($payload, "\0") ? outcome($payload, [], Igbinary::decode(...)) : outcome("\xC1\x10$payload");
    Checks::same("deprecations, $name", 'value', substr($outcome, 0, 5));
    restore_error_handler();
    Checks::same("deprecations, $name: count", [$count, true], [count($messages), !in_array(false, $messages, true)]);
}

// Native text repeats names for each object: so many bytes are not written.
$class = str_repeat('n', 500_000);
Checks::same('long class name', 'too_large', substr(outcome("\xC1\x10\xE8" . uv(5000) . "\xF0" . bstr($class) . "\x00" . str_repeat("\xB0", 4999)), 0, 9));
Checks::same('long class name of rows', 'too_large at 2', outcome("\xC1\x10\xED" . uv(5000) . "\x00\xF0" . bstr($class) . "\x00" . str_repeat("\x00", 5000)));
$name = "\xF0" . bstr(Plain::class) . "\x01" . bstr($class);
Checks::same('long name of rows', 'too_large at 2', outcome("\xC1\x10\xED" . uv(5000) . "\x00$name\x01\x05" . str_repeat("\x00", 5000)));
$payload = "\xC1\x10\xC1" . bstr($class) . "\xE9\x01\x60\x00";
Checks::same('long key of properties', 'max_memory', substr(outcome("\xC1\x10\xC1\xE9\x01" . bstr($class) . "\x05\xE8" . uv(1000)
    . "\xF1" . bstr(Plain::class) . "\xD0\x01" . str_repeat("\xB1\xD0\x01", 999)), 0, 10));

// Memory of objects as in docs/reference/limits.md, to the byte, except for hidden memory of built-in classes.
$object = static fn (string $class, array $names): string => "\xC1\x10\xF0" . bstr($class) . chr(count($names)) . implode('', array_map(bstr(...), $names))
    . str_repeat("\x05", count($names));
foreach ([
    'declared' => [56 + 16 + 40, [Plain::class, ['p']]],
    'another' => [56 + 16 + 56 + 40 * 8, [Plain::class, ['n']]],
    'declared and another' => [56 + 16 + 56 + 40 * 8, [Plain::class, ['p', 'n']]],
    'one of six declared and three others' => [56 + 16 * 6 + 56 + 40 * 16, [Member::class, ['next', 'a', 'b', 'c']]],
    'none' => [56 + 16 * 6, [Member::class, []]],
    'none declared' => [56 + 56 + 40 * 8, ['stdClass', ['a']]],
    'many of none declared' => [56 + 56 + 40 * 16, ['stdClass', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']]],
    'missing' => [56 + 376, ['Missing', ['a']]],
    'missing, with eight' => [56 + 56 + 40 * 16, ['Missing', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']]],
    'missing, with 70' => [56 + 56 + 40 * 128 + 4096, ['Missing', array_map(static fn (int $i): string => "n$i", range(1, 70))]],
] as $name => [$memory, $arguments]) {
    Checks::same("memory, $name", [$memory, 'max_memory at 2'], leastMemory($object(...$arguments)));
    Checks::same("memory, $name, by the extension", [$memory, 'max_memory at 2'], leastMemory($object(...$arguments), \brine_unserialize(...)));
}
$row = "\xC1\x10\xED\x08\x00\xF0" . bstr(Plain::class) . "\x02\x20p\x20n\x01\x05\x01\x05";
Checks::same('memory, rows by name', [56 + 16 * 8 + 8 * (72 + 376) + 2 * 64, 'max_memory at 2'], leastMemory($row));
foreach ([
    'empty' => ["\xE7", 0],
    'two' => ["\xC1\x05\x05", 56 + 16 * 8 + 376 + 32 * 2],
    'nine' => ["\xC8" . str_repeat("\x05", 9), 56 + 16 * 16 + 56 + 40 * 16 + 32 * 9],
    'in a reference' => ["\xF5\xC1\x05\x05", 56 + 16 * 8 + 376 + 32 * 2 + 32],
    'with an object' => ["\xC1\x05\xF0\x27stdClass\x00", 56 + 16 * 8 + 56 + 376 + 32 * 2],
    'two levels' => ["\xC0\xC1\x05\x05", 2 * (56 + 16 * 8) + 376 + 32],
] as $name => [$array, $more]) {
    [$form, $names] = ["\xC1\x10\xF1\x2AArrayObject", "\xC1\x10\xF0\x2AArrayObject\x04\x200\x201\x202\x203"];
    foreach (["$form\xC3\x00%s\xE7\xD8", "$names\x00%s\xE7\xD8"] as $payload) {
        $own = leastMemory(sprintf($payload, $array), \brine_unserialize(...))[0] - leastMemory(sprintf($payload, "\xE7"), \brine_unserialize(...))[0];
        Checks::same("memory, PHP, $name, by the extension", $more, $own);
    }
    [$before] = leastMemory("$form\xC3\x00\xE7\xE7\xD8");
    Checks::same("memory, array form of PHP, $name", [$before + $more, 'max_memory at 2'], leastMemory("$form\xC3\x00$array\xE7\xD8"));
    [$before] = leastMemory("$names\x00\xE7\xE7\xD8");
    Checks::same("memory, names of PHP, $name", [$before + $more, 'max_memory at 2'], leastMemory("$names\x00$array\xE7\xD8"));
}
// The array itself is one of four elements.
[$form, $own] = leastMemory("\xC1\x10\xF1\x2AArrayObject\xC3\x00\xE7\xE7\xD8");
[$names] = leastMemory("\xC1\x10\xF0\x2AArrayObject\x04\x200\x201\x202\x203\x00\xE7\xE7\xD8");
Checks::same('memory, array form of PHP', [56 + 16 * 8 + 376 + 32 * 4, 'max_memory at 2'], [$form - leastMemory("\xC1\x10\xF0\x2AArrayObject\x00")[0], $own]);
Checks::same('memory, names of PHP', 376 + 376 + 32 * 4, $names - leastMemory("\xC1\x10\xF0\x2AArrayObject\x00")[0]);
$columns = "\xF0\x2AArrayObject\x04\x200\x201\x202\x203\x01\x00\x01%s\x01\xE7\x01\xD8";
[$before] = leastMemory("\xC1\x10\xED\x08\x00" . sprintf($columns, "\xE7"));
Checks::same('memory, rows of PHP', [$before + 56 + 16 * 8 + 8 * (376 + 32 * 2), 'max_memory at 2'],
    leastMemory("\xC1\x10\xED\x08\x00" . sprintf($columns, "\xC1\x05\x05")));
$ig = "\0\0\0\x02\x17\x0BArrayObject\x14\x04\x06\0\x06\0\x06\x01%s\x06\x02\x14\0\x06\x03\0";
[$before] = leastMemory(sprintf($ig, "\x14\0"));
Checks::same('memory, igbinary, PHP', [$before + 376 + 32 * 2, 'max_memory at 4'], leastMemory(sprintf($ig, "\x14\x02\x06\0\0\x06\x01\0")));
$ig = "\0\0\0\x02\x17" . chr(strlen(Plain::class)) . Plain::class . "\x14\x01\x11\x01%s\0";
Checks::same('memory, igbinary, declared', [56 + 16 + 40, 'max_memory at 4'], leastMemory(sprintf($ig, 'p')));
Checks::same('memory, igbinary, another', [56 + 16 + 376, 'max_memory at 4'], leastMemory(sprintf($ig, 'n')));

// Strings before the first value after each 4,096 bytes are charged then; PHP references at once.
foreach ([
    'references' => ["\xC1\x10\xC2\xF5\x05\xF5\xC0\xF5\x05\xF6\x00", 2 * 184 + 3 * 32, 'max_memory at 7'],
    'strings' => ["\xC1\x10\xE8" . uv(2000) . str_repeat("\x21ab", 2000), 56 + 16 * 2048 + 4096 + 32 * 1364, 'max_memory at 4097'],
    'strings in objects' => [
        "\xC1\x10\xE8" . uv(500) . "\xF0" . bstr('stdClass') . "\x01\x21nn\x2Ba new string" . str_repeat("\xB0\x2Ba new string", 499),
        56 + 16 * 512 + 4096 + 500 * (56 + 376) + 32 * (2 + 292), 'max_memory at 7004',
    ],
] as $name => [$payload, $memory, $refused]) {
    Checks::same("memory, $name", [$memory, $refused], leastMemory($payload));
    Checks::same("memory, $name, by the extension", [$memory, $refused], leastMemory($payload, \brine_unserialize(...)));
}
Checks::same('memory, igbinary, reference', [376 + 32, 'max_memory at 8'], leastMemory("\0\0\0\x02\x14\x01\x06\0\x25\0"));
Checks::same('memory, igbinary, reference to an array again', [2 * 376 + 32, 'max_memory at 16'], leastMemory("\0\0\0\x02\x14\x02\x06\0\x14\x01\x06\0\0\x06\x01\x25\x01\x01"));

// Few bytes that make much of what PHP's own classes copy, and of tables of properties.
foreach (heavy() as $name => [$expected, $payload]) {
    $log = 0;
    set_error_handler(static function (int $level, string $message) use (&$log): bool {
        $log += strlen($message);

        return true;
    });
    Checks::same($name, $expected, outcome($payload, [], str_starts_with($payload, "\0") ? Igbinary::decode(...) : Decoder::decode(...)));
    restore_error_handler();
    Checks::same("$name: log", true, $log < 200);
}

// Tables without bytes, in the memory of a web request.
foreach (['Exception' => 'max_memory at 3', 'stdClass' => 'value of 2', 'Missing' => 'max_memory at 3', Plain::class => 'too_large at 3'] as $class => $expected) {
    $payload = "\xC1\x10\xC1\xED" . uv(300_000) . "\x00\xF0" . bstr($class) . "\x00" . bstr(str_repeat('x', 40_000));
    Checks::same("300,000 rows of $class", $expected, child('bytes', [base64_encode($payload)], [], 'main', 128));
}
Checks::same('a run', 'max_memory at 2', outcome("\xC1\x10\xEC" . uv(1 << 24) . "\x03\x00\x02"));
Checks::same('a run of what the default is', 'value of 2000000', outcome("\xC1\x10\xEC" . uv(2_000_000) . "\x03\x00\x02"));

// Keys that collide in PHP's hash tables are refused, in all places where there are keys.
foreach ([1 << 21, 1 << 40] as $step) {
    $keys = array_map(static fn (int $i): int => $i * $step, range(0, 65_535));
    $map = implode('', array_map(static fn (int $key): string => "\xE1" . pack('P', $key), $keys));
    $affine = "\xEE" . uv(65_536) . "\x01\x03\x00" . uv(2 * $step);
    Checks::same('keyed table', 'colliding_keys at 2', outcome("\xC1\x10$affine\x00\xC0\x00" . str_repeat("\x05", 65_536)));
    Checks::same('map', 'colliding_keys at 2', outcome("\xC1\x10\xE9" . uv(65_536) . $map . str_repeat("\x05", 65_536)));
    $custom = "\xF1" . bstr('ArrayObject') . "\xC3\x00\xE9" . uv(65_536) . $map . str_repeat("\x05", 65_536) . "\xE7";
    Checks::same('array form', 'colliding_keys at 17', outcome("\xC1\x10$custom"));
    $igbinary = "\0\0\0\x02\x16" . pack('N', 65_536) . implode('', array_map(static fn (int $key): string => "\x20" . pack('J', $key) . "\0", $keys));
    Checks::same('igbinary', 'colliding_keys at 4', outcome($igbinary, [], Igbinary::decode(...)));
    $decimal = implode('', array_map(static fn (int $key): string => bstr((string) $key), $keys));
    Checks::same('decimal keys', 'colliding_keys at 2', outcome("\xC1\x10\xE9" . uv(65_536) . $decimal . str_repeat("\x05", 65_536)));
}
$strings = array_map(static fn (int $i): string => strtr(sprintf('%016b', $i), ['0' => 'Ez', '1' => 'FY']), range(0, 65_535));
$map = implode('', array_map(bstr(...), $strings)) . str_repeat("\x05", 65_536);
Checks::same('strings', 'colliding_keys at 2', outcome("\xC1\x10\xE9" . uv(65_536) . $map));
Checks::same('names of properties', 'colliding_keys at 2', outcome("\xC1\x10\xF0" . bstr('stdClass') . uv(65_536) . $map));
$igbinary = "\0\0\0\x02\x16" . pack('N', 65_536) . implode('', array_map(static fn (string $key): string => "\x11\x20$key\0", $strings));
Checks::same('strings of igbinary', 'colliding_keys at 4', outcome($igbinary, [], Igbinary::decode(...)));
$rows = "\xED" . uv(3000) . "\x00\xE9" . uv(2000) . substr($map, 0, 2000 * 33) . str_repeat("\x01\x05", 2000);
Checks::same('strings of rows', 'colliding_keys at 2', outcome("\xC1\x10$rows", ['max_memory' => 1 << 40]));
$long = str_repeat('x', 250_000);
$map = "\xE9\x02" . bstr("{$long}Ez") . bstr("{$long}FY") . "\x05\x05";
Checks::same('long strings', 'colliding_keys', substr(outcome("\xC1\x10\xE8" . uv(60_001) . $map . str_repeat("\xB0\x05\x05", 60_000)), 0, 14));
Checks::same('long strings, twice', 'value of 3', outcome("\xC1\x10\xC2$map\xB0\x05\x05\xB0\x05\x05"));

// PHP's own classes get no native text, in which references nest a value without end.
$count = 200_000;
$chain = "a:$count:{i:0;a:0:{}" . implode('', array_map(static fn (int $i): string => "i:$i;a:1:{i:0;R:" . $i + 2 . ';}', range(1, $count - 1)));
foreach (['ArrayObject' => "x:i:0;$chain};m:a:0:{}", 'SplObjectStorage' => "x:i:0;m:$chain}", 'SplQueue' => "i:0;:$chain}"] as $class => $text) {
    $payload = "\xC1\x10\xF3" . bstr($class) . uv(strlen($text)) . $text;
    Checks::same("string form of $class", 'bad_class at 2', outcome($payload));
    Checks::same("string form of $class, by the extension", 'bad_class at 2', outcome($payload, [], \brine_unserialize(...)));
    $igbinary = "\0\0\0\x02\x17" . chr(strlen($class)) . $class . "\x1F" . pack('N', strlen($text)) . $text;
    Checks::same("string form of $class, of igbinary", 'bad_class at 4', outcome($igbinary, [], Igbinary::decode(...)));
}

// Strings that they parse are charged each time.
$long = bstr('2024-01-01 00:00:00' . str_repeat(' +1 day', 10_000));
$dates = "\xE8" . uv(5001) . "\xF1" . bstr('DateTime') . "\xE9\x03" . bstr('date') . bstr('timezone_type') . bstr('timezone') . "$long\x03" . bstr('UTC') . str_repeat("\xB0\xB1\x64\x03\x65", 5000);
$kept = "\xE8" . uv(101) . "\xF1" . bstr('ArrayObject') . "\xC3\x00\xC0$long\xE7\xD8" . str_repeat("\xB0\xC3\x00\xC0\x61\xE7\xD8", 100);
foreach ([Decoder::decode(...), \brine_unserialize(...)] as $i => $decode) {
    Checks::same("long dates, $i", 'max_memory at 70128', outcome("\xC1\x10$dates", [], $decode));
    Checks::same("long strings that are kept, $i", 'value of 101', outcome("\xC1\x10$kept", [], $decode));
}

$igbinary = "\0\0\0\x02\x15" . pack('n', 2001);
for ($i = 0; $i < 2001; ++$i) {
    $igbinary .= "\x08" . pack('n', $i) . ($i === 0
        ? "\x17\x08DateTime\x14\x03\x11\x04date\x12" . pack('n', 35_000) . str_pad('2024-01-01 00:00:00', 35_000, ' +1 day') . "\x11\x0Dtimezone_type\x06\x03\x11\x08timezone\x11\x03UTC"
        : "\x1A\x00\x14\x03\x0E\x01\x0E\x02\x0E\x03\x06\x03\x0E\x04\x0E\x05");
}
Checks::same('long dates, of igbinary', 'max_memory', substr(outcome($igbinary, [], Igbinary::decode(...)), 0, 10));

// PHP caches a time zone by each spelling: each spelling is charged once.
$zones = $same = $ofIgbinary = '';
for ($i = 0; $i < 1000; ++$i) {
    $zone = 'africa/casablanca';
    for ($bit = 0; $bit < 6; ++$bit) {
        $zone[$bit] = ($i >> $bit & 1) === 1 ? strtoupper($zone[$bit]) : $zone[$bit];
        $zone[7 + $bit] = ($i >> 6 + $bit & 1) === 1 ? strtoupper($zone[7 + $bit]) : $zone[7 + $bit];
    }
    $zones .= ($i === 0 ? "\xF1CLASS\xE9\x02" . bstr('timezone_type') . bstr('timezone') : "\xB0\xB1") . "\x03" . bstr($zone);
    $same .= $i === 0 ? $zones : "\xB0\xB1\x03\x63";
    $ofIgbinary .= "\x08" . pack('n', $i) . ($i === 0 ? "\x17CLASS\x14\x02\x11\x0Dtimezone_type\x06\x03\x11\x08timezone" : "\x1A\x00\x14\x02\x0E\x01\x06\x03\x0E\x02") . "\x11\x11$zone";
}
$list = "\xC1\x10\xE8" . uv(1000);
foreach (['DateTimeZone', OwnZone::class] as $class) {
    foreach ([Decoder::decode(...), \brine_unserialize(...)] as $i => $decode) {
        Checks::same("zones of $class, $i", 'max_memory', substr(outcome($list . str_replace('CLASS', bstr($class), $zones), ['max_memory' => 4_000_000], $decode), 0, 10));
        Checks::same("zones of $class again, $i", 'value of 1000', outcome($list . str_replace('CLASS', bstr($class), $same), ['max_memory' => 4_000_000], $decode));
    }
    $igbinary = "\0\0\0\x02\x15" . pack('n', 1000) . str_replace('CLASS', chr(strlen($class)) . $class, $ofIgbinary);
    Checks::same("zones of $class, of igbinary", 'max_memory', substr(outcome($igbinary, ['max_memory' => 4_000_000], Igbinary::decode(...)), 0, 10));
    Checks::same("zones of $class, with more memory", 'value of 1000', outcome($igbinary, ['max_memory' => 8_000_000], Igbinary::decode(...)));
}

// Nor do they load classes that are not allowed, or ask for one again and again.
$asked = 0;
$loader = static function (string $class) use (&$asked): void {
    ++$asked;
};
spl_autoload_register($loader);
$scoped = "\xE9\x01" . bstr("\0Denied\0name") . "\xD8";
$many = "\xE9" . uv(300) . implode('', array_map(static fn (int $i): string => bstr("\0Denied$i\0name"), range(1, 300))) . str_repeat("\xD8", 300);
$long = "\xE9\x01" . bstr("\0*\0" . str_repeat('n', 100_000)) . "\xD8";
$again = static fn (string $map, int $count): string => "\xC1\x10\xE8" . uv($count + 2) . "$map\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7\xD0\x01\xD8" . str_repeat("\xB1\xC3\x00\xE7\xD0\x01\xD8", $count);
foreach ([Decoder::decode(...), \brine_unserialize(...)] as $i => $decode) {
    foreach (['ArrayObject' => "\xC3\x00\xE7$scoped\xD8", 'SplObjectStorage' => "\xC1\xE7$scoped", 'SplQueue' => "\xC2\x00\xE7$scoped", 'DateInterval' => $scoped] as $class => $array) {
        Checks::same("$class, scope, $i", 'bad_name at 2', outcome("\xC1\x10\xF1" . bstr($class) . $array, ['allowed_classes' => [$class]], $decode));
    }
    $object = "\xC1\x10\xF0" . bstr('DateInterval') . "\x01\x03" . bstr('Denied') . bstr('name') . "\xD8";
    Checks::same("properties, scope, $i", 'bad_name at 2', outcome($object, ['allowed_classes' => ['DateInterval']], $decode));
    Checks::same("many scopes, $i", 'max_memory', substr(outcome($again($many, 1000), [], $decode), 0, 10));
    Checks::same("long name, $i", 'max_memory', substr(outcome($again($long, 10_000), [], $decode), 0, 10));
}
$igbinary = "\0\0\0\x02\x17\x0CDateInterval\x14\x01\x11\x0C\0Denied\0name\0";
Checks::same('scope, of igbinary', 'bad_name at 4', outcome($igbinary, ['allowed_classes' => ['DateInterval']], Igbinary::decode(...)));
Checks::same('asked for classes', 0, $asked);
spl_autoload_unregister($loader);

// Honest keys are read, however many there are.
foreach ([
    'numbers' => range(5, 100_000),
    'days in seconds' => range(0, 86_400 * 12_000, 86_400),
    'days in milliseconds' => range(0, 86_400_000 * 8000, 86_400_000),
    'blocks' => range(0, 4096 * 20_000, 4096),
    'strings' => array_map(static fn (int $i): string => "some.key.$i", range(0, 100_000)),
    'hashes' => array_map(static fn (int $i): string => md5((string) $i), range(0, 50_000)),
    'both' => [...range(0, 1000), ...array_map(static fn (int $i): string => "k$i", range(0, 1000))],
] as $name => $keys) {
    $map = array_fill_keys($keys, 1);
    Checks::same("keys: $name", true, Decoder::decode(\brine_serialize($map)) === $map);
    if ($name !== 'blocks') {
        Checks::same("keys: $name, as properties", true, (array) Decoder::decode(\brine_serialize((object) $map)) === $map);
    }
    if (function_exists('igbinary_serialize')) {
        Checks::same("keys: $name, of igbinary", true, Igbinary::decode(igbinary_serialize($map)) === $map);
    }
}

// A byte of a payload takes no more memory than this, with each construct of the format; what is refused is named.
require __DIR__ . '/../../../ext/tests/limits/constructs.inc';
$refused = [];
$large = [];
set_error_handler(static fn (): bool => true);
foreach (constructsOf100000Bytes() as $name => $payload) {
    gc_collect_cycles();
    memory_reset_peak_usage();
    $before = memory_get_usage();
    $outcome = outcome($payload);
    if (!str_starts_with($outcome, 'value')) {
        $refused[$name] = explode(' ', $outcome)[0];
    }
    $bytes = (memory_get_peak_usage() - $before) / max(100_000, strlen($payload));
    if ($bytes > 900) {
        $large[$name] = (int) $bytes;
    }
}
restore_error_handler();
Checks::same('memory of constructs', [], PHP_DEBUG ? [] : $large);
Checks::same('refused constructs', [
    'object of twenty properties, without values' => 'too_large',
    'exception' => 'max_memory',
    'table of maps, a bit a row' => 'max_memory',
    'table of objects, a bit a row' => 'max_memory',
    'class name, long' => 'too_large',
    'property name, long, of new shapes' => 'too_large',
    'property name in a scope, long' => 'max_memory',
    'array as properties' => 'max_memory',
], $refused);

// A tree has more for each object, PHP reference, enum case and shape than the value has: three times as much as that may take is refused.
$options = ['max_memory' => 1 << 25];
$list = static fn (int $count, string $first, string $again): string => "\xC1\x10\xE8" . uv($count) . $first . str_repeat($again, $count - 1);
Checks::same('many cases of enums', 'too_large at 1180222', outcome($list(400_000, "\xF2" . bstr('Suit') . bstr('Hearts'), "\xF2\x60\x61"), $options));
Checks::same('many shapes', 'too_large at 393407', outcome($list(140_000, "\xF0" . bstr('stdClass') . "\x00", "\xF0\x60\x00"), $options));
$igbinary = "\0\0\0\x02\x16" . pack('N', 500_000) . str_repeat("\x06\0\x25\0", 500_000);
Checks::same('many PHP references of igbinary', 'too_large at 1970177', outcome($igbinary, ['max_memory' => 40 << 20], Igbinary::decode(...)));

echo "seed $seed\n";
echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
