<?php

declare(strict_types=1);

/* Section 5 of docs/format.md: Lists and runs, the part about RUN and columns */

namespace Brine\Tests\Vectors;

$std = object(shortString('stdClass'));
$list = shortList(smallInt(1), smallInt(2));
$vectors = [];

// Columns without a flag

foreach (range(1, 7) as $width) {
    $greatest = 2 ** (8 * $width) - 1;
    $cells = [0, ...range($greatest, $greatest - 6)];
    $vectors[] = canonical(
        "run_integers_{$width}_wide",
        "INTEGERS: the greatest difference that $width bytes hold.",
        payload(run(8, integers(0, $width, $cells))),
        native($cells),
    );
}
foreach (range(2, 8) as $width) {
    $least = 2 ** (8 * ($width - 1));
    $cells = [0, ...range($least, $least + 6)];
    $vectors[] = readable(
        "run_integers_{$width}_wide_at_least",
        'INTEGERS: one more than a byte less would hold.',
        payload(run(8, integers(0, $width, $cells))),
        native($cells),
    );
}
foreach (range(1, 8) as $width) {
    // The greatest of 8 bytes is -1, modulo 2**64.
    $greatest = $width < 8 ? 2 ** (8 * $width) - 1 : -1;
    $next = 1_000 + 1 + $greatest;
    $vectors[] = readable(
        "run_deltas_{$width}_wide",
        "DELTAS: the greatest difference to the step that $width bytes hold.",
        payload(run(4, deltas(1_000, 1, $width, [$greatest, 0, 1]))),
        native([1_000, $next, $next + 1, $next + 3]),
    );
    $cell = (float) ($width < 8 ? -5 + $greatest : -6);
    $vectors[] = readable(
        "run_decimals_{$width}_wide",
        "DECIMALS: the greatest difference that $width bytes hold.",
        payload(run(3, decimals(1, -5, $width, [$greatest, 0, 8]))),
        native([$cell / 10, -0.5, 0.3]),
    );
}
$full = [PHP_INT_MIN, PHP_INT_MAX, ...range(PHP_INT_MAX - 40, PHP_INT_MAX - 32)];
$doubles = [0.1, 0.2, 0.3, 0.4, 0.6, 0.7, 0.8];
$roots = array_map(sqrt(...), [2, 3, 5, 6, 7, 8, 10, 11]);
$ofBinary32 = [0.0, -0.0, 0.5, 1.0, 1.5, INF, -INF, 2.0 ** -149];

// CONSTANT of each kind of value

$constants = [
    'null' => [null(), null],
    'false' => [false(), false],
    'true' => [true(), true],
    'integer' => [u16(1_000), 1_000],
    'double' => [f64(0.1), 0.1],
    'empty_string' => [emptyString(), ''],
    'string' => [shortString('ab'), 'ab'],
    'long_string' => [string(str_repeat('x', 65)), str_repeat('x', 65)],
    'empty_array' => [emptyArray(), []],
    'list' => [$list, [1, 2]],
    'map' => [map([shortString('a')], [$list]), ['a' => [1, 2]]],
    'run' => [run(2, booleans('10')), [true, false]],
    'run_of_constant' => [run(2, constantOf(shortList(null()))), [[null], [null]]],
    'table' => [table(2, rows(shortListOf(1), [affine(1, 1)])), [[1], [2]]],
];
foreach ($constants as $what => [$bytes, $value]) {
    $vectors[] = readable(
        "run_constant_$what",
        'CONSTANT: every element is the one value.',
        payload(run(3, constantOf($bytes))),
        native([$value, $value, $value]),
    );
}

// Columns with a flag: nine cells, so that the bitmap has two bytes, and every other one is marked.

$five = [-2, 3, 500, 7, 60_000];
$eighths = [0.125, -0.25, 0.5, 1.0, 1.375];
$flagged = [
    'constant' => [constantOf(shortString('ab')), ['ab', 'ab', 'ab', 'ab', 'ab']],
    'booleans' => [booleans('10011'), [true, false, false, true, true]],
    'affine' => [affine(10, -3), [10, 7, 4, 1, -2]],
    'f32' => [floats32($eighths), $eighths],
    'f64' => [floats64(array_slice($doubles, 0, 5)), array_slice($doubles, 0, 5)],
    'integers' => [integers(-2, 2, [0, 5, 502, 9, 60_002]), $five],
    'deltas' => [deltas(-2, -493, 2, [498, 990, 0, 60_486]), $five],
    'decimals' => [decimals(2, -100, 2, [0, 100, 110, 225, 60_000]), [-1.0, 0.0, 0.1, 1.25, 599.0]],
];
$marks = '010101010';
$others = [shortString('cd'), null(), $list, f32(0.5)];
foreach ($flagged as $kind => [$column, $cells]) {
    $spread = static fn (array $others): string => native([
        $cells[0], $others[0], $cells[1], $others[1], $cells[2], $others[2], $cells[3], $others[3], $cells[4],
    ]);
    // F32 and F64 would take more bytes than DECIMALS, and DELTAS more than INTEGERS.
    $form = in_array($kind, ['f32', 'f64', 'deltas'], true) ? readable(...) : canonical(...);
    $vectors[] = $form(
        "run_nulls_$kind",
        'NULLS: a marked cell is null, and the others take no notice of it.',
        payload(run(9, withNulls($marks, $column))),
        $spread([null, null, null, null]),
    );
    $vectors[] = readable(
        "run_others_$kind",
        'OTHERS: the values of the marked cells follow the column.',
        payload(run(9, withOthers($marks, $column), ...$others)),
        $spread(['cd', null, [1, 2], 0.5]),
    );
}

// Kinds that do not exist, or not here

$kinds = [
    '06' => 'No kind.',
    '07' => 'No kind.',
    '20' => 'No kind.',
    '3F' => 'No kind.',
    '46' => 'No kind, with NULLS.',
    'A3' => 'No kind, with OTHERS.',
    'C3' => 'Both flags.',
    'C8' => 'Both flags.',
    'FF' => 'Both flags, and no kind.',
    '00' => 'VALUES, which is no column of a run.',
    '40' => 'VALUES, which has no flag.',
    '80' => 'VALUES, which has no flag.',
];
foreach ($kinds as $kind => $description) {
    $vectors[] = malformed("run_kind_$kind", $description, payload(
        raw('EC 02', 'RUN of 2'),
        raw((string) $kind)->bad(),
        raw('01 00 00 00 00'),
    ), 'bad_column');
}

// Bitmaps

$bitmaps = [
    'no_mark' => ['00', 'No cell is marked.'],
    'only_marks' => ['07', 'Every cell is marked.'],
    'bit_beyond_last' => ['09', 'A bit beyond the last cell is set.'],
    'greatest_bit' => ['81', 'A bit beyond the last cell is set.'],
];
foreach (['nulls' => '43', 'others' => '83'] as $flag => $kind) {
    foreach ($bitmaps as $what => [$bits, $description]) {
        $vectors[] = malformed("run_{$flag}_$what", $description, payload(
            raw("EC 03 $kind", 'RUN of 3, AFFINE with a flag'),
            raw($bits)->bad(),
            raw('00 00'),
            null()->times(3),
        ), 'bad_column');
    }
}

// What a CONSTANT cannot be

$bag = shortString('V\Bag');
$impure = [
    'object' => object(shortString('stdClass')),
    'custom' => custom($bag, emptyArray()),
    'enum' => enum(shortString('V\Unit'), shortString('One')),
    'serializable' => serializable(shortString('V\Text'), 'N;'),
    'array_with_object' => shortList(null(), shortList($std)),
    'array_with_reference' => shortList(reference(null())),
    'table_of_objects' => table(2, rows($std, [])),
    'run_with_object' => run(2, withOthers('10', affine(1, 1)), $std),
];
foreach ($impure as $what => $value) {
    $vectors[] = malformed("run_constant_$what", 'There is no object or PHP reference inside of a CONSTANT.', payload(
        run(2, constantOf($value->bad())),
    ), 'unknown_array');
}

return [
    ...$vectors,
    readable('run_integers_8_wide', 'INTEGERS: the greatest difference that 8 bytes hold.', payload(
        run(3, integers(PHP_INT_MIN, 8, [-1, 0, 1])),
    ), native([PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MIN + 1])),
    readable('run_integers_over_the_full_range', 'INTEGERS: base and greatest element are a full 64 bits apart.', payload(
        run(11, integers(PHP_INT_MIN, 8, array_map(static fn (int $n): int => $n ^ PHP_INT_MIN, $full))),
    ), native($full)),
    canonical('run_integers_in_any_order', 'INTEGERS: the base is the smallest element, wherever it is.', payload(
        run(8, integers(-7, 1, [107, 7, 0, 207, 1, 2, 57, 0])),
    ), native([100, 0, -7, 200, -6, -5, 50, -7])),
    readable('run_integers_of_1', 'INTEGERS of a single element.', payload(run(1, integers(5, 1, [2]))), native([7])),
    readable('run_integers_wider_than_needed', 'INTEGERS: a width greater than needed.', payload(
        run(2, integers(0, 8, [1, 2])),
    ), native([1, 2])),
    readable('run_integers_base_below_all', 'INTEGERS: a base that is no element.', payload(
        run(2, integers(-100, 1, [101, 102])),
    ), native([1, 2])),
    readable('run_integers_wrap', 'INTEGERS: base plus integer is taken modulo 2**64.', payload(
        run(2, integers(PHP_INT_MAX, 1, [0, 1])),
    ), native([PHP_INT_MAX, PHP_INT_MIN])),
    readable('run_deltas_of_1', 'DELTAS of a single element take no bytes.', payload(
        run(1, deltas(-5, 7, 3, [])),
    ), native([-5])),
    readable('run_deltas_down', 'DELTAS: a negative step.', payload(
        run(5, deltas(70_000, -300, 1, [255, 0, 1, 100])),
    ), native([70_000, 69_955, 69_655, 69_356, 69_156])),
    readable('run_deltas_wrap', 'DELTAS: sums are taken modulo 2**64.', payload(
        run(3, deltas(PHP_INT_MAX, 1, 1, [0, 5])),
    ), native([PHP_INT_MAX, PHP_INT_MIN, PHP_INT_MIN + 6])),
    readable('run_deltas_step_wraps', 'DELTAS: step plus integer is taken modulo 2**64.', payload(
        run(3, deltas(0, PHP_INT_MAX, 1, [2, 1])),
    ), native([0, PHP_INT_MIN + 1, 1])),
    readable('run_decimals_of_1', 'DECIMALS of a single element.', payload(
        run(1, decimals(2, 199, 1, [0])),
    ), native([1.99])),
    readable('run_decimals_exponent_0', 'DECIMALS: whole numbers are doubles.', payload(
        run(4, decimals(0, -3, 1, [0, 3, 4, 203])),
    ), native([-3.0, 0.0, 1.0, 200.0])),
    readable('run_decimals_exponent_15', 'DECIMALS: the greatest exponent.', payload(
        run(3, decimals(15, 0, 7, [1, 123_456_789_012_345, 3_141_592_653_589_793])),
    ), native([1e-15, 0.123456789012345, 3.141592653589793])),
    readable('run_decimals_are_divided', 'DECIMALS: the division is rounded, where a multiplication would give other doubles.', payload(
        run(3, decimals(1, 3, 1, [0, 3, 4])),
    ), native([0.3, 0.6, 0.7])),
    readable('run_decimals_beyond_53_bits', 'DECIMALS: the sum is rounded to a double, half to even.', payload(
        run(4, decimals(0, 2 ** 53, 1, [1, 2, 3, 5])),
    ), native([2.0 ** 53, 2.0 ** 53 + 2, 2.0 ** 53 + 4, 2.0 ** 53 + 4])),
    readable('run_decimals_beyond_53_bits_rounded_twice', 'DECIMALS: the sum is rounded to a double before the division.', payload(
        run(2, decimals(1, 2 ** 53, 1, [1, 3])),
    ), native([900719925474099.2, 900719925474099.6])),
    readable('run_decimals_wrap', 'DECIMALS: base plus integer is taken modulo 2**64.', payload(
        run(2, decimals(3, PHP_INT_MAX, 1, [0, 1])),
    ), native([9223372036854775807 / 1e3, -9223372036854775808 / 1e3])),
    canonical('run_affine_up', 'AFFINE: eight integers by 1.', payload(run(8, affine(0, 1))), native(range(0, 7))),
    canonical('run_affine_down', 'AFFINE: integers by a negative step.', payload(
        run(9, affine(4, -3)),
    ), native(range(4, -20, -3))),
    readable('run_affine_of_equal', 'AFFINE: a step of 0.', payload(run(8, affine(3, 0))), native(array_fill(0, 8, 3))),
    canonical('run_affine_of_200', 'A count of two bytes.', payload(run(200, affine(1, 2))), native(range(1, 399, 2))),
    canonical('run_affine_to_greatest_integer', 'AFFINE: the last element is the greatest integer.', payload(
        run(8, affine(PHP_INT_MAX - 7, 1)),
    ), native(range(PHP_INT_MAX - 7, PHP_INT_MAX))),
    canonical('run_affine_to_smallest_integer', 'AFFINE: the last element is the smallest integer.', payload(
        run(8, affine(PHP_INT_MIN + 7, -1)),
    ), native(range(PHP_INT_MIN + 7, PHP_INT_MIN))),
    canonical('run_affine_over_the_full_range', 'AFFINE: i * step is beyond 64 bits, no element is.', payload(
        run(8, affine(PHP_INT_MIN, 2 ** 61)),
    ), native(array_map(static fn (int $i): int => $i * 2 ** 61, range(-4, 3)))),
    readable('run_affine_of_1', 'AFFINE: a single element, to which no step is added.', payload(
        run(1, affine(PHP_INT_MAX, PHP_INT_MAX)),
    ), native([PHP_INT_MAX])),
    readable('run_affine_of_smallest_step', 'AFFINE: a step of -2**63.', payload(
        run(2, affine(PHP_INT_MAX, PHP_INT_MIN)),
    ), native([PHP_INT_MAX, -1])),
    readable('run_nulls_affine_in_range', 'NULLS: a marked cell makes no step, so that no cell is outside of the range.', payload(
        run(4, withNulls('1011', affine(PHP_INT_MAX, 1))),
    ), native([null, PHP_INT_MAX, null, null])),
    canonical('run_f32', 'F32: doubles that a binary32 holds.', payload(run(8, floats32($ofBinary32))), native($ofBinary32)),
    readable('run_f32_of_1', 'F32 of a single element.', payload(run(1, floats32([1.5]))), native([1.5])),
    readable('run_f32_with_nan', 'F32: a NaN of binary32 is a NaN.', payload(
        raw('EC 02 04', 'RUN of 2, F32'),
        raw('00 00 80 3F', '1.0'),
        raw('00 00 C0 7F', 'NaN'),
    ), native([1.0, NAN])),
    canonical('run_f64', 'F64: doubles that no binary32 holds, and no short decimal form.', payload(
        run(8, floats64($roots)),
    ), native($roots)),
    readable('run_f64_of_1', 'F64 of a single element.', payload(run(1, floats64([1.5]))), native([1.5])),
    readable('run_f64_with_nan', 'F64: a NaN keeps its bits.', payload(
        raw('EC 02 05', 'RUN of 2, F64'),
        raw('9A 99 99 99 99 99 B9 3F', '0.1'),
        raw('01 00 00 00 00 00 F8 FF', 'NaN'),
    ), native([0.1, NAN])),
    canonical('run_booleans_of_8', 'BOOLEANS: eight elements in a byte.', payload(
        run(8, booleans('11010001')),
    ), native([true, true, false, true, false, false, false, true])),
    canonical('run_booleans_of_9', 'BOOLEANS: the ninth element begins a byte.', payload(
        run(9, booleans('010000001')),
    ), native([false, true, false, false, false, false, false, false, true])),
    readable('run_booleans_of_1', 'BOOLEANS of a single element.', payload(run(1, booleans('1'))), native([true])),
    readable('run_booleans_all_false', 'BOOLEANS: that no bit is set is no error, as it would be of a bitmap.', payload(
        run(3, booleans('000')),
    ), native([false, false, false])),
    readable('run_booleans_all_true', 'BOOLEANS: that all bits are set is no error, as it would be of a bitmap.', payload(
        run(3, booleans('111')),
    ), native([true, true, true])),

    readable('run_constant_of_1', 'CONSTANT of a single element.', payload(run(1, constantOf($list))), native([[1, 2]])),
    readable('run_constant_string_number', 'CONSTANT: a string has one number, however many elements it stands for.', payload(
        shortList(run(3, constantOf(shortString('ab'))), shortString('cd'), stringRef1(0), stringRef1(1)),
    ), native([['ab', 'ab', 'ab'], 'cd', 'ab', 'cd'])),
    readable('run_constant_string_ref', 'CONSTANT: an earlier string.', payload(
        shortList(shortString('ab'), run(3, constantOf(stringRef1(0)))),
    ), native(['ab', ['ab', 'ab', 'ab']])),
    readable('run_constant_array_number', 'CONSTANT: an array has one number, however many elements it stands for.', payload(
        shortList(run(3, constantOf($list)), shortList(null()), shared2(1), shared2(2), shared2(3)),
    ), native([[[1, 2], [1, 2], [1, 2]], [null], [[1, 2], [1, 2], [1, 2]], [1, 2], [null]])),
    readable('run_constant_array_inside', 'CONSTANT: arrays inside of the value can be shared.', payload(
        shortList(
            run(2, constantOf(shortList($list, run(2, constantOf(shortList(null(), $list)))))),
            shared2(3),
            shared2(4),
            shared2(5),
            shared2(6),
        ),
    ), native([
        [[[1, 2], [[null, [1, 2]], [null, [1, 2]]]], [[1, 2], [[null, [1, 2]], [null, [1, 2]]]]],
        [1, 2],
        [[null, [1, 2]], [null, [1, 2]]],
        [null, [1, 2]],
        [1, 2],
    ])),
    readable('run_constant_shared', 'CONSTANT: a SHARED array.', payload(
        shortList($list, run(2, constantOf(shared2(1)))),
    ), native([[1, 2], [[1, 2], [1, 2]]])),
    readable('run_constant_shared_inside', 'CONSTANT: a SHARED array that is part of the value itself.', payload(
        run(2, constantOf(shortList($list, shared2(2)))),
    ), native([[[1, 2], [1, 2]], [[1, 2], [1, 2]]])),
    readable('run_constant_shape', 'CONSTANT: a map that defines a shape.', payload(
        shortList(run(2, constantOf(map([shortString('a')], [null()]))), shaped1(0, true())),
    ), native([[['a' => null], ['a' => null]], ['a' => true]])),
    readable('run_constant_objects_before_and_after', 'CONSTANT: objects around it keep their numbers.', payload(
        shortList($std, run(2, constantOf(shortList(null(), null()))), shaped1(0), objectRef(1), objectRef(0)),
    ), 'a:5:{i:0;O:8:"stdClass":0:{}i:1;a:2:{i:0;a:2:{i:0;N;i:1;N;}i:1;a:2:{i:0;N;i:1;N;}}i:2;O:8:"stdClass":0:{}i:3;r:10;i:4;r:2;}'),

    readable('run_nulls_of_2', 'NULLS: one cell that is null, one that is not.', payload(
        run(2, withNulls('10', affine(5, 0))),
    ), native([null, 5])),
    readable('run_nulls_of_constant_null', 'NULLS: a cell that is not marked can be null as well.', payload(
        run(2, withNulls('10', constantOf(null()))),
    ), native([null, null])),
    readable('run_nulls_deltas_of_1', 'NULLS: DELTAS of a single cell that is not marked take no bytes.', payload(
        run(3, withNulls('101', deltas(9, 1, 2, []))),
    ), native([null, 9, null])),
    canonical('run_nulls_of_8', 'NULLS: a bitmap of one byte without spare bits.', payload(
        run(8, withNulls('00000001', affine(1, 1))),
    ), native([1, 2, 3, 4, 5, 6, 7, null])),
    canonical('run_nulls_of_16', 'NULLS: a bitmap of two bytes without spare bits.', payload(
        run(16, withNulls('0000000000000001', affine(1, 1))),
    ), native([...range(1, 15), null])),
    readable('run_others_of_same_type', 'OTHERS: a marked cell can be of the type of the column.', payload(
        run(3, withOthers('010', integers(1, 1, [0, 1])), u16(60_000)),
    ), native([1, 60_000, 2])),
    readable('run_others_object', 'OTHERS: objects, and the same one again.', payload(
        run(4, withOthers('1101', affine(5, 0)), $std, objectRef(0), shaped1(0)),
    ), 'a:4:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;i:5;i:3;O:8:"stdClass":0:{}}'),
    readable('run_others_reference', 'OTHERS: elements that are one PHP reference.', payload(
        run(3, withOthers('101', affine(5, 0)), reference(null()), referenceRef(0)),
    ), 'a:3:{i:0;N;i:1;i:5;i:2;R:2;}'),
    readable('run_others_strings', 'OTHERS: strings are numbered after those of the column.', payload(
        run(4, withOthers('0110', constantOf(shortString('ab'))), shortString('cd'), stringRef1(0)),
    ), native(['ab', 'cd', 'ab', 'ab'])),
    readable('run_others_arrays', 'OTHERS: arrays are numbered after those of the column.', payload(
        run(4, withOthers('0110', constantOf($list)), shortList(null()), shared2(1)),
    ), native([[1, 2], [null], [1, 2], [1, 2]])),
    readable('run_others_run', 'OTHERS: a run inside of a run.', payload(
        run(3, withOthers('001', affine(5, 1)), run(2, withOthers('01', affine(7, 0)), null())),
    ), native([5, 6, [7, null]])),
    readable('run_of_1_in_run', 'A run as the only element.', payload(
        shortList(run(1, constantOf(run(1, affine(3, 0))))),
    ), native([[[3]]])),

    malformed('run_of_0', 'RUN without elements.', payload(raw('EC', 'RUN'), raw('00')->bad(), raw('03 00 00')), 'bad_count'),
    malformed('run_without_column', 'The column is missing.', payload(raw('EC 02', 'RUN of 2')->badAfter()), 'truncated'),
    malformed('run_integers_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 02 09 00', 'RUN of 2, INTEGERS, 2 wide, base 0'),
        raw('01 00 02')->bad(),
    ), 'truncated'),
    malformed('run_integers_without_base', 'The base is missing.', payload(
        raw('EC 02 08', 'RUN of 2, INTEGERS, 1 wide')->badAfter(),
    ), 'truncated'),
    malformed('run_integers_without_cells', 'The elements are missing.', payload(
        raw('EC 02 08 00', 'RUN of 2, INTEGERS, 1 wide, base 0')->badAfter(),
    ), 'truncated'),
    malformed('run_integers_base_cut', 'The payload ends inside of the base.', payload(
        raw('EC 02 08', 'RUN of 2, INTEGERS, 1 wide'), raw('C0')->bad(),
    ), 'bad_number'),
    malformed('run_integers_base_longer_than_needed', 'A base in more bytes than needed.', payload(
        raw('EC 01 08', 'RUN of 1, INTEGERS, 1 wide'), raw('F0 00 00 00 00')->bad(), raw('05'),
    ), 'bad_number'),
    malformed('run_integers_of_2_to_the_30', 'A count whose bytes are far beyond the end.', payload(
        raw('EC F0 00 00 00 40 0F 00', 'RUN of 2**30, INTEGERS, 8 wide, base 0'),
        raw('01 02 03 04 05 06 07 08')->bad(),
    ), 'truncated', ['max_elements' => 2 ** 31, 'max_memory' => 2 ** 40]),
    malformed('run_deltas_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 03 11 00 02', 'RUN of 3, DELTAS, 2 wide, from 0 by 1'),
        raw('01 00 02')->bad(),
    ), 'truncated'),
    malformed('run_deltas_without_step', 'The step is missing.', payload(
        raw('EC 03 10 00', 'RUN of 3, DELTAS, 1 wide, from 0')->badAfter(),
    ), 'truncated'),
    malformed('run_decimals_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 02 19 02 00', 'RUN of 2, DECIMALS, 2 wide, exponent 2, base 0'),
        raw('01 00 02')->bad(),
    ), 'truncated'),
    malformed('run_decimals_without_exponent', 'The exponent is missing.', payload(
        raw('EC 02 18', 'RUN of 2, DECIMALS, 1 wide')->badAfter(),
    ), 'truncated'),
    malformed('run_decimals_exponent_16', 'An exponent is not above 15.', payload(
        raw('EC 02 18', 'RUN of 2, DECIMALS, 1 wide'), raw('10')->bad(), raw('00 01 02'),
    ), 'bad_column'),
    malformed('run_decimals_exponent_255', 'An exponent is not above 15.', payload(
        raw('EC 02 18', 'RUN of 2, DECIMALS, 1 wide'), raw('FF')->bad(), raw('00 01 02'),
    ), 'bad_column'),
    malformed('run_f32_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 02 04', 'RUN of 2, F32'),
        raw('00 00 80 3F 00 00 80')->bad(),
    ), 'truncated'),
    malformed('run_f64_cut', 'The last byte of the last element is missing.', payload(
        raw('EC 01 05', 'RUN of 1, F64'),
        raw('00 00 80 3F 00 00 80')->bad(),
    ), 'truncated'),
    malformed('run_booleans_cut', 'The second byte is missing.', payload(
        raw('EC 09 02', 'RUN of 9, BOOLEANS'), raw('FF')->bad(),
    ), 'truncated'),
    malformed('run_booleans_bit_beyond_last', 'A bit beyond the last element is set.', payload(
        raw('EC 03 02', 'RUN of 3, BOOLEANS'), raw('0D')->bad(),
    ), 'bad_column'),
    malformed('run_booleans_bit_beyond_last_unmarked', 'BOOLEANS have bits for the cells that are not marked only.', payload(
        raw('EC 03 42 01', 'RUN of 3, BOOLEANS, NULLS, marked: 100'), raw('04')->bad(),
    ), 'bad_column'),
    malformed('run_affine_cut', 'The step is missing.', payload(
        raw('EC 02 03 00', 'RUN of 2, AFFINE, from 0')->badAfter(),
    ), 'truncated'),
    malformed('run_affine_beyond_greatest', 'The last element is 2**63.', payload(
        run(2, affine(PHP_INT_MAX, 1)->bad()),
    ), 'out_of_range'),
    malformed('run_affine_below_smallest', 'The last element is -2**63 - 1.', payload(
        run(2, affine(PHP_INT_MIN, -1)->bad()),
    ), 'out_of_range'),
    malformed('run_affine_around', 'The elements go past the range and would come back into it.', payload(
        run(5, affine(0, 2 ** 62)->bad()),
    ), 'out_of_range'),
    malformed('run_affine_around_twice', 'The elements go past the range, and the last one would be where the first one is.', payload(
        run(5, affine(0, PHP_INT_MIN)->bad()),
    ), 'out_of_range'),
    malformed('run_nulls_affine_beyond_greatest', 'The last cell that is not marked is 2**63.', payload(
        run(3, withNulls('010', affine(PHP_INT_MAX, 1))->bad()),
    ), 'out_of_range'),
    malformed('run_constant_missing', 'The value of the CONSTANT is missing.', payload(
        raw('EC 02 01', 'RUN of 2, CONSTANT')->badAfter(),
    ), 'truncated'),
    malformed('run_constant_reserved_tag', 'The value of the CONSTANT is none.', payload(
        run(2, constantOf(raw('FB')->bad())),
    ), 'unknown_tag'),
    malformed('run_constant_reference', 'A CONSTANT is not a PHP reference.', payload(
        run(2, constantOf(reference(null())->bad())),
    ), 'misplaced_reference'),
    malformed('run_constant_reference_ref', 'A CONSTANT is not a PHP reference.', payload(
        shortList(reference(null()), run(2, constantOf(referenceRef(0)->bad()))),
    ), 'misplaced_reference'),
    malformed('run_constant_object_ref', 'A CONSTANT is not an object.', payload(
        shortList($std, run(2, constantOf(objectRef(0)->bad()))),
    ), 'unknown_array'),
    malformed('run_constant_instance_of_class', 'A CONSTANT is not an object.', payload(
        shortList($std, run(2, constantOf(shaped1(0)->bad()))),
    ), 'unknown_array'),
    malformed('run_constant_array_with_reference_ref', 'There is no PHP reference inside of a CONSTANT.', payload(
        shortList(reference(null()), run(2, constantOf(shortList(referenceRef(0))->bad()))),
    ), 'unknown_array'),
    malformed('run_constant_of_1_object', 'A CONSTANT is not an object, even for a single cell.', payload(
        run(1, constantOf($std->bad())),
    ), 'unknown_array'),
    malformed('run_constant_run_around', 'The run around its CONSTANT is not complete.', payload(
        run(2, constantOf(shared2(0)->bad())),
    ), 'unknown_array'),
    malformed('run_nulls_bitmap_missing', 'The bitmap is missing.', payload(
        raw('EC 02 43', 'RUN of 2, AFFINE, NULLS')->badAfter(),
    ), 'truncated'),
    malformed('run_nulls_bitmap_cut', 'The second byte of the bitmap is missing.', payload(
        raw('EC 09 43', 'RUN of 9, AFFINE, NULLS'), raw('01')->bad(),
    ), 'truncated'),
    malformed('run_nulls_bitmap_of_2_to_the_30', 'A bitmap that is far beyond the end.', payload(
        raw('EC F0 00 00 00 40 43', 'RUN of 2**30, AFFINE, NULLS'), raw('01 00 00')->bad(),
    ), 'truncated', ['max_elements' => 2 ** 31, 'max_memory' => 2 ** 40]),
    malformed('run_nulls_of_1', 'A single cell cannot be both marked and not.', payload(
        raw('EC 01 43', 'RUN of 1, AFFINE, NULLS'), raw('01')->bad(), raw('00 00'),
    ), 'bad_column'),
    malformed('run_others_value_missing', 'The value of the second cell that is marked is missing.', payload(
        run(3, withOthers('101', affine(5, 0)), null()->badAfter()),
    ), 'truncated'),
    malformed('run_others_reserved_tag', 'The value of a marked cell is none.', payload(
        run(3, withOthers('101', affine(5, 0)), null(), raw('FB')->bad()),
    ), 'unknown_tag'),
    malformed('run_others_run_around', 'The run around is not complete.', payload(
        run(3, withOthers('101', affine(5, 0)), null(), shared2(0)->bad()),
    ), 'unknown_array'),
];
