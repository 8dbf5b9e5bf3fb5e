<?php

declare(strict_types=1);

/* Section 8.6 of docs/format.md: LAYOUT, and the reader that refuses stale classes. */

namespace Brine\Tests\Vectors;

$throw = ['stale_classes' => 'throw'];
$set = [shortString('set')];
$partial = static fn (): Bytes => object(shortString('V\Partial'), $set, [smallInt(7)]);
$ofPartial = "set\nunset\n";
$nativePartial = 'O:9:"V\Partial":1:{s:3:"set";i:7;}';
$ofSecond = "\0*\0kept\n\0V\\Base\0id\nz\n@2\n";
$namesOfSecond = [privateNameOf(shortString('V\Base'), shortString('id')), protectedName(shortString('kept')), publicName(shortString('z'))];
$second = static fn (string $class): Bytes => object(shortString($class), $namesOfSecond, [smallInt(1), smallInt(2), smallInt(3)]);
$nativeSecond = static fn (string $class): string => sprintf(
    "O:%d:\"%s\":3:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;s:1:\"z\";i:3;}",
    strlen($class),
    $class,
);
$collection = static fn (string $class): Bytes => custom(shortString($class), shortList(
    smallInt(0),
    emptyArray(),
    $class === 'V\Collection' ? map([shortString('more')], [smallInt(1)]) : emptyArray(),
    null(),
));
$fresh = static fn (string $name, string $description, Bytes $payload, string|array $value): Vector => canonical("layout_$name", $description, $payload, $value, $throw);
$stale = static fn (string $name, string $description, Bytes $payload, array $options = []): Vector => malformed(
    "stale_class_$name",
    $description,
    $payload,
    'stale_class',
    $throw + $options,
);
$behind = [
    'integer' => smallInt(1),
    'null' => null(),
    'list' => shortList(null()),
    'map' => map([shortString('a')], [null()]),
    'enum' => enum(shortString('V\Unit'), shortString('One')),
    'serializable' => serializable(shortString('V\Text'), ''),
    'layout' => layout($ofPartial, $partial()),
    'reference' => reference(null()),
    'unused_tag' => raw('EF'),
    'shape_in_uv' => raw('EA FF', 'SHAPED of no uv'),
    'shape' => shaped1(0),
];
$refused = [];
foreach ($behind as $what => $bytes) {
    $refused[] = malformed("layout_before_$what", 'Only OBJECT and CUSTOM follow it.', payload(layout('', $bytes->bad())), 'unknown_tag');
}

return [
    ...$refused,
    $fresh('of_object', 'A property without a value: the names do not say the layout.', payload(layout($ofPartial, $partial())), $nativePartial),
    $fresh('not_needed', 'The names say the layout.', payload(
        object(shortString('V\Point'), [shortString('x'), shortString('y')], [smallInt(1), smallInt(2)]),
    ), 'O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}'),
    $fresh('of_each_shape', 'One for each definition, and none for instances.', payload(shortList(
        layout($ofPartial, $partial()),
        object(stringRef1(0), [stringRef1(1), shortString('unset')], [smallInt(1), smallInt(2)]),
        shaped1(0, smallInt(3)),
        shaped1(1, smallInt(4), smallInt(5)),
    )), [
        "a:4:{i:0;{$nativePartial}i:1;O:9:\"V\\Partial\":2:{s:3:\"set\";i:1;s:5:\"unset\";i:2;}",
        'i:2;O:9:"V\Partial":1:{s:3:"set";i:3;}i:3;O:9:"V\Partial":2:{s:3:"set";i:4;s:5:"unset";i:5;}}',
    ]),
    $fresh('of_rows', 'In the head of rows.', payload(
        table(15, rows(layout($ofPartial, object(shortString('V\Partial'), $set)), [affine(1, 1)])),
    ), 'a:15:{' . implode('', array_map(static fn (int $i): string => "i:$i;O:9:\"V\\Partial\":1:{s:3:\"set\";i:" . ($i + 1) . ';}', range(0, 14))) . '}'),
    $fresh('of_version', 'A version, although the names say the layout.', payload(layout($ofSecond, $second('V\Second'))), $nativeSecond('V\Second')),
    $fresh('of_two_versions', 'The version of the class, then that of its parent.', payload(
        layout("\0*\0kept\n\0V\\Base\0id\nz\n@-1\n@2\n", $second('V\Twice')),
    ), $nativeSecond('V\Twice')),
    $fresh('of_custom', 'Only versions count where PHP code has __serialize().', payload(
        layout("@7\n", custom(shortString('V\VersionedBag'), shortList(smallInt(1)))),
    ), 'O:14:"V\VersionedBag":1:{i:0;i:1;}'),
    $fresh('of_custom_not_needed', 'There is no version.', payload(custom(shortString('V\Bag'), shortList(smallInt(1)))), 'O:5:"V\Bag":1:{i:0;i:1;}'),
    $fresh('of_custom_of_php', 'Names count where __serialize() is that of PHP.', payload(
        layout("more\n", $collection('V\Collection')),
    ), 'O:12:"V\Collection":4:{i:0;i:0;i:1;a:0:{}i:2;a:1:{s:4:"more";i:1;}i:3;N;}'),
    $fresh('of_custom_of_php_not_needed', 'The class declares no more than that of PHP.', payload(
        $collection('V\PlainCollection'),
    ), 'O:17:"V\PlainCollection":4:{i:0;i:0;i:1;a:0:{}i:2;a:0:{}i:3;N;}'),
    $fresh('of_open_class', 'A class that declares nothing has any names.', payload(
        object(shortString('V\Open'), [shortString('a')], [smallInt(1)]),
    ), 'O:6:"V\Open":1:{s:1:"a";i:1;}'),
    $fresh('of_open_class_with_version', 'It has one if there is a version.', payload(
        layout("@3\n", object(shortString('V\VersionedOpen'), [shortString('a')], [smallInt(1)])),
    ), 'O:15:"V\VersionedOpen":1:{s:1:"a";i:1;}'),
    $fresh('of_dynamic_property', 'A name more than the layout.', payload(
        layout("list\ns\n", object(shortString('V\Extended'), [shortString('s'), shortString('list'), shortString('t')], [null(), null(), smallInt(1)])),
    ), 'O:10:"V\Extended":3:{s:1:"s";N;s:4:"list";N;s:1:"t";i:1;}'),
    readable('layout_of_class_of_php', 'Classes of PHP are not checked.', payload(
        layout('', object(shortString('stdClass'), [shortString('a')], [smallInt(1)])),
    ), 'O:8:"stdClass":1:{s:1:"a";i:1;}', $throw),
    readable('layout_of_missing_class', 'Nor are those that are missing.', payload(
        layout('', object(shortString('V\Gone'), [shortString('a')], [smallInt(1)])),
    ), 'O:6:"V\Gone":1:{s:1:"a";i:1;}', $throw),
    readable('layout_of_denied_class', 'Nor are those that are not allowed.', payload(
        layout('', $partial()),
    ), $nativePartial, $throw + ['allowed_classes' => false]),
    readable('layout_passed_over', 'A reader that does not refuse stale classes.', payload(layout('', $partial())), $nativePartial),
    readable('layout_of_rows_passed_over', 'The same in the head of rows.', payload(
        table(1, rows(layout('', object(shortString('V\Partial'), $set)), [affine(7, 1)])),
    ), "a:1:{i:0;{$nativePartial}}"),
    readable('layout_takes_no_number', 'The object behind it is object 0, and defines shape 0.', payload(
        shortList(layout('', $partial()), objectRef(0), shaped1(0, smallInt(1))),
    ), "a:3:{i:0;{$nativePartial}i:1;r:2;i:2;O:9:\"V\\Partial\":1:{s:3:\"set\";i:1;}}"),
    readable('layout_with_names_in_other_order', 'The order of names is none of the layout.', payload(
        object(shortString('V\Point'), [shortString('y'), shortString('x')], [smallInt(2), smallInt(1)]),
    ), 'O:7:"V\Point":2:{s:1:"y";i:2;s:1:"x";i:1;}', $throw),
    readable('layout_where_none_is_needed', 'The right fingerprint does no harm.', payload(
        layout("x\ny\n", object(shortString('V\Point'), [shortString('x'), shortString('y')], [smallInt(1), smallInt(2)])),
    ), 'O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}', $throw),
    malformed('layout_alone', 'The fingerprint is missing.', payload(raw('FA', 'LAYOUT')->badAfter()), 'truncated'),
    malformed('layout_cut', 'The fingerprint is cut.', payload(raw('FA', 'LAYOUT'), raw('01 02 03')->bad()), 'truncated'),
    malformed('layout_before_nothing', 'The object is missing.', payload(layout('')->badAfter()), 'truncated'),
    malformed('layout_before_instance', 'An instance defines no shape.', payload(shortList($partial(), layout($ofPartial, shaped1(0, smallInt(1))->bad()))), 'unknown_tag'),
    malformed('layout_of_rows_of_maps', 'Rows that are maps have none.', payload(
        table(1, rows(layout('', map([shortString('a')], [])->bad()), [affine(1, 1)])),
    ), 'unknown_tag'),
    malformed('layout_of_rows_of_lists', 'Rows that are lists have none.', payload(table(1, rows(layout('', raw('C0')->bad()), [affine(1, 1)]))), 'unknown_tag'),
    malformed('layout_of_rows_of_custom', 'No row is a CUSTOM.', payload(
        table(1, rows(layout('', custom(shortString('V\Bag'), emptyArray())->bad()), [])),
    ), 'unknown_tag'),
    malformed('layout_of_rows_cut', 'The fingerprint is cut.', payload(raw('ED 01 00', 'TABLE of 1'), raw('FA'), raw('01')->bad()), 'truncated'),
    malformed('layout_and_duplicate_name', 'The object begins with the LAYOUT.', payload(
        layout('', object(shortString('stdClass'), [shortString('a'), shortString('a')], [null(), null()]))->bad(),
    ), 'duplicate_name', $throw),
    malformed('layout_and_depth', 'The object begins with the LAYOUT.', payload(
        shortList(layout($ofPartial, $partial())->bad()),
    ), 'max_depth', $throw + ['max_depth' => 1]),
    malformed('layout_and_values_missing', 'The object begins with the LAYOUT.', payload(
        layout($ofPartial, raw('F0', 'OBJECT'), shortString('V\Partial'), raw('01', 'names: 1'), ...$set)->bad(),
    ), 'truncated'),
    $stale('name_not_written', 'A property less.', payload(object(shortString('V\Point'), [shortString('x')], [null()])->bad())),
    $stale('name_not_declared', 'A property more.', payload(
        object(shortString('V\Point'), [shortString('x'), shortString('y'), shortString('z')], [null(), null(), null()])->bad(),
    )),
    $stale('other_scope', 'A public property that is private now.', payload(object(shortString('V\Secret'), [shortString('key')], [null()])->bad())),
    $stale('other_owner', 'A property that was private to a parent.', payload(
        object(shortString('V\Secret'), [privateNameOf(shortString('V\Base'), shortString('key'))], [null()])->bad(),
    )),
    $stale('no_names', 'An object that had no properties.', payload(object(shortString('V\Point'))->bad())),
    $stale('by_fingerprint', 'The names fit, and the fingerprint does not.', payload(
        layout("x\ny\nz\n", object(shortString('V\Point'), [shortString('x'), shortString('y')], [null(), null()]))->bad(),
    )),
    $stale('names_of_two_swapped', 'A fingerprint that is no sum.', payload(layout("sunset\net\n", $partial())->bad())),
    $stale('version_declared', 'A class that has a version now.', payload($second('V\Second')->bad())),
    $stale('version_other', 'Another version.', payload(layout("\0*\0kept\n\0V\\Base\0id\nz\n@1\n", $second('V\Second'))->bad())),
    $stale('version_of_parent', 'The version of the parent only.', payload(layout($ofSecond, $second('V\Twice'))->bad())),
    $stale('version_of_custom', 'The array form has a version now.', payload(custom(shortString('V\VersionedBag'), shortList(null()))->bad())),
    $stale('custom_has_no_hook', 'The class had __serialize().', payload(custom(shortString('V\Point'), shortList(null()))->bad())),
    $stale('custom_has_no_hook_and_layout', 'The form comes before the fingerprint.', payload(
        layout("x\ny\n", custom(shortString('V\Point'), shortList(null())))->bad(),
    )),
    $stale('object_has_hook', 'The class has __serialize() now.', payload(object(shortString('V\Bag'), [privateName(shortString('data'))], [emptyArray()])->bad())),
    $stale('custom_of_php', 'The class declares more than that of PHP.', payload($collection('V\Collection')->bad())),
    $stale('open_class_has_version', 'A class that declares nothing, and has a version.', payload(
        object(shortString('V\VersionedOpen'), [shortString('a')], [null()])->bad(),
    )),
    $stale('of_rows', 'In the head of rows.', payload(
        table(1, rows(object(shortString('V\Point'), [shortString('x')])->bad(), [affine(1, 1)])),
    )),
    $stale('of_rows_by_fingerprint', 'In the head of rows, behind a LAYOUT.', payload(
        table(1, rows(layout('', object(shortString('V\Partial'), $set))->bad(), [affine(1, 1)])),
    )),
    $stale('inside', 'The second element of a list.', payload(shortList(layout($ofPartial, $partial()), object(shortString('V\Node'))->bad()))),
    $stale('before_values', 'The class comes before the values.', payload(object(shortString('V\Secret'), [shortString('key')], [raw('EF')])->bad())),
    $stale('before_end', 'The class comes before what is missing.', payload(object(shortString('V\Secret'), [shortString('key')])->bad())),
    $stale('before_depth', 'The class comes before the limit of depth.', payload(shortList(object(shortString('V\Node'))->bad())), ['max_depth' => 1]),
    $stale('before_array', 'The class of a CUSTOM comes before its value.', payload(custom(shortString('V\Point'), raw('EF'))->bad())),
    malformed('stale_class_after_elements', 'The limit of elements comes first.', payload(
        object(shortString('V\Secret'), [shortString('key'), shortString('x')], [null(), null()])->bad(),
    ), 'max_elements', $throw + ['max_elements' => 1]),
    malformed('stale_class_after_names', 'Equal names come first.', payload(
        object(shortString('V\Secret'), [shortString('key'), shortString('key')], [null(), null()])->bad(),
    ), 'duplicate_name', $throw),
];
