<?php

declare(strict_types=1);

/*
 * One request of run.php: fails one allocation of a call. The response ends with the number of allocations, if none failed.
 *
 *     ?call=CALL &value=NUMBER &fail=NUMBER (0: none)    call() has the calls
 *     ?check=1    round trip of every value; sends "right", or the error
 */

namespace Brine\Tests\Allocation;

use Brine\Tests\Differential\Generator;

// Graphs have hooks that PHP warns of, natively too.
error_reporting(E_ERROR);
ini_set('display_errors', '1');
ini_set('html_errors', '0');
ini_set('zend.exception_ignore_args', '1');
// From PHP 8.5 on a fatal error has a trace otherwise.
ini_set('fatal_error_backtraces', '0');
date_default_timezone_set('UTC');

// PHP's server prepends no file to its own script.
require __DIR__ . '/../../../scripts/release_cycles.php';
require __DIR__ . '/../../agreement/differential/classes.php';
require __DIR__ . '/../../agreement/differential/generate.php';

const SEED = 20;
const OTHER_CLASS = '/[OC]:\d+:"(?!stdClass"|Brine\\\\Tests\\\\Differential\\\\(?!Array|Date))/';
const KEY = '32 bytes that nobody else knows.';

/** Values with everything that the format has: mixed graphs, and tables of all kinds. */
function value(int $number): mixed
{
    $rows = [];
    for ($i = 0; $i < 24; ++$i) {
        $rows[] = [
            'id' => $i, 'price' => $i * 1.25, 'at' => "2020-01-$i 10:00", 'half' => $i % 3 === 0 ? null : $i * 77_777,
            'name' => "name of $i", 'tags' => ['a', 'b', "c$i"], 'on' => $i % 2 === 0,
        ];
    }

    return match ($number) {
        0 => ['rows' => $rows, 'again' => $rows, 'keyed' => array_combine(array_map(static fn (int $i) => "k$i", array_keys($rows)), $rows)],
        1 => array_map(static fn (array $row): object => (object) $row, $rows),
        2 => [range(0, 99), array_map(sqrt(...), range(1, 50)), str_repeat('long ', 5_000), array_fill(0, 300, true)],
        default => graph($number),
    };
}

/**
 * A graph without those of PHP's own classes that allocate while they create an object: where that fails, PHP frees an object that is not complete,
 * and crashes.
 */
function graph(int $number): mixed
{
    do {
        $value = Generator::graph(SEED, $number)->value;
        $number += 1_000;
        try {
            $text = serialize($value);
        } catch (\Throwable) {
            $text = '';
        }
    } while (preg_match(OTHER_CLASS, $text) === 1);

    return $value;
}

function call(string $call, mixed $argument): mixed
{
    return match ($call) {
        'encode' => \brine_serialize($argument),
        'decode' => \brine_unserialize($argument),
        'admit', 'find' => \brine_unserialize($argument, ['resident' => true]),
        'encode_igbinary', 'encode_in_place' => \igbinary_serialize($argument),
        'decode_igbinary', 'decode_in_place' => \igbinary_unserialize($argument),
        'load' => \brine_dictionary_load($argument),
        'encode_given' => \brine_serialize($argument, ['dictionary' => substr(hash('sha256', dictionary(-1)), 0, 16)]),
        'decode_given' => \brine_unserialize($argument, ['allowed_classes' => ['stdClass']]),
        'pack' => pack($argument),
        'unpack' => unpack($argument),
        'encode_signed' => \brine_serialize_signed($argument, KEY, ['context' => 'here']),
        'decode_signed' => \brine_unserialize_signed($argument, [KEY], ['context' => 'here', 'allowed_classes' => ['stdClass']]),
    };
}

/** A dictionary with entries of all kinds, of which there is one for each number. */
function dictionary(int $number): string
{
    $strings = ["dictionary $number", ...array_map(static fn (int $i): string => "name of $i", range(0, 40)), ...array_map(static fn (int $i): string => "tag$i", range(0, 40))];
    $keys = ['id', 'price', 'at', 'half', 'name', 'tags', 'on'];
    $shapes = [[0, ...$keys], [1, 'stdClass', ...$keys], [2, 'ArrayObject'], [1, 'Missing', "\0*\0of"]];
    $arrays = [['a', 'b', 'c1'], ['a', 'b', 'c2'], range(0, 99), ['deep' => [['in' => [1.5, null]], []]]];

    return \brine_serialize([$strings, $shapes, $arrays, [1 => 'zlib']]);
}

/** A value for a call with a dictionary that is known, with some of its entries in it. */
function given(string $call, mixed $value): mixed
{
    $id = \brine_dictionary_load(dictionary(-1));
    $value = [$value, 'name of 7', ['a', 'b', 'c1'], ['a', 'b', 'c2'], new \ArrayObject(['deep' => [['in' => [1.5, null]], []]])];

    return $call === 'encode_given' ? $value : \brine_serialize($value, ['dictionary' => $id]);
}

/** As MessagePack, an object as an extension with its class in it. */
function pack(mixed $value): string
{
    return \brine_msgpack_pack($value, 0, static fn (mixed $other): string
        => "\xC7" . chr(strlen($other::class)) . "\1" . $other::class);
}

function unpack(string $message): mixed
{
    $callables = [1 => static fn (string $class): array => [$class]];

    return \brine_msgpack_unpack($message, ['extensions' => $callables, 'utf8' => true]);
}

/** What of $call's argument there is before the call. */
function argument(string $call, mixed $value): mixed
{
    return match ($call) {
        'encode', 'encode_signed', 'encode_igbinary', 'encode_in_place', 'pack' => $value,
        'decode' => \brine_serialize($value),
        'decode_igbinary', 'decode_in_place' => \igbinary_serialize($value),
        'load' => dictionary((int) $_GET['value']),
        'encode_given', 'decode_given' => given($call, $value),
        'admit' => seen(1, \brine_serialize([$value, \sprintf('%08d', $_GET['fail'])])),
        'find' => seen(2, \brine_serialize([$value, 'found'])),
        'unpack' => pack($value),
        'decode_signed' => \brine_serialize_signed($value, KEY, ['context' => 'here']),
    };
}

/** A payload that was decoded so often, so that the next time it becomes resident, or is. */
function seen(int $times, string $payload): string
{
    for (; $times > 0; --$times) {
        try {
            \brine_unserialize($payload, ['resident' => true]);
        } catch (\Throwable) {
            // A hook may throw.
        }
    }

    return $payload;
}

/** @return string|null what is wrong, or null */
function difference(): ?string
{
    for ($number = 0; $number < 6; ++$number) {
        try {
            $text = serialize(value($number));
        } catch (\Throwable) {
            continue;
        }
        $payload = \brine_serialize(unserialize($text));
        if (serialize(\brine_unserialize($payload, ['resident' => true])) !== $text) {
            return "value $number comes back changed from what is resident";
        }
        if ($payload !== \brine_serialize(\brine_unserialize($payload)) || serialize(\brine_unserialize($payload)) !== $text) {
            return "value $number comes back changed";
        }
        $bytes = \igbinary_serialize(unserialize($text));
        if ($bytes !== \igbinary_serialize(\igbinary_unserialize($bytes)) || serialize(\igbinary_unserialize($bytes)) !== $text) {
            return "value $number comes back changed from igbinary's format";
        }
    }
    foreach ([0, 2] as $number) {
        if (unpack(pack(value($number))) !== value($number)) {
            return "value $number comes back changed from MessagePack";
        }
    }

    return null;
}

if (isset($_GET['check'])) {
    echo difference() ?? 'right';

    return;
}
// In a request whose allocation failed this still runs, while the call was never left.
register_shutdown_function(static function (): void {
    \brine_count_allocations();
    echo difference() === null ? '' : "\nafterwards wrong: " . difference();
});
try {
    ini_set('igbinary.format', str_ends_with($_GET['call'], 'in_place') ? 'brine' : 'igbinary');
    $argument = argument($_GET['call'], value((int) $_GET['value']));
} catch (\Brine\DecodeException $error) {
    // The dictionary is invalid.
    throw $error;
} catch (\Throwable) {
    // A graph with what cannot be encoded: an encode of it is as good as another.
    $argument = str_starts_with($_GET['call'], 'encode') ? value((int) $_GET['value']) : '';
}
\brine_fail_allocation((int) $_GET['fail']);
try {
    $result = call($_GET['call'], $argument);
} catch (\Throwable $error) {
    $result = $_GET['call'] === 'load' ? throw $error : null;
}
$allocations = \brine_count_allocations();
echo "allocations: $allocations";
