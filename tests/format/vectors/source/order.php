<?php

declare(strict_types=1);

/*
 * Section 1 of docs/reference/errors.md: which of several faults a reader reports. Each payload has the fault that is marked, and another one, which
 * the description names last.
 */

namespace Brine\Tests\Vectors;

$std = shortString('stdClass');
$node = shortString('V\Node');
$key = shortString('a');
$next = shortString('next');
$cell = affine(0, 1);

// Arrays in all forms: the tag, which a limit marks; the count; and what follows. Each has two elements.
$forms = [
    'list' => [raw('E8', 'LIST'), fn (int $n): Bytes => line(uv($n), "$n elements"), join(null(), null()), 184],
    'map' => [raw('E9', 'MAP'), fn (int $n): Bytes => line(uv($n), "$n keys"), join($key, shortString('b'), null(), null()), 376],
    'run' => [raw('EC', 'RUN'), fn (int $n): Bytes => line(uv($n), "$n elements"), $cell, 184],
    'table' => [raw('ED', 'TABLE'), fn (int $n): Bytes => line(uv($n), "$n elements"), rows(shortListOf(1), [$cell]), 184],
    'keyed_table' => [
        raw('EE', 'KEYED_TABLE'),
        fn (int $n): Bytes => line(uv($n), "$n elements"),
        join(tableKeyColumn(affine(1, 1)), rows(shortListOf(1), [$cell])),
        376,
    ],
];
$vectors = [];
foreach ($forms as $form => [$tag, $count, $rest, $memory]) {
    $limits = ['max_depth' => 1, 'max_elements' => 2, 'max_memory' => 184];
    $inList = static fn (Bytes ...$array): Bytes => payload(shortListOf(1), ...$array);
    $vectors[] = malformed("order_of_count_0_and_depth_in_$form", 'A count of 0, and a limit of depth.', $inList(
        $tag,
        $count(0)->bad(),
        $rest,
    ), 'bad_count', $limits);
    $vectors[] = malformed("order_of_count_and_end_in_$form", 'More elements than an array may have, and too few bytes.', $inList(
        $tag,
        $count(2 ** 30 + 1)->bad(),
    ), 'bad_count', $limits);
    if ($form !== 'run') {
        $vectors[] = malformed("order_of_end_and_depth_in_$form", 'Too few bytes for the count, and a limit of depth.', $inList(
            $tag,
            $count(191)->bad(),
            $rest,
        ), 'truncated', $limits);
    }
    $vectors[] = malformed("order_of_depth_and_elements_in_$form", 'Limits of depth, and of elements.', $inList(
        $tag->bad(),
        $count(2),
        $rest,
    ), 'max_depth', $limits);
    $vectors[] = malformed("order_of_elements_and_memory_in_$form", 'Limits of elements, and of memory.', $inList(
        $tag->bad(),
        $count(2),
        $rest,
    ), 'max_elements', ['max_depth' => 2] + $limits);
    $vectors[] = malformed("order_of_memory_and_content_in_$form", 'A limit of memory, and what follows.', $inList(
        $tag->bad(),
        $count(2),
        raw('FB FB FB FB'),
    ), 'max_memory', ['max_memory' => 184 + $memory - 1]);
}

return [
    ...$vectors,
    // Lists and instances of maps without a count.
    malformed('order_of_end_and_depth_in_short_list', 'Too few bytes, and a limit of depth.', payload(
        shortListOf(1),
        shortListOf(2)->bad(),
        null(),
    ), 'truncated', ['max_depth' => 1]),
    malformed('order_of_depth_and_elements_in_short_list', 'Limits of depth, and of elements.', payload(
        shortList(shortList(null(), null())->bad()),
    ), 'max_depth', ['max_depth' => 1, 'max_elements' => 2]),
    malformed('order_of_elements_and_memory_in_short_list', 'Limits of elements, and of memory.', payload(
        shortList(shortList(null(), null())->bad()),
    ), 'max_elements', ['max_elements' => 2, 'max_memory' => 184]),
    malformed('order_of_shape_number_and_end', 'A shape that there is not, and too few bytes.', payload(raw('B0', 'SHAPED_1 of shape 0')->bad()), 'unknown_shape'),
    malformed('order_of_end_and_depth_in_instance', 'Too few bytes, and a limit of depth.', payload(
        shortList(map([$key, shortString('b')], [null(), shaped1(0, null())->bad()])),
    ), 'truncated', ['max_depth' => 2]),
    malformed('order_of_depth_and_elements_in_instance', 'Limits of depth, and of elements.', payload(
        map([$key], [shaped1(0, null())->bad()]),
    ), 'max_depth', ['max_depth' => 1, 'max_elements' => 1]),
    malformed('order_of_elements_and_memory_in_instance', 'Limits of elements, and of memory.', payload(
        map([$key], [shaped1(0, null())->bad()]),
    ), 'max_elements', ['max_elements' => 1, 'max_memory' => 376]),
    malformed('order_of_shared_number_and_limits', 'An array that is not complete, and a limit of depth.', payload(
        shortList(shared2(0)->bad()),
    ), 'unknown_array', ['max_depth' => 1]),
    malformed('order_of_elements_and_depth_in_shared', 'Limits of elements, and of depth.', payload(
        shortList(shortList(null(), null()), shortList(shared2(1)->bad())),
    ), 'max_elements', ['max_depth' => 2, 'max_elements' => 6]),

    // Keys, and values.
    malformed('order_of_keys', 'Two equal keys, and a later one that is none.', payload(
        map([$key, $key, null()->bad()], [null(), null(), null()]),
    ), 'bad_key'),
    malformed('order_of_key_twice_and_value', 'Two equal keys, and a value.', payload(
        map([$key, $key], [raw('FB'), null()])->bad(),
    ), 'duplicate_key'),
    malformed('order_of_key_twice_and_end', 'Two equal keys, and a value that is missing.', payload(
        map([$key, shortString('long'), stringRef1(0)], [])->bad(),
        null()->times(2),
    ), 'duplicate_key'),
    malformed('order_of_shape_in_its_own_keys', 'A shape is defined when its keys are read.', payload(
        map([raw('B0', 'SHAPED_1 of shape 0')->bad()], [null()]),
    ), 'bad_key'),
    malformed('order_of_keys_and_rows', 'Two equal keys of a table, and its rows.', payload(
        keyedTable(2, tableKeys($key, $key), raw('02', 'neither 0 nor 1'))->bad(),
    ), 'duplicate_key'),
    malformed('order_of_key_column_and_rows', 'Two equal keys in a column, and the rows.', payload(
        keyedTable(2, tableKeyColumn(integers(0, 1, [5, 5])), raw('02', 'neither 0 nor 1'))->bad(),
    ), 'duplicate_key'),
    malformed('order_of_form_of_keys_and_keys', 'The byte before the keys, and a key.', payload(
        keyedTable(2, join(raw('02')->bad(), raw('D8')), rows(shortListOf(1), [$cell])),
    ), 'bad_count'),

    // Rows and columns.
    malformed('order_of_bitmap_and_head', 'The bitmap of a table, and the head.', payload(
        table(2, join(raw('01', 'not all are rows'), bitmap('00')->bad(), null())),
    ), 'bad_column'),
    malformed('order_of_head_and_rows', 'A head that is none, and a limit of depth.', payload(
        table(2, rows(null()->bad(), [$cell])),
    ), 'unknown_tag', ['max_depth' => 1]),
    malformed('order_of_key_of_head_and_rows', 'Two equal keys of the head, and a limit of depth.', payload(
        table(2, rows(map([$key, $key], [])->bad(), [$cell, $cell])),
    ), 'duplicate_key', ['max_depth' => 1]),
    malformed('order_of_depth_and_elements_of_rows', 'Limits of depth, and of elements.', payload(
        table(2, rows(shortListOf(1), [$cell]))->bad(),
    ), 'max_depth', ['max_depth' => 1, 'max_elements' => 3]),
    malformed('order_of_elements_and_memory_of_rows', 'Limits of elements, and of memory.', payload(
        table(2, rows(shortListOf(1), [$cell]))->bad(),
    ), 'max_elements', ['max_elements' => 3, 'max_memory' => 184]),
    malformed('order_of_memory_of_rows_and_columns', 'A limit of memory, and a column.', payload(
        table(2, rows(shortListOf(1), [raw('FF')]))->bad(),
    ), 'max_memory', ['max_memory' => 184 + 2 * 184 + 63]),
    malformed('order_of_columns_and_elements', 'The second column, and an own value of the first one.', payload(
        table(2, rows(shortListOf(2), [values(), raw('FF')->bad()], raw('FB'))),
    ), 'bad_column'),
    malformed('order_of_elements_of_table', 'An element, and a later one.', payload(
        table(3, rowsAndOthers('010', shortListOf(1), [values()], raw('FB')->bad(), raw('FB'), raw('FC'))),
    ), 'unknown_tag'),
    malformed('order_of_kind_and_bitmap', 'The kind, and the bitmap.', payload(run(2, raw('C1 00')->bad())), 'bad_column'),
    malformed('order_of_values_in_run_and_elements', 'VALUES in a RUN, and an element.', payload(run(1, raw('00', 'VALUES')->bad(), raw('FB'))), 'bad_column'),
    malformed('order_of_bitmap_and_cells', 'The bitmap, and the cells.', payload(run(2, join(raw('42', 'BOOLEANS, NULLS'), bitmap('11')->bad(), raw('FF')))), 'bad_column'),
    malformed('order_of_exponent_and_base', 'The exponent, and the base.', payload(run(2, join(raw('18', 'DECIMALS, 1 wide'), raw('10', 'exponent 16')->bad(), raw('EF')))), 'bad_column'),
    malformed('order_of_step_and_range', 'The step that is no number, and the range.', payload(
        run(2, join(raw('03', 'AFFINE'), line(sv(PHP_INT_MAX), 'from 2**63 - 1'), raw('F2')->bad())),
    ), 'bad_number'),
    malformed('order_of_base_and_cells', 'The base, and cells that are missing.', payload(run(2, join(raw('08', 'INTEGERS, 1 wide'), raw('FF')->bad()))), 'bad_number'),
    malformed('order_of_constant_and_inside', 'A CONSTANT with an object, and a fault behind the object.', payload(
        run(2, constantOf(shortList(object($std), raw('FB')->bad()))),
    ), 'unknown_tag'),
    malformed('order_of_constant_and_elements', 'A CONSTANT with an object, and a limit of elements.', payload(
        run(4, constantOf(shortList(object($std))->bad())),
    ), 'unknown_array', ['max_elements' => 6]),
    malformed('order_of_constant_and_second_column', 'A CONSTANT with an object, and the next column.', payload(
        table(2, rows(shortListOf(2), [constantOf(object($std)->bad()), raw('FF')])),
    ), 'unknown_array'),
    malformed('order_of_misplaced_reference_and_inside', 'A CONSTANT that is a PHP reference, and its value.', payload(
        run(2, constantOf(join(raw('F5', 'REFERENCE')->bad(), raw('FB')))),
    ), 'misplaced_reference'),

    // Objects.
    malformed('order_of_class_name_and_count', 'A malformed class name, and the number of names.', payload(
        raw('F0', 'OBJECT'),
        shortString('V Node')->bad(),
        raw('EF', 'no uv'),
    ), 'bad_class_name'),
    malformed('order_of_class_and_count', 'A class without objects, and too many names.', payload(
        raw('F0', 'OBJECT'),
        shortString('V\Idea'),
        raw('04', '4 names')->bad(),
        $key,
    ), 'truncated'),
    malformed('order_of_class_and_elements', 'A class without objects, and a limit of elements.', payload(
        object(shortString('V\Idea'), [$key, shortString('b')], [null(), null()])->bad(),
    ), 'bad_class', ['max_elements' => 1]),
    malformed('order_of_class_and_names', 'A class without objects, and a name.', payload(
        object(shortString('V\Idea'), [null()], [null()])->bad(),
    ), 'bad_class'),
    malformed('order_of_names', 'Two equal names, and a later one that is none.', payload(
        object($std, [$key, $key, null()->bad()], [null(), null(), null()]),
    ), 'string_expected'),
    malformed('order_of_names_and_form', 'A name, and a class that has the form of SERIALIZABLE.', payload(
        object(shortString('V\Text'), [null()->bad()], [null()]),
    ), 'string_expected'),
    malformed('order_of_form_and_name_twice', 'A class that has the form of SERIALIZABLE, and two equal names.', payload(
        object(shortString('V\Text'), [$key, $key], [null(), null()])->bad(),
    ), 'bad_class'),
    malformed('order_of_form_of_custom_and_value', 'A class that has the form of SERIALIZABLE, and the value.', payload(
        custom(shortString('V\Text'), raw('FB'))->bad(),
    ), 'bad_class'),
    malformed('order_of_name_twice_and_depth', 'Two equal names, and a limit of depth.', payload(
        shortList(object($std, [$key, $key], [null(), null()])->bad()),
    ), 'duplicate_name', ['max_depth' => 1]),
    malformed('order_of_name_twice_and_memory', 'Two equal names, and a limit of memory.', payload(
        object($std, [$key, $key], [null(), null()])->bad(),
    ), 'duplicate_name', ['max_memory' => 1]),
    malformed('order_of_name_and_depth', 'A name, and a limit of depth.', payload(
        shortList(object($std, [null()->bad()], [null()])),
    ), 'string_expected', ['max_depth' => 1]),
    malformed('order_of_depth_and_memory_of_object', 'Limits of depth, and of memory.', payload(
        shortList(object($node, [$next], [null()])->bad()),
    ), 'max_depth', ['max_depth' => 1, 'max_memory' => 184]),
    malformed('order_of_memory_of_object_and_value', 'A limit of memory, and a value.', payload(
        object($node, [$next], [raw('FB')])->bad(),
    ), 'max_memory', ['max_memory' => 111]),
    malformed('order_of_end_and_depth_of_object', 'A value that is missing, and a limit of depth.', payload(
        shortList(object($node, [$next], [])->bad()),
    ), 'truncated', ['max_depth' => 1]),
    malformed('order_of_end_and_value_of_object', 'A value that is missing, and the value before it.', payload(
        shortList(object($node, [$next, $key], [raw('FB')])->bad()),
    ), 'truncated'),
    malformed('order_of_name_twice_and_end', 'Two equal names, and a value that is missing.', payload(
        object($std, [$key, $key], [null()])->bad(),
    ), 'duplicate_name'),
    malformed('order_of_end_and_value_of_map', 'The bytes for the values of a MAP are not counted: a value, and one that is missing.', payload(
        map([shortString('long'), $key], [raw('FB')->bad()]),
    ), 'unknown_tag'),
    malformed('order_of_scope_and_name', 'A scope byte that repeats the scope, and the name.', payload(
        object($std, [join(raw('00', 'public')->bad(), null())], [null()]),
    ), 'bad_name'),
    malformed('order_of_class_of_scope_and_name', 'The class of a scope, and the name.', payload(
        object($std, [join(raw('03', 'private, of the class')->bad(), emptyString(), null())], [null()]),
    ), 'bad_name'),
    malformed('order_of_name_without_letters_and_memory', 'A name that is empty, and a limit of memory.', payload(
        object($std, [protectedName(emptyString())->bad()], [null()]),
    ), 'bad_name', ['max_memory' => 1]),
    malformed('order_of_memory_and_begun_name', 'A limit of memory, and a public name that begins with a zero byte.', payload(
        object(shortString('V\Point'), [shortString("\0e")->bad()], [null()]),
    ), 'max_memory', ['max_memory' => 33]),
    malformed('order_of_memory_of_name_and_names', 'A limit of memory, and a later name.', payload(
        object($std, [protectedName($key)->bad(), null()], [null(), null()]),
    ), 'max_memory', ['max_memory' => 33]),

    // CUSTOM, ENUM, SERIALIZABLE, and PHP references.
    malformed('order_of_class_of_custom_and_depth', 'A class without objects, and a limit of depth.', payload(
        shortList(custom(shortString('V\Idea'), shortList(null()))->bad()),
    ), 'bad_class', ['max_depth' => 1]),
    malformed('order_of_depth_of_custom_and_value', 'A limit of depth, and a value that is no array.', payload(
        shortList(custom(shortString('V\Bag'), null())->bad()),
    ), 'max_depth', ['max_depth' => 1]),
    malformed('order_of_depth_and_memory_of_custom', 'Limits of depth, and of memory.', payload(
        shortList(custom(shortString('V\Bag'), shortList(null()))->bad()),
    ), 'max_depth', ['max_depth' => 1, 'max_memory' => 184]),
    malformed('order_of_value_of_custom_and_inside', 'A value that is no array, and a fault inside.', payload(
        custom(shortString('V\Bag'), object($std, [$key], [raw('FB')->bad()])),
    ), 'unknown_tag'),
    malformed('order_of_value_of_custom_and_end', 'A value that is no array, and is cut.', payload(
        raw('F1', 'CUSTOM'),
        shortString('V\Bag'),
        raw('23 61', 'SHORT_STRING')->bad(1),
    ), 'truncated'),
    malformed('order_of_instance_in_custom', 'A value that is an instance of an object, and a fault inside.', payload(
        shortList(object($node, [$next], [null()]), custom(shortString('V\Bag'), shaped1(0, raw('FB')->bad()))),
    ), 'unknown_tag'),
    malformed('order_of_instance_in_custom_and_trailing_byte', 'A value that is an instance of an object, and what follows.', payload(
        shortList(object($node, [$next], [null()]), custom(shortString('V\Bag'), shaped1(0, null())->bad())),
        raw('00'),
    ), 'array_expected'),
    malformed('order_of_case_and_enum', 'A name of a case that is no string, and an enum that is none.', payload(
        enum(shortString('V\Point'), null()->bad()),
    ), 'string_expected'),
    malformed('order_of_depth_and_enum', 'A limit of depth, and a case that there is not.', payload(
        shortList(enum(shortString('V\Unit'), shortString('Two'))->bad()),
    ), 'max_depth', ['max_depth' => 1]),
    malformed('order_of_bytes_and_class_of_serializable', 'Bytes that are missing, and a class that reads none.', payload(
        raw('F3', 'SERIALIZABLE'),
        shortString('V\Point'),
        join(raw('05'), raw('4E 3B')->bad()),
    ), 'truncated'),
    malformed('order_of_class_of_serializable_and_depth', 'A class that reads no bytes, and a limit of depth.', payload(
        shortList(serializable(shortString('V\Point'), 'N;')->bad()),
    ), 'bad_class', ['max_depth' => 1]),
    malformed('order_of_memory_of_reference_and_value', 'A limit of memory, and a value that is a PHP reference.', payload(
        shortList(reference(reference(null()))->bad()),
    ), 'max_memory', ['max_memory' => 184 + 31]),
    malformed('order_of_misplaced_reference_and_number', 'A PHP reference that stands for the whole value, and its number.', payload(
        referenceRef(5)->bad(),
    ), 'misplaced_reference'),

    // Strings and stops.
    malformed('order_of_size_0_and_end', 'A size of 0, and nothing behind.', payload(join(raw('E5', 'STRING'), raw('00')->bad())), 'bad_count'),
    malformed('order_of_digits_and_end', 'Bits beyond the last character, and what follows.', payload(
        shortList(join(raw('F7 01', 'DIGITS of 1'), raw('15')->bad()), raw('FB')),
    ), 'bad_digits'),
    malformed('order_of_stop_and_tag', 'Strings that a value counts, and its tag.', payload(
        shortList(string(str_repeat('x', 4_090)), raw('FB')->bad()),
    ), 'max_memory', ['max_memory' => 184 + 31]),
    malformed('order_of_misplaced_reference_and_stop', 'A PHP reference that stands where none may, and strings that it counts.', payload(
        shortList(string(str_repeat('x', 4_090)), reference(join(raw('F6 00', 'REFERENCE_REF')->bad()))),
    ), 'misplaced_reference', ['max_memory' => 184 + 32 + 32]),
];
