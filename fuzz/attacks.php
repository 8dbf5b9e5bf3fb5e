<?php

/*
 * Makes inputs in which few bytes demand many resources: payloads, messages, and payloads with dictionaries. Each must be refused, or cost no more
 * than others of its size.
 *
 *     php fuzz/attacks.php DIRECTORY
 */

declare(strict_types=1);

/** Bytes of options (php/support.php): 20,000 elements; the default limits; these without classes; 16 KB; 256 KB. */
const OPEN = "\x00";
const DEFAULTS = "\x10";
const CLOSED = "\x13";
const SMALL = "\x20";
const MEDIUM = "\x30";

const HEADER = "\xC1\x10";

function uv(int $number): string
{
    return match (true) {
        $number < 192 => chr($number),
        $number < 8384 => chr(0xC0 + ($number - 192 >> 8)) . chr($number - 192 & 0xFF),
        $number < 991424 => chr(0xE0 + ($number - 8384 >> 16)) . pack('v', $number - 8384 & 0xFFFF),
        default => "\xF0" . pack('V', $number),
    };
}

function sv(int $number): string
{
    return uv($number << 1 ^ $number >> 63);
}

function string(string $bytes): string
{
    return strlen($bytes) <= 64 ? chr(0x1F + strlen($bytes)) . $bytes : "\xE5" . uv(strlen($bytes)) . $bytes;
}

/** A list of encoded values. */
function values(string ...$values): string
{
    return "\xE8" . uv(count($values)) . implode('', $values);
}

/** @return list<string> */
function times(int $count, string $value): array
{
    return array_fill(0, $count, $value);
}

/** The class is string 0 if it has two letters or more. */
function object(string $class, string $names, int $count, string $values = ''): string
{
    return "\xF0" . string($class) . uv($count) . $names . $values;
}

/** Rows that all take their cells from the same columns. */
function table(int $rows, string $head, string $columns): string
{
    return "\xED" . uv($rows) . "\x00" . $head . $columns;
}

/** Rows that take only a bit each. The first element is null. */
function tableOfBits(int $rows, string $head, string $columns): string
{
    return "\xED" . uv($rows) . "\x01" . str_pad("\x01", intdiv($rows + 7, 8), "\0") . $head . $columns . "\xD8";
}

/** Keys whose hashes are equal in PHP. */
function collidingKeys(int $count): string
{
    $keys = '';
    for ($i = 0; $i < $count; $i++) {
        $key = '';
        for ($bit = 0; $bit < 12; $bit++) {
            $key .= ($i >> $bit & 1) !== 0 ? 'Ez' : 'FY';
        }
        $keys .= string($key);
    }

    return $keys;
}

/** Integer keys that share the same slots of a PHP array. */
function collidingNumbers(int $count, int $step): string
{
    $keys = '';
    for ($i = 1; $i <= $count; $i++) {
        $keys .= "\xE1" . pack('VV', $i * $step, 0);
    }

    return $keys;
}

/** Objects of a class; the array of each contains the same long array, array 1. */
function copies(string $class, string $array): string
{
    return values("\xEC" . uv(10_000) . "\x01\x00", "\xF1" . string($class) . $array, ...times(1000, "\xB0$array"));
}

/**
 * The same with a map of many keys, some of which the class needs.
 *
 * @param array<string, int|string> $needed
 */
function copiesOfMap(string $class, array $needed): string
{
    $keys = $values = '';
    foreach ($needed as $key => $value) {
        $keys .= string($key);
        $values .= is_int($value) ? chr($value) : string($value);
    }
    for ($i = 0; $i < 5000; $i++) {
        $keys .= string("key$i");
    }
    $map = "\xE9" . uv(5000 + count($needed)) . $keys . $values . str_repeat("\x00", 5000);

    return values($map, "\xF1" . string($class) . "\xD0\x01", ...times(500, "\xB1\xD0\x01"));
}

$long = str_repeat('long', 500);
$ref = "\x60";
$zeros = "\x03" . sv(0) . sv(0);

/** Each with the options under which it costs most. */
$payloads = [
    'class_name_again_and_again' => [CLOSED, values(object($long, '', 0), ...times(700, "\xF0$ref\x00"))],
    'class_name_again_and_again_missing' => [DEFAULTS, values(object($long, '', 0), ...times(700, "\xF0$ref\x00"))],
    'custom_class_name_again_and_again' => [DEFAULTS, values("\xF1" . string($long) . "\xE7", ...times(700, "\xF1$ref\xE7"))],
    'declaring_class_again_and_again' => [SMALL, values(object('X', "\x03" . string($long) . string('a'), 1, "\x00"),
        ...times(500, "\xF0\x20X\x01\x03$ref\x20a\x00"))],
    'name_again_and_again' => [DEFAULTS, values(object('stdClass', string($long), 1, "\x00"), ...times(700, "\xF0$ref\x01\x61\x00"))],
    'mangled_name_again_and_again' => [DEFAULTS, values(object('stdClass', string("\0{$long}\0x"), 1, "\x00"),
        ...times(700, "\xF0$ref\x01\x61\x00"))],
    'undeclared_name_again_and_again' => [DEFAULTS, values(object('V\Point', string($long), 1, "\x00"), ...times(700, "\xF0$ref\x01\x61\x00"))],
    'undeclared_name_of_instances' => [DEFAULTS, values(object('V\Point', string($long), 1, "\x00"), ...times(2000, "\xB0\x00"))],
    'undeclared_name_of_rows' => [DEFAULTS, values(table(4000, object('V\Point', string($long), 1), $zeros), string($long))],
    'undeclared_names_of_rows' => [DEFAULTS, values(table(4000, object('V\Point', "\x20a\x20b", 2), $zeros . $zeros), string($long))],
    'protected_names_of_one_string' => [SMALL, object('X', "\x01" . string($long) . str_repeat($ref, 2000), 2001, str_repeat("\x00", 2001))],
    'protected_names_of_few_elements' => ["\x28", object('X', "\x01" . string($long) . str_repeat($ref, 2000), 2001, str_repeat("\x00", 2001))],
    'private_names_of_long_class' => [SMALL, object('X', "\x03" . string($long)
        . implode('', array_map(static fn (int $i): string => string("n$i"), range(100, 700))), 601, str_repeat("\x00", 601))],
    'rows_of_heavy_class' => [DEFAULTS, tableOfBits(16000, object('Exception', '', 0), '')],
    'rows_of_heavy_class_in_little_memory' => [SMALL, tableOfBits(8000, object('Exception', '', 0), '')],
    'rows_of_light_class' => [DEFAULTS, tableOfBits(32000, object('stdClass', '', 0), '')],
    'rows_of_missing_class' => [MEDIUM, tableOfBits(32000, object('X', '', 0), '')],
    'rows_of_empty_storage' => [MEDIUM, tableOfBits(8000, object('ArrayObject', '', 0), '')],
    'rows_of_one_cell' => [DEFAULTS, values(tableOfBits(60000, "\xC0", $zeros), string(str_repeat($long, 4)))],
    'rows_of_one_key' => [DEFAULTS, values(tableOfBits(60000, "\xE9\x01" . string('key'), $zeros), string(str_repeat($long, 4)))],
    'run_of_constants' => [DEFAULTS, "\xEC" . uv(16_000_000) . "\x01\x00"],
    'runs_of_constants' => [MEDIUM, values(...times(1000, "\xEC" . uv(10_000) . "\x01\x00"))],
    'run_of_steps' => [DEFAULTS, "\xEC" . uv(16_000_000) . "\x03\x00\x02"],
    'instances_without_values' => [MEDIUM, values(object('X', '', 0), ...times(4000, "\xB0"))],
    'instances_of_heavy_class' => [MEDIUM, values(object('Exception', '', 0), ...times(4000, "\xB0"))],
    'instances_of_many_properties' => [MEDIUM, values(object('F\Kinds', '', 0), ...times(4000, "\xB0"))],
    'lists_of_one_element' => [MEDIUM, values(...times(2000, "\xC0\x00"))],
    'maps_of_one_key' => [MEDIUM, values("\xE9\x01" . string('key') . "\x00", ...times(2000, "\xB0\x00"))],
    'keys_with_equal_hashes' => [OPEN, "\xE9" . uv(400) . collidingKeys(400) . str_repeat("\x00", 400)],
    'names_with_equal_hashes' => [OPEN, object('stdClass', collidingKeys(300), 300, str_repeat("\x00", 300))],
    'dynamic_names_with_equal_hashes' => [OPEN, object('V\Open', collidingKeys(300), 300, str_repeat("\x00", 300))],
    'numbers_in_one_place' => [OPEN, "\xE9" . uv(800) . collidingNumbers(800, 1 << 21) . str_repeat("\x00", 800)],
    'key_column_in_one_place' => [OPEN, values("\xEE" . uv(4000) . "\x01\x03" . sv(0) . sv(1 << 21) . "\x00\xC0$zeros", string($long))],
    'properties_from_a_run' => [OPEN, "\xF1" . string('V\Base') . "\xEC" . uv(2000) . "\x01\x00"],
    'properties_from_long_run' => [DEFAULTS, "\xF1" . string('stdClass') . "\xEC" . uv(1_500_000) . "\x01\x00"],
    'properties_of_missing_class_from_long_run' => [DEFAULTS, "\xF1" . string('X') . "\xEC" . uv(1_500_000) . "\x01\x00"],
    'properties_from_a_shared_run' => [DEFAULTS, copies('stdClass', "\xD0\x01")],
    'members_of_storage_from_a_shared_run' => [DEFAULTS, copies('ArrayObject', "\xC3\x00\xE7\xD0\x01\xD8")],
    'members_of_queue_from_a_shared_run' => [DEFAULTS, copies('SplQueue', "\xC2\x00\xE7\xD0\x01")],
    'elements_of_queue_from_a_shared_run' => [DEFAULTS, copies('SplQueue', "\xC2\x00\xD0\x01\xE7")],
    'elements_of_fixed_array_from_a_shared_run' => [DEFAULTS, copies('SplFixedArray', "\xD0\x01")],
    'rows_of_storage_with_members' => [DEFAULTS, tableOfBits(
        1500,
        object('ArrayObject', string('0') . string('1') . string('2') . string('3'), 4),
        "\x01\x00\x01\xE7\x01\xEC" . uv(10_000) . "\x01\x00\x01\xD8",
    )],
    'dates_from_a_shared_map' => [DEFAULTS, copiesOfMap('DateTime', ['date' => '2024-01-01 00:00:00', 'timezone_type' => 3, 'timezone' => 'UTC'])],
    'intervals_from_a_shared_map' => [DEFAULTS, copiesOfMap('DateInterval', ['d' => 3])],
    'rows_of_one_dynamic_property' => [DEFAULTS, tableOfBits(300_000, object('stdClass', string('p'), 1), $zeros)],
    'rows_of_an_undeclared_property' => [DEFAULTS, tableOfBits(120_000, object('F\Kinds', string('undeclared'), 1), $zeros)],
    'rows_of_class_with_hook' => [DEFAULTS, tableOfBits(200_000, object('F\Nested', string('data'), 1), $zeros)],
    'table_of_missing_class_and_long_name' => [DEFAULTS, values(table(4000, object('X', string($long), 1), $zeros), string($long))],
    'references_in_a_chain' => [DEFAULTS, values("\xF5\xC0\x00", ...array_map(
        static fn (int $i): string => "\xF5\xC0\xF6" . uv($i),
        range(0, 99_998),
    ))],
    'objects_in_a_chain' => [DEFAULTS, values(object('stdClass', string('next'), 1, "\x00"), ...array_map(
        static fn (int $i): string => "\xB0\xF4" . uv($i),
        range(0, 99_998),
    ))],
];

$messages = [
    'lists_of_one_element' => "\xDD" . pack('N', 2000) . str_repeat("\x91\x00", 2000),
    'maps_of_one_key' => "\xDD" . pack('N', 2000) . str_repeat("\x81\x00\x00", 2000),
    'empty_extensions' => "\xDD" . pack('N', 2000) . str_repeat("\xC7\x00\x05", 2000),
    'numbers_in_one_place' => "\xDF" . pack('N', 800) . implode('', array_map(
        static fn (int $i): string => "\xCF" . pack('NN', 0, $i << 21) . "\x00",
        range(1, 800),
    )),
    'keys_with_equal_hashes' => "\xDF" . pack('N', 400)
        . preg_replace('/\x37([EF].{23})/', "\xB8$1\x00", collidingKeys(400)),
];

/** Arrays with the same size and the same first, middle and last element. */
function alike(int $count): array
{
    return array_map(static fn (int $i): string => values("\x01", "\xDC" . pack('v', $i), "\x02", "\x02", "\x03"), range(1000, 999 + $count));
}

$keys = string('first') . string('second') . string('third');

/** Each with options, the strings, shapes and arrays of the dictionary, and a value. */
$dictionaries = [
    'long_array_again_and_again' => [DEFAULTS, [], [], ["\xEC" . uv(60_000) . "\x01\x00"], values(...times(250, "\xD2\x00"))],
    'long_array_of_objects_again_and_again' => [DEFAULTS, [], [], ["\xEC" . uv(10_000) . "\x01\x00"],
        values("\xF1" . string('stdClass') . "\xD2\x00", ...times(1000, "\xB0\xD2\x00"))],
    'arrays_that_look_alike' => [DEFAULTS, [], [], alike(600), values(...alike(1600))],
    'strings_of_equal_hashes' => [DEFAULTS, str_split(collidingKeys(600), 25), [], [], values(...str_split(collidingKeys(1200), 25))],
    'keys_of_equal_hashes' => [OPEN, str_split(collidingKeys(400), 25), [], [], "\xE9" . uv(400)
        . implode('', array_map(static fn (int $i): string => "\xE6" . uv($i), range(0, 399))) . str_repeat("\x00", 400)],
    'shapes_that_begin_alike' => [
        DEFAULTS,
        [],
        array_map(static fn (int $i): string => "\xC4\x00$keys" . string("key$i"), range(1, 600)),
        [],
        values(...array_map(static fn (int $i): string => "\xE9\x04$keys" . string("key$i") . "\0\0\0\0", range(300, 1200))),
    ],
    'classes_of_long_names' => [
        DEFAULTS,
        array_map(static fn (int $i): string => string(str_repeat("long$i", 100)), range(100, 130)),
        array_map(static fn (int $i): string => "\xC1\x01\xE6" . uv($i), range(0, 30)),
        [],
        values(...array_map(static fn (int $i): string => "\xEA" . uv($i % 31), range(0, 3000))),
    ],
    'long_scope_again_and_again' => [SMALL, [string(str_repeat($long, 10))], [], [], values(...times(500, "\xF0\x20X\x01\x03\x70\x20a\x00"))],
    'rows_of_a_long_name' => [DEFAULTS, [string($long)], ["\xC2\x01" . string('V\Point') . string(strrev($long))], [],
        values(table(4000, "\xB4", $zeros), "\x70")],
    'instances_of_many_keys' => [MEDIUM, [], ["\xE8" . uv(801) . "\x00" . implode('', array_map(static fn (int $i): string => "\xDC" . pack('v', $i), range(1000, 1799)))],
        [], values(...times(50, "\xB4" . str_repeat("\x00", 800)))],
];

foreach (['payloads', 'messages', 'dictionaries'] as $kind) {
    is_dir("$argv[1]/$kind") || mkdir("$argv[1]/$kind", recursive: true);
}
foreach ($payloads as $name => [$options, $value]) {
    file_put_contents("$argv[1]/payloads/$name", $options . HEADER . $value);
}
foreach ($messages as $name => $message) {
    file_put_contents("$argv[1]/messages/$name", "\0\0$message");
}
foreach ($dictionaries as $name => [$options, $strings, $shapes, $arrays, $value]) {
    $parts = array_map(static fn (array $entries): string => $entries === [] ? "\xE7" : values(...$entries), [$strings, $shapes, $arrays]);
    $file = HEADER . "\xC2" . implode('', $parts);
    file_put_contents("$argv[1]/dictionaries/$name", $options . pack('v', strlen($file)) . $file . HEADER . $value);
}
