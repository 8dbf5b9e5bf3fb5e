<?php

declare(strict_types=1);

/* Section 9 of docs/format.md: Worked examples. The document shows these payloads as they stand in the files. */

namespace Brine\Tests\Vectors;

return [
    canonical('example_rows', 'Two rows with the same keys, and a list that occurs in both.', payload(shortList(
        map(
            [shortString('id'), shortString('name'), shortString('born'), shortString('tags')],
            [u16(1_000), shortString('Ada'), digits('1815-12-10'), shortList(shortString('x'), shortString('new'))],
        ),
        shaped1(0, u16(1_001), stringRef1(4), stringRef1(5), shared2(2)),
    )), native([
        ['id' => 1000, 'name' => 'Ada', 'born' => '1815-12-10', 'tags' => ['x', 'new']],
        ['id' => 1001, 'name' => 'Ada', 'born' => '1815-12-10', 'tags' => ['x', 'new']],
    ])),
    canonical('example_objects', 'Two objects of one class, of which the second one holds the first, and the first one again.', payload(shortList(
        object(shortString('V\Child'), [
            privateNameOf(shortString('V\Base'), shortString('id')),
            protectedName(shortString('kept')),
            privateName(stringRef1(2)),
            publicName(shortString('name')),
        ], [smallInt(1), null(), smallInt(2), shortString('first')]),
        shaped1(0, smallInt(3), objectRef(0), smallInt(4), stringRef1(5)),
        objectRef(0),
    )), [
        "a:3:{i:0;O:7:\"V\\Child\":4:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";N;",
        "s:11:\"\0V\\Child\0id\";i:2;s:4:\"name\";s:5:\"first\";}",
        "i:1;O:7:\"V\\Child\":4:{s:10:\"\0V\\Base\0id\";i:3;s:7:\"\0*\0kept\";r:2;",
        "s:11:\"\0V\\Child\0id\";i:4;s:4:\"name\";s:5:\"first\";}i:2;r:2;}",
    ]),
    canonical('example_references', 'Three elements, of which the first and the last are one PHP reference to a list that holds it.', payload(
        shortList(reference(shortList(referenceRef(0), i8(-7))), f32(1.5), referenceRef(0)),
    ), 'a:3:{i:0;a:2:{i:0;R:2;i:1;i:-7;}i:1;d:1.5;i:2;R:2;}'),
    readable('example_runs', 'Columns of four kinds, each the elements of a run.', payload(shortList(
        run(8, affine(100, -5)),
        run(4, integers(-3, 2, [0, 1_003, 500, 303])),
        run(4, withNulls('0010', decimals(2, 199, 1, [0, 50, 101]))),
        run(2, floats32([0.5, -2.0])),
    )), native([
        range(100, 65, -5),
        [-3, 1_000, 497, 300],
        [1.99, 2.49, null, 3.0],
        [0.5, -2.0],
    ])),
    readable('example_table', 'Rows of six keys, and an element that is no row.', payload(table(5, rowsAndOthers(
        '00010',
        map(array_map(shortString(...), ['id', 'type', 'price', 'sold', 'name', 'note']), []),
        [
            affine(7, 1),
            constantOf(shortString('book')),
            decimals(2, 999, 2, [0, 500, 251, 1]),
            booleans('1011'),
            values(),
            withNulls('1101', constantOf(shortString('new'))),
        ],
        shortString('Emma'),
        shortString('Ulysses'),
        stringRef1(8),
        null(),
        shortString('Walden'),
    ))), native([
        ['id' => 7, 'type' => 'book', 'price' => 9.99, 'sold' => true, 'name' => 'Emma', 'note' => null],
        ['id' => 8, 'type' => 'book', 'price' => 14.99, 'sold' => false, 'name' => 'Ulysses', 'note' => null],
        ['id' => 9, 'type' => 'book', 'price' => 12.5, 'sold' => true, 'name' => 'Emma', 'note' => 'new'],
        null,
        ['id' => 10, 'type' => 'book', 'price' => 10.0, 'sold' => true, 'name' => 'Walden', 'note' => null],
    ])),
];
