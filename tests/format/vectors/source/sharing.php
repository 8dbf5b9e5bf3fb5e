<?php

declare(strict_types=1);

/* Section 7 of docs/format.md: Tables and shared arrays, the part about SHARED. The outermost array is number 0. */

namespace Brine\Tests\Vectors;

$stdClass = object(shortString('stdClass'));
$list = shortList(smallInt(1), smallInt(2));
$powers = array_map(static fn (int $i): float => 2.0 ** -$i, range(20, 27));
$twice = static fn (array $array): string => native([$array, $array]);

/** Two arrays that look alike and are not equal, so that the second one is not shared. */
$different = [
    'integer_and_double' => [shortList(smallInt(1)), shortList(f32(1.0)), [1], [1.0]],
    'integer_and_string' => [shortList(smallInt(1)), shortList(shortString('1')), [1], ['1']],
    'integer_and_boolean' => [shortList(smallInt(1)), shortList(true()), [1], [true]],
    'null_and_false' => [shortList(null()), shortList(false()), [null], [false]],
    'null_and_empty_string' => [shortList(null()), shortList(emptyString()), [null], ['']],
    'signs_of_zero' => [shortList(f32(0.0)), shortList(f32(-0.0)), [0.0], [-0.0]],
    'lengths' => [shortList(null()), shortList(null(), null()), [null], [null, null]],
    'nesting' => [shortList(shortList(null())), shortList(null()), [[null]], [null]],
];
$vectors = [];
foreach ($different as $what => [$first, $second, $a, $b]) {
    $bytes = $what === 'nesting' ? shortList($first, shared2(2)) : shortList($first, $second);
    $vectors[] = $what === 'nesting'
        ? canonical('share_inner_of_first', 'The inner array of the first is equal to the second.', payload($bytes), native([$a, $b]))
        : canonical("share_not_$what", 'Equal is identity of type and bits.', payload($bytes), native([$a, $b]));
}

return [
    ...$vectors,
    canonical('share_list', 'A list that equals an earlier one.', payload(shortList($list, shared2(1))), $twice([1, 2])),
    canonical('share_map', 'A map that equals an earlier one.', payload(
        shortList(map([shortString('a')], [smallInt(1)]), shared2(1)),
    ), $twice(['a' => 1])),
    canonical('share_instance_of_shape', 'An instance of a map shape has an array number.', payload(
        shortList(map([shortString('a')], [smallInt(1)]), shaped1(0, smallInt(2)), shared2(2), shared2(1)),
    ), native([['a' => 1], ['a' => 2], ['a' => 2], ['a' => 1]])),
    canonical('share_run_of_integers', 'A RUN has an array number.', payload(
        shortList(run(8, affine(0, 1)), shared2(1)),
    ), $twice(range(0, 7))),
    canonical('share_run_of_integers_in_any_order', 'A RUN has an array number.', payload(
        shortList(run(8, integers(0, 1, [100, 0, 200, 50, 60, 70, 80, 90])), shared2(1)),
    ), $twice([100, 0, 200, 50, 60, 70, 80, 90])),
    canonical('share_run_of_doubles', 'A RUN has an array number.', payload(
        shortList(run(8, floats32($powers)), shared2(1)),
    ), $twice($powers)),
    canonical('share_nested', 'An array with arrays inside.', payload(
        shortList(shortList(shortList(smallInt(1)), shortList(smallInt(2))), shared2(1)),
    ), $twice([[1], [2]])),
    canonical('share_nan', 'Arrays with the same NaN are equal.', payload(
        shortList(shortList(raw('E3 00 00 00 00 00 00 F8 7F', 'F64 NaN')), shared2(1)),
    ), $twice([NAN])),
    canonical('share_number_of_empty_array', 'EMPTY_ARRAY has no array number.', payload(
        shortList(emptyArray(), $list, emptyArray(), shared2(1)),
    ), native([[], [1, 2], [], [1, 2]])),
    canonical('share_number_of_shared', 'A SHARED array has no number of its own.', payload(
        shortList($list, shared2(1), shortList(smallInt(3)), shared2(2)),
    ), native([[1, 2], [1, 2], [3], [3]])),
    canonical('share_array_of_shared', 'An array that holds a SHARED array is pure.', payload(
        shortList($list, shortList(shared2(1)), shared2(2)),
    ), native([[1, 2], [[1, 2]], [[1, 2]]])),
    canonical('share_inside_of_impure', 'A pure array inside of an array with an object.', payload(
        shortList(shortList($stdClass, $list), shared2(2)),
    ), [native([[new \stdClass(), [1, 2]], [1, 2]])]),
    canonical('share_inside_of_object', 'A pure array in a property.', payload(
        shortList(object(shortString('stdClass'), [shortString('p')], [$list]), shared2(1)),
    ), native([(object) ['p' => [1, 2]], [1, 2]])),
    canonical('share_into_object', 'A property that holds an earlier array.', payload(
        shortList($list, object(shortString('stdClass'), [shortString('p')], [shared2(1)])),
    ), native([[1, 2], (object) ['p' => [1, 2]]])),
    canonical('share_behind_reference', 'What a PHP reference refers to can be a SHARED array.', payload(
        shortList($list, reference(shared2(1)), referenceRef(0)),
    ), 'a:3:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;a:2:{i:0;i:1;i:1;i:2;}i:2;R:5;}'),
    canonical('share_from_behind_reference', 'What a PHP reference refers to can be shared elsewhere.', payload(
        shortList(reference($list), referenceRef(0), shared2(1)),
    ), 'a:3:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;R:2;i:2;a:2:{i:0;i:1;i:1;i:2;}}'),
    canonical('share_not_with_object', 'Arrays with the same object inside are not shared.', payload(
        shortList(shortList($stdClass), shortList(objectRef(0))),
    ), 'a:2:{i:0;a:1:{i:0;O:8:"stdClass":0:{}}i:1;a:1:{i:0;r:3;}}'),
    canonical('share_not_with_reference', 'Arrays with the same PHP reference inside are not shared.', payload(
        shortList(shortList(reference(smallInt(1))), shortList(referenceRef(0))),
    ), 'a:2:{i:0;a:1:{i:0;i:1;}i:1;a:1:{i:0;R:3;}}'),
    canonical('share_255_and_256', 'SHARED_2 carries into the tag.', payload(
        raw('C2', 'SHORT_LIST of 3'),
        raw('C0', 'SHORT_LIST of 1')->times(257)->indented(),
        null()->indented(),
        shared2(255)->indented(),
        shared2(256)->indented(),
    ), [
        'a:3:{i:0;',
        ['a:1:{i:0;', 257],
        'N;',
        ['}', 257],
        'i:1;a:1:{i:0;a:1:{i:0;a:1:{i:0;N;}}}i:2;a:1:{i:0;a:1:{i:0;N;}}}',
    ]),
    readable('share_2047_and_2048', 'The last SHARED_2 and the first SHARED.', payload(
        longListOf(2_050),
        raw('C0 D8', 'SHORT_LIST of 1, NULL')->times(2_046),
        shortList(true()),
        shortList(false()),
        shared2(2_047),
        shared(2_048),
    ), native([...array_fill(0, 2_046, [null]), [true], [false], [true], [false]])),
    readable('share_long_form', 'SHARED of a number that SHARED_2 can say.', payload(
        shortList($list, shared(1)),
    ), $twice([1, 2])),
    readable('share_equal_not_used', 'An array that equals an earlier one, written again, has a number of its own.', payload(
        shortList($list, $list, shortList(smallInt(3)), shared2(3)),
    ), native([[1, 2], [1, 2], [3], [3]])),

    malformed('share_unknown', 'SHARED_2 beyond the last array.', payload(shortList($list, shared2(2)->bad())), 'unknown_array'),
    malformed('share_unknown_long_form', 'SHARED beyond the last array.', payload(
        shortList($list, shared(2)->bad(1)),
    ), 'unknown_array'),
    malformed('share_unknown_at_top', 'SHARED_2 without any array.', payload(shared2(0)->bad()), 'unknown_array'),
    malformed('share_2_to_the_32', 'SHARED of a number that is 0 in 32 bits.', payload(
        shortList($list, shared(2 ** 32 + 1)->bad(1)),
    ), 'unknown_array'),
    malformed('share_number_of_empty_array_unknown', 'EMPTY_ARRAY has no array number.', payload(
        shortList(emptyArray(), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_cut', 'SHARED_2 whose second byte is missing.', payload(
        shortList($list, raw('D0')->bad(1)),
    ), 'truncated'),
    malformed('share_itself', 'An array inside of itself is not complete.', payload(
        shortList(shared2(0)->bad()),
    ), 'unknown_array'),
    malformed('share_itself_long_form', 'An array inside of itself is not complete.', payload(
        shortList(shared(0)->bad(1)),
    ), 'unknown_array'),
    malformed('share_array_around', 'An array further out is not complete.', payload(
        shortList(shortList(shortList(shared2(1)->bad()))),
    ), 'unknown_array'),
    malformed('share_map_around', 'The map around is not complete.', payload(
        map([shortString('a')], [shared2(0)->bad()]),
    ), 'unknown_array'),
    malformed('share_array_around_object', 'The array around the object is not complete.', payload(
        shortList(object(shortString('stdClass'), [shortString('p')], [shared2(0)->bad()])),
    ), 'unknown_array'),
    malformed('share_with_object', 'An array that contains an object is not pure.', payload(
        shortList(shortList($stdClass), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_object_deep_inside', 'An array that contains an object at some depth is not pure.', payload(
        shortList(shortList(shortList($stdClass), smallInt(1)), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_object_ref', 'An OBJECT_REF is an object.', payload(
        shortList($stdClass, shortList(objectRef(0)), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_enum', 'An enum case is an object.', payload(
        shortList(shortList(enum(shortString('V\Unit'), shortString('One'))), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_custom', 'A CUSTOM is an object.', payload(
        shortList(shortList(custom(shortString('V\Bag'), emptyArray())), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_serializable', 'A SERIALIZABLE is an object.', payload(
        shortList(shortList(serializable(shortString('V\Text'), '')), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_instance_of_class', 'An instance of an object shape is an object.', payload(
        shortList($stdClass, shortList(shaped1(0)), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_reference', 'An array that contains a PHP reference is not pure.', payload(
        shortList(shortList(reference(smallInt(1))), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('share_with_reference_ref', 'An array that contains a REFERENCE_REF is not pure.', payload(
        shortList(reference(smallInt(1)), shortList(referenceRef(0)), shared2(1)->bad()),
    ), 'unknown_array'),
];
