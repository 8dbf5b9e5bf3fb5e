<?php

declare(strict_types=1);

/* Section 9 of docs/format.md: Limits */

namespace Brine\Tests\Vectors;

$bag = shortString('V\Bag');
$nodes = static fn (int $count, Bytes $innermost): Bytes => join(
    raw('F0', 'OBJECT'),
    shortString('V\Node'),
    raw('01', 'names: 1'),
    shortString('next'),
    shaped1(0)->times($count - 1),
    $innermost,
);
$lists = static fn (int $count, Bytes $innermost): Bytes => join(raw('C0', 'SHORT_LIST of 1')->times($count), $innermost);
$inList = static fn (int $count, string $innermost): array => [['a:1:{i:0;', $count], $innermost, ['}', $count]];
$inNode = static fn (int $count, string $innermost): array => [['O:6:"V\Node":1:{s:4:"next";', $count], $innermost, ['}', $count]];
$list3 = shortList(null(), null(), null());
$doubling = [shortList(null(), null())];
for ($i = 1; $i < 40; ++$i) {
    $doubling[] = shortList(shared2($i), shared2($i));
}

return [
    canonical('depth_4096_lists', 'The greatest depth, of lists.', payload(
        $lists(4_095, shortList(null())),
    ), $inList(4_096, 'N;')),
    canonical('depth_4096_maps', 'The greatest depth, of maps.', payload(
        map([shortString('a')], []),
        raw('B0', 'SHAPED_1 of shape 0')->times(4_095),
        null(),
    ), [['a:1:{s:1:"a";', 4_096], 'N;', ['}', 4_096]]),
    canonical('depth_4096_objects', 'The greatest depth, of objects.', payload(
        $nodes(4_096, null()),
    ), $inNode(4_096, 'N;')),
    canonical('depth_of_empty_array', 'An empty array is no level.', payload(
        $lists(4_096, emptyArray()),
    ), $inList(4_096, 'a:0:{}')),
    canonical('depth_4096_customs', 'A CUSTOM counts as one, its array as another.', payload(
        custom($bag, raw('C0', 'SHORT_LIST of 1')),
        raw('B0 C0', 'SHAPED_1 of shape 0, SHORT_LIST of 1')->times(2_047),
        null(),
    ), [['O:5:"V\Bag":1:{i:0;', 2_048], 'N;', ['}', 2_048]]),
    canonical('depth_of_reference', 'A PHP reference is no depth.', payload(
        shortList(reference(shortList(reference(shortList(smallInt(1))), referenceRef(1))), referenceRef(0)),
    ), 'a:2:{i:0;a:2:{i:0;a:1:{i:0;i:1;}i:1;R:3;}i:1;R:2;}', ['max_depth' => 3]),
    canonical('depth_of_object_ref', 'An OBJECT_REF is no depth.', payload(
        object(shortString('V\Node'), [shortString('next')], [shortList(objectRef(0))]),
    ), 'O:6:"V\Node":1:{s:4:"next";a:1:{i:0;r:1;}}', ['max_depth' => 2]),
    canonical('depth_side_by_side', 'Depth is what is around a value, not what came before.', payload(
        shortList(shortList(smallInt(1)), shortList(smallInt(2)), shortList(smallInt(3))),
    ), native([[1], [2], [3]]), ['max_depth' => 2]),
    canonical('depth_option_of_scalar', 'A scalar needs no depth.', payload(smallInt(1)), native(1), ['max_depth' => 1]),
    malformed('depth_4097_lists', 'One list too deep.', payload($lists(4_096, shortList(null())->bad())), 'depth'),
    malformed('depth_4097_maps', 'One map too deep.', payload(
        map([shortString('a')], []),
        raw('B0', 'SHAPED_1 of shape 0')->times(4_095),
        raw('B0', 'SHAPED_1 of shape 0')->bad(),
        null(),
    ), 'depth'),
    malformed('depth_4097_objects', 'One object too deep.', payload($nodes(4_096, shaped1(0)->bad()), null()), 'depth'),
    malformed('depth_4097_affine_run', 'A run too deep.', payload($lists(4_096, affineRun(1, 0, 0)->bad())), 'depth'),
    malformed('depth_4097_enum', 'An enum case too deep.', payload(
        $lists(4_096, enum(shortString('V\Unit'), shortString('One'))->bad()),
    ), 'depth'),
    malformed('depth_4097_serializable', 'A SERIALIZABLE too deep.', payload(
        $lists(4_096, serializable(shortString('V\Text'), 'N;')->bad()),
    ), 'depth'),
    malformed('depth_4097_array_of_custom', 'The array of a CUSTOM too deep.', payload(
        $lists(4_095, custom($bag, shortList(null())->bad())),
    ), 'depth'),
    malformed('depth_4097_in_shared', 'A SHARED array is as deep as the array with its number.', payload(shortList(
        $lists(2_000, shortList(null())),
        $lists(2_095, shared2(1)->bad()),
    )), 'depth'),
    canonical('depth_4096_in_shared', 'A SHARED array that just fits.', payload(shortList(
        $lists(2_000, shortList(null())),
        $lists(2_094, shared2(1)),
    )), ['a:2:{i:0;', ...$inList(2_001, 'N;'), 'i:1;', ...$inList(2_094 + 2_001, 'N;'), '}']),
    malformed('depth_option_exceeded', 'A smaller limit.', payload(
        shortList(shortList(shortList(null())->bad())),
    ), 'depth', ['max_depth' => 2]),

    canonical('elements_as_many_as_allowed', 'The elements of all arrays together are as many as allowed.', payload(
        shortList($list3, map([shortString('a')], [null()])),
    ), native([[null, null, null], ['a' => null]]), ['max_elements' => 6]),
    canonical('elements_of_object_as_many_as_allowed', 'An object counts its properties.', payload(
        object(shortString('stdClass'), [shortString('a'), shortString('b')], [null(), null()]),
    ), native((object) ['a' => null, 'b' => null]), ['max_elements' => 2]),
    canonical('elements_of_custom_as_many_as_allowed', 'A CUSTOM counts the elements of its array.', payload(
        custom($bag, $list3),
    ), 'O:5:"V\Bag":3:{i:0;N;i:1;N;i:2;N;}', ['max_elements' => 3]),
    canonical('elements_of_shared_as_many_as_allowed', 'A SHARED array counts all that its array counted.', payload(
        shortList(shortList($list3), shared2(1)),
    ), native([[[null, null, null]], [[null, null, null]]]), ['max_elements' => 10]),
    malformed('elements_of_short_list', 'One element too many in a SHORT_LIST.', payload(
        $list3->bad(),
    ), 'elements', ['max_elements' => 2]),
    malformed('elements_of_list', 'One element too many in a LIST.', payload(
        raw('E8', 'LIST')->bad(),
        raw('03', '3 elements'),
        null()->times(3),
    ), 'elements', ['max_elements' => 2]),
    malformed('elements_of_map', 'One element too many in a MAP.', payload(
        raw('E9', 'MAP')->bad(),
        raw('02', '2 keys'),
        shortString('a'),
        shortString('b'),
        null(),
        null(),
    ), 'elements', ['max_elements' => 1]),
    malformed('elements_of_instance_of_shape', 'One element too many in an instance of a map shape.', payload(
        shortList(map([shortString('a')], [null()]), shaped1(0, null())->bad()),
    ), 'elements', ['max_elements' => 3]),
    malformed('elements_of_object', 'One property too many in an OBJECT.', payload(
        raw('F0', 'OBJECT')->bad(),
        shortString('stdClass'),
        raw('02', '2 names'),
        shortString('a'),
        shortString('b'),
        null(),
        null(),
    ), 'elements', ['max_elements' => 1]),
    malformed('elements_of_instance_of_class', 'One property too many in an instance of an object shape.', payload(
        shortList(object(shortString('stdClass'), [shortString('a')], [null()]), shaped1(0, null())->bad()),
    ), 'elements', ['max_elements' => 3]),
    malformed('elements_of_array_of_custom', 'One element too many in the array of a CUSTOM.', payload(
        custom($bag, $list3->bad()),
    ), 'elements', ['max_elements' => 2]),
    malformed('elements_of_affine_run', 'One element too many in an AFFINE_RUN.', payload(
        affineRun(3, 0, 1)->bad(),
    ), 'elements', ['max_elements' => 2]),
    malformed('elements_of_int_run', 'One element too many in an INT_RUN.', payload(
        raw('EC', 'INT_RUN')->bad(),
        raw('03', '3 elements'),
        raw('00 01', 'from 0, 1 wide'),
        raw('01 02 03'),
    ), 'elements', ['max_elements' => 2]),
    malformed('elements_of_float_run', 'One element too many in a FLOAT_RUN.', payload(
        raw('EE', 'FLOAT_RUN')->bad(),
        raw('02', '2 elements'),
        raw('04', '4 wide'),
        raw('00 00 00 00 00 00 00 00'),
    ), 'elements', ['max_elements' => 1]),
    malformed('elements_of_shared', 'One element too many through a SHARED array.', payload(
        shortList(shortList($list3), shared2(1)->bad()),
    ), 'elements', ['max_elements' => 9]),
    malformed('elements_of_affine_run_2_to_the_30', 'Eight bytes that stand for 2**30 elements.', payload(
        affineRun(2 ** 30, 0, 1)->bad(),
    ), 'elements'),
    malformed('elements_beyond_default', 'One element more than 2**24.', payload(
        affineRun(2 ** 24 + 1, 0, 0)->bad(),
    ), 'elements'),
    malformed('elements_doubled_forty_deep', 'Forty arrays, each of which holds the one before twice.', payload(
        raw('E8', 'LIST'),
        raw('28', '40 elements'),
        join(...array_slice($doubling, 0, 22)),
        shortList(shared2(22)->bad(), shared2(22)),
        join(...array_slice($doubling, 23)),
    ), 'elements'),
    malformed('elements_of_run_repeated', 'A run of 1,000 elements sixteen times.', payload(
        longListOf(17),
        affineRun(1_000, 0, 1),
        shared2(1)->times(14),
        shared2(1)->bad(),
        shared2(1),
    ), 'elements', ['max_elements' => 16_016]),
];
