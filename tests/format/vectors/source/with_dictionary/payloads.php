<?php

declare(strict_types=1);

/* docs/reference/dictionary-format.md: payloads that need a dictionary. */

namespace Brine\Tests\Vectors;

require_once __DIR__ . '/../dictionaries.inc';

['example' => $example, 'small' => $small, 'large' => $large, 'missing' => $missing, 'layouts' => $layouts] = dictionaries();
$withExample = static fn (Bytes ...$parts): Bytes => payloadWith($example, ...$parts);
$withSmall = static fn (Bytes ...$parts): Bytes => payloadWith($small, ...$parts);
$withMissing = static fn (Bytes ...$parts): Bytes => payloadWith($missing, ...$parts);
$withLayouts = static fn (Bytes ...$parts): Bytes => payloadWith($layouts, ...$parts);
$refusing = ['stale_classes' => 'throw'];
$partial = "set\nunset\n";
$throw = ['missing_classes' => 'throw'];
$place = raw('00 00 00 02', "igbinary's header");
$withLarge = static fn (Bytes ...$parts): Bytes => payloadWith($large, ...$parts);
$of = static fn (string $dictionary, array $vectors): array => array_map(static fn (Vector $vector): Vector => $vector->withDictionary($dictionary), $vectors);
$own = static fn (int $count): array => array_map(static fn (int $i): Bytes => shortString(sprintf('%02d', $i)), range(0, $count - 1));
$row = static fn (int $id, string $title): array => ['id' => $id, 'title' => $title, 'state' => 'published', 'roles' => ['editor', 'author']];
$child = "O:7:\"V\\Child\":4:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;s:11:\"\0V\\Child\0id\";i:3;s:4:\"name\";i:4;}";
$withoutClass = 'O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}';

return [
    ...$of('example', [
        canonical('example_dictionary', 'Two rows of a shape, with a string and an array, of the dictionary.', $withExample(shortList(
            givenShape(0, smallInt(7), shortString('Emma'), givenString(0), givenArray(0)),
            givenShape(0, smallInt(8), shortString('Walden'), givenString(0), givenArray(0)),
            givenShape(1, smallInt(1), stringRef1(0)),
        )), 'a:3:{i:0;' . native($row(7, 'Emma')) . 'i:1;' . native($row(8, 'Walden')) . 'i:2;O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";s:4:"Emma";}}'),
        canonical('smaller_by_one', 'A byte less than without the dictionary.', $withExample(givenString(0)), native('published')),
        canonical('smaller_by_keys', 'A shape alone makes up for the id.', $withExample(
            givenShape(0, null(), null(), null(), null()),
        ), native(['id' => null, 'title' => null, 'state' => null, 'roles' => null])),
        readable('array_as_value', 'An array of the dictionary is the whole value.', $withExample(givenArray(0)), native(['editor', 'author'])),
        readable('nothing_used', 'A payload that needs nothing of its dictionary.', $withExample(smallInt(5)), native(5)),
        malformed('id_cut', 'The id is cut.', join(raw('C1 12'), raw('00 00 00 00 00 00 00')->bad()), 'truncated'),
        malformed('id_missing', 'The id is missing.', raw('C1 12')->badAfter(), 'truncated'),
        malformed('id_cut_as_before', 'What was a reserved flag.', join(raw('C1 12'), null()->bad()), 'truncated'),
        malformed('value_missing', 'The value is missing.', $withExample()->badAfter(), 'truncated'),
        malformed('id_unknown', 'No dictionary has this id.', join(raw('C1 12'), raw('00 01 02 03 04 05 06 07')->bad(), null()), 'unknown_dictionary'),
        malformed('id_unknown_and_nothing_behind', 'The dictionary is looked for first.', join(raw('C1 12'), raw('00 01 02 03 04 05 06 07')->bad()), 'unknown_dictionary'),
        ...array_map(static fn (int $flags): Vector => malformed(
            "flags_$flags",
            'Another flag besides.',
            join(raw('C1'), raw(sprintf('1%X', $flags))->bad(), raw('00 01 02 03 04 05 06 07'), null()),
            'flags',
        ), [3, 6, 7, 10, 11, 14]),
        malformed('trailing_byte', 'A byte behind the value.', $withExample(null(), raw('00')->bad()), 'trailing_bytes'),
        malformed('string_2_of_2', 'STRING_REF_1 beyond the last string of the dictionary.', $withExample(givenString(2)->bad()), 'unknown_string'),
        malformed('string_48_of_2', 'STRING_REF_2 beyond the last string of the dictionary.', $withExample(givenString(48)->bad()), 'unknown_string'),
        malformed('string_cut', 'STRING_REF_2 whose second byte is missing.', $withExample(raw('A4')->bad(1)), 'truncated'),
        malformed('string_own_unknown', 'No string of the payload has a number yet.', $withExample(stringRef1(0)->bad()), 'unknown_string'),
        malformed('string_own_2_unknown', 'Nor has one STRING_REF_2.', $withExample(ownString2(16)->bad()), 'unknown_string'),
        malformed('string_behind_tag_unknown', 'Two strings of the dictionary, and none of the payload.', $withExample(
            join(raw('E6'), raw('02')->bad()),
        ), 'unknown_string'),
        malformed('string_behind_tag_beyond_63_bits', 'A number that is negative as an integer.', $withExample(
            join(raw('E6'), raw('F1 FF FF FF FF FF FF FF FF')->bad()),
        ), 'unknown_string'),
        malformed('shape_2_of_2', 'SHAPED_1 beyond the last shape of the dictionary.', $withExample(givenShape(2)->bad(), null()), 'unknown_shape'),
        malformed('shape_own_unknown', 'No shape of the payload has a number yet.', $withExample(shaped1(0)->bad(), null()), 'unknown_shape'),
        malformed('shape_behind_tag_unknown', 'Two shapes of the dictionary, and none of the payload.', $withExample(
            join(raw('EA'), raw('02')->bad()),
            null(),
        ), 'unknown_shape'),
        malformed('shape_values_missing', 'Fewer bytes than the shape has keys.', $withExample(givenShape(0)->bad(), null(), null(), null()), 'truncated'),
        malformed('array_1_of_1', 'SHARED_2 beyond the last array of the dictionary.', $withExample(givenArray(1)->bad()), 'unknown_array'),
        malformed('array_own_unknown', 'No array of the payload has a number yet.', $withExample(shared2(0)->bad()), 'unknown_array'),
        malformed('array_behind_tag_unknown', 'One array of the dictionary, and none of the payload.', $withExample(
            join(raw('EB'), raw('01')->bad()),
        ), 'unknown_array'),
        readable('igbinary_header', "A payload with a dictionary in igbinary's place.", join($place, $withExample(givenString(0))), native('published')),
        malformed('igbinary_header_and_id_cut', 'The id is cut.', join($place, raw('C1 12'), raw('00 00 00 00 00 00 00')->bad()), 'truncated'),
        malformed('igbinary_header_and_value_missing', 'The value is missing.', join($place, $withExample()->badAfter()), 'truncated'),
        malformed('order_of_dictionary_and_value', 'The dictionary is looked for before the value.', join(
            raw('C1 12'),
            raw('00 01 02 03 04 05 06 07')->bad(),
            raw('FB'),
        ), 'unknown_dictionary'),
        malformed('order_of_version_and_dictionary', 'The version is checked before the dictionary.', join(raw('C1'), raw('22')->bad(), raw('00')), 'version'),
        malformed('memory_of_instance', 'An instance takes memory as any other map.', $withExample(
            givenShape(0, null(), null(), null(), null())->bad(),
        ), 'max_memory', ['max_memory' => 375]),
    ]),
    ...$of('small', [
        readable('string_as_key', 'A string of the dictionary is a key.', $withSmall(map([givenString(0)], [smallInt(1)])), native(['name' => 1])),
        readable('string_as_class_and_name', 'Strings of the dictionary are a class and a name.', $withSmall(
            object(givenString(1), [givenString(0)], [givenString(4)]),
        ), 'O:7:"V\Point":1:{s:4:"name";s:4:"kept";}'),
        readable('string_as_class_twice', 'The class of a string of the dictionary is found again.', $withSmall(shortList(
            object(givenString(1)),
            object(behind('E6', 'STRING_REF', 1, 'string 1 of the dictionary'), [shortString('x')], [null()]),
        )), 'a:2:{i:0;O:7:"V\Point":0:{}i:1;O:7:"V\Point":1:{s:1:"x";N;}}'),
        readable('string_as_case', 'Strings of the dictionary are an enum and its case.', $withSmall(enum(givenString(3), givenString(2))), 'E:10:"V\Unit:One";'),
        readable('string_long', 'A string of the dictionary that no tag could hold.', $withSmall(
            shortList(givenString(5), givenString(5)),
        ), native([str_repeat('long', 20), str_repeat('long', 20)])),
        readable('strings_have_no_own_number', 'A string of the dictionary does not take a number of the payload.', $withSmall(
            shortList(givenString(0), shortString('ab'), stringRef1(0)),
        ), native(['name', 'ab', 'ab'])),
        readable('string_again', 'A payload may give what the dictionary has.', $withSmall(
            shortList(shortString('name'), stringRef1(0)),
        ), native(['name', 'name'])),
        readable('object_of_shape', 'An object of a shape of the dictionary.', $withSmall(
            shortList(givenShape(1, smallInt(1), smallInt(2)), objectRef(0)),
        ), "a:2:{i:0;{$withoutClass}i:1;r:2;}"),
        readable('object_of_scopes', 'Names of all scopes.', $withSmall(
            givenShape(3, smallInt(1), smallInt(2), smallInt(3), smallInt(4)),
        ), $child),
        readable('object_without_names', 'An object without properties.', $withSmall(givenShape(5)), 'O:8:"stdClass":0:{}'),
        readable('object_of_denied_class', 'The caller decides which classes there are.', $withSmall(
            givenShape(1, smallInt(1), smallInt(2)),
        ), $withoutClass, ['allowed_classes' => false]),
        readable('object_of_one_of_two_classes', 'The caller decides it for each.', $withSmall(
            shortList(givenShape(1, smallInt(1), smallInt(2)), givenShape(5)),
        ), "a:2:{i:0;{$withoutClass}i:1;O:8:\"stdClass\":0:{}}", ['allowed_classes' => ['stdclass']]),
        readable('custom_of_shape', 'A CUSTOM of a shape of the dictionary.', $withSmall(
            givenShape(2, shortList(smallInt(1))),
        ), 'O:5:"V\Bag":1:{i:0;i:1;}'),
        readable('custom_with_array', 'A CUSTOM whose array is one of the dictionary.', $withSmall(
            givenShape(2, givenArray(2)),
        ), 'O:5:"V\Bag":1:{s:4:"name";s:4:"kept";}'),
        readable('map_with_integer_keys', 'Keys of a shape that are integers.', $withSmall(
            givenShape(4, smallInt(1), smallInt(2), smallInt(3)),
        ), native([5 => 1, -1 => 2, 'k' => 3])),
        readable('shape_behind_tag', 'SHAPED with a number of the dictionary.', $withSmall(
            behind('EA', 'SHAPED', 0, 'shape 0 of the dictionary'),
            smallInt(1),
            smallInt(2),
        ), native(['id' => 1, 'name' => 2])),
        readable('shape_own_3_and_4', 'The last shape of the payload in a tag, and the first behind it.', $withSmall(shortList(
            ...array_map(static fn (int $i): Bytes => map([smallInt(10 + $i)], [null()]), range(0, 4)),
            ...[shaped1(3, true()), within(behind('EA', 'SHAPED', 7 + 4, 'shape 4'), false())],
        )), native([[10 => null], [11 => null], [12 => null], [13 => null], [14 => null], [13 => true], [14 => false]])),
        readable('table_of_maps', 'Rows of a shape of the dictionary.', $withSmall(
            table(8, rows(raw('B4', 'SHAPED_1 of shape 0 of the dictionary'), [affine(0, 1), constantOf(givenString(4))])),
        ), native(array_map(static fn (int $i): array => ['id' => $i, 'name' => 'kept'], range(0, 7)))),
        readable('table_of_objects', 'Rows that are objects of a shape of the dictionary.', $withSmall(
            table(8, rows(raw('EA 01', 'SHAPED of shape 1 of the dictionary'), [affine(0, 1), constantOf(givenArray(0))])),
        ), 'a:8:{' . implode('', array_map(
            static fn (int $i): string => "i:$i;O:7:\"V\\Point\":2:{s:1:\"x\";i:$i;s:1:\"y\";a:2:{i:0;i:1;i:1;i:2;}}",
            range(0, 7),
        )) . '}'),
        readable('constant_array', 'A CONSTANT that is an array of the dictionary.', $withSmall(
            run(3, constantOf(givenArray(1))),
        ), native(array_fill(0, 3, ['a' => [1, ['deep' => []]]]))),
        readable('array_in_array', 'An array of the payload with one of the dictionary is pure.', $withSmall(
            shortList(shortList(givenArray(0)), shared2(1)),
        ), native([[[1, 2]], [[1, 2]]])),
        readable('array_behind_tag', 'SHARED with a number of the dictionary, and of the payload.', $withSmall(
            shortList(shortList(null()), behind('EB', 'SHARED', 2, 'array 2 of the dictionary'), behind('EB', 'SHARED', 3 + 1, 'array 1')),
        ), native([[null], ['name' => 'kept'], [null]])),
        readable('array_beside_objects', 'Arrays of the dictionary in objects.', $withSmall(
            shortList(givenShape(1, givenArray(1), givenArray(1)), givenShape(5)),
        ), 'a:2:{i:0;O:7:"V\Point":2:{s:1:"x";' . native(['a' => [1, ['deep' => []]]]) . 's:1:"y";' . native(['a' => [1, ['deep' => []]]]) . '}i:1;O:8:"stdClass":0:{}}'),
        readable('array_behind_reference', 'What a PHP reference refers to is an array of the dictionary.', $withSmall(
            shortList(reference(givenArray(0)), referenceRef(0)),
        ), 'a:2:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;R:2;}'),
        readable('elements_of_array', 'An array of the dictionary counts with all that is in it.', $withSmall(
            shortList(givenArray(1), givenArray(0)),
        ), native([['a' => [1, ['deep' => []]]], [1, 2]]), ['max_elements' => 8]),
        malformed('elements_of_array_exceeded', 'One element too many.', $withSmall(
            shortList(givenArray(1), givenArray(0)->bad()),
        ), 'max_elements', ['max_elements' => 7]),
        readable('depth_of_array', 'An array of the dictionary has its levels.', $withSmall(
            shortList(givenArray(1)),
        ), native([['a' => [1, ['deep' => []]]]]), ['max_depth' => 4]),
        malformed('depth_of_array_exceeded', 'One level too many.', $withSmall(
            shortList(givenArray(1)->bad()),
        ), 'max_depth', ['max_depth' => 3]),
        malformed('elements_of_instance_exceeded', 'An instance has elements.', $withSmall(
            givenShape(0, null(), null())->bad(),
        ), 'max_elements', ['max_elements' => 1]),
        malformed('elements_of_constant_exceeded', 'The cells of a CONSTANT count.', $withSmall(
            run(3, column(0x01, 'CONSTANT', givenArray(0)->bad())),
        ), 'max_elements', ['max_elements' => 8]),
        malformed('object_of_enum', 'The class has no such objects.', $withSmall(shortList(null(), givenShape(6)->bad())), 'bad_class'),
        malformed('table_of_custom', 'Rows have no shape of a CUSTOM.', $withSmall(
            table(8, rows(raw('B6', 'SHAPED_1 of shape 2 of the dictionary')->bad(), [values()], ...array_fill(0, 8, null()))),
        ), 'unknown_shape'),
        malformed('custom_of_integer', 'A CUSTOM is an array.', $withSmall(givenShape(2, smallInt(1)->bad())), 'array_expected'),
        malformed('object_values_missing', 'Fewer bytes than the shape has names.', $withSmall(givenShape(1)->bad(), null()), 'truncated'),
        malformed('array_as_key', 'An array is no key.', $withSmall(map([givenArray(0)->bad()], [null()])), 'bad_key'),
    ]),
    ...$of('missing', [
        malformed('missing_class_of_instance', 'An instance of a shape whose class is missing.', $withMissing(
            shortList(givenShape(0, null())->bad()),
        ), 'missing_class', $throw),
        malformed('missing_class_of_instance_behind_tag', 'The same as SHAPED: the tag, not the number.', $withMissing(
            shortList(join(behind('EA', 'SHAPED', 0, 'shape 0 of the dictionary'), null())->bad()),
        ), 'missing_class', $throw),
        malformed('missing_class_of_custom', 'A CUSTOM of a shape whose class is missing.', $withMissing(
            givenShape(1, shortList(null()))->bad(),
        ), 'missing_class', $throw),
        malformed('missing_class_of_rows', 'A head with a shape whose class is missing.', $withMissing(
            table(2, rows(raw('B4', 'SHAPED_1 of shape 0 of the dictionary')->bad(), [affine(0, 1)])),
        ), 'missing_class', $throw),
        malformed('missing_class_of_rows_behind_tag', 'The same as SHAPED.', $withMissing(
            table(2, rows(raw('EA 00', 'SHAPED of shape 0 of the dictionary')->bad(), [affine(0, 1)])),
        ), 'missing_class', $throw),
        malformed('missing_class_before_kind_of_shape', 'The class comes before a shape that rows cannot have.', $withMissing(
            table(2, rows(raw('B5', 'SHAPED_1 of shape 1 of the dictionary')->bad(), [affine(0, 1)])),
        ), 'missing_class', $throw),
        malformed('missing_class_of_string', 'A class name that is a string of the dictionary.', $withMissing(
            object(givenString(0)->bad()),
        ), 'missing_class', $throw),
        malformed('missing_class_before_end', 'The class comes before values that are missing.', $withMissing(
            shortList(givenShape(0)->bad()),
        ), 'missing_class', $throw),
        malformed('missing_class_before_depth', 'The class comes before the limit of depth.', $withMissing(
            shortList(givenShape(0, null())->bad()),
        ), 'missing_class', $throw + ['max_depth' => 1]),
        malformed('order_of_class_and_end', 'A class without objects, and nothing behind.', $withMissing(givenShape(3)->bad()), 'bad_class'),
        malformed('order_of_end_and_depth', 'A value that is missing, and a limit of depth.', $withMissing(shortList(givenShape(2)->bad())), 'truncated', ['max_depth' => 1]),
        readable('missing_class_not_looked_for', 'A shape that the payload does not use.', $withMissing(
            givenShape(2, smallInt(1)),
        ), 'O:6:"V\Node":1:{s:4:"next";i:1;}', $throw),
        readable('missing_class_not_allowed', 'A class that is not allowed is not missing.', $withMissing(
            givenShape(0, null()),
        ), 'O:6:"V\Gone":1:{s:4:"next";N;}', $throw + ['allowed_classes' => false]),
        readable('missing_class_incomplete', 'An object whose class is missing.', $withMissing(
            givenShape(0, null()),
        ), 'O:6:"V\Gone":1:{s:4:"next";N;}'),
    ]),
    ...$of('layouts', [
        canonical('layout_of_shape', 'LAYOUT before the first instances of shapes that need one.', $withLayouts(shortList(
            layout($partial, givenShape(0, smallInt(1))),
            givenShape(0, smallInt(2)),
            givenShape(1, smallInt(3), smallInt(4)),
            layout("@7\n", givenShape(2, shortList(null()))),
            givenShape(2, shortList(true())),
        )), [
            'a:5:{i:0;O:9:"V\Partial":1:{s:3:"set";i:1;}i:1;O:9:"V\Partial":1:{s:3:"set";i:2;}',
            'i:2;O:9:"V\Partial":2:{s:3:"set";i:3;s:5:"unset";i:4;}',
            'i:3;O:14:"V\VersionedBag":1:{i:0;N;}i:4;O:14:"V\VersionedBag":1:{i:0;b:1;}}',
        ], $refusing),
        canonical('layout_of_rows_of_shape', 'In the head of rows.', $withLayouts(
            table(15, rows(layout($partial, raw('B4', 'SHAPED_1 of shape 0 of the dictionary')), [affine(1, 1)])),
        ), 'a:15:{' . implode('', array_map(static fn (int $i): string => "i:$i;O:9:\"V\\Partial\":1:{s:3:\"set\";i:" . ($i + 1) . ';}', range(0, 14))) . '}', $refusing),
        readable('layout_of_shape_behind_tag', 'Before SHAPED.', $withLayouts(
            layout($partial, behind('EA', 'SHAPED', 0, 'shape 0 of the dictionary'), smallInt(1)),
        ), 'O:9:"V\Partial":1:{s:3:"set";i:1;}', $refusing),
        readable('layout_of_shape_passed_over', 'A reader that does not refuse stale classes.', $withLayouts(
            layout('', givenShape(0, smallInt(1))),
        ), 'O:9:"V\Partial":1:{s:3:"set";i:1;}'),
        malformed('layout_before_shape_again', 'Not the first instance.', $withLayouts(
            shortList(givenShape(0, smallInt(1)), layout($partial, givenShape(0, smallInt(1))->bad())),
        ), 'unknown_tag'),
        malformed('layout_before_shape_of_map', 'A shape of maps.', $withLayouts(layout('', givenShape(3, null(), null())->bad())), 'unknown_tag'),
        malformed('layout_before_shape_5_of_5', 'No shape of the dictionary.', $withLayouts(layout('', givenShape(5, null())->bad())), 'unknown_tag'),
        malformed('layout_before_own_shape', 'A shape of the payload.', $withLayouts(
            shortList(object(shortString('stdClass'), [shortString('a')], [null()]), layout('', shaped1(0, null())->bad())),
        ), 'unknown_tag'),
        malformed('layout_before_own_shape_behind_tag', 'The same as SHAPED.', $withLayouts(
            shortList(object(shortString('stdClass'), [shortString('a')], [null()]), layout('', shaped(5, null())->bad())),
        ), 'unknown_tag'),
        malformed('layout_before_cut_number', 'The number comes before the tag is refused.', $withLayouts(
            layout('', raw('EA', 'SHAPED'), raw('C0')->bad()),
        ), 'bad_number'),
        malformed('layout_before_missing_number', 'The number is missing.', $withLayouts(layout('', raw('EA', 'SHAPED'))->badAfter()), 'truncated'),
        malformed('layout_of_rows_of_shape_of_map', 'A shape of maps in the head of rows.', $withLayouts(
            table(2, rows(layout('', raw('B7', 'SHAPED_1 of shape 3 of the dictionary')->bad()), [affine(0, 1), affine(0, 1)])),
        ), 'unknown_tag'),
        malformed('layout_of_rows_of_shape_of_custom', 'Rows do not have a shape of CUSTOM.', $withLayouts(
            table(2, rows(layout("@7\n", raw('B6', 'SHAPED_1 of shape 2 of the dictionary')->bad()), [affine(0, 1)])),
        ), 'unknown_shape'),
        malformed('layout_of_rows_of_shape_of_custom_behind_tag', 'The same as SHAPED.', $withLayouts(
            table(2, rows(layout("@7\n", raw('EA', 'SHAPED'), raw('02')->bad()), [affine(0, 1)])),
        ), 'unknown_shape'),
        malformed('stale_class_of_shape', 'The names of the shape are not the layout.', $withLayouts(shortList(givenShape(4, smallInt(1))->bad())), 'stale_class', $refusing),
        malformed('stale_class_of_shape_by_fingerprint', 'Another fingerprint.', $withLayouts(
            shortList(layout('', givenShape(1, smallInt(1), smallInt(2)))->bad()),
        ), 'stale_class', $refusing),
        malformed('stale_class_of_shape_of_rows', 'In the head of rows.', $withLayouts(
            table(2, rows(raw('B8', 'SHAPED_1 of shape 4 of the dictionary')->bad(), [affine(0, 1)])),
        ), 'stale_class', $refusing),
        malformed('stale_class_of_shape_of_custom', 'A version.', $withLayouts(givenShape(2, shortList(null()))->bad()), 'stale_class', $refusing),
        malformed('stale_class_of_shape_before_end', 'The class comes before what is missing.', $withLayouts(givenShape(4)->bad()), 'stale_class', $refusing),
        readable('stale_class_of_shape_not_used', 'A shape that the payload does not use.', $withLayouts(smallInt(1)), native(1), $refusing),
    ]),
    ...$of('large', [
        readable('string_47_and_48', 'The last string in a tag, and the first behind it.', $withLarge(
            shortList(givenString(47), givenString(48)),
        ), native(['aV', 'aW'])),
        readable('string_3119_and_3120', 'The last string in a tag of two bytes, and the first behind it.', $withLarge(
            shortList(givenString(3_119), behind('E6', 'STRING_REF', 3_120, 'string 3120 of the dictionary')),
        ), native(['WV', 'WW'])),
        readable('string_303_and_304', 'STRING_REF_2 carries into the tag.', $withLarge(
            shortList(givenString(303), givenString(304)),
        ), native(['eV', 'eW'])),
        readable('own_15_and_16', 'The last string of the payload in a tag, and the first behind it.', $withLarge(
            longList(...$own(17), ...[stringRef1(15), ownString2(16)]),
        ), native([...array_map(static fn (int $i): string => sprintf('%02d', $i), range(0, 16)), '15', '16'])),
        readable('own_1039_and_1040', 'The last string of the payload in a tag of two bytes, and the first behind it.', $withLarge(
            longListOf(1_043),
            raw('21 2D 2D', 'SHORT_STRING "--"')->times(1_039),
            shortString('-A'),
            shortString('-B'),
            ownString2(1_039),
            behind('E6', 'STRING_REF', 3_121 + 1_040, 'string 1040'),
        ), native([...array_fill(0, 1_039, '--'), '-A', '-B', '-A', '-B'])),
        readable('shape_11_and_12', 'The last shape in a tag, and the first behind it.', $withLarge(
            shortList(givenShape(11, null()), within(behind('EA', 'SHAPED', 12, 'shape 12 of the dictionary'), true())),
        ), native([[11 => null], [12 => true]])),
        readable('array_1535_and_1536', 'The last array in a tag, and the first behind it.', $withLarge(
            shortList(givenArray(1_535), behind('EB', 'SHARED', 1_536, 'array 1536 of the dictionary')),
        ), native([[1_535], [1_536]])),
        readable('array_own_511_and_512', 'The last array of the payload in a tag, and the first behind it.', $withLarge(
            longListOf(514),
            raw('C0 D8', 'SHORT_LIST of 1, NULL')->times(510),
            shortList(true()),
            shortList(false()),
            shared2(511),
            behind('EB', 'SHARED', 1_537 + 512, 'array 512'),
        ), native([...array_fill(0, 510, [null]), [true], [false], [true], [false]])),
        canonical('own_and_given', 'Strings of both, in the order in which a writer meets them.', $withLarge(longList(
            ...array_map(givenString(...), [...range(0, 13)]),
            ...[shortString('own'), stringRef1(0), givenString(0), givenArray(5), givenArray(1_535)],
        )), native([
            ...array_map(static fn (int $i): string => 'a' . 'abcdefghijklmn'[$i], range(0, 13)), 'own', 'own', 'aa', [5], [1_535],
        ])),
    ]),
];
