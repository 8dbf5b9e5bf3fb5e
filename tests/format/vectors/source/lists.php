<?php

declare(strict_types=1);

/* Section 5 of docs/format.md: Lists and runs, the part about lists; and counts of all that has elements */

namespace Brine\Tests\Vectors;

/** @return list<string> Strings of one byte, of which hardly one follows an equal one. */
$letters = static fn (int $count): array => array_map(static fn (int $i): string => chr(97 + $i % 26), range(0, $count - 1));
$letterBytes = static fn (int $count): Bytes => join(...array_map(
    static fn (array $some): Bytes => line(' ' . implode(' ', $some), 'SHORT_STRING "' . implode('" "', $some) . '"')->indented(),
    array_chunk($letters($count), 8),
));

$vectors = [
    canonical('array_empty', 'EMPTY_ARRAY.', payload(emptyArray()), native([])),
    canonical('list_of_1', 'The shortest SHORT_LIST.', payload(shortList(null())), native([null])),
    canonical('list_of_16', 'The longest SHORT_LIST.', payload(
        raw('CF', 'SHORT_LIST of 16'),
        $letterBytes(16),
    ), native($letters(16))),
    canonical('list_of_17', 'The shortest list that takes LIST.', payload(
        longListOf(17), $letterBytes(17),
    ), native($letters(17))),
    canonical('list_of_192', 'LIST with a count of two bytes.', payload(
        longListOf(192), $letterBytes(192),
    ), native($letters(192))),
    canonical('list_of_lists', 'Lists inside of lists.', payload(
        shortList(shortList(smallInt(1)), emptyArray(), shortList(shortList(smallInt(2)))),
    ), native([[1], [], [[2]]])),
    canonical('list_of_mixed_types', 'Elements of different types.', payload(
        shortList(null(), true(), false(), smallInt(1), f32(1.5), f64(0.1), shortString('a'), emptyArray()),
    ), native([null, true, false, 1, 1.5, 0.1, 'a', []])),
    readable('list_of_1_long_form', 'LIST where SHORT_LIST would do.', payload(longList(null())), native([null])),

    malformed('list_of_0', 'LIST without elements.', payload(raw('E8', 'LIST'), raw('00')->bad()), 'bad_count'),
    malformed('list_of_more_than_there_are', 'LIST that counts more elements than bytes are left.', payload(
        raw('E8', 'LIST'),
        raw('03', '3 elements')->bad(),
        null(),
        null(),
    ), 'truncated'),
    malformed('list_short_cut', 'SHORT_LIST that counts more elements than bytes are left.', payload(
        raw('C2', 'SHORT_LIST of 3')->bad(),
        null(),
        null(),
    ), 'truncated'),
    malformed('list_cut_in_last_element', 'SHORT_LIST that ends inside of its last element.', payload(
        shortList(u16(500), raw('DC 00')->bad(1)),
    ), 'truncated'),
];

$counts = [
    '2_to_the_30_and_1' => 2 ** 30 + 1,
    '2_to_the_31' => 2 ** 31,
    '2_to_the_32_less_1' => 2 ** 32 - 1,
    '2_to_the_32_and_1' => 2 ** 32 + 1,
    '2_to_the_63' => PHP_INT_MIN,
    '2_to_the_64_less_1' => -1,
];
$tags = [
    'list' => ['E8', 'LIST', ''],
    'map' => ['E9', 'MAP', ''],
    'run' => ['EC', 'RUN', '03 00 00'],
    'table' => ['ED', 'TABLE', '00 C0 03 00 00'],
    'keyed_table' => ['EE', 'KEYED_TABLE', '01 03 00 00 00 C0 03 00 00'],
];
foreach ($tags as $what => [$tag, $name, $rest]) {
    foreach ($counts as $label => $count) {
        $bytes = $count < 0 ? "\xF1" . pack('P', $count) : uv($count);
        $vectors[] = malformed(
            "{$what}_of_$label",
            "$name of more elements than an array can have.",
            payload(raw($tag, $name), line($bytes, 'count')->bad(), raw($rest . 'D8 D8')),
            'bad_count',
        );
    }
}

return [
    ...$vectors,
    canonical('list_of_7_integers', 'Fewer than eight integers are no run.', payload(
        shortList(...array_map(u16(...), range(1_000, 1_006))),
    ), native(range(1_000, 1_006))),
    canonical('list_of_7_affine', 'Fewer than eight integers are no run.', payload(
        shortList(...array_map(smallInt(...), range(0, 6))),
    ), native(range(0, 6))),
    canonical('list_of_7_doubles', 'Fewer than eight doubles are no run.', payload(
        shortList(...array_map(f32(...), [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])),
    ), native([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])),
    canonical('list_of_7_rows', 'Fewer than eight rows are no table.', payload(shortList(
        map([shortString('a')], [smallInt(1)]),
        ...array_map(static fn (int $i): Bytes => shaped1(0, smallInt($i)), range(2, 7)),
    )), native(array_map(static fn (int $i): array => ['a' => $i], range(1, 7)))),
];
