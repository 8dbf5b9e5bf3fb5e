<?php

declare(strict_types=1);

/* Section 6 of docs/format.md: Maps and shapes */

namespace Brine\Tests\Vectors;

$ab = [shortString('a'), shortString('b')];
$vectors = [];

$integerKeys = [
    'smallInt' => 31,
    'u8' => 32,
    'u16' => 256,
    'u32' => 65_536,
    'i8' => -1,
    'i16' => -129,
    'i32' => -32_769,
    'i64' => PHP_INT_MAX,
];
foreach ($integerKeys as $form => $key) {
    $vectors[] = canonical(
        "map_key_$key",
        'An integer key in its shortest form.',
        payload(map([(__NAMESPACE__ . "\\$form")($key)], [null()])),
        native([$key => null]),
    );
}
$numericKeys = ['0', '7', '-5', '9223372036854775807', '-9223372036854775808'];
foreach ($numericKeys as $key) {
    $vectors[] = readable(
        "map_key_string_$key",
        'The decimal form of an integer stands for the integer key.',
        payload(map([shortString($key)], [null()])),
        native([$key => null]),
    );
}
$otherKeys = [
    'minus_zero' => '-0',
    'leading_zero' => '05',
    'plus' => '+5',
    'leading_space' => ' 5',
    'trailing_space' => '5 ',
    'trailing_zero_byte' => "5\0",
    'fraction' => '5.0',
    'exponent' => '1e3',
    'hexadecimal' => '0x1',
    'minus' => '-',
    'beyond_greatest' => '9223372036854775808',
    'below_smallest' => '-9223372036854775809',
    'twenty_digits' => '18446744073709551616',
];
foreach ($otherKeys as $name => $key) {
    $vectors[] = canonical(
        "map_key_no_integer_$name",
        'A string that is not the decimal form of an integer stays a string key.',
        payload(map([shortString($key)], [null()])),
        native([$key => null]),
    );
}
$seventeen = [];
for ($i = 0; $i < 17; ++$i) {
    $seventeen[] = map([shortString(chr(97 + $i))], [null()]);
}

return [
    ...$vectors,
    canonical('map_of_strings', 'Keys in their order, then values in their order.', payload(
        map([shortString('b'), shortString('a')], [smallInt(1), smallInt(2)]),
    ), native(['b' => 1, 'a' => 2])),
    canonical('map_key_empty', 'The empty string is a key.', payload(
        map([emptyString()], [null()]),
    ), native(['' => null])),
    canonical('map_key_long', 'A key of 65 bytes.', payload(
        map([string(str_repeat('k', 65))], [null()]),
    ), native([str_repeat('k', 65) => null])),
    canonical('map_of_both_key_types', 'Integer and string keys together.', payload(
        map([smallInt(3), shortString('a'), i8(-3)], [smallInt(1), smallInt(2), smallInt(3)]),
    ), native([3 => 1, 'a' => 2, -3 => 3])),
    canonical('map_of_list_keys_in_other_order', 'The keys of a list in another order are no list.', payload(
        map([smallInt(1), smallInt(0)], [null(), true()]),
    ), native([1 => null, 0 => true])),
    canonical('map_from_1', 'A list that begins at 1 is no list.', payload(
        map([smallInt(1), smallInt(2)], [null(), true()]),
    ), native([1 => null, 2 => true])),
    readable('map_of_list_keys', 'A list written as a map.', payload(
        map([smallInt(0), smallInt(1)], [null(), true()]),
    ), native([null, true])),
    readable('map_key_not_shortest', 'An integer key in a longer form than needed.', payload(
        map([i64(5)], [null()]),
    ), native([5 => null])),
    canonical('map_of_192', 'A count of two bytes.', payload(
        raw('E9 C0 00', 'MAP of 192'),
        join(...array_map(smallInt(...), range(1, 31)), ...array_map(u8(...), range(32, 192)))->indented(),
        null()->times(192)->indented(),
    ), native(array_fill(1, 192, null))),

    canonical('shape_again', 'SHAPED_1: a map whose keys equal those of an earlier one.', payload(
        shortList(map($ab, [smallInt(1), smallInt(2)]), shaped1(0, smallInt(3), smallInt(4))),
    ), native([['a' => 1, 'b' => 2], ['a' => 3, 'b' => 4]])),
    canonical('shape_of_integer_keys', 'Integer keys make a shape as well.', payload(
        shortList(map([smallInt(7)], [null()]), shaped1(0, true())),
    ), native([[7 => null], [7 => true]])),
    canonical('shape_of_other_order', 'The same keys in another order are another shape.', payload(
        shortList(map($ab, [smallInt(1), smallInt(2)]), map(array_reverse($ab), [smallInt(1), smallInt(2)])),
    ), native([['a' => 1, 'b' => 2], ['b' => 1, 'a' => 2]])),
    canonical('shape_of_fewer_keys', 'A part of the keys is another shape.', payload(
        shortList(map($ab, [smallInt(1), smallInt(2)]), map([shortString('a')], [smallInt(1)])),
    ), native([['a' => 1, 'b' => 2], ['a' => 1]])),
    canonical('shape_inside_its_first_values', 'A shape can be used from the end of its last key on.', payload(
        map([shortString('a')], [shaped1(0, shaped1(0, null()))]),
    ), native(['a' => ['a' => ['a' => null]]])),
    canonical('shape_number_before_inner_shape', 'The outer shape is number 0, the inner one 1.', payload(
        shortList(
            map([shortString('a')], [map([shortString('b')], [null()])]),
            shaped1(1, smallInt(1)),
            shaped1(0, smallInt(2)),
        ),
    ), native([['a' => ['b' => null]], ['b' => 1], ['a' => 2]])),
    canonical('shape_15_and_16', 'The last SHAPED_1 and the first SHAPED.', payload(
        longList(...$seventeen, ...[shaped1(15, true()), shaped(16, true())]),
    ), native([
        ...array_map(static fn (int $i): array => [chr(97 + $i) => null], range(0, 16)),
        ['p' => true],
        ['q' => true],
    ])),
    readable('shape_long_form', 'SHAPED of a number that SHAPED_1 can say.', payload(
        shortList(map([shortString('a')], [null()]), shaped(0, true())),
    ), native([['a' => null], ['a' => true]])),
    readable('shape_defined_twice', 'A map whose keys equal earlier ones, with a shape number of its own.', payload(
        shortList(map([shortString('a')], [null()]), map([shortString('a')], [true()]), shaped1(1, false())),
    ), native([['a' => null], ['a' => true], ['a' => false]])),

    malformed('map_of_0', 'MAP without keys.', payload(raw('E9', 'MAP'), raw('00')->bad()), 'bad_count'),
    malformed('map_of_more_than_there_are', 'MAP that counts more keys than bytes are left.', payload(
        raw('E9', 'MAP'),
        raw('03', '3 keys')->bad(),
        shortString('a'),
    ), 'truncated'),
    malformed('map_cut_in_keys', 'The payload ends inside of the last key.', payload(
        raw('E9', 'MAP'),
        raw('01', '1 key'),
        raw('21', 'SHORT_STRING of 2 bytes'),
        raw('61')->bad(),
    ), 'truncated'),
    malformed('map_key_twice', 'Two keys are equal.', payload(
        map([shortString('a'), shortString('a')], [null(), null()])->bad(),
    ), 'duplicate_key'),
    malformed('map_key_twice_by_reference', 'Two keys are equal, the second one a STRING_REF.', payload(
        map([shortString('ab'), stringRef1(0)], [null(), null()])->bad(),
    ), 'duplicate_key'),
    malformed('map_key_twice_as_integer', 'Two integer keys are equal, in different forms.', payload(
        map([smallInt(5), u16(5)], [null(), null()])->bad(),
    ), 'duplicate_key'),
    malformed('map_key_twice_as_integer_and_string', 'A string key that stands for an earlier integer key.', payload(
        map([smallInt(5), shortString('5')], [null(), null()])->bad(),
    ), 'duplicate_key'),
    malformed('map_key_twice_as_string_and_integer', 'An integer key that an earlier string key stands for.', payload(
        map([shortString('-5'), i8(-5)], [null(), null()])->bad(),
    ), 'duplicate_key'),
    malformed('map_key_twice_far_apart', 'The last of 24 keys equals the first.', payload(
        map(
            [...array_map(static fn (int $i): Bytes => shortString(chr(97 + $i)), range(0, 22)), shortString('a')],
            array_fill(0, 24, null()),
        )->bad(),
    ), 'duplicate_key'),
    malformed('map_key_null', 'A key is an integer or a string.', payload(map([null()->bad()], [null()])), 'bad_key'),
    malformed('map_key_true', 'A key is an integer or a string.', payload(map([true()->bad()], [null()])), 'bad_key'),
    malformed('map_key_double', 'A key is an integer or a string.', payload(
        map([f32(1.0)->bad()], [null(), null()]),
    ), 'bad_key'),
    malformed('map_key_array', 'A key is an integer or a string.', payload(map([emptyArray()->bad()], [null()])), 'bad_key'),
    malformed('map_key_unknown_string', 'A key that is an unknown string.', payload(
        map([stringRef1(0)->bad()], [null()]),
    ), 'unknown_string'),
    malformed('map_key_reserved_tag', 'A key with a reserved tag.', payload(map([raw('FB')->bad()], [null()])), 'bad_key'),
    malformed('shape_unknown', 'SHAPED_1 without any shape.', payload(shaped1(0)->bad(), null()), 'unknown_shape'),
    malformed('shape_unknown_long_form', 'SHAPED without any shape.', payload(shaped(0)->bad(1), null()), 'unknown_shape'),
    malformed('shape_next', 'An instance of the shape that comes after it.', payload(
        shortList(shaped1(0)->bad(), map([shortString('a')], [null()])),
    ), 'unknown_shape'),
    malformed('shape_2_to_the_32', 'SHAPED of a number that is 0 in 32 bits.', payload(
        shortList(map([shortString('a')], [null()]), shaped(2 ** 32, null())->bad(1)),
    ), 'unknown_shape'),
    malformed('shape_without_all_values', 'Fewer values than the shape has keys.', payload(
        shortList(map($ab, [null(), null()]), shaped1(0, null())->bad()),
    ), 'truncated'),
];
