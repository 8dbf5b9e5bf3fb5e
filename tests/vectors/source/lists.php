<?php

declare(strict_types=1);

/* Section 5 of docs/format.md: Lists and runs */

namespace Brine\Tests\Vectors;

$null = static fn (int $count): Bytes => null()->times($count);

$vectors = [
    canonical('array_empty', 'EMPTY_ARRAY.', payload(emptyArray()), native([])),
    canonical('list_of_1', 'The shortest SHORT_LIST.', payload(shortList(null())), native([null])),
    canonical('list_of_16', 'The longest SHORT_LIST.', payload(
        raw('CF', 'SHORT_LIST of 16'),
        $null(16),
    ), native(array_fill(0, 16, null))),
    canonical('list_of_17', 'The shortest list that takes LIST.', payload(
        longListOf(17), $null(17),
    ), native(array_fill(0, 17, null))),
    canonical('list_of_192', 'LIST with a count of two bytes.', payload(
        longListOf(192), $null(192),
    ), native(array_fill(0, 192, null))),
    canonical('list_of_lists', 'Lists inside of lists.', payload(
        shortList(shortList(smallInt(1)), emptyArray(), shortList(shortList(smallInt(2)))),
    ), native([[1], [], [[2]]])),
    canonical('list_of_mixed_types', 'Elements of different types.', payload(
        shortList(null(), true(), false(), smallInt(1), f32(1.5), f64(0.1), shortString('a'), emptyArray()),
    ), native([null, true, false, 1, 1.5, 0.1, 'a', []])),
    readable('list_of_1_long_form', 'LIST where SHORT_LIST would do.', payload(longList(null())), native([null])),

    malformed('list_of_0', 'LIST without elements.', payload(raw('E8', 'LIST'), raw('00')->bad()), 'count'),
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
    'int_run' => ['EC', 'INT_RUN', '00 01'],
    'affine_run' => ['ED', 'AFFINE_RUN', '00 00'],
    'float_run' => ['EE', 'FLOAT_RUN', '08'],
];
foreach ($tags as $what => [$tag, $name, $rest]) {
    foreach ($counts as $label => $count) {
        $bytes = $count < 0 ? "\xF1" . pack('P', $count) : uv($count);
        $vectors[] = malformed(
            "{$what}_of_$label",
            "$name of more elements than an array can have.",
            payload(raw($tag, $name), line($bytes, 'count')->bad(), raw($rest . 'D8 D8')),
            'count',
        );
    }
}

// INT_RUN

foreach (range(1, 7) as $width) {
    $greatest = 2 ** (8 * $width) - 1;
    $offsets = [0, ...range($greatest, $greatest - 6)];
    $vectors[] = canonical(
        "int_run_{$width}_wide",
        "The greatest difference that $width bytes hold.",
        payload(intRun(0, $width, $offsets)),
        native($offsets),
    );
}
foreach (range(2, 7) as $width) {
    $least = 2 ** (8 * ($width - 1));
    $offsets = [0, ...range($least, $least + 6)];
    $vectors[] = canonical(
        "int_run_{$width}_wide_at_least",
        'One more than a byte less would hold.',
        payload(intRun(0, $width, $offsets)),
        native($offsets),
    );
}
$full = [PHP_INT_MIN, PHP_INT_MAX, ...range(PHP_INT_MAX - 40, PHP_INT_MAX - 32)];

return [
    ...$vectors,
    canonical('int_run_over_the_full_range', 'Base and greatest element are a full 64 bits apart.', payload(intRun(
        PHP_INT_MIN,
        8,
        array_map(static fn (int $n): int => $n ^ PHP_INT_MIN, $full),
    )), native($full)),
    canonical('list_of_fewer_bytes_than_int_run', 'Ten integers of nine bytes each: 91 bytes, the run would take 92.', payload(
        shortList(...array_map(i64(...), array_slice($full, 0, 10))),
    ), native(array_slice($full, 0, 10))),
    canonical('int_run_of_as_many_bytes_as_list', 'Eight integers whose LIST takes 12 bytes, as the run.', payload(
        intRun(29, 1, [0, 1, 2, 3, 4, 5, 0, 1]),
    ), native([29, 30, 31, 32, 33, 34, 29, 30])),
    canonical('int_run_in_any_order', 'The base is the smallest element, wherever it is.', payload(
        intRun(-7, 1, [107, 7, 0, 207, 1, 2, 57, 0]),
    ), native([100, 0, -7, 200, -6, -5, 50, -7])),
    canonical('list_of_7_integers', 'Fewer than eight integers are no run.', payload(
        shortList(...array_map(u16(...), range(1_000, 1_006))),
    ), native(range(1_000, 1_006))),
    canonical('list_of_integers_and_a_double', 'A list of two types is no run.', payload(
        shortList(f32(100.0), ...array_map(u8(...), range(101, 107))),
    ), native([100.0, ...range(101, 107)])),
    readable('int_run_of_1', 'INT_RUN of a single element.', payload(intRun(5, 1, [2])), native([7])),
    readable('int_run_wider_than_needed', 'A width greater than needed.', payload(intRun(0, 8, [1, 2])), native([1, 2])),
    readable('int_run_base_below_all', 'A base that is no element.', payload(
        intRun(-100, 1, [101, 102]),
    ), native([1, 2])),
    readable('int_run_wraps', 'Base plus integer is taken modulo 2**64.', payload(
        intRun(PHP_INT_MAX, 1, [0, 1]),
    ), native([PHP_INT_MAX, PHP_INT_MIN])),
    malformed('int_run_of_0', 'INT_RUN without elements.', payload(
        raw('EC', 'INT_RUN'), raw('00')->bad(), raw('00 01'),
    ), 'count'),
    malformed('int_run_0_wide', 'A width of 0.', payload(
        raw('EC 01 00', 'INT_RUN of 1 from 0'), raw('00')->bad(), raw('05'),
    ), 'width'),
    malformed('int_run_9_wide', 'A width of 9.', payload(
        raw('EC 01 00', 'INT_RUN of 1 from 0'),
        raw('09')->bad(),
        raw('01 02 03 04 05 06 07 08 09'),
    ), 'width'),
    malformed('int_run_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 02 00 02', 'INT_RUN of 2 from 0, 2 wide'),
        raw('01 00 02')->bad(),
    ), 'truncated'),
    malformed('int_run_of_2_to_the_30', 'A count whose bytes are far beyond the end.', payload(
        raw('EC F0 00 00 00 40 00 08', 'INT_RUN of 2**30 from 0, 8 wide'),
        raw('01 02 03 04 05 06 07 08')->bad(),
    ), 'truncated'),

    // AFFINE_RUN

    canonical('affine_run_up', 'Eight integers by 1.', payload(affineRun(8, 0, 1)), native(range(0, 7))),
    canonical('affine_run_down', 'Integers by a negative step.', payload(affineRun(9, 4, -3)), native(range(4, -20, -3))),
    canonical('affine_run_of_equal', 'Equal integers: a step of 0.', payload(
        affineRun(8, 3, 0),
    ), native(array_fill(0, 8, 3))),
    canonical('affine_run_of_200', 'A count of two bytes.', payload(affineRun(200, 1, 2)), native(range(1, 399, 2))),
    canonical('affine_run_to_greatest_integer', 'The last element is the greatest integer.', payload(
        affineRun(8, PHP_INT_MAX - 7, 1),
    ), native(range(PHP_INT_MAX - 7, PHP_INT_MAX))),
    canonical('affine_run_to_smallest_integer', 'The last element is the smallest integer.', payload(
        affineRun(8, PHP_INT_MIN + 7, -1),
    ), native(range(PHP_INT_MIN + 7, PHP_INT_MIN))),
    canonical('affine_run_over_the_full_range', 'i * step is beyond 64 bits, no element is.', payload(
        affineRun(8, PHP_INT_MIN, 2 ** 61),
    ), native(array_map(static fn (int $i): int => $i * 2 ** 61, range(-4, 3)))),
    canonical('list_of_7_affine', 'Fewer than eight integers are no run.', payload(
        shortList(...array_map(smallInt(...), range(0, 6))),
    ), native(range(0, 6))),
    readable('affine_run_of_1', 'A single element, to which no step is added.', payload(
        affineRun(1, PHP_INT_MAX, PHP_INT_MAX),
    ), native([PHP_INT_MAX])),
    malformed('affine_run_of_0', 'AFFINE_RUN without elements.', payload(
        raw('ED', 'AFFINE_RUN'),
        raw('00')->bad(),
        raw('00 02'),
    ), 'count'),
    malformed('affine_run_beyond_greatest', 'The last element is 2**63.', payload(
        affineRun(2, PHP_INT_MAX, 1)->bad(),
    ), 'range'),
    malformed('affine_run_below_smallest', 'The last element is -2**63 - 1.', payload(
        affineRun(2, PHP_INT_MIN, -1)->bad(),
    ), 'range'),
    malformed('affine_run_around', 'The elements go past the range and would come back into it.', payload(
        affineRun(5, 0, 2 ** 62)->bad(),
    ), 'range'),

    // FLOAT_RUN

    canonical('float_run_4_wide', 'Eight doubles that a binary32 holds.', payload(
        floatRun(4, [0.0, -0.0, 0.5, 1.0, 1.5, INF, -INF, 2.0 ** -149]),
    ), native([0.0, -0.0, 0.5, 1.0, 1.5, INF, -INF, 2.0 ** -149])),
    canonical('float_run_8_wide', 'Eight doubles that no binary32 holds.', payload(
        floatRun(8, [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9]),
    ), native([0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8, 0.9])),
    canonical('float_run_with_nan', 'A NaN takes the run to 8 bytes for each.', payload(
        raw('EE 08 08', 'FLOAT_RUN of 8, 8 wide'),
        raw('00 00 00 00 00 00 F8 7F', 'NaN')->indented(),
        ...array_map(
            static fn (float $n): Bytes => line(pack('e', $n), var_export($n, true))->indented(),
            [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8],
        ),
    ), native([NAN, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8])),
    canonical('list_of_fewer_bytes_than_float_run', '45 bytes, the run would take 67.', payload(
        shortList(f64(0.1), ...array_map(f32(...), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])),
    ), native([0.1, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0])),
    canonical('float_run_of_as_many_bytes_as_list', '139 bytes either way.', payload(
        floatRun(8, [0.5, 1.5, 2.5, 3.5, ...array_map(static fn (int $i): float => $i + 0.1, range(0, 12))]),
    ), native([0.5, 1.5, 2.5, 3.5, ...array_map(static fn (int $i): float => $i + 0.1, range(0, 12))])),
    canonical('list_of_7_doubles', 'Fewer than eight doubles are no run.', payload(
        shortList(...array_map(f32(...), [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])),
    ), native([0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])),
    readable('float_run_of_1', 'FLOAT_RUN of a single element.', payload(floatRun(8, [1.5])), native([1.5])),
    malformed('float_run_of_0', 'FLOAT_RUN without elements.', payload(
        raw('EE', 'FLOAT_RUN'), raw('00')->bad(), raw('08'),
    ), 'count'),
    malformed('float_run_0_wide', 'A width of 0.', payload(raw('EE 01', 'FLOAT_RUN of 1'), raw('00')->bad()), 'width'),
    malformed('float_run_2_wide', 'A width of 2.', payload(
        raw('EE 01', 'FLOAT_RUN of 1'), raw('02')->bad(), raw('00 00'),
    ), 'width'),
    malformed('float_run_cut', 'The last byte of the last element is missing.', payload(
        raw('EE 02 04', 'FLOAT_RUN of 2, 4 wide'),
        raw('00 00 80 3F 00 00 80')->bad(),
    ), 'truncated'),
    readable('float_run_4_wide_with_nan', 'A NaN in a run of binary32 is a NaN.', payload(
        raw('EE 02 04', 'FLOAT_RUN of 2, 4 wide'),
        raw('00 00 80 3F', '1.0'),
        raw('00 00 C0 7F', 'NaN'),
    ), native([1.0, NAN])),
];
