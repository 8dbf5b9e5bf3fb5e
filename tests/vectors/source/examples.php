<?php

declare(strict_types=1);

/* Section 12 of docs/format.md: Worked examples. The document shows these payloads as they stand in the files. */

namespace Brine\Tests\Vectors;

return [
    canonical('example_rows', 'Two rows with the same keys, and a list that occurs in both.', payload(shortList(
        map(
            [shortString('id'), shortString('name'), shortString('tags')],
            [u16(1_000), shortString('Ada'), shortList(shortString('x'), shortString('new'))],
        ),
        shaped1(0, u16(1_001), stringRef1(3), shared2(2)),
    )), native([
        ['id' => 1000, 'name' => 'Ada', 'tags' => ['x', 'new']],
        ['id' => 1001, 'name' => 'Ada', 'tags' => ['x', 'new']],
    ])),
    canonical('example_objects', 'Two objects of one class, of which the second one holds the first, and the first one again.', payload(shortList(
        object(shortString('V\Child'), [
            privateNameOf(shortString('V\Base'), shortString('id')),
            protectedName(shortString('kept')),
            privateName(stringRef1(2)),
            shortString('name'),
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
    canonical('example_runs', 'The three kinds of runs.', payload(shortList(
        affineRun(8, 100, -5),
        intRun(-3, 2, [0, 1_003, 500, 393, 304, 303, 999, 703]),
        floatRun(4, [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 9.0]),
    )), native([
        range(100, 65, -5),
        [-3, 1_000, 497, 390, 301, 300, 996, 700],
        [0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 9.0],
    ])),
];
