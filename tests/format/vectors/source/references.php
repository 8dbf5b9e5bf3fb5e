<?php

declare(strict_types=1);

/* Section 8 of docs/format.md: Objects and PHP references, the part about REFERENCE, and enums */

namespace Brine\Tests\Vectors;

$std = shortString('stdClass');
$unit = enum(shortString('V\Unit'), shortString('One'));

return [
    canonical('reference_in_list', 'Two elements that are one PHP reference.', payload(
        shortList(reference(smallInt(1)), referenceRef(0)),
    ), 'a:2:{i:0;i:1;i:1;R:2;}'),
    canonical('reference_three_times', 'Three elements that are one PHP reference.', payload(
        shortList(reference(null()), referenceRef(0), referenceRef(0)),
    ), 'a:3:{i:0;N;i:1;R:2;i:2;R:2;}'),
    canonical('reference_in_map', 'Values of a map that are one PHP reference.', payload(
        map([shortString('a'), shortString('b')], [reference(smallInt(1)), referenceRef(0)]),
    ), 'a:2:{s:1:"a";i:1;s:1:"b";R:2;}'),
    canonical('reference_in_object', 'Properties that are one PHP reference.', payload(
        object($std, [shortString('a'), shortString('b')], [reference(smallInt(1)), referenceRef(0)]),
    ), 'O:8:"stdClass":2:{s:1:"a";i:1;s:1:"b";R:2;}'),
    canonical('reference_in_typed_property', 'A typed property and an element that are one PHP reference.', payload(
        shortList(object(shortString('V\Typed'), [shortString('n'), shortString('s'), shortString('list')], [
            reference(smallInt(1)),
            null(),
            emptyArray(),
        ]), referenceRef(0)),
    ), 'a:2:{i:0;O:7:"V\Typed":3:{s:1:"n";i:1;s:1:"s";N;s:4:"list";a:0:{}}i:1;R:3;}'),
    canonical('reference_to_typed_property', 'A typed property that comes second.', payload(
        shortList(reference(smallInt(1)), object(shortString('V\Typed'), [shortString('n'), shortString('s'), shortString('list')], [
            referenceRef(0),
            null(),
            emptyArray(),
        ])),
    ), 'a:2:{i:0;i:1;i:1;O:7:"V\Typed":3:{s:1:"n";R:2;s:1:"s";N;s:4:"list";a:0:{}}}'),
    canonical('reference_numbers', 'PHP references are numbered in the order of their tags.', payload(
        shortList(
            reference(shortList(reference(smallInt(1)), smallInt(2))),
            reference(smallInt(3)),
            referenceRef(2),
            referenceRef(1),
            referenceRef(0),
        ),
    ), 'a:5:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;i:3;i:2;R:5;i:3;R:3;i:4;R:2;}'),
    canonical('reference_to_array', 'A PHP reference to an array.', payload(
        shortList(reference(shortList(smallInt(1))), referenceRef(0)),
    ), 'a:2:{i:0;a:1:{i:0;i:1;}i:1;R:2;}'),
    canonical('reference_to_string', 'A PHP reference to a string, which has its number.', payload(
        shortList(reference(shortString('ab')), referenceRef(0), stringRef1(0)),
    ), 'a:3:{i:0;s:2:"ab";i:1;R:2;i:2;s:2:"ab";}'),
    canonical('reference_cycle', 'A PHP reference to an array that holds the same PHP reference.', payload(
        shortList(reference(shortList(referenceRef(0)))),
    ), 'a:1:{i:0;a:1:{i:0;R:2;}}'),
    canonical('reference_cycle_through_object', 'A PHP reference to an object that holds the same PHP reference.', payload(
        object(shortString('V\Node'), [shortString('next')], [reference(shortList(referenceRef(0)))]),
    ), 'O:6:"V\Node":1:{s:4:"next";a:1:{i:0;R:2;}}'),
    canonical('reference_to_object', 'A PHP reference to an object.', payload(
        shortList(reference(object($std)), referenceRef(0)),
    ), 'a:2:{i:0;O:8:"stdClass":0:{}i:1;R:2;}'),
    canonical('reference_to_object_met_before', 'The first element holds the object and is no PHP reference.', payload(
        shortList(object($std), reference(objectRef(0)), referenceRef(0)),
    ), 'a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;R:3;}'),
    canonical('references_two_to_one_object', 'Two PHP references to the same object.', payload(
        shortList(reference(object($std)), referenceRef(0), reference(objectRef(0)), referenceRef(1)),
    ), 'a:4:{i:0;O:8:"stdClass":0:{}i:1;R:2;i:2;r:2;i:3;R:3;}'),
    canonical('reference_inside_of_object_to_it', 'An object with a PHP reference to itself.', payload(
        object($std, [shortString('a'), shortString('b')], [reference(objectRef(0)), referenceRef(0)]),
    ), 'O:8:"stdClass":2:{s:1:"a";r:1;s:1:"b";R:2;}'),
    canonical('reference_192', 'REFERENCE_REF with a number of two bytes.', payload(
        longListOf(386),
        join(...array_map(
            static fn (int $i): Bytes => line("\xF5\xD8\xF6" . uv($i), "REFERENCE to NULL, REFERENCE_REF to reference $i"),
            range(0, 192),
        ))->indented(),
    ), 'a:386:{' . implode('', array_map(
        static fn (int $i): string => 'i:' . 2 * $i . ';N;i:' . 2 * $i + 1 . ';R:' . $i + 2 . ';',
        range(0, 192),
    )) . '}'),
    readable('reference_alone', 'A PHP reference to which there is only one way is its plain value.', payload(
        shortList(reference(smallInt(1))),
    ), native([1])),

    malformed('reference_at_top', 'The payload\'s value is not a PHP reference.', payload(
        reference(smallInt(1))->bad(),
    ), 'misplaced_reference'),
    malformed('reference_ref_at_top', 'The payload\'s value is not a PHP reference.', payload(
        referenceRef(0)->bad(),
    ), 'misplaced_reference'),
    malformed('reference_to_reference', 'What a PHP reference refers to is not one.', payload(
        shortList(reference(reference(smallInt(1))->bad())),
    ), 'misplaced_reference'),
    malformed('reference_to_itself', 'What a PHP reference refers to is not the same PHP reference.', payload(
        shortList(reference(referenceRef(0)->bad())),
    ), 'misplaced_reference'),
    malformed('reference_to_other_reference', 'What a PHP reference refers to is not another one.', payload(
        shortList(reference(smallInt(1)), reference(referenceRef(0)->bad())),
    ), 'misplaced_reference'),
    malformed('reference_as_key', 'A key is not a PHP reference.', payload(
        map([reference(smallInt(1))->bad()], [null()]),
    ), 'bad_key'),
    malformed('reference_ref_unknown', 'REFERENCE_REF without any PHP reference.', payload(
        shortList(referenceRef(0)->bad(1)),
    ), 'unknown_reference'),
    malformed('reference_ref_next', 'REFERENCE_REF to the PHP reference that comes after it.', payload(
        shortList(referenceRef(0)->bad(1), reference(smallInt(1))),
    ), 'unknown_reference'),
    malformed('reference_ref_2_to_the_32', 'REFERENCE_REF to a number that is 0 in 32 bits.', payload(
        shortList(reference(smallInt(1)), referenceRef(2 ** 32)->bad(1)),
    ), 'unknown_reference'),
    malformed('reference_cut', 'The value is missing.', payload(
        raw('C0', 'SHORT_LIST of 1'), raw('F5', 'REFERENCE')->badAfter(),
    ), 'truncated'),
    malformed('reference_of_wrong_type_in_typed_property', 'A PHP reference whose value the property\'s type does not admit.', payload(
        shortList(reference(shortString('ab')), object(shortString('V\Typed'), [shortString('n')], [referenceRef(0)->bad()])),
    ), 'bad_property'),

    canonical('enum', 'A case of an enum.', payload($unit), 'E:10:"V\Unit:One";'),
    canonical('enum_backed', 'A case of a backed enum, by its name.', payload(
        enum(shortString('V\Suit'), shortString('Hearts')),
    ), 'E:13:"V\Suit:Hearts";'),
    canonical('enum_again', 'OBJECT_REF to a case.', payload(
        shortList($unit, objectRef(0)),
    ), 'a:2:{i:0;E:10:"V\Unit:One";i:1;r:2;}'),
    canonical('enum_other_case', 'The class name of a second case is a STRING_REF: an enum makes no shape.', payload(
        shortList(enum(shortString('V\Suit'), shortString('Hearts')), enum(stringRef1(0), shortString('Spades'))),
    ), 'a:2:{i:0;E:13:"V\Suit:Hearts";i:1;E:13:"V\Suit:Spades";}'),
    canonical('enum_numbers_objects', 'An enum case has an object number.', payload(
        shortList($unit, object($std), objectRef(1)),
    ), 'a:3:{i:0;E:10:"V\Unit:One";i:1;O:8:"stdClass":0:{}i:2;r:3;}'),
    canonical('enum_behind_reference', 'A PHP reference to an enum case.', payload(
        shortList(reference($unit), referenceRef(0), objectRef(0)),
    ), 'a:3:{i:0;E:10:"V\Unit:One";i:1;R:2;i:2;r:2;}'),
    readable('enum_written_twice', 'ENUM of an earlier case is the same object.', payload(
        shortList($unit, enum(stringRef1(0), stringRef1(1))),
    ), 'a:2:{i:0;E:10:"V\Unit:One";i:1;r:2;}'),
    readable('enum_class_in_other_case', 'A class name in other letters is the same enum.', payload(
        enum(shortString('v\UNIT'), shortString('One')),
    ), 'E:10:"V\Unit:One";'),
    malformed('enum_missing', 'There is no such class.', payload(
        enum(shortString('V\Missing'), shortString('One'))->bad(),
    ), 'bad_enum'),
    malformed('enum_of_class', 'The class is no enum.', payload(
        enum(shortString('V\Point'), shortString('One'))->bad(),
    ), 'bad_enum'),
    malformed('enum_case_missing', 'The enum has no such case.', payload(
        enum(shortString('V\Unit'), shortString('Two'))->bad(),
    ), 'bad_enum'),
    malformed('enum_case_is_constant', 'A constant of an enum is no case.', payload(
        enum(shortString('V\Suit'), shortString('Best'))->bad(),
    ), 'bad_enum'),
    malformed('enum_case_in_other_letters', 'The name of a case is exact.', payload(
        enum(shortString('V\Unit'), shortString('one'))->bad(),
    ), 'bad_enum'),
    malformed('enum_case_no_string', 'The name of a case is a string.', payload(
        enum(shortString('V\Unit'), smallInt(1)->bad()),
    ), 'string_expected'),
    malformed('enum_class_no_string', 'A class name is a string.', payload(
        enum(smallInt(1)->bad(), shortString('One')),
    ), 'string_expected'),
    malformed('enum_cut', 'The name of the case is missing.', payload(
        raw('F2', 'ENUM'), shortString('V\Unit')->badAfter(),
    ), 'truncated'),
];
