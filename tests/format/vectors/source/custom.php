<?php

declare(strict_types=1);

/* Section 8 of docs/format.md: Objects and PHP references, the part about CUSTOM and SERIALIZABLE */

namespace Brine\Tests\Vectors;

$bag = shortString('V\Bag');
$text = shortString('V\Text');

return [
    canonical('custom_of_empty_array', '__serialize() returned no element.', payload(
        custom($bag, emptyArray()),
    ), 'O:5:"V\Bag":0:{}'),
    canonical('custom_of_list', '__serialize() returned a list.', payload(
        custom($bag, shortList(smallInt(1), smallInt(2))),
    ), 'O:5:"V\Bag":2:{i:0;i:1;i:1;i:2;}'),
    canonical('custom_of_map', '__serialize() returned a map.', payload(
        custom($bag, map([shortString('a')], [smallInt(1)])),
    ), 'O:5:"V\Bag":1:{s:1:"a";i:1;}'),
    canonical('custom_of_run', '__serialize() returned a list that is a run.', payload(
        custom($bag, run(8, affine(0, 1))),
    ), 'O:5:"V\Bag":8:{i:0;i:0;i:1;i:1;i:2;i:2;i:3;i:3;i:4;i:4;i:5;i:5;i:6;i:6;i:7;i:7;}'),
    canonical('custom_shape_again', 'An instance of a CUSTOM shape takes one value.', payload(
        shortList(custom($bag, shortList(smallInt(1))), shaped1(0, shortList(smallInt(2)))),
    ), 'a:2:{i:0;O:5:"V\Bag":1:{i:0;i:1;}i:1;O:5:"V\Bag":1:{i:0;i:2;}}'),
    canonical('custom_of_instance_of_map_shape', 'The array is an instance of a map shape; the CUSTOM is shape 1.', payload(
        shortList(map([shortString('a')], [smallInt(1)]), custom($bag, shaped1(0, smallInt(2))), shaped1(1, shaped1(0, smallInt(3)))),
    ), 'a:3:{i:0;a:1:{s:1:"a";i:1;}i:1;O:5:"V\Bag":1:{s:1:"a";i:2;}i:2;O:5:"V\Bag":1:{s:1:"a";i:3;}}'),
    canonical('custom_shape_inside_its_first_value', 'The shape can be used from the end of the class name on.', payload(
        custom($bag, shortList(shaped1(0, emptyArray()))),
    ), 'O:5:"V\Bag":1:{i:0;O:5:"V\Bag":0:{}}'),
    canonical('custom_of_shared_array', 'The array of a CUSTOM can be SHARED, and be shared.', payload(
        shortList(shortList(smallInt(1)), custom($bag, shared2(1)), shaped1(0, shortList(smallInt(2))), shared2(2)),
    ), 'a:4:{i:0;a:1:{i:0;i:1;}i:1;O:5:"V\Bag":1:{i:0;i:1;}i:2;O:5:"V\Bag":1:{i:0;i:2;}i:3;a:1:{i:0;i:2;}}'),
    canonical('custom_again', 'OBJECT_REF to a CUSTOM.', payload(
        shortList(custom($bag, emptyArray()), objectRef(0)),
    ), 'a:2:{i:0;O:5:"V\Bag":0:{}i:1;r:2;}'),
    canonical('custom_cycle', 'A CUSTOM that holds itself.', payload(
        custom($bag, shortList(objectRef(0))),
    ), 'O:5:"V\Bag":1:{i:0;r:1;}'),
    canonical('custom_with_reference', 'A PHP reference between an element of a CUSTOM\'s array and one outside.', payload(
        shortList(reference(smallInt(1)), custom($bag, shortList(referenceRef(0)))),
    ), 'a:2:{i:0;i:1;i:1;O:5:"V\Bag":1:{i:0;R:2;}}'),
    canonical('custom_string_numbers', 'Strings in the array are numbered after the class name.', payload(
        custom($bag, shortList(shortString('ab'), stringRef1(1), stringRef1(0))),
    ), 'O:5:"V\Bag":3:{i:0;s:2:"ab";i:1;s:2:"ab";i:2;s:5:"V\Bag";}'),
    readable('custom_for_properties', 'Where the class has no __unserialize(), the array is the properties.', payload(
        custom(shortString('V\Base'), map([shortString("\0V\\Base\0id"), shortString("\0*\0kept")], [smallInt(1), smallInt(2)])),
    ), "O:6:\"V\\Base\":2:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;}"),
    readable('custom_for_properties_integer_key', 'An integer key is the name of a property in decimal.', payload(
        custom(shortString('stdClass'), shortList(smallInt(1), smallInt(2))),
    ), 'O:8:"stdClass":2:{i:0;i:1;i:1;i:2;}'),
    readable('custom_of_missing_class', 'An object whose class is missing keeps the array as its properties.', payload(
        custom(shortString('V\Missing'), map([shortString('a')], [smallInt(1)])),
    ), 'O:9:"V\Missing":1:{s:1:"a";i:1;}'),

    malformed('custom_of_integer', 'The value is not an array.', payload(custom($bag, smallInt(0)->bad())), 'array_expected'),
    malformed('custom_of_null', 'The value is not an array.', payload(custom($bag, null()->bad())), 'array_expected'),
    malformed('custom_of_object', 'The value is not an array.', payload(
        custom($bag, object(shortString('stdClass'))->bad()),
    ), 'array_expected'),
    malformed('custom_of_itself', 'The value is not an array.', payload(custom($bag, objectRef(0)->bad())), 'array_expected'),
    malformed('custom_of_instance_of_class', 'The value is an instance of an object shape.', payload(
        shortList(object(shortString('stdClass')), custom($bag, shaped1(0)->bad())),
    ), 'array_expected'),
    malformed('custom_of_instance_of_its_shape', 'The value is an instance of the CUSTOM\'s own shape.', payload(
        custom($bag, shaped1(0, emptyArray())->bad()),
    ), 'array_expected'),
    malformed('custom_of_instance_of_unknown_shape', 'The value is an instance of an unknown shape.', payload(
        custom($bag, shaped1(1, null())->bad()),
    ), 'unknown_shape'),
    malformed('custom_of_reference', 'The array is not a PHP reference.', payload(
        custom($bag, reference(emptyArray())->bad()),
    ), 'misplaced_reference'),
    malformed('custom_of_reference_ref', 'The array is not a PHP reference.', payload(
        shortList(reference(emptyArray()), custom($bag, referenceRef(0)->bad())),
    ), 'misplaced_reference'),
    malformed('custom_shape_without_array', 'An instance of a CUSTOM shape whose value is not an array.', payload(
        shortList(custom($bag, emptyArray()), shaped1(0, null()->bad())),
    ), 'array_expected'),
    malformed('custom_cut', 'The array is missing.', payload(raw('F1', 'CUSTOM'), $bag->badAfter()), 'truncated'),
    malformed('custom_class_empty', 'A class name is not empty.', payload(
        custom(emptyString()->bad(), emptyArray()),
    ), 'bad_class_name'),
    refused('custom_unserialize_throws', 'What __unserialize() throws is what the reader throws.', payload(
        custom(shortString('V\Locked'), emptyArray()),
    ), \DomainException::class),

    canonical('serializable', 'The bytes that serialize() returned.', payload(
        serializable($text, 'i:5;'),
    ), 'C:6:"V\Text":4:{i:5;}'),
    canonical('serializable_of_192', 'A size of two bytes.', payload(
        raw('F3', 'SERIALIZABLE'),
        $text,
        line(uv(192) . 's:183:"', '192 bytes'),
        line('x', '')->times(183),
        line('";', ''),
    ), ['C:6:"V\Text":192:{s:183:"', ['x', 183], '";}']),
    canonical('serializable_again', 'OBJECT_REF to a SERIALIZABLE.', payload(
        shortList(serializable($text, 'N;'), objectRef(0)),
    ), 'a:2:{i:0;C:6:"V\Text":2:{N;}i:1;r:2;}'),
    canonical('serializable_class_again', 'A SERIALIZABLE makes no shape; its class name is a string as any other.', payload(
        shortList(serializable($text, 'N;'), serializable(stringRef1(0), 'i:1;')),
    ), 'a:2:{i:0;C:6:"V\Text":2:{N;}i:1;C:6:"V\Text":4:{i:1;}}'),
    canonical('serializable_bytes_are_no_string', 'The bytes have no string number.', payload(
        shortList(serializable($text, 'N;'), shortString('ab'), stringRef1(1)),
    ), 'a:3:{i:0;C:6:"V\Text":2:{N;}i:1;s:2:"ab";i:2;s:2:"ab";}'),
    readable('serializable_of_0', 'No byte at all.', payload(serializable($text, '')), 'C:6:"V\Text":0:{}'),
    malformed('serializable_cut', 'The last byte is missing.', payload(
        raw('F3', 'SERIALIZABLE'),
        $text,
        raw('04', '4 bytes'),
        raw('69 3A 35')->bad(),
    ), 'truncated'),
    malformed('serializable_of_2_to_the_63', 'A size that is negative in 64 bits.', payload(
        raw('F3', 'SERIALIZABLE'),
        $text,
        raw('F1 00 00 00 00 00 00 00 80', '2**63 bytes'),
        raw('69 3A 35 3B')->bad(),
    ), 'truncated'),
    malformed('serializable_of_missing_class', 'Without the class there is nothing that could read the bytes.', payload(
        serializable(shortString('V\Missing'), 'i:5;')->bad(),
    ), 'bad_class'),
    malformed('serializable_of_class_without_string_form', 'The class does not read strings.', payload(
        serializable(shortString('V\Point'), 'i:5;')->bad(),
    ), 'bad_class'),
    malformed('object_of_class_with_string_form', 'The class reads nothing but strings.', payload(
        object($text, [shortString('value')], [null()])->bad(),
    ), 'bad_class'),
    malformed('custom_of_class_with_string_form', 'The class reads nothing but strings.', payload(
        custom($text, emptyArray())->bad(),
    ), 'bad_class'),
    malformed('serializable_class_no_string', 'A class name is a string.', payload(
        serializable(smallInt(5)->bad(), ''),
    ), 'string_expected'),
];
