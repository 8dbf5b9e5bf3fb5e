<?php

declare(strict_types=1);

/* docs/reference/limits.md */

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
$nulls = static fn (int $count): Bytes => join(longListOf($count), null()->times($count));
$names = static fn (int $count): array => array_map(static fn (int $i): Bytes => shortString("n$i"), range(1, $count));
$map65 = map($names(65), array_fill(0, 65, null()));
$doubling = [shortList(null(), null())];
// A string of so many bytes, which no writer would pack.
$long = static fn (int $size): Bytes => string(str_repeat('x', $size));
$strings = static fn (int $size, Bytes ...$behind): Bytes => shortList(shortString('ab'), $long($size), ...$behind);
$inBag = 'a:3:{i:0;s:2:"ab";i:1;s:4080:"' . str_repeat('x', 4_080) . '";i:2;O:5:"V\Bag":1:{i:0;N;}}';
// Strings in a map whose keys are, from the second one on, behind a stop: keys are no values.
$behindKeys = static fn (Bytes $first): Bytes => shortList(
    shortString('cd'),
    map([$long(4_100), stringRef1(0), shortString('ab')], [$first, null(), null()]),
);
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
    malformed('depth_4097_lists', 'One list too deep.', payload($lists(4_096, shortList(null())->bad())), 'max_depth'),
    malformed('depth_4097_maps', 'One map too deep.', payload(
        map([shortString('a')], []),
        raw('B0', 'SHAPED_1 of shape 0')->times(4_095),
        raw('B0', 'SHAPED_1 of shape 0')->bad(),
        null(),
    ), 'max_depth'),
    malformed('depth_4097_objects', 'One object too deep.', payload($nodes(4_096, shaped1(0)->bad()), null()), 'max_depth'),
    malformed('depth_4097_run', 'A run too deep.', payload($lists(4_096, run(1, affine(0, 0))->bad())), 'max_depth'),
    readable('depth_4096_rows', 'Rows at the greatest depth.', payload(
        $lists(4_094, table(2, rows(shortListOf(1), [affine(5, 1)]))),
    ), $inList(4_094, native([[5], [6]]))),
    malformed('depth_4097_table', 'A table too deep.', payload(
        $lists(4_096, table(1, rows(shortListOf(1), [affine(0, 0)]))->bad()),
    ), 'max_depth'),
    malformed('depth_4097_keyed_table', 'A keyed table too deep.', payload(
        $lists(4_096, keyedTable(1, tableKeyColumn(affine(0, 0)), rows(shortListOf(1), [affine(0, 0)]))->bad()),
    ), 'max_depth'),
    malformed('depth_4097_rows', 'The rows of a table too deep.', payload(
        $lists(4_095, table(2, rows(shortListOf(1), [affine(0, 0)]))->bad()),
    ), 'max_depth'),
    malformed('depth_4097_rows_of_class', 'The rows of a table too deep, which are objects.', payload(
        $lists(4_095, table(2, rows(object(shortString('stdClass')), []))->bad()),
    ), 'max_depth'),
    malformed('depth_4097_value_of_row', 'An array in a row too deep.', payload(
        $lists(4_094, table(2, rows(shortListOf(1), [values()], null(), shortList(null())->bad()))),
    ), 'max_depth'),
    malformed('depth_4097_constant_of_row', 'A CONSTANT of a table is as deep as a value of a row.', payload(
        $lists(4_094, table(2, rows(shortListOf(1), [constantOf(shortList(null())->bad())]))),
    ), 'max_depth'),
    readable('depth_of_constant_of_run', 'A CONSTANT of a run is as deep as an element.', payload(
        run(2, constantOf(shortList(null()))),
    ), native([[null], [null]]), ['max_depth' => 2]),
    malformed('depth_of_constant_of_run_exceeded', 'A CONSTANT of a run is as deep as an element.', payload(
        run(2, constantOf(shortList(shortList(null())->bad()))),
    ), 'max_depth', ['max_depth' => 2]),
    readable('depth_of_other_than_row', 'An element that is no row is as deep as a row.', payload(
        table(2, rowsAndOthers('01', shortListOf(1), [affine(0, 0)], shortList(null()))),
    ), native([[0], [null]]), ['max_depth' => 2]),
    malformed('depth_of_shared_table_exceeded', 'A SHARED table has the level of its rows.', payload(shortList(
        table(2, rows(shortListOf(1), [affine(0, 0)])),
        shortList(shared2(1)->bad()),
    )), 'max_depth', ['max_depth' => 3]),
    malformed('depth_4097_enum', 'An enum case too deep.', payload(
        $lists(4_096, enum(shortString('V\Unit'), shortString('One'))->bad()),
    ), 'max_depth'),
    malformed('depth_4097_serializable', 'A SERIALIZABLE too deep.', payload(
        $lists(4_096, serializable(shortString('V\Text'), 'N;')->bad()),
    ), 'max_depth'),
    malformed('depth_4097_array_of_custom', 'The array of a CUSTOM too deep.', payload(
        $lists(4_095, custom($bag, shortList(null())->bad())),
    ), 'max_depth'),
    malformed('depth_4097_in_shared', 'A SHARED array is as deep as the array with its number.', payload(shortList(
        $lists(2_000, shortList(null())),
        $lists(2_095, shared2(1)->bad()),
    )), 'max_depth'),
    canonical('depth_4096_in_shared', 'A SHARED array that just fits.', payload(shortList(
        $lists(2_000, shortList(null())),
        $lists(2_094, shared2(1)),
    )), ['a:2:{i:0;', ...$inList(2_001, 'N;'), 'i:1;', ...$inList(2_094 + 2_001, 'N;'), '}']),
    malformed('depth_option_exceeded', 'A smaller limit.', payload(
        shortList(shortList(shortList(null())->bad())),
    ), 'max_depth', ['max_depth' => 2]),

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
    ), 'max_elements', ['max_elements' => 2]),
    malformed('elements_of_list', 'One element too many in a LIST.', payload(
        raw('E8', 'LIST')->bad(),
        raw('03', '3 elements'),
        null()->times(3),
    ), 'max_elements', ['max_elements' => 2]),
    malformed('elements_of_map', 'One element too many in a MAP.', payload(
        raw('E9', 'MAP')->bad(),
        raw('02', '2 keys'),
        shortString('a'),
        shortString('b'),
        null(),
        null(),
    ), 'max_elements', ['max_elements' => 1]),
    malformed('elements_of_instance_of_shape', 'One element too many in an instance of a map shape.', payload(
        shortList(map([shortString('a')], [null()]), shaped1(0, null())->bad()),
    ), 'max_elements', ['max_elements' => 3]),
    malformed('elements_of_object', 'One property too many in an OBJECT.', payload(
        raw('F0', 'OBJECT')->bad(),
        shortString('stdClass'),
        raw('02', '2 names'),
        shortString('a'),
        shortString('b'),
        null(),
        null(),
    ), 'max_elements', ['max_elements' => 1]),
    malformed('elements_of_instance_of_class', 'One property too many in an instance of an object shape.', payload(
        shortList(object(shortString('stdClass'), [shortString('a')], [null()]), shaped1(0, null())->bad()),
    ), 'max_elements', ['max_elements' => 3]),
    malformed('elements_of_array_of_custom', 'One element too many in the array of a CUSTOM.', payload(
        custom($bag, $list3->bad()),
    ), 'max_elements', ['max_elements' => 2]),
    malformed('elements_of_run', 'One element too many in a RUN.', payload(
        run(3, affine(0, 1))->bad(),
    ), 'max_elements', ['max_elements' => 2]),
    malformed('elements_of_table', 'One element too many in a TABLE, its rows not counted.', payload(
        table(3, rows(shortListOf(1), [affine(0, 1)]))->bad(),
    ), 'max_elements', ['max_elements' => 2]),
    malformed('elements_of_keyed_table', 'One element too many in a KEYED_TABLE, its rows not counted.', payload(
        keyedTable(3, tableKeyColumn(affine(1, 1)), rows(shortListOf(1), [affine(0, 1)]))->bad(),
    ), 'max_elements', ['max_elements' => 2]),
    canonical('elements_of_rows_as_many_as_allowed', 'A row counts its values.', payload(
        table(8, rows(shortListOf(2), [affine(0, 1), affine(1, 1)])),
    ), native(array_map(static fn (int $i): array => [$i, $i + 1], range(0, 7))), ['max_elements' => 24]),
    malformed('elements_of_rows', 'One element too many in the rows.', payload(
        table(8, rows(shortListOf(2), [affine(0, 1), affine(1, 1)]))->bad(),
    ), 'max_elements', ['max_elements' => 23]),
    malformed('elements_of_rows_of_class', 'One property too many in the rows.', payload(
        table(2, rows(
            object(shortString('V\Point'), [shortString('x'), shortString('y')]),
            [affine(0, 1), affine(1, 1)],
        ))->bad(),
    ), 'max_elements', ['max_elements' => 5]),
    readable('elements_of_rows_and_others', 'Only rows count the values of the head.', payload(
        table(3, rowsAndOthers('010', shortListOf(2), [affine(0, 1), affine(1, 1)], shortList(null()))),
    ), native([[0, 1], [null], [1, 2]]), ['max_elements' => 8]),
    readable('elements_of_constant_as_many_as_allowed', 'A CONSTANT counts once for each of its cells.', payload(
        run(4, withNulls('0010', constantOf($list3))),
    ), native([[null, null, null], [null, null, null], null, [null, null, null]]), ['max_elements' => 13]),
    malformed('elements_of_constant', 'One element too many through a CONSTANT.', payload(
        run(4, withNulls('0010', constantOf($list3->bad()))),
    ), 'max_elements', ['max_elements' => 12]),
    malformed('elements_of_constant_itself', 'One element too many in a CONSTANT for its first cell.', payload(
        run(4, constantOf($list3->bad())),
    ), 'max_elements', ['max_elements' => 6]),
    malformed('elements_of_constant_in_table', 'One element too many through a CONSTANT of a table.', payload(
        table(2, rows(shortListOf(1), [constantOf(shortList($list3)->bad())])),
    ), 'max_elements', ['max_elements' => 11]),
    malformed('elements_of_constant_shared', 'A SHARED run counts all cells of its CONSTANT.', payload(
        shortList(run(4, constantOf($list3)), shared2(1)->bad()),
    ), 'max_elements', ['max_elements' => 33]),
    readable('elements_of_constant_shared_as_many_as_allowed', 'A SHARED run counts all cells of its CONSTANT.', payload(
        shortList(run(2, constantOf($list3)), shared2(1)),
    ), native(array_fill(0, 2, array_fill(0, 2, [null, null, null]))), ['max_elements' => 18]),
    malformed('elements_of_constants_twenty_deep', 'Twenty runs of two elements, each of which is the CONSTANT of the one around.', payload(
        raw('EC 02 01', 'RUN of 2, CONSTANT')->times(4),
        raw('EC 02 01', 'RUN of 2, CONSTANT')->bad(),
        raw('EC 02 01', 'RUN of 2, CONSTANT')->times(15),
        null(),
    ), 'max_elements', ['max_elements' => 200_000]),
    malformed('elements_of_shared', 'One element too many through a SHARED array.', payload(
        shortList(shortList($list3), shared2(1)->bad()),
    ), 'max_elements', ['max_elements' => 9]),
    malformed('elements_of_shared_by_long_number', 'The limit is exceeded by the value, not by its number.', payload(
        shortList(shortList($list3), shared(1)->bad()),
    ), 'max_elements', ['max_elements' => 9]),
    malformed('elements_of_run_of_2_to_the_30', 'Nine bytes that stand for 2**30 elements.', payload(
        run(2 ** 30, affine(0, 1))->bad(),
    ), 'max_elements'),
    malformed('elements_beyond_default', 'One element more than 2**24.', payload(
        run(2 ** 24 + 1, affine(0, 0))->bad(),
    ), 'max_elements'),
    malformed('elements_doubled_forty_deep', 'Forty arrays, each of which holds the one before twice.', payload(
        raw('E8', 'LIST'),
        raw('28', '40 elements'),
        join(...array_slice($doubling, 0, 22)),
        shortList(shared2(22)->bad(), shared2(22)),
        join(...array_slice($doubling, 23)),
    ), 'max_elements'),
    malformed('elements_of_run_repeated', 'A run of 1,000 elements sixteen times.', payload(
        longListOf(17),
        run(1_000, affine(0, 1)),
        shared2(1)->times(14),
        shared2(1)->bad(),
        shared2(1),
    ), 'max_elements', ['max_elements' => 16_016]),
    canonical('memory_of_list', 'A list of 3 takes 56 bytes and 16 for each of 8 elements.', payload(
        $list3,
    ), native([null, null, null]), ['max_memory' => 184]),
    malformed('memory_of_list_beyond', 'One byte less.', payload($list3->bad()), 'max_memory', ['max_memory' => 183]),
    readable('memory_of_list_of_9', 'A list of 9 takes as much as one of 16.', payload(
        $nulls(9),
    ), native(array_fill(0, 9, null)), ['max_memory' => 56 + 16 * 16]),
    malformed('memory_of_list_of_9_beyond', 'One byte less.', payload($nulls(9)->bad()), 'max_memory', ['max_memory' => 56 + 16 * 16 - 1]),
    readable('memory_of_list_of_129', 'A list of 129 takes as much as one of 256, and a page more.', payload(
        $nulls(129),
    ), native(array_fill(0, 129, null)), ['max_memory' => 56 + 16 * 256 + 4096]),
    malformed('memory_of_list_of_129_beyond', 'One byte less.', payload($nulls(129)->bad()), 'max_memory', ['max_memory' => 56 + 16 * 256 + 4095]),
    malformed('memory_of_list_of_128', 'A list of 128 has no page more, nor elements.', payload($nulls(128)->bad()), 'max_memory', ['max_memory' => 56 + 16 * 128 - 1]),
    malformed('memory_of_run_of_a_mebibyte', 'One byte less than what a list of a mebibyte takes, the last with a page more.', payload(
        run(2 ** 16, constantOf(null()))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 2 ** 20 + 4095]),
    malformed('memory_of_run_of_two_mebibytes', 'One byte less than what twice as many elements take, without a page more.', payload(
        run(2 ** 16 + 1, affine(0, 1))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 2 ** 21 - 1]),
    canonical('memory_of_map', 'A map of one takes 56 bytes and 40 for each of 8 elements.', payload(
        map([shortString('key')], [null()]),
    ), native(['key' => null]), ['max_memory' => 376]),
    malformed('memory_of_map_beyond', 'One byte less.', payload(
        join(map([shortString('key')], [null()]))->bad(),
    ), 'max_memory', ['max_memory' => 375]),
    readable('memory_of_map_of_65', 'A map of 65 takes as much as one of 128, and a page more.', payload(
        $map65,
    ), native(array_fill_keys(array_map(static fn (int $i): string => "n$i", range(1, 65)), null)), ['max_memory' => 56 + 40 * 128 + 4096]),
    malformed('memory_of_map_of_65_beyond', 'One byte less.', payload(
        $map65->bad(),
    ), 'max_memory', ['max_memory' => 56 + 40 * 128 + 4095]),
    canonical('memory_of_object', 'An object takes 56 bytes, 16 for each declared property and 40 for each value.', payload(
        object(shortString('V\Node'), [shortString('next')], [null()]),
    ), 'O:6:"V\Node":1:{s:4:"next";N;}', ['max_memory' => 112]),
    malformed('memory_of_object_beyond', 'One byte less.', payload(
        join(object(shortString('V\Node'), [shortString('next')], [null()]))->bad(),
    ), 'max_memory', ['max_memory' => 111]),
    malformed('memory_of_object_without_class', 'An object whose class is missing takes a map more.', payload(
        join(object(shortString('V\Nobody'), [shortString('next')], [null()]))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 376 - 1]),
    malformed('memory_of_object_of_8_without_class', 'The name of the class is a ninth element of its map.', payload(
        join(object(
            shortString('V\Nobody'),
            $names(8),
            array_fill(0, 8, null()),
        ))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 56 + 40 * 16 - 1]),
    malformed('memory_of_object_again', 'Each object counts.', payload(
        shortList(object(shortString('V\Node'), [shortString('next')], [null()]), join(shaped1(0, null()))->bad()),
    ), 'max_memory', ['max_memory' => 184 + 112 + 111]),
    malformed('memory_of_object_with_dynamic_property', 'A name that the class does not declare: all properties, declared ones too, are in a map.', payload(
        join(object(shortString('V\Node'), [shortString('next'), shortString('last')], [null(), null()]))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 16 + 376 - 1]),
    malformed('memory_of_object_found_by_name', 'Ten names and a declared one.', payload(
        join(object(
            shortString('V\Node'),
            array_map(static fn (int $i): Bytes => shortString("n$i"), range(0, 9)),
            array_fill(0, 10, null()),
        ))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 16 + 56 + 40 * 16 - 1]),
    malformed('memory_of_array_for_php', "What PHP's own classes make of an array, and of the arrays that are elements of it.", payload(
        join(custom(shortString('ArrayObject'), shortList(smallInt(0), shortList(null(), null(), null()), emptyArray(), null())))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 184 + 184 + (376 + 4 * 32) + (376 + 3 * 32) - 1]),
    malformed('memory_of_names_for_php', 'The same where the array is made of values with names.', payload(
        join(object(shortString('ArrayObject'), [shortString('0'), shortString('1'), shortString('2'), shortString('3')], [
            smallInt(0), shortList(null(), null(), null()), emptyArray(), null(),
        ]))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 376 + 184 + (376 + 4 * 32) + (376 + 3 * 32) - 1]),
    malformed('memory_of_custom', 'The object, apart from its array.', payload(
        join(custom($bag, shortList(null())))->bad(),
    ), 'max_memory', ['max_memory' => 71]),
    malformed('memory_of_custom_without_hook', 'Where the class has no __unserialize(), the elements become properties: a map more, and 32 bytes for each.', payload(
        join(custom(shortString('V\Node'), shortList(null())))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 16 + 184 + 376 + 32 - 1]),
    malformed('memory_of_custom_of_8_without_hook', 'They are beside the declared properties in that map: nine.', payload(
        join(custom(shortString('V\Node'), shortList(...array_fill(0, 8, null()))))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 16 + 184 + 56 + 40 * 16 + 8 * 32 - 1]),
    malformed('memory_of_custom_of_8_without_class', 'The name of the class is a ninth element.', payload(
        join(custom(shortString('V\Nobody'), shortList(...array_fill(0, 8, null()))))->bad(),
    ), 'max_memory', ['max_memory' => 56 + 376 + 184 + 56 + 40 * 16 + 8 * 32 - 1]),
    malformed('memory_of_name_in_scope', 'A name with a scope takes 32 bytes and those of both.', payload(
        raw('F0', 'OBJECT'), shortString('V\Nobody'), raw('01', 'names: 1'),
        join(raw('01', 'protected'), shortString('name'))->bad(), null(),
    ), 'max_memory', ['max_memory' => 36]),
    readable('memory_of_empty_name', 'A public name that is empty takes nothing.', payload(
        object(shortString('V\Bare'), [emptyString()], [null()]),
    ), 'O:6:"V\Bare":1:{s:0:"";N;}', ['max_memory' => 56 + 376]),
    malformed('memory_of_begun_name', 'A public name that begins with a zero byte takes 32 bytes and its own.', payload(
        object(shortString('stdClass'), [shortString("\0b")->bad()], [null()]),
    ), 'max_memory', ['max_memory' => 33]),
    canonical('memory_of_reference', 'A PHP reference takes 32 bytes, and the same one again none.', payload(
        shortList(reference(null()), referenceRef(0)),
    ), 'a:2:{i:0;N;i:1;R:2;}', ['max_memory' => 184 + 32]),
    malformed('memory_of_reference_beyond', 'One byte less.', payload(
        shortList(reference(null())->bad(), referenceRef(0)),
    ), 'max_memory', ['max_memory' => 184 + 31]),
    canonical('memory_of_strings_before_the_stop', 'Behind 4,095 bytes, no string was counted.', payload(
        $strings(4_086, null()),
    ), native(['ab', str_repeat('x', 4_086), null]), ['max_memory' => 184]),
    canonical('memory_of_strings', 'A value behind 4,096 bytes: 32 bytes for each string before it.', payload(
        $strings(4_087, null()),
    ), native(['ab', str_repeat('x', 4_087), null]), ['max_memory' => 184 + 2 * 32]),
    malformed('memory_of_strings_beyond', 'One byte less.', payload(
        $strings(4_087, null()->bad()),
    ), 'max_memory', ['max_memory' => 184 + 2 * 32 - 1]),
    canonical('memory_of_strings_again', 'The next stop is 4,096 bytes behind the value before which strings were counted. There, only the strings since then count.', payload(
        $strings(4_087, null(), $long(4_092), shortString('yy'), shortString('zz')),
    ), native(['ab', str_repeat('x', 4_087), null, str_repeat('x', 4_092), 'yy', 'zz']), ['max_memory' => 184 + 3 * 32]),
    malformed('memory_of_strings_again_beyond', 'One byte less.', payload(
        $strings(4_087, null(), $long(4_092), shortString('yy')->bad(), shortString('zz')),
    ), 'max_memory', ['max_memory' => 184 + 3 * 32 - 1]),
    malformed('memory_of_strings_in_reference', 'The value of a PHP reference is one, of which the first byte is behind the stop.', payload(
        $strings(4_086, reference(null()->bad())),
    ), 'max_memory', ['max_memory' => 184 + 32 + 2 * 32 - 1]),
    canonical('memory_of_strings_in_custom', 'The array of a CUSTOM is a value.', payload(
        $strings(4_080, custom(shortString('V\Bag'), shortList(null()))),
    ), $inBag, ['max_memory' => 2 * 184 + 72 + 3 * 32]),
    malformed('memory_of_strings_in_custom_beyond', 'One byte less.', payload(
        $strings(4_080, custom(shortString('V\Bag'), shortList(null())->bad())),
    ), 'max_memory', ['max_memory' => 2 * 184 + 72 + 3 * 32 - 1]),
    malformed('memory_of_strings_in_constant', 'The value of a CONSTANT is one.', payload(
        $strings(4_084, run(2, constantOf(null()->bad()))),
    ), 'max_memory', ['max_memory' => 2 * 184 + 2 * 32 - 1]),
    malformed('memory_of_strings_in_row', 'A cell with a tag is a value, and a row is none.', payload(
        $strings(4_081, table(2, rows(shortListOf(1), [values()], null(), null()->bad()))),
    ), 'max_memory', ['max_memory' => 2 * 184 + 2 * 184 + 64 + 2 * 32 - 1]),
    readable('memory_of_strings_in_keys', 'Keys are no values: a string that is a key behind the stop is counted with the others, before the next value.', payload(
        $behindKeys(null()),
    ), native(['cd', [str_repeat('x', 4_100) => null, 'cd' => null, 'ab' => null]]), ['max_memory' => 184 + 376 + 3 * 32]),
    malformed('memory_of_strings_in_keys_beyond', 'One byte less.', payload(
        $behindKeys(null()->bad()),
    ), 'max_memory', ['max_memory' => 184 + 376 + 3 * 32 - 1]),
    malformed('memory_of_run', 'Nine bytes that stand for 2**22 elements.', payload(
        run(2 ** 22, affine(0, 1))->bad(),
    ), 'max_memory'),
    canonical('memory_of_table', 'A table of 8 takes 56 bytes and 16 for each row, its rows 56 and 40 for each of 8 elements, a column 64.', payload(
        table(8, rows(map([shortString('key')], []), [affine(1, 1)])),
    ), native(array_map(static fn (int $i): array => ['key' => $i], range(1, 8))), ['max_memory' => 184 + 8 * 376 + 64]),
    malformed('memory_of_table_beyond', 'One byte less.', payload(
        join(table(8, rows(map([shortString('key')], []), [affine(1, 1)])))->bad(),
    ), 'max_memory', ['max_memory' => 184 + 8 * 376 + 63]),
    malformed('elements_of_names', 'Names are counted before they are read.', payload(
        raw('F0', 'OBJECT')->bad(), shortString('V\Node'), raw('03', 'names: 3'),
        raw('FB FB FB FB FB FB'),
    ), 'max_elements', ['max_elements' => 2]),
];
