<?php

/*
 * Times values chosen to be slow, relative to honest ones of the same size (median). Up to 3 is fine; a ratio that grows with the size is not.
 * "twice": 1 if the encoder finds the second copy, 2 if it gave up.
 *
 *     php -n -d extension=ext/modules/brine.so tests/limits/complexity/attack.php [--only TEXT] [--largest N] [--rounds N]
 */

declare(strict_types=1);

namespace Brine\Tests\Complexity;

require __DIR__ . '/measure.php';
require __DIR__ . '/hashes.php';

/** A hostile value or payload and an honest one, by the number of elements. */
final class Attack
{
    /**
     * @param \Closure(int): mixed $hostile
     * @param \Closure(int): mixed $honest
     * @param bool $payloads Do the closures give payloads? Then the values are what these decode to.
     * @param int $most elements
     */
    public function __construct(
        public readonly \Closure $hostile,
        public readonly \Closure $honest,
        public readonly bool $payloads = false,
        public readonly int $most = 200_000,
        public readonly bool $encodes = true,
        public readonly bool $decodes = true,
    ) {
    }
}

#[\AllowDynamicProperties]
final class Declared
{
    public $declared = 1;
}

/** Its objects are made by PHP's own class. */
#[\AllowDynamicProperties]
final class Heap extends \SplMinHeap
{
}

final class TakesNames
{
    public function __unserialize(array $data): void
    {
    }
}

// Parts of the payloads below.

function number(int $n): string
{
    return match (true) {
        $n < 192 => chr($n),
        $n < 8384 => chr(0xC0 + ($n - 192 >> 8)) . chr($n - 192 & 0xFF),
        $n < 991_424 => chr(0xE0 + ($n - 8384 >> 16)) . pack('v', $n - 8384 & 0xFFFF),
        default => "\xF0" . pack('V', $n),
    };
}

function short_string(string $bytes): string
{
    return chr(0x1F + strlen($bytes)) . $bytes;
}

/** @param list<string> $keys and a value for all */
function map_payload(array $keys, string $value = "\xD8"): string
{
    return "\xC1\x10\xE9" . number(count($keys)) . implode($keys) . str_repeat($value, count($keys));
}

/** @param list<string> $names of properties */
function object_payload(string $class, array $names): string
{
    return "\xC1\x10\xF0" . short_string($class) . number(count($names)) . implode($names) . str_repeat("\xD8", count($names));
}

/** @return \Closure(int): list<string> so many texts of payloads */
function texts(\Closure $key): \Closure
{
    return static fn (int $count): array => each($count, static fn (int $i): string => short_string($key($i)));
}

/** @return list<mixed> */
function each(int $count, \Closure $element): array
{
    return array_map($element, range(0, $count - 1));
}

/** Number $i as text of the same length and letters as equal_hash() gives, with another hash. */
function other_hash(int $i): string
{
    return strtr(sprintf('%020b', $i), ['0' => 'Ez', '1' => 'Ft']);
}

/**
 * Text of 96 bytes or more that is the same in its first, middle and last 8 bytes and has the same hash in PHP's hash tables; honest if it
 * differs at once.
 */
function alike(int $i, int $size, bool $honest): string
{
    $text = substr_replace(str_repeat('x', $size), equal_hash($i, 18), $size - 44, 36);

    return $honest ? substr_replace($text, sprintf('%07d', $i), 0, 7) : $text;
}

/** The same, but for the hash: as keys, texts of one hash would keep PHP itself busy. */
function alike_key(int $i, bool $honest): string
{
    return substr_replace(str_repeat('x', 40), sprintf('%07d', $i), $honest ? 0 : 24, 7);
}

/** Rows of one shape inside each other: a cell of the last row of each level is the level before. */
function tower(int $first, int $levels, \Closure $last): mixed
{
    $value = null;
    for ($level = $first; $level < $first + $levels; $level++) {
        $rows = [];
        for ($i = 0; $i < 8; $i++) {
            $rows[] = ['id' => 9 * $level + $i, 'inner' => null];
        }
        $rows[] = $last($value);
        $value = $rows;
    }

    return $value;
}

/** As many rows as in towers of 300 levels. */
function towers(int $count, \Closure $last): array
{
    return each(max(1, intdiv($count, 2700)), static fn (int $i): array => tower(300 * $i, 300, $last));
}

/** The same rows side by side. */
function flat(int $count): array
{
    return each(
        max(1, intdiv($count, 2700)) * 300,
        static fn (int $table): array => each(9, static fn (int $i): array => ['id' => 9 * $table + $i, 'inner' => $i === 8 ? $table : null]),
    );
}

/** @return array<string, Attack> strings that are equal in what is looked at first */
function strings_alike(): array
{
    return [
        'strings alike' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i, 96, false)),
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i, 96, true)),
        ),
        'strings alike, long' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i, 2000, false)),
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i, 2000, true)),
            most: 50_000,
        ),
        'strings alike, twice each' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i >> 1, 96, false)),
            static fn (int $count): array => each($count, static fn (int $i): string => alike($i, 96, true)),
        ),
        'string keys alike' => new Attack(
            static fn (int $count): array => array_fill_keys(each($count, static fn (int $i): string => alike_key($i, false)), null),
            static fn (int $count): array => array_fill_keys(each($count, static fn (int $i): string => alike_key($i, true)), null),
        ),
    ];
}

/** @return array<string, Attack> keys that PHP's hash tables do not tell apart */
function colliding_keys(): array
{
    $ints = static fn (\Closure $key): \Closure => static fn (int $count): array => each($count, static fn (int $i): string => "\xE1" . pack('P', $key($i)));
    // Equal in the low bits that choose a slot of PHP's hash table; and the same numbers, spread.
    $one_slot = $ints(static fn (int $i): int => ($i + 1) << 32);
    $spread = $ints(static fn (int $i): int => ($i + 1) << 32 | $i);
    $equal_hash = texts(equal_hash(...));
    $other_hash = texts(other_hash(...));
    $row = "\xC2\x01\xD9\x05";

    return [
        'string keys of equal hash' => new Attack(
            static fn (int $count): string => map_payload($equal_hash($count)),
            static fn (int $count): string => map_payload($other_hash($count)),
            payloads: true,
        ),
        'integer keys of one slot' => new Attack(
            static fn (int $count): string => map_payload($one_slot($count)),
            static fn (int $count): string => map_payload($spread($count)),
            payloads: true,
        ),
        'rows, keys of equal hash' => new Attack(
            static fn (int $count): string => map_payload($equal_hash($count), $row),
            static fn (int $count): string => map_payload($other_hash($count), $row),
            payloads: true,
        ),
        'rows, integer keys of one slot' => new Attack(
            static fn (int $count): string => map_payload($one_slot($count), $row),
            static fn (int $count): string => map_payload($spread($count), $row),
            payloads: true,
        ),
    ];
}

/** @return array<string, Attack> shapes, names and arrays that the encoder or PHP does not tell apart */
function colliding_shapes(): array
{
    $equal_hash = texts(equal_hash(...));
    $other_hash = texts(other_hash(...));
    $shape = shape_step(2, 12345) ^ 67890;
    $tokens = token_step(2, 12345) ^ 67890;
    $bits = static fn (int $i): int => unpack('P', pack('e', ($i + 1) / 7))[1];
    $lists = static fn (\Closure $list): \Closure => static fn (int $count): array => array_merge(...each(
        intdiv($count, 3),
        static fn (int $i): array => [$list($i), null, "s$i"],
    ));

    return [
        'shapes of equal hash' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): array => map_of_five(-$i - 2, $shape)),
            static fn (int $count): array => each($count, static fn (int $i): array => map_of_five(-$i - 2, $shape + 7 * $i)),
        ),
        'shapes of equal marks' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): array => map_of_five(-$i - 2, $shape + 7 * $i)),
            static fn (int $count): array => each($count, static fn (int $i): array => [-$i - 2 => 0, -1 => 0, 0 => 0, 1 => 0, 2 => 0]),
        ),
        'shapes of names of equal hash' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): array => [equal_hash($i) => 0]),
            static fn (int $count): array => each($count, static fn (int $i): array => [other_hash($i) => 0]),
        ),
        'objects of names of equal hash' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): object => (object) [equal_hash($i) => 0]),
            static fn (int $count): array => each($count, static fn (int $i): object => (object) [other_hash($i) => 0]),
        ),
        'one object, names of equal hash' => new Attack(
            static fn (int $count): string => object_payload('stdClass', $equal_hash($count)),
            static fn (int $count): string => object_payload('stdClass', $other_hash($count)),
            payloads: true,
        ),
        'the same, with a declared one' => new Attack(
            static fn (int $count): string => object_payload(Declared::class, $equal_hash($count)),
            static fn (int $count): string => object_payload(Declared::class, $other_hash($count)),
            payloads: true,
        ),
        'the same, of a missing class' => new Attack(
            static fn (int $count): string => object_payload('Missing', $equal_hash($count)),
            static fn (int $count): string => object_payload('Missing', $other_hash($count)),
            payloads: true,
        ),
        'the same, of a class of PHP' => new Attack(
            static fn (int $count): string => object_payload(Heap::class, $equal_hash($count)),
            static fn (int $count): string => object_payload(Heap::class, $other_hash($count)),
            payloads: true,
        ),
        'the same, for __unserialize()' => new Attack(
            static fn (int $count): string => object_payload(TakesNames::class, $equal_hash($count)),
            static fn (int $count): string => object_payload(TakesNames::class, $other_hash($count)),
            payloads: true,
            encodes: false,
        ),
        'arrays of equal hash' => new Attack(
            $lists(static fn (int $i): array => list_of_seven($bits($i), $tokens)),
            $lists(static fn (int $i): array => list_of_seven($bits($i), $tokens + 977 * $i)),
        ),
        'arrays of equal marks' => new Attack(
            $lists(static fn (int $i): array => list_of_seven($bits($i), $tokens + 977 * $i)),
            $lists(static fn (int $i): array => ["s$i", 0.5, $i / 7, 'x', 'y', 'z', null]),
        ),
    ];
}

/** @return array<string, Attack> columns whose kind shows at their end */
function misleading_columns(): array
{
    return [
        'decimals until the end' => new Attack(
            static fn (int $count): array => [...each($count - 1, static fn (int $i): float => $i / 100), 1 / 3],
            static fn (int $count): array => each($count, static fn (int $i): float => $i / 100),
        ),
        'more and more decimals' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): float => round(1 / 7, intdiv(16 * $i, $count)) + 1),
            static fn (int $count): array => each($count, static fn (): float => mt_rand() / 7),
        ),
        'more and more decimals, rarely' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): float => $i % 32 ? 1.0 : round(1 / 7, intdiv(16 * $i, $count)) + 1),
            static fn (int $count): array => each($count, static fn (int $i): float => $i / 100),
        ),
        'a range until the end' => new Attack(
            static fn (int $count): array => [...range(1, $count - 1), -5],
            static fn (int $count): array => each($count, static fn (): int => mt_rand(0, 1_000_000)),
        ),
        'integers, last one a string' => new Attack(
            static fn (int $count): array => [...each($count - 1, static fn (): int => mt_rand(0, 1_000_000)), 'x'],
            static fn (int $count): array => each($count, static fn (): int => mt_rand(0, 1_000_000)),
        ),
        'integers and doubles in turn' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): int|float => $i % 2 ? $i : $i / 10),
            static fn (int $count): array => each($count, static fn (int $i): int|float => $i % 1009 % 2 ? $i : $i / 10),
        ),
    ];
}

/** @return array<string, Attack> values that look like tables, or like earlier arrays */
function misleading_tables(): array
{
    $ends_well = static fn (mixed $inner): array => ['id' => 1, 'inner' => $inner];
    $ends_badly = static fn (mixed $inner): array => ['inner' => $inner, 'id' => 1, 'more' => 2];

    return [
        'rows of two shapes in turn' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): array => $i % 2 ? ['a' => $i, 'b' => 1] : ['b' => $i, 'a' => 1]),
            static fn (int $count): array => each($count, static fn (int $i): array => ["k$i" => $i, 'b' => 1]),
        ),
        'one shape, then another' => new Attack(
            static fn (int $count): array => each($count, static fn (int $i): array => $i < $count / 2 ? ['a' => $i, 'b' => 1] : ['b' => $i, 'a' => 1]),
            static fn (int $count): array => each($count, static fn (int $i): array => ["k$i" => $i, 'b' => 1]),
        ),
        'rows of many columns' => new Attack(
            static fn (int $count): array => each(8, static fn (int $i): array => array_fill_keys(each(intdiv($count, 8), static fn (int $k): string => "k$k"), $i)),
            static fn (int $count): array => array_combine(
                each(intdiv($count, 8), static fn (int $k): string => "k$k"),
                each(intdiv($count, 8), static fn (int $k): array => [$k, 2, 3, 4, 5, 6, 7]),
            ),
        ),
        'tables inside tables' => new Attack(
            static fn (int $count): array => towers($count, $ends_well),
            flat(...),
        ),
        'tables inside deviating rows' => new Attack(
            static fn (int $count): array => towers($count, $ends_badly),
            flat(...),
        ),
        'small arrays, equal but for the end' => new Attack(
            static fn (int $count): array => each(intdiv($count, 20), static fn (int $i): array => [...array_fill(0, 18, 'same'), $i]),
            static fn (int $count): array => each(intdiv($count, 20), static fn (int $i): array => [$i, ...array_fill(0, 18, 'same')]),
        ),
        'rows, cells equal but for the end' => new Attack(
            static fn (int $count): array => each(intdiv($count, 20), static fn (int $i): array => ['c' => [...array_fill(0, 18, 'same'), $i], 'd' => 1]),
            static fn (int $count): array => each(intdiv($count, 20), static fn (int $i): array => ['c' => [$i, ...array_fill(0, 18, 'same')], 'd' => 1]),
        ),
    ];
}

/** @return array<string, Attack> */
function attacks(): array
{
    mt_srand(7);

    return [...strings_alike(), ...colliding_keys(), ...colliding_shapes(), ...misleading_columns(), ...misleading_tables()];
}

function measure(string $name, Attack $attack, int $count, int $rounds): bool
{
    [$hostile, $honest] = [($attack->hostile)($count), ($attack->honest)($count)];
    $longest = 0.0;
    if ($attack->payloads) {
        // Both ways, since the encoder may write another form than the payload has.
        $payloads = [$hostile, $honest];
        [$hostile, $honest] = array_map(brine_unserialize(...), $payloads);
    }
    $ratios = [];
    if ($attack->encodes) {
        $encoded = [brine_serialize($hostile), brine_serialize($honest)];
        $payloads ??= $encoded;
        $copy = [$hostile, brine_unserialize($encoded[0])];
        $twice = strlen(brine_serialize($copy)) / strlen($encoded[0]);
        unset($copy);
    }
    $calls = max(1, intdiv(20_000, $count));
    for ($round = 0; $round < $rounds && $longest < 3e9; $round++) {
        if ($attack->encodes) {
            $slow = timed(static fn (): string => brine_serialize($hostile), $calls);
            $ratios['encode'][] = $slow / timed(static fn (): string => brine_serialize($honest), $calls);
            $longest = max($longest, $slow);
            if ($payloads !== $encoded) {
                $slow = timed(static fn (): mixed => brine_unserialize($encoded[0]), $calls);
                $ratios['again'][] = $slow / timed(static fn (): mixed => brine_unserialize($encoded[1]), $calls);
                $longest = max($longest, $slow);
            }
        }
        $slow = timed(static fn (): mixed => brine_unserialize($payloads[0]), $calls);
        $ratios['decode'][] = $slow / timed(static fn (): mixed => brine_unserialize($payloads[1]), $calls);
        $longest = max($longest, $slow);
    }
    $figure = static fn (string $direction): float|string => isset($ratios[$direction]) ? median($ratios[$direction]) : '';
    $decode = max(array_filter([$figure('decode'), $figure('again')], is_float(...)));
    row($name, number_format($count), $figure('encode'), $decode, isset($encoded) ? $twice : '');

    return $longest < 3e9;
}

/** The cost of a small payload when keys that never recur fill all places for short keys. */
function measure_full_key_cache(int $rounds): void
{
    $value = each(200, static fn (int $i): array => ["own key $i" => 1, "next key $i" => 2, 'common' => 3]);
    $payload = brine_serialize($value);
    $measure = static function () use ($payload, $rounds): float {
        return median(array_map(static fn (): float => timed(static fn (): mixed => brine_unserialize($payload), 200), range(1, $rounds)));
    };
    brine_unserialize($payload);
    $with = $measure();
    // The key cache lives as long as the process: a new one takes the foreign keys first.
    $foreign = brine_serialize(each(50_000, static fn (int $i): array => ["foreign $i" => 1]));
    row('small payload, key cache full', '200', '', full_key_cache($payload, $foreign, $rounds) / $with, '');
}

/** Nanoseconds in a separate process. */
function full_key_cache(string $payload, string $foreign, int $rounds): float
{
    $process = proc_open(command(__FILE__, '--child', (string) $rounds), [['pipe', 'r'], ['pipe', 'w']], $pipes);
    fwrite($pipes[0], pack('V', strlen($foreign)) . $foreign . $payload);
    fclose($pipes[0]);
    $answer = stream_get_contents($pipes[1]);
    proc_close($process);

    return (float) $answer;
}

if (PHP_INT_SIZE < 8) {
    fwrite(STDERR, "Keys are chosen for integers of 64 bits\n");
    exit(1);
}
if (($argv[1] ?? '') === '--child') {
    $input = stream_get_contents(STDIN);
    $size = unpack('V', $input)[1];
    $foreign = brine_unserialize(substr($input, 4, $size));
    unset($foreign);
    $payload = substr($input, 4 + $size);
    brine_unserialize($payload);
    echo median(array_map(static fn (): float => timed(static fn (): mixed => brine_unserialize($payload), 200), range(1, (int) $argv[2])));
    exit(0);
}

$options = options(array_slice($argv, 1), ['only' => '', 'largest' => '200000', 'rounds' => '5']);
$rounds = (int) $options['rounds'];
row('times the honest value', 'elements', 'encode', 'decode', 'twice');
measure_full_key_cache($rounds);
foreach (attacks() as $name => $attack) {
    foreach ([10_000, 50_000, 200_000] as $count) {
        if (str_contains($name, $options['only']) && $count <= min((int) $options['largest'], $attack->most)) {
            if (!measure($name, $attack, $count, $rounds)) {
                echo "    too slow for more\n";
                break;
            }
        }
    }
}
