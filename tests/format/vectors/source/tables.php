<?php

declare(strict_types=1);

/* Section 7 of docs/format.md: Tables and shared arrays, the part about TABLE and KEYED_TABLE */

namespace Brine\Tests\Vectors;

$a = shortString('a');
$b = shortString('b');
$std = object(shortString('stdClass'));
$list = shortList(smallInt(1), smallInt(2));
$ofA = map([$a], []);
$ofAB = map([$a, $b], []);
$point = object(shortString('V\Point'), [shortString('x'), shortString('y')]);
$node = object(shortString('V\Node'), [shortString('next')]);
$pointText = static fn (string $x, string $y): string => "O:7:\"V\\Point\":2:{s:1:\"x\";{$x}s:1:\"y\";$y}";
$nodeText = static fn (string $next): string => "O:6:\"V\\Node\":1:{s:4:\"next\";$next}";
$listText = static function (string ...$elements): string {
    $text = 'a:' . count($elements) . ':{';
    foreach ($elements as $i => $element) {
        $text .= "i:$i;$element";
    }

    return "$text}";
};

$head1 = shortListOf(1);
$vectors = [];

// Every kind of column

$columns = [
    'values' => [values(), [1, 'ab', null]],
    'constant' => [constantOf($list), [[1, 2], [1, 2], [1, 2]]],
    'booleans' => [booleans('010'), [false, true, false]],
    'affine' => [affine(5, -300), [5, -295, -595]],
    'f32' => [floats32([0.5, -0.0, INF]), [0.5, -0.0, INF]],
    'f64' => [floats64([0.1, 1e300, 0.3]), [0.1, 1e300, 0.3]],
    'integers' => [integers(-1, 3, [0, 70_001, 1]), [-1, 70_000, 0]],
    'deltas' => [deltas(100, -2, 1, [3, 0]), [100, 101, 99]],
    'decimals' => [decimals(2, 199, 2, [0, 800, 1]), [1.99, 9.99, 2.0]],
];
foreach ($columns as $kind => [$column, $cells]) {
    $row = static fn (int $i): array => ['a' => $cells[$i]];
    $values = $kind === 'values' ? [smallInt(1), shortString('ab'), null()] : [];
    $vectors[] = readable("table_column_$kind", 'A table of one column.', payload(
        table(3, rows($ofA, [$column], ...$values)),
    ), native(array_map($row, range(0, 2))));
    if ($kind === 'values') {
        continue;
    }
    $vectors[] = readable("table_nulls_$kind", 'A column where some cells are null.', payload(
        table(5, rows($ofA, [withNulls('10010', $column)])),
    ), native([['a' => null], $row(0), $row(1), ['a' => null], $row(2)]));
    $vectors[] = readable("table_others_$kind", 'A column where some cells are values of their own.', payload(
        table(5, rows($ofA, [withOthers('10010', $column)], shortString('ab'), null())),
    ), native([['a' => 'ab'], $row(0), $row(1), ['a' => null], $row(2)]));
}
$all = array_values(array_filter($columns, static fn (string $kind): bool => $kind !== 'values', ARRAY_FILTER_USE_KEY));
$vectors[] = readable('table_of_all_kinds', 'Columns of every kind, one after the other.', payload(
    table(3, rows(shortListOf(9), [...array_column($all, 0), values()], smallInt(1), shortString('ab'), null())),
), native(array_map(
    static fn (int $i): array => [...array_column(array_column($all, 1), $i), [1, 'ab', null][$i]],
    range(0, 2),
)));

// What is no head of rows

$heads = [
    'null' => null(),
    'integer' => smallInt(5),
    'string' => shortString('ab'),
    'empty_array' => emptyArray(),
    'run' => run(1, affine(0, 0)),
    'table' => raw('ED'),
    'keyed_table' => raw('EE'),
    'shared_2' => raw('D0 00'),
    'shared' => raw('EB 00'),
    'custom' => custom(shortString('V\Bag'), emptyArray()),
    'enum' => enum(shortString('V\Unit'), shortString('One')),
    'serializable' => serializable(shortString('V\Text'), ''),
    'object_ref' => objectRef(0),
    'reference' => reference(emptyArray()),
    'reference_ref' => referenceRef(0),
    'digits' => digits('12345678'),
    'hex' => hex('deadbeef'),
    'uuid' => uuid('01234567-89ab-cdef-0123-456789abcdef'),
    'EF' => raw('EF'),
    'FA' => raw('FB'),
];
foreach ($heads as $what => $head) {
    $vectors[] = malformed("table_head_$what", 'Rows do not begin with this tag.', payload(
        table(2, rows($head->bad(), [affine(0, 1)])),
    ), 'unknown_tag');
}
$unknown = [
    'shaped_1' => shaped1(0)->bad(),
    'shaped' => shaped(0)->bad(1),
    'shaped_2_to_the_32' => shaped(2 ** 32)->bad(1),
];
foreach ($unknown as $what => $head) {
    $vectors[] = malformed("table_head_{$what}_unknown", 'The head has a shape number that was not given.', payload(
        table(2, rows($head, [constantOf(map([$a], [null()]))])),
    ), 'unknown_shape');
}

// Kinds that do not exist

foreach (['06', '07', '20', '3F', '40', '46', '80', 'A3', 'C3', 'FF'] as $kind) {
    $vectors[] = malformed("table_kind_$kind", 'A column of a kind that does not exist.', payload(
        raw('ED 02 00 C0', 'TABLE of 2, all are rows, SHORT_LIST of 1'),
        raw((string) $kind)->bad(),
        raw('01 00 00 00 00'),
    ), 'bad_column');
}

// Kinds that keys do not have

$keyKinds = [
    'values' => raw('00'),
    'constant' => raw('01 05'),
    'booleans' => raw('02 01'),
    'f32' => raw('04 00 00 00 00 00 00 80 3F'),
    'f64' => floats64([1.0, 2.0]),
    'decimals' => decimals(1, 0, 1, [1, 2]),
    'affine_with_nulls' => withNulls('01', affine(5, 0)),
    'integers_with_others' => withOthers('01', integers(5, 1, [0])),
    '06' => raw('06'),
    'C3' => raw('C3'),
];
foreach ($keyKinds as $what => $column) {
    $vectors[] = malformed("keyed_table_keys_$what", 'A column that is none of keys.', payload(
        keyedTable(2, tableKeyColumn($column->bad()), rows($head1, [affine(0, 1)])),
    ), 'bad_column');
}

// Bitmaps

$bitmaps = [
    'no_mark' => ['00', 'No element is marked.'],
    'only_marks' => ['07', 'Every element is marked.'],
    'bit_beyond_last' => ['09', 'A bit beyond the last element is set.'],
];
foreach ($bitmaps as $what => [$bits, $description]) {
    $vectors[] = malformed("table_bitmap_$what", $description, payload(
        raw('ED 03 01', 'TABLE of 3, not all are rows'),
        raw($bits)->bad(),
        raw('C0 03 00 00'),
        null()->times(3),
    ), 'bad_column');
    $vectors[] = malformed("table_column_bitmap_$what", str_replace('element', 'cell', $description), payload(
        raw('ED 04 01 08', 'TABLE of 4, not all are rows, marked: 0001'),
        raw('C0 83', 'SHORT_LIST of 1, AFFINE, OTHERS'),
        raw($bits)->bad(),
        raw('00 00'),
        null()->times(4),
    ), 'bad_column');
}

return [
    ...$vectors,

    // Rows that are maps

    canonical('table_of_maps', 'Rows of one shape: a key of each, and a column of each.', payload(
        table(8, rows($ofAB, [affine(1, 1), booleans('10011001')])),
    ), native(array_map(
        static fn (int $i): array => ['a' => $i + 1, 'b' => '10011001'[$i] === '1'],
        range(0, 7),
    ))),
    readable('table_of_1', 'A single row.', payload(
        table(1, rows($ofA, [values()], null())),
    ), native([['a' => null]])),
    readable('table_of_200', 'A count of two bytes.', payload(
        table(200, rows($ofA, [integers(0, 1, range(0, 199))])),
    ), native(array_map(static fn (int $i): array => ['a' => $i], range(0, 199)))),
    readable('table_of_integer_keys', 'The rows have integer keys, one of them written as a string.', payload(
        table(2, rows(map([smallInt(7), shortString('-5'), $a], []), [affine(1, 1), affine(3, 1), affine(5, 1)])),
    ), native([[7 => 1, -5 => 3, 'a' => 5], [7 => 2, -5 => 4, 'a' => 6]])),
    readable('table_of_list_keys', 'Rows that are lists, written as maps.', payload(
        table(2, rows(map([smallInt(0), smallInt(1)], []), [affine(1, 1), affine(3, 1)])),
    ), native([[1, 3], [2, 4]])),
    readable('table_defines_shape', 'The shape of the head has a number.', payload(
        shortList(table(2, rows($ofA, [affine(1, 1)])), map([$b], [null()]), shaped1(0, true()), shaped1(1, false())),
    ), native([[['a' => 1], ['a' => 2]], ['b' => null], ['a' => true], ['b' => false]])),
    readable('table_of_shaped_1', 'The rows have the shape of an earlier map.', payload(
        shortList(map([$a], [null()]), table(2, rows(shaped1(0), [affine(1, 1)])), shaped1(0, true())),
    ), native([['a' => null], [['a' => 1], ['a' => 2]], ['a' => true]])),
    readable('table_of_shaped', 'The rows have the shape of an earlier map, by SHAPED.', payload(
        shortList(map([$a], [null()]), table(2, rows(shaped(0), [affine(1, 1)]))),
    ), native([['a' => null], [['a' => 1], ['a' => 2]]])),
    readable('table_of_shape_of_table', 'The rows have the shape of the rows of an earlier table.', payload(
        shortList(table(2, rows($ofA, [affine(1, 1)])), table(2, rows(shaped1(0), [constantOf(null())]))),
    ), native([[['a' => 1], ['a' => 2]], [['a' => null], ['a' => null]]])),
    readable('table_shape_inside_its_values', 'The shape can be used from the end of its last key on.', payload(
        table(2, rows(
            $ofAB,
            [constantOf(shaped1(0, null(), true())), values()],
            shaped1(0, smallInt(1), smallInt(2)),
            null(),
        )),
    ), native([
        ['a' => ['a' => null, 'b' => true], 'b' => ['a' => 1, 'b' => 2]],
        ['a' => ['a' => null, 'b' => true], 'b' => null],
    ])),
    readable('table_shape_number_before_inner_shapes', 'The head is shape 0, a CONSTANT 1, a cell of a row 2.', payload(shortList(
        table(2, rows($ofAB, [constantOf(map([shortString('c')], [null()])), values()], map([shortString('d')], [null()]), null())),
        shaped1(2, smallInt(2)),
        shaped1(1, smallInt(1)),
    )), native([[['a' => ['c' => null], 'b' => ['d' => null]], ['a' => ['c' => null], 'b' => null]], ['d' => 2], ['c' => 1]])),
    readable('table_values_row_by_row', 'Values of two columns stand row by row.', payload(
        table(3, rows(
            map([$a, $b, shortString('c')], []),
            [values(), affine(1, 1), withOthers('011', constantOf(true()))],
            smallInt(10),
            smallInt(20),
            smallInt(21),
            smallInt(30),
            smallInt(31),
        )),
    ), native([
        ['a' => 10, 'b' => 1, 'c' => true],
        ['a' => 20, 'b' => 2, 'c' => 21],
        ['a' => 30, 'b' => 3, 'c' => 31],
    ])),
    readable('table_string_numbers', 'Strings are numbered by their place: keys, columns, then values row by row.', payload(shortList(
        table(2, rows(
            map([shortString('key1'), shortString('key2'), shortString('key3')], []),
            [values(), constantOf(shortString('const')), withOthers('01', affine(5, 0))],
            shortString('first'),
            shortString('second'),
            shortString('third'),
        )),
        ...array_map(stringRef1(...), range(0, 6)),
    )), native([
        [
            ['key1' => 'first', 'key2' => 'const', 'key3' => 5],
            ['key1' => 'second', 'key2' => 'const', 'key3' => 'third'],
        ],
        'key1', 'key2', 'key3', 'const', 'first', 'second', 'third',
    ])),
    readable('table_string_ref_across_columns', 'A value that equals one of another column, and one of the row before.', payload(
        table(2, rows($ofAB, [values(), values()], shortString('xy'), stringRef1(0), stringRef1(0), shortString('zz'))),
    ), native([['a' => 'xy', 'b' => 'xy'], ['a' => 'xy', 'b' => 'zz']])),
    readable('table_reference', 'Cells that are one PHP reference.', payload(
        table(3, rows($ofAB, [values(), withOthers('100', affine(1, 1))], reference(null()), referenceRef(0), null(), referenceRef(0))),
    ), 'a:3:{i:0;a:2:{s:1:"a";N;s:1:"b";R:3;}i:1;a:2:{s:1:"a";N;s:1:"b";i:1;}i:2;a:2:{s:1:"a";R:3;s:1:"b";i:2;}}'),

    // Rows that are lists

    readable('table_of_lists', 'Rows of two elements.', payload(
        table(3, rows(shortListOf(2), [affine(1, 1), constantOf(shortString('ab'))])),
    ), native([[1, 'ab'], [2, 'ab'], [3, 'ab']])),
    readable('table_of_long_lists', 'Rows of 17 elements.', payload(
        table(2, rows(longListOf(17), array_map(static fn (int $i): Bytes => affine($i, 100), range(0, 16)))),
    ), native([range(0, 16), range(100, 116)])),
    readable('table_of_lists_long_form', 'LIST where SHORT_LIST would do.', payload(
        table(2, rows(longListOf(1), [affine(5, 1)])),
    ), native([[5], [6]])),
    readable('table_of_lists_makes_no_shape', 'Rows that are lists have no shape number.', payload(
        shortList(table(2, rows($head1, [affine(5, 1)])), map([$a], [null()]), shaped1(0, true())),
    ), native([[[5], [6]], ['a' => null], ['a' => true]])),

    // Rows that are objects

    readable('table_of_objects', 'Rows that are objects of one class.', payload(
        table(2, rows($point, [affine(1, 1), floats32([0.5, 1.5])])),
    ), $listText($pointText('i:1;', 'd:0.5;'), $pointText('i:2;', 'd:1.5;'))),
    readable('table_of_objects_typed', 'Rows with typed properties.', payload(
        table(2, rows(
            object(shortString('V\Typed'), [shortString('n'), shortString('s'), shortString('list')]),
            [affine(1, 1), withOthers('01', constantOf(null())), constantOf($list)],
            shortString('text'),
        )),
    ), $listText(
        'O:7:"V\Typed":3:{s:1:"n";i:1;s:1:"s";N;s:4:"list";a:2:{i:0;i:1;i:1;i:2;}}',
        'O:7:"V\Typed":3:{s:1:"n";i:2;s:1:"s";s:4:"text";s:4:"list";a:2:{i:0;i:1;i:1;i:2;}}',
    )),
    readable('table_of_objects_private_and_protected', 'Rows with private and protected properties.', payload(
        table(2, rows(
            object(shortString('V\Child'), [
                privateNameOf(shortString('V\Base'), shortString('id')),
                protectedName(shortString('kept')),
                privateName(stringRef1(2)),
            ]),
            [affine(1, 1), booleans('01'), affine(3, 1)],
        )),
    ), $listText(
        "O:7:\"V\\Child\":3:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";b:0;s:11:\"\0V\\Child\0id\";i:3;}",
        "O:7:\"V\\Child\":3:{s:10:\"\0V\\Base\0id\";i:2;s:7:\"\0*\0kept\";b:1;s:11:\"\0V\\Child\0id\";i:4;}",
    )),
    readable('table_of_objects_runs_of_names', 'Rows with more than one property of a scope.', payload(
        table(2, rows(
            object(shortString('V\Root'), [
                protectedName(shortString('c')),
                shortString('d'),
                privateName(shortString('a')),
                shortString('b'),
            ]),
            [affine(1, 1), affine(3, 1), affine(5, 1), affine(7, 1)],
        )),
    ), $listText(
        "O:6:\"V\\Root\":4:{s:4:\"\0*\0c\";i:1;s:4:\"\0*\0d\";i:3;s:9:\"\0V\\Root\0a\";i:5;s:9:\"\0V\\Root\0b\";i:7;}",
        "O:6:\"V\\Root\":4:{s:4:\"\0*\0c\";i:2;s:4:\"\0*\0d\";i:4;s:9:\"\0V\\Root\0a\";i:6;s:9:\"\0V\\Root\0b\";i:8;}",
    )),
    readable('table_of_objects_readonly', 'Rows with a readonly property.', payload(
        table(2, rows(object(shortString('V\Frozen'), [shortString('n')]), [affine(7, 1)])),
    ), $listText('O:8:"V\Frozen":1:{s:1:"n";i:7;}', 'O:8:"V\Frozen":1:{s:1:"n";i:8;}')),
    readable('table_of_objects_dynamic_properties', 'Rows of stdClass.', payload(
        table(2, rows(object(shortString('stdClass'), [$a, shortString('5')]), [affine(1, 1), values()], null(), $list)),
    ), native([(object) ['a' => 1, '5' => null], (object) ['a' => 2, '5' => [1, 2]]])),
    readable('table_of_objects_dynamic_and_declared', 'Rows with a dynamic property of a class that allows them.', payload(
        table(2, rows(
            object(shortString('V\Extended'), [shortString('l'), shortString('list')]),
            [affine(1, 1), affine(3, 1)],
        )),
    ), $listText('O:10:"V\Extended":2:{s:1:"l";i:1;s:4:"list";i:3;}', 'O:10:"V\Extended":2:{s:1:"l";i:2;s:4:"list";i:4;}')),
    readable('table_of_objects_missing_property', 'A property that the head does not name keeps its default.', payload(
        table(2, rows(object(shortString('V\Point'), [shortString('y')]), [affine(1, 1)])),
    ), $listText('O:7:"V\Point":1:{s:1:"y";i:1;}', 'O:7:"V\Point":1:{s:1:"y";i:2;}')),
    readable('table_of_objects_without_properties', 'A head without names has no columns.', payload(
        table(3, rows($std, [])),
    ), native([new \stdClass(), new \stdClass(), new \stdClass()])),
    readable('table_of_as_many_as_allowed', 'Eight rows for each byte that follows the count.', payload(
        shortList($std, table(16, rows(shaped1(0), []))),
    ), native([new \stdClass(), array_map(static fn (): object => new \stdClass(), range(1, 16))])),
    readable('table_of_objects_own_array_form', 'The cells become the array that __unserialize() is given.', payload(
        table(2, rows(
            object(shortString('V\Bag'), [$a, protectedName($b), publicName(shortString('5'))]),
            [affine(1, 1), withNulls('10', constantOf(shortString('ab'))), constantOf($list)],
        )),
    ), $listText(
        "O:5:\"V\\Bag\":3:{s:1:\"a\";i:1;s:4:\"\0*\0b\";N;s:1:\"5\";a:2:{i:0;i:1;i:1;i:2;}}",
        "O:5:\"V\\Bag\":3:{s:1:\"a\";i:2;s:4:\"\0*\0b\";s:2:\"ab\";s:1:\"5\";a:2:{i:0;i:1;i:1;i:2;}}",
    )),
    readable('table_of_objects_woken', '__wakeup() runs on every row.', payload(
        table(2, rows(
            object(shortString('V\Sleeper'), [privateName(shortString('secret')), publicName(shortString('kept'))]),
            [affine(1, 1), affine(3, 1)],
        )),
    ), $listText(
        "O:9:\"V\\Sleeper\":2:{s:17:\"\0V\\Sleeper\0secret\";i:1;s:4:\"kept\";i:3;}",
        "O:9:\"V\\Sleeper\":2:{s:17:\"\0V\\Sleeper\0secret\";i:2;s:4:\"kept\";i:4;}",
    )),
    readable('table_of_objects_missing_class', 'Rows whose class is missing keep its name and the properties.', payload(
        table(2, rows(object(shortString('V\Missing'), [$a, privateName($b)]), [affine(1, 1), values()], null(), $list)),
    ), $listText(
        "O:9:\"V\\Missing\":2:{s:1:\"a\";i:1;s:12:\"\0V\\Missing\0b\";N;}",
        "O:9:\"V\\Missing\":2:{s:1:\"a\";i:2;s:12:\"\0V\\Missing\0b\";a:2:{i:0;i:1;i:1;i:2;}}",
    )),
    readable('table_of_objects_class_not_allowed', 'Rows of a class that is not allowed.', payload(
        table(2, rows($point, [affine(1, 1), affine(3, 1)])),
    ), $listText($pointText('i:1;', 'i:3;'), $pointText('i:2;', 'i:4;')), ['allowed_classes' => false]),
    readable('table_of_objects_class_in_other_case', 'A class name in other letters is the same class.', payload(
        table(2, rows(object(shortString('v\POINT'), [shortString('x')]), [affine(1, 1)])),
    ), $listText('O:7:"v\POINT":1:{s:1:"x";i:1;}', 'O:7:"v\POINT":1:{s:1:"x";i:2;}')),
    readable('table_of_objects_shaped', 'The rows have the class and names of an earlier object.', payload(
        shortList(object(shortString('V\Node'), [shortString('next')], [null()]), table(2, rows(shaped1(0), [affine(1, 1)]))),
    ), $listText($nodeText('N;'), $listText($nodeText('i:1;'), $nodeText('i:2;')))),
    readable('table_of_objects_defines_shape', 'The class and names of the head have a shape number.', payload(
        shortList(table(2, rows($node, [affine(1, 1)])), shaped1(0, true())),
    ), $listText($listText($nodeText('i:1;'), $nodeText('i:2;')), $nodeText('b:1;'))),
    readable('table_of_objects_class_is_string', 'The class name and the names are strings 0 and 1.', payload(
        shortList(table(2, rows($node, [affine(1, 1)])), stringRef1(0), stringRef1(1)),
    ), $listText($listText($nodeText('i:1;'), $nodeText('i:2;')), 's:6:"V\Node";', 's:4:"next";')),
    readable('table_object_numbers', 'A row is numbered before the objects in its values.', payload(shortList(
        table(2, rows($node, [values()], shaped1(0, null()), shaped1(0, null()))),
        objectRef(0),
        objectRef(1),
        objectRef(2),
        objectRef(3),
    )), $listText($listText($nodeText($nodeText('N;')), $nodeText($nodeText('N;'))), 'r:3;', 'r:4;', 'r:6;', 'r:7;')),
    readable('table_object_ref_to_rows', 'A row that holds itself, one that holds the row before, and the rows again.', payload(shortList(
        table(3, rows($point, [withOthers('110', affine(7, 0)), values()], objectRef(0), null(), objectRef(0), objectRef(1), objectRef(1))),
        objectRef(2),
    )), $listText(
        $listText($pointText('r:3;', 'N;'), $pointText('r:3;', 'r:6;'), $pointText('i:7;', 'r:6;')),
        'r:9;',
    )),
    readable('table_object_ref_to_row_before', 'Objects, each of which holds the one before.', payload(
        table(8, rows($node, [withOthers('01111111', constantOf(null()))], ...array_map(objectRef(...), range(0, 6)))),
    ), $listText(...array_map(
        static fn (int $i): string => $nodeText($i === 0 ? 'N;' : 'r:' . 2 * $i . ';'),
        range(0, 7),
    ))),
    readable('table_object_ref_to_object_before', 'Cells that refer to one earlier object.', payload(
        shortList($std, table(2, rows($ofA, [values()], objectRef(0), objectRef(0)))),
    ), $listText('O:8:"stdClass":0:{}', $listText('a:1:{s:1:"a";r:2;}', 'a:1:{s:1:"a";r:2;}'))),
    readable('table_of_objects_reference', 'Properties of rows that are one PHP reference, one of them typed.', payload(
        table(2, rows(
            object(shortString('V\Typed'), [shortString('n')]),
            [values()],
            reference(smallInt(1)),
            referenceRef(0),
        )),
    ), $listText('O:7:"V\Typed":1:{s:1:"n";i:1;}', 'O:7:"V\Typed":1:{s:1:"n";R:3;}')),

    // Rows of which a writer makes a table

    canonical('table_of_8_rows', 'Every cell of the first column is the same, those of the second one are strings.', payload(
        table(8, rows($ofAB, [constantOf(shortString('xy')), values()], ...array_map(shortString(...), range('c', 'j')))),
    ), native(array_map(static fn (string $letter): array => ['a' => 'xy', 'b' => $letter], range('c', 'j')))),
    canonical('table_of_8_rows_shaped', 'The shape of the rows is that of an earlier map.', payload(shortList(
        map([$a], [null()]),
        table(8, rows(shaped1(0), [affine(1, 1)])),
    )), native([['a' => null], array_map(static fn (int $i): array => ['a' => $i], range(1, 8))])),
    canonical('table_of_8_objects', 'Objects of one class.', payload(
        table(8, rows($point, [affine(1, 1), decimals(1, 0, 1, [5, 12, 7, 95, 9, 6, 13, 8])])),
    ), $listText(...array_map(
        static fn (int $i): string => $pointText('i:' . $i + 1 . ';', serialize([0.5, 1.2, 0.7, 9.5, 0.9, 0.6, 1.3, 0.8][$i])),
        range(0, 7),
    ))),
    canonical('keyed_table_of_8_integer_keys', 'Integer keys that are a column, and rows that are lists.', payload(
        keyedTable(8, tableKeyColumn(affine(10, 5)), rows(shortListOf(2), [affine(1, 1), booleans('01100110')])),
    ), native(array_combine(
        range(10, 45, 5),
        array_map(static fn (int $i): array => [$i + 1, '01100110'[$i] === '1'], range(0, 7)),
    ))),

    // Elements that are no rows

    readable('table_others', 'Elements that are no rows: of fewer keys, a list, a scalar, null, an object.', payload(
        table(9, rowsAndOthers(
            '011101010',
            $ofAB,
            [affine(1, 1), values()],
            shortString('row 0'),
            map([$a], [smallInt(1)]),
            $list,
            smallInt(7),
            shortString('row 1'),
            null(),
            shortString('row 2'),
            shaped1(0, smallInt(1), smallInt(2)),
            shortString('row 3'),
        )),
    ), native([
        ['a' => 1, 'b' => 'row 0'],
        ['a' => 1],
        [1, 2],
        7,
        ['a' => 2, 'b' => 'row 1'],
        null,
        ['a' => 3, 'b' => 'row 2'],
        ['a' => 1, 'b' => 2],
        ['a' => 4, 'b' => 'row 3'],
    ])),
    readable('table_others_first', 'The first element is no row.', payload(
        table(3, rowsAndOthers('100', $ofA, [affine(1, 1)], null())),
    ), native([null, ['a' => 1], ['a' => 2]])),
    readable('table_others_last', 'The last element is no row.', payload(
        table(3, rowsAndOthers('001', $ofA, [values()], smallInt(1), smallInt(2), null())),
    ), native([['a' => 1], ['a' => 2], null])),
    readable('table_others_all_but_one', 'A single row among other elements.', payload(
        table(3, rowsAndOthers('101', $ofA, [affine(1, 1)], null(), true())),
    ), native([null, ['a' => 1], true])),
    readable('table_others_objects', 'Rows and other elements are numbered in their order.', payload(shortList(
        table(4, rowsAndOthers('0101', $node, [values()], null(), object(shortString('stdClass')), objectRef(1), objectRef(2))),
        objectRef(2),
    )), $listText($listText($nodeText('N;'), 'O:8:"stdClass":0:{}', $nodeText('r:5;'), 'r:6;'), 'r:6;')),
    readable('table_others_reference', 'An element that is a PHP reference, and a cell that is the same one.', payload(
        table(3, rowsAndOthers('100', $ofA, [values()], reference(smallInt(5)), referenceRef(0), null())),
    ), 'a:3:{i:0;i:5;i:1;a:1:{s:1:"a";R:2;}i:2;a:1:{s:1:"a";N;}}'),
    readable('table_others_table', 'An element that is a table.', payload(
        table(2, rowsAndOthers('01', $ofA, [affine(1, 1)], table(2, rows(shaped1(0), [affine(5, 1)])))),
    ), native([['a' => 1], [['a' => 5], ['a' => 6]]])),
    canonical('table_others_and_nulls', 'A bitmap of a column is of the rows only.', payload(
        table(10, rowsAndOthers('0100000000', $ofA, [withNulls('000000010', affine(1, 1))], null())),
    ), native([['a' => 1], null, ...array_map(static fn (int $i): array => ['a' => $i], range(2, 7)), ['a' => null], ['a' => 8]])),

    // Few rows

    canonical('table_few_mixed', 'Fewer than 16 rows whose cells are not of one type are no table.', payload(
        shortList(map([$a], [null()]), ...array_map(static fn (int $i) => shaped1(0, smallInt($i)), range(1, 14))),
    ), native([['a' => null], ...array_map(static fn (int $i): array => ['a' => $i], range(1, 14))])),
    canonical('table_enough_mixed', '16 such rows are one.', payload(
        table(16, rows($ofA, [withNulls('1000000000000000', affine(1, 1))])),
    ), native([['a' => null], ...array_map(static fn (int $i): array => ['a' => $i], range(1, 15))])),
    canonical('table_few_mixed_in_half', 'In half of the places cells are not of one type: no table.', payload(
        shortList(map([$a, $b], [smallInt(0), smallInt(9)]), ...array_map(static fn (int $i) => shaped1(0, smallInt($i), $i === 7 ? true() : smallInt(9)), range(1, 7))),
    ), native(array_map(static fn (int $i): array => ['a' => $i, 'b' => $i === 7 ? true : 9], range(0, 7)))),
    canonical('table_few_booleans', 'Booleans are one type.', payload(
        table(8, rows($ofAB, [affine(0, 1), booleans('00001111')])),
    ), native(array_map(static fn (int $i): array => ['a' => $i, 'b' => $i > 3], range(0, 7)))),

    // Keyed tables

    canonical('keyed_table_of_string_keys', 'A map of rows.', payload(
        keyedTable(8, tableKeys(...array_map(shortString(...), range('a', 'h'))), rows(map([shortString('id')], []), [affine(1, 1)])),
    ), native(array_combine(range('a', 'h'), array_map(static fn (int $i): array => ['id' => $i], range(1, 8))))),
    readable('keyed_table_of_both_key_types', 'Integer and string keys together, and a string that stands for an integer.', payload(
        keyedTable(4, tableKeys(smallInt(3), $a, i8(-3), shortString('17')), rows($head1, [affine(1, 1)])),
    ), native([3 => [1], 'a' => [2], -3 => [3], 17 => [4]])),
    readable('keyed_table_affine_keys', 'Keys that are AFFINE.', payload(
        keyedTable(3, tableKeyColumn(affine(10, -5)), rows($ofA, [values()], null(), true(), false())),
    ), native([10 => ['a' => null], 5 => ['a' => true], 0 => ['a' => false]])),
    readable('keyed_table_affine_keys_to_greatest_integer', 'The last key is the greatest integer.', payload(
        keyedTable(2, tableKeyColumn(affine(PHP_INT_MAX - 1, 1)), rows($head1, [affine(1, 1)])),
    ), native([PHP_INT_MAX - 1 => [1], PHP_INT_MAX => [2]])),
    readable('keyed_table_integer_keys', 'Keys that are INTEGERS.', payload(
        keyedTable(3, tableKeyColumn(integers(-7, 2, [0, 1_007, 8])), rows($head1, [affine(1, 1)])),
    ), native([-7 => [1], 1_000 => [2], 1 => [3]])),
    readable('keyed_table_delta_keys', 'Keys that are DELTAS.', payload(
        keyedTable(4, tableKeyColumn(deltas(1_000, 1, 1, [0, 5, 1])), rows($head1, [affine(1, 1)])),
    ), native([1_000 => [1], 1_001 => [2], 1_007 => [3], 1_009 => [4]])),
    readable('keyed_table_list_keys', 'A list written as a map.', payload(
        keyedTable(3, tableKeyColumn(affine(0, 1)), rows($head1, [affine(1, 1)])),
    ), native([[1], [2], [3]])),
    readable('keyed_table_of_1', 'A single row.', payload(
        keyedTable(1, tableKeys($a), rows($head1, [affine(1, 1)])),
    ), native(['a' => [1]])),
    readable('keyed_table_keys_are_no_shape', 'The keys have no shape number, the head has.', payload(shortList(
        keyedTable(2, tableKeys($a, $b), rows(map([shortString('c')], []), [affine(1, 1)])),
        map([$b], [null()]),
        shaped1(0, true()),
        shaped1(1, false()),
    )), native([['a' => ['c' => 1], 'b' => ['c' => 2]], ['b' => null], ['c' => true], ['b' => false]])),
    readable('keyed_table_string_numbers', 'Strings of the keys are numbered before those of the rows.', payload(shortList(
        keyedTable(2, tableKeys(shortString('one'), shortString('two')), rows(
            map([stringRef1(1)], []),
            [values()],
            stringRef1(0),
            shortString('three'),
        )),
        stringRef1(2),
    )), native([['one' => ['two' => 'one'], 'two' => ['two' => 'three']], 'three'])),
    readable('keyed_table_of_objects', 'Rows that are objects.', payload(
        keyedTable(2, tableKeys($a, $b), rows($node, [values()], objectRef(0), objectRef(0))),
    ), 'a:2:{s:1:"a";O:6:"V\Node":1:{s:4:"next";r:2;}s:1:"b";O:6:"V\Node":1:{s:4:"next";r:2;}}'),
    readable('keyed_table_others', 'Elements that are no rows.', payload(
        keyedTable(4, tableKeyColumn(affine(5, 5)), rowsAndOthers('0110', $ofA, [affine(1, 1)], null(), $list)),
    ), native([5 => ['a' => 1], 10 => null, 15 => [1, 2], 20 => ['a' => 2]])),

    // Tables in tables, and elsewhere

    readable('table_in_row', 'A cell that is a table.', payload(
        table(2, rows($ofA, [values()], table(2, rows(map([$b], []), [affine(1, 1)])), table(1, rows(shaped1(1), [affine(3, 1)])))),
    ), native([['a' => [['b' => 1], ['b' => 2]]], ['a' => [['b' => 3]]]])),
    readable('table_in_others_of_row', 'A cell of an OTHERS column that is a keyed table of the same shape.', payload(
        table(2, rows($ofA, [withOthers('01', affine(5, 0))], keyedTable(1, tableKeys($b), rows(shaped1(0), [affine(1, 1)])))),
    ), native([['a' => 5], ['a' => ['b' => ['a' => 1]]]])),
    readable('table_in_constant', 'A CONSTANT that is a table with a CONSTANT.', payload(
        table(2, rows($ofA, [constantOf(table(2, rows($head1, [constantOf(shortList(shortString('ab')))])))])),
    ), native(array_fill(0, 2, ['a' => [[['ab']], [['ab']]]]))),
    readable('table_in_run', 'A table as one of the other elements of a run.', payload(
        run(2, withOthers('01', affine(5, 0)), table(1, rows($head1, [affine(1, 1)]))),
    ), native([5, [[1]]])),
    readable('table_in_custom', '__serialize() returned a list of rows.', payload(
        custom(shortString('V\Bag'), table(2, rows($ofA, [affine(1, 1)]))),
    ), 'O:5:"V\Bag":2:{i:0;a:1:{s:1:"a";i:1;}i:1;a:1:{s:1:"a";i:2;}}'),
    readable('table_in_object', 'A property that is a keyed table.', payload(
        object(shortString('V\Typed'), [shortString('list')], [keyedTable(1, tableKeys($a), rows($head1, [affine(1, 1)]))]),
    ), 'O:7:"V\Typed":1:{s:4:"list";a:1:{s:1:"a";a:1:{i:0;i:1;}}}'),
    readable('table_behind_reference', 'A PHP reference to a table that holds the same PHP reference.', payload(
        shortList(reference(table(1, rows($ofA, [values()], referenceRef(0)))), referenceRef(0)),
    ), 'a:2:{i:0;a:1:{i:0;a:1:{s:1:"a";R:2;}}i:1;R:2;}'),

    // SHARED. The outermost array is number 0.

    readable('table_share', 'A table that occurs again.', payload(
        shortList(table(2, rows($ofA, [affine(1, 1)])), shared2(1)),
    ), native([[['a' => 1], ['a' => 2]], [['a' => 1], ['a' => 2]]])),
    readable('table_share_keyed', 'A keyed table that occurs again.', payload(
        shortList(keyedTable(2, tableKeys($a, $b), rows($head1, [affine(1, 1)])), shared2(1)),
    ), native([['a' => [1], 'b' => [2]], ['a' => [1], 'b' => [2]]])),
    readable('table_share_rows_have_no_number', 'The rows of a table have no array number.', payload(
        shortList(table(2, rows($ofA, [affine(1, 1)])), shortList(null()), shared2(2)),
    ), native([[['a' => 1], ['a' => 2]], [null], [null]])),
    readable('table_share_array_numbers', 'Arrays are numbered by their place: in columns, then row by row.', payload(shortList(
        table(2, rows(
            $ofAB,
            [values(), constantOf(shortList(smallInt(10)))],
            shortList(smallInt(11)),
            shortList(smallInt(12)),
        )),
        shared2(2),
        shared2(3),
        shared2(4),
    )), native([[['a' => [11], 'b' => [10]], ['a' => [12], 'b' => [10]]], [10], [11], [12]])),
    readable('table_share_constant_in_row', 'A value that is SHARED of the CONSTANT of another column.', payload(
        table(2, rows($ofAB, [values(), constantOf($list)], shared2(1), emptyArray())),
    ), native([['a' => [1, 2], 'b' => [1, 2]], ['a' => [], 'b' => [1, 2]]])),
    readable('table_share_constant_in_column', 'A CONSTANT that is SHARED of the CONSTANT of an earlier column.', payload(
        table(2, rows($ofAB, [constantOf($list), constantOf(shared2(1))])),
    ), native(array_fill(0, 2, ['a' => [1, 2], 'b' => [1, 2]]))),
    readable('table_share_array_inside_constant', 'An array inside of a CONSTANT that occurs again.', payload(
        shortList(table(2, rows($ofA, [constantOf(shortList(null(), $list))])), shared2(3), shared2(2)),
    ), native([array_fill(0, 2, ['a' => [null, [1, 2]]]), [1, 2], [null, [1, 2]]])),
    readable('table_share_table_inside_constant', 'A table inside of a CONSTANT that occurs again.', payload(
        shortList(table(2, rows($ofA, [constantOf(table(2, rows($head1, [affine(1, 1)])))])), shared2(2), shared2(1)),
    ), native([array_fill(0, 2, ['a' => [[1], [2]]]), [[1], [2]], array_fill(0, 2, ['a' => [[1], [2]]])])),
    readable('table_share_other_element', 'An element that is no row has an array number.', payload(
        shortList(table(3, rowsAndOthers('010', $ofA, [affine(1, 1)], $list)), shared2(2)),
    ), native([[['a' => 1], [1, 2], ['a' => 2]], [1, 2]])),
    readable('table_share_row_before', 'A cell that is SHARED of a cell of the row before.', payload(
        table(2, rows($ofA, [values()], $list, shared2(1))),
    ), native([['a' => [1, 2]], ['a' => [1, 2]]])),
    readable('table_share_cell_of_rows_of_class', 'A cell of an object can be shared, although the table cannot.', payload(
        shortList(table(2, rows($node, [values()], $list, null())), shared2(2)),
    ), $listText($listText($nodeText('a:2:{i:0;i:1;i:1;i:2;}'), $nodeText('N;')), 'a:2:{i:0;i:1;i:1;i:2;}')),
    malformed('table_share_itself', 'A table inside of itself is not complete.', payload(
        table(2, rows($ofA, [values()], null(), shared2(0)->bad())),
    ), 'unknown_array'),
    malformed('table_share_itself_in_constant', 'A table inside of itself is not complete.', payload(
        table(2, rows($ofA, [constantOf(shared2(0)->bad())])),
    ), 'unknown_array'),
    malformed('table_share_number_of_row', 'A row has no array number.', payload(
        shortList(table(2, rows($ofA, [affine(1, 1)])), shared2(2)->bad()),
    ), 'unknown_array'),
    malformed('table_share_with_rows_of_class', 'A table of objects is not pure.', payload(
        shortList(table(2, rows($std, [])), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('table_share_with_object_in_row', 'A table with an object in a cell is not pure.', payload(
        shortList(table(2, rows($ofA, [values()], null(), $std)), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('table_share_with_other_element', 'A table with an object among its elements is not pure.', payload(
        shortList(table(2, rowsAndOthers('01', $ofA, [affine(1, 1)], $std)), shared2(1)->bad()),
    ), 'unknown_array'),
    malformed('table_share_with_reference', 'A table with a PHP reference in a cell is not pure.', payload(
        shortList(table(2, rows($ofA, [values()], null(), reference(null()))), shared2(1)->bad()),
    ), 'unknown_array'),

    // Errors

    malformed('table_of_0', 'TABLE without elements.', payload(
        raw('ED', 'TABLE'), raw('00')->bad(), rows($head1, [affine(1, 1)]),
    ), 'bad_count'),
    malformed('keyed_table_of_0', 'KEYED_TABLE without elements.', payload(
        raw('EE', 'KEYED_TABLE'), raw('00')->bad(), tableKeyColumn(affine(1, 1)), rows($head1, [affine(1, 1)]),
    ), 'bad_count'),
    malformed('table_of_more_than_allowed', 'More than eight rows for each byte that follows the count.', payload(
        shortList($std, join(raw('ED', 'TABLE'), raw('11', '17 elements')->bad(), rows(shaped1(0), []))),
    ), 'truncated'),
    malformed('table_of_2_to_the_30', 'A count that is far beyond what can follow.', payload(
        raw('ED', 'TABLE'), raw('F0 00 00 00 40', '2**30 elements')->bad(), rows($head1, [affine(1, 1)]),
    ), 'truncated', ['max_elements' => 2 ** 31]),
    malformed('keyed_table_of_more_than_allowed', 'More than eight rows for each byte that follows the count.', payload(
        raw('EE', 'KEYED_TABLE'),
        raw('49', '73 elements')->bad(),
        tableKeyColumn(affine(1, 1)),
        rows($head1, [affine(1, 1)]),
    ), 'truncated'),
    malformed('table_cut_after_tag', 'The count is missing.', payload(raw('ED', 'TABLE')->badAfter()), 'truncated'),
    malformed('table_cut_after_count', 'There is nothing after the count.', payload(
        raw('ED', 'TABLE'), raw('02', '2 elements')->bad(),
    ), 'truncated'),
    malformed('table_cut_after_rows', 'The head is missing.', payload(
        raw('ED 02 00', 'TABLE of 2, all are rows')->badAfter(),
    ), 'truncated'),
    malformed('table_cut_in_bitmap', 'The second byte of the bitmap is missing.', payload(
        raw('ED 09 01', 'TABLE of 9, not all are rows'), raw('01')->bad(),
    ), 'truncated'),
    malformed('table_cut_in_head', 'The last key of the head is cut.', payload(
        raw('ED 02 00 E9 01', 'TABLE of 2, all are rows, MAP of 1'),
        raw('22', 'SHORT_STRING of 3 bytes'),
        raw('61 62')->bad(),
    ), 'truncated'),
    malformed('table_cut_in_columns', 'The second column is missing.', payload(
        raw('ED 02 00 C1', 'TABLE of 2, all are rows, SHORT_LIST of 2'),
        affine(1, 1)->badAfter(),
    ), 'truncated'),
    malformed('table_cut_in_cells', 'The last cell of the column is missing.', payload(
        raw('ED 02 00 C0', 'TABLE of 2, all are rows, SHORT_LIST of 1'),
        raw('04', 'F32'),
        raw('00 00 00 3F 00 00 00')->bad(),
    ), 'truncated'),
    malformed('table_cut_in_values', 'The last value is missing.', payload(
        table(2, rows($ofA, [values()], null()->badAfter())),
    ), 'truncated'),
    malformed('table_value_reserved_tag', 'A value is none.', payload(
        table(2, rows($ofA, [values()], null(), raw('FB')->bad())),
    ), 'unknown_tag'),
    malformed('table_others_cut', 'The value of the element that is no row is missing.', payload(
        table(3, rowsAndOthers('001', $ofA, [affine(1, 1)])->badAfter()),
    ), 'truncated'),
    malformed('table_others_reserved_tag', 'The value of an element that is no row is none.', payload(
        table(3, rowsAndOthers('001', $ofA, [affine(1, 1)], raw('FB')->bad())),
    ), 'unknown_tag'),
    malformed('table_rows_2', 'The number before the bitmap is 0 or 1.', payload(
        raw('ED 02', 'TABLE of 2'), raw('02')->bad(), raw('01 C0 03 00 00'),
    ), 'bad_count'),
    malformed('table_rows_192', 'The number before the bitmap is 0 or 1.', payload(
        raw('ED 02', 'TABLE of 2'), raw('C0 00')->bad(), raw('01 C0 03 00 00'),
    ), 'bad_count'),
    malformed('table_rows_longer_than_needed', 'The number before the bitmap in more bytes than needed.', payload(
        raw('ED 02', 'TABLE of 2'), raw('F0 00 00 00 00')->bad(), raw('C0 03 00 00'),
    ), 'bad_number'),
    malformed('table_bitmap_of_1', 'A single element cannot be both marked and not.', payload(
        raw('ED 01 01', 'TABLE of 1, not all are rows'), raw('01')->bad(), raw('C0 03 00 00'),
    ), 'bad_column'),
    malformed('table_head_map_of_0', 'MAP without keys.', payload(
        raw('ED 02 00 E9', 'TABLE of 2, all are rows, MAP'), raw('00')->bad(), null()->times(2),
    ), 'bad_count'),
    malformed('table_head_list_of_0', 'LIST without elements.', payload(
        raw('ED 02 00 E8', 'TABLE of 2, all are rows, LIST'), raw('00')->bad(), null()->times(2),
    ), 'bad_count'),
    malformed('table_head_map_of_more_than_there_are', 'MAP that counts more keys and columns than bytes are left.', payload(
        raw('ED 02 00 E9', 'TABLE of 2, all are rows, MAP'),
        raw('03', '3 keys')->bad(),
        $a,
        values(),
        null()->times(2),
    ), 'truncated'),
    malformed('table_head_object_of_more_than_there_are', 'OBJECT that counts more names and columns than bytes are left.', payload(
        raw('ED 02 00 F0', 'TABLE of 2, all are rows, OBJECT'),
        shortString('stdClass'),
        raw('03', '3 names')->bad(),
        $a,
        values(),
        null()->times(2),
    ), 'truncated'),
    malformed('table_head_list_of_more_than_there_are', 'LIST that counts more elements than bytes are left.', payload(
        raw('ED 02 00 E8', 'TABLE of 2, all are rows, LIST'),
        raw('04', '4 elements')->bad(),
        affine(0, 0),
    ), 'truncated'),
    malformed('table_head_short_list_of_more_than_there_are', 'SHORT_LIST that counts more elements than bytes are left.', payload(
        raw('ED 02 00', 'TABLE of 2, all are rows'),
        shortListOf(4)->bad(),
        affine(0, 0),
    ), 'truncated'),
    malformed('table_head_shaped_1_of_more_than_there_are', 'A shape of more keys than bytes are left.', payload(
        longListOf(2),
        map([$a, $b, shortString('c'), shortString('d')], [null(), null(), null(), null()]),
        raw('ED 02 00', 'TABLE of 2, all are rows'),
        shaped1(0)->bad(),
        affine(0, 0),
    ), 'truncated'),
    malformed('table_head_shaped_of_more_than_there_are', 'A shape of more keys than bytes are left.', payload(
        longListOf(2),
        map([$a, $b, shortString('c'), shortString('d')], [null(), null(), null(), null()]),
        raw('ED 02 00', 'TABLE of 2, all are rows'),
        shaped(0)->bad(),
        affine(0, 0),
    ), 'truncated'),
    malformed('table_head_shaped_1_of_custom', 'Rows do not have a shape that was defined by CUSTOM.', payload(
        shortList(custom(shortString('V\Bag'), emptyArray()), table(2, rows(shaped1(0)->bad(), [constantOf(emptyArray())]))),
    ), 'unknown_shape'),
    malformed('table_head_shaped_of_custom', 'Rows do not have a shape that was defined by CUSTOM.', payload(
        shortList(custom(shortString('V\Bag'), emptyArray()), table(2, rows(shaped(0)->bad(1), [constantOf(emptyArray())]))),
    ), 'unknown_shape'),
    malformed('table_head_key_twice', 'Two keys of the rows are equal.', payload(
        table(2, rows(map([$a, $a], [])->bad(), [affine(1, 1), affine(1, 1)])),
    ), 'duplicate_key'),
    malformed('table_head_name_twice', 'Two names of the rows are equal.', payload(
        table(2, rows(object(shortString('stdClass'), [$a, $a])->bad(), [affine(1, 1), affine(1, 1)])),
    ), 'duplicate_name'),
    malformed('table_head_key_null', 'A key is an integer or a string.', payload(
        table(2, rows(map([null()->bad()], []), [affine(1, 1)])),
    ), 'bad_key'),
    malformed('table_head_class_empty', 'A class name is not empty.', payload(
        table(2, rows(object(emptyString()->bad()), [])),
    ), 'bad_class_name'),
    malformed('table_head_name_protected_empty', 'A protected property has a name.', payload(
        table(2, rows(object(shortString('stdClass'), [protectedName(emptyString())->bad()]), [affine(1, 1)])),
    ), 'bad_name'),
    malformed('table_head_name_protected_empty_in_run', 'A protected property has a name.', payload(
        table(2, rows(
            object(shortString('stdClass'), [protectedName(shortString('a')), emptyString()->bad()]),
            [affine(1, 1), affine(1, 1)],
        )),
    ), 'bad_name'),
    malformed('table_head_name_public_again', 'The names are public already.', payload(
        table(2, rows(object(shortString('stdClass'), [publicName($a)->bad()]), [affine(1, 1)])),
    ), 'bad_name'),
    malformed('table_affine_beyond_greatest', 'The last cell is 2**63.', payload(
        table(2, rows($head1, [affine(PHP_INT_MAX, 1)->bad()])),
    ), 'out_of_range'),
    malformed('table_decimals_exponent_16', 'An exponent is not above 15.', payload(
        table(2, rows($head1, [raw('18'), raw('10')->bad(), raw('00 01 02')])),
    ), 'bad_column'),
    malformed('table_booleans_bit_beyond_last', 'A bit beyond the last row is set.', payload(
        raw('ED 03 01 04', 'TABLE of 3, not all are rows, marked: 001'),
        raw('C0 02', 'SHORT_LIST of 1, BOOLEANS'),
        raw('04')->bad(),
        null(),
    ), 'bad_column'),
    malformed('table_constant_reference', 'A CONSTANT is not a PHP reference.', payload(
        table(2, rows($head1, [constantOf(reference(null())->bad())])),
    ), 'misplaced_reference'),
    malformed('table_constant_object', 'A CONSTANT is not an object.', payload(
        table(2, rows($head1, [constantOf($std->bad())])),
    ), 'unknown_array'),
    malformed('table_constant_with_object', 'There is no object inside of a CONSTANT.', payload(
        table(2, rows($head1, [constantOf(shortList($std)->bad())])),
    ), 'unknown_array'),

    malformed('keyed_table_keys_2', 'The number before the keys is 0 or 1.', payload(
        raw('EE 02', 'KEYED_TABLE of 2'), raw('02')->bad(), raw('03 00 02 00 C0 03 00 00'),
    ), 'bad_count'),
    malformed('keyed_table_key_twice', 'Two keys are equal.', payload(
        keyedTable(2, tableKeys($a, $a), rows($head1, [affine(1, 1)]))->bad(),
    ), 'duplicate_key'),
    malformed('keyed_table_key_twice_as_integer_and_string', 'A string key that stands for an earlier integer key.', payload(
        keyedTable(2, tableKeys(smallInt(5), shortString('5')), rows($head1, [affine(1, 1)]))->bad(),
    ), 'duplicate_key'),
    malformed('keyed_table_key_twice_affine', 'AFFINE keys with a step of 0.', payload(
        keyedTable(2, tableKeyColumn(affine(5, 0)), rows($head1, [affine(1, 1)]))->bad(),
    ), 'duplicate_key'),
    malformed('keyed_table_key_twice_integers', 'The first and the last of three INTEGERS are equal.', payload(
        keyedTable(3, tableKeyColumn(integers(5, 1, [7, 0, 7])), rows($head1, [affine(1, 1)]))->bad(),
    ), 'duplicate_key'),
    malformed('keyed_table_key_twice_deltas', 'DELTAS that come back to the first key.', payload(
        keyedTable(3, tableKeyColumn(deltas(5, -1, 1, [2, 0])), rows($head1, [affine(1, 1)]))->bad(),
    ), 'duplicate_key'),
    malformed('keyed_table_key_null', 'A key is an integer or a string.', payload(
        keyedTable(2, tableKeys($a, null()->bad()), rows($head1, [affine(1, 1)])),
    ), 'bad_key'),
    malformed('keyed_table_key_double', 'A key is an integer or a string.', payload(
        keyedTable(2, tableKeys($a, f32(1.0)->bad()), rows($head1, [affine(1, 1)])),
    ), 'bad_key'),
    malformed('keyed_table_affine_keys_beyond_greatest', 'The last key is 2**63.', payload(
        keyedTable(2, tableKeyColumn(affine(PHP_INT_MAX, 1)->bad()), rows($head1, [affine(1, 1)])),
    ), 'out_of_range'),
    malformed('keyed_table_keys_cut', 'The last key is missing.', payload(
        raw('EE 02 00', 'KEYED_TABLE of 2, keys, one by one'), $a->badAfter(),
    ), 'truncated'),
    malformed('keyed_table_key_column_cut', 'The last key is missing.', payload(
        raw('EE 02 01', 'KEYED_TABLE of 2, a column of keys'),
        raw('08 00', 'INTEGERS, 1 wide, base 0'),
        raw('01')->bad(),
    ), 'truncated'),
    malformed('keyed_table_without_keys', 'The keys are missing.', payload(
        raw('EE 02 01', 'KEYED_TABLE of 2, a column of keys')->badAfter(),
    ), 'truncated'),

    // What PHP does not accept

    malformed('table_of_objects_typed_wrong_in_column', 'A cell without a tag that the property\'s type does not admit.', payload(
        table(2, rows(object(shortString('V\Typed'), [shortString('n')]), [floats32([0.5, 1.5])]))->bad(),
    ), 'bad_property'),
    malformed('table_of_objects_typed_wrong_null', 'A marked cell under NULLS, and a property that cannot be null.', payload(
        table(2, rows(object(shortString('V\Typed'), [shortString('n')]), [withNulls('01', affine(1, 1))]))->bad(),
    ), 'bad_property'),
    malformed('table_of_objects_typed_wrong_value', 'A cell of VALUES that the property\'s type does not admit.', payload(
        table(2, rows(object(shortString('V\Typed'), [shortString('n')]), [values()], smallInt(5), shortString('5')->bad())),
    ), 'bad_property'),
    malformed('table_of_objects_abstract_class', 'An abstract class has no objects.', payload(
        table(2, rows(object(shortString('V\Idea'))->bad(), [])),
    ), 'bad_class'),
    malformed('table_of_objects_enum', 'An enum has no objects but its cases.', payload(
        table(2, rows(object(shortString('V\Unit'))->bad(), [])),
    ), 'bad_class'),
    malformed('table_of_objects_string_form', 'The class reads nothing but strings.', payload(
        table(2, rows(object(shortString('V\Text'), [shortString('value')])->bad(), [affine(1, 1)])),
    ), 'bad_class'),
    refused('table_of_objects_unserialize_throws', 'What __unserialize() throws is what the reader throws.', payload(
        table(2, rows(object(shortString('V\Locked')), [])),
    ), \DomainException::class),
];
