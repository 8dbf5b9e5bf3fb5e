<?php

declare(strict_types=1);

/* Section 8 of docs/format.md: Objects and PHP references, the part about OBJECT. The outermost object is number 0. */

namespace Brine\Tests\Vectors;

$std = shortString('stdClass');
$xAndY = [shortString('x'), shortString('y')];
$point = static fn (Bytes $x, Bytes $y): Bytes => object(shortString('V\Point'), $xAndY, [$x, $y]);
$node = static fn (Bytes $next): Bytes => object(shortString('V\Node'), [shortString('next')], [$next]);

$classes = [
    'closure' => 'Closure',
    'generator' => 'Generator',
    'not_serializable' => 'ReflectionClass',
];
$vectors = [];
foreach ($classes as $what => $class) {
    $vectors[] = malformed("object_of_$what", 'PHP does not build objects of this class from bytes.', payload(
        object(shortString($class))->bad(),
    ), 'bad_class');
}

return [
    ...$vectors,
    canonical('object_empty', 'An object without properties.', payload(object($std)), native(new \stdClass())),
    canonical('object_dynamic_properties', 'Properties of stdClass are public names.', payload(
        object($std, [shortString('a'), shortString('bc')], [smallInt(1), smallInt(2)]),
    ), native((object) ['a' => 1, 'bc' => 2])),
    canonical('object_property_empty_name', 'A property whose name is empty.', payload(
        object($std, [emptyString()], [smallInt(1)]),
    ), native((object) ['' => 1])),
    canonical('object_property_begun_name', 'Names that begin as mangled ones, and are none.', payload(
        object($std, [shortString("\0e"), shortString("\0*\0")], [smallInt(1), smallInt(2)]),
    ), native((object) ["\0e" => 1, "\0*\0" => 2])),
    canonical('object_property_numeric_name', 'A name of digits is no integer.', payload(
        object($std, [shortString('5'), shortString('-7')], [smallInt(1), smallInt(2)]),
    ), native((object) [5 => 1, -7 => 2])),
    canonical('object_public', 'Declared public properties.', payload(
        $point(smallInt(1), smallInt(2)),
    ), 'O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}'),
    canonical('object_private_of_itself', 'A private property of the object\'s class.', payload(
        object(shortString('V\Secret'), [privateName(shortString('key'))], [smallInt(1)]),
    ), "O:8:\"V\\Secret\":1:{s:13:\"\0V\\Secret\0key\";i:1;}"),
    canonical('object_private_and_protected', 'A private and a protected property.', payload(
        object(shortString('V\Base'), [privateName(shortString('id')), protectedName(shortString('kept'))], [smallInt(1), smallInt(2)]),
    ), "O:6:\"V\\Base\":2:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;}"),
    canonical('object_private_of_parent', 'Private properties of one name, of the class and of its parent.', payload(object(
        shortString('V\Child'),
        [
            privateNameOf(shortString('V\Base'), shortString('id')),
            protectedName(shortString('kept')),
            privateName(stringRef1(2)),
            publicName(shortString('name')),
        ],
        [smallInt(1), smallInt(2), smallInt(3), smallInt(4)],
    )), "O:7:\"V\\Child\":4:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;s:11:\"\0V\\Child\0id\";i:3;s:4:\"name\";i:4;}"),
    canonical('object_run_of_protected_names', 'A byte before a name holds for the names after it.', payload(
        object(shortString('V\Root'), [
            protectedName(shortString('c')),
            shortString('d'),
            privateName(shortString('a')),
            shortString('b'),
        ], [smallInt(1), smallInt(2), smallInt(3), smallInt(4)]),
    ), "O:6:\"V\\Root\":4:{s:4:\"\0*\0c\";i:1;s:4:\"\0*\0d\";i:2;s:9:\"\0V\\Root\0a\";i:3;s:9:\"\0V\\Root\0b\";i:4;}"),
    canonical('object_runs_of_three_classes', 'Private properties of one name, of the class and of two parents, among others.', payload(
        object(shortString('V\Leaf'), [
            protectedName(shortString('c')),
            shortString('d'),
            privateNameOf(shortString('V\Root'), shortString('a')),
            shortString('b'),
            privateNameOf(shortString('V\Middle'), shortString('a')),
            publicName(shortString('e')),
            shortString('f'),
            privateName(shortString('a')),
            shortString('g'),
            protectedName(shortString('h')),
            publicName(shortString('i')),
        ], array_map(smallInt(...), range(1, 11))),
    ), [
        "O:6:\"V\\Leaf\":11:{s:4:\"\0*\0c\";i:1;s:4:\"\0*\0d\";i:2;s:9:\"\0V\\Root\0a\";i:3;s:9:\"\0V\\Root\0b\";i:4;",
        "s:11:\"\0V\\Middle\0a\";i:5;s:1:\"e\";i:6;s:1:\"f\";i:7;s:9:\"\0V\\Leaf\0a\";i:8;s:9:\"\0V\\Leaf\0g\";i:9;",
        "s:4:\"\0*\0h\";i:10;s:1:\"i\";i:11;}",
    ]),
    canonical('object_names_begin_public', 'What the names of one object are does not hold for those of the next.', payload(
        shortList(
            object(shortString('V\Secret'), [privateName(shortString('key'))], [smallInt(1)]),
            object($std, [stringRef1(1)], [smallInt(2)]),
            object(shortString('V\Base'), [privateName(shortString('id')), protectedName(shortString('kept'))], [smallInt(3), smallInt(4)]),
        ),
    ), [
        "a:3:{i:0;O:8:\"V\\Secret\":1:{s:13:\"\0V\\Secret\0key\";i:1;}i:1;O:8:\"stdClass\":1:{s:3:\"key\";i:2;}",
        "i:2;O:6:\"V\\Base\":2:{s:10:\"\0V\\Base\0id\";i:3;s:7:\"\0*\0kept\";i:4;}}",
    ]),
    canonical('object_names_public_and_empty', 'The name of a public property can be empty behind a protected one, too.', payload(
        object(shortString('V\Missing'), [protectedName(shortString('a')), publicName(emptyString())], [smallInt(1), smallInt(2)]),
    ), "O:9:\"V\\Missing\":2:{s:4:\"\0*\0a\";i:1;s:0:\"\";i:2;}"),
    canonical('object_names_that_are_strings_again', 'A STRING_REF as the name, and as the declaring class.', payload(
        shortList(
            shortString('V\Base'),
            shortString('kept'),
            object(shortString('V\Child'), [
                privateNameOf(stringRef1(0), shortString('id')),
                protectedName(stringRef1(1)),
                privateName(stringRef1(3)),
                publicName(shortString('name')),
            ], [smallInt(1), smallInt(2), smallInt(3), smallInt(4)]),
        ),
    ), [
        "a:3:{i:0;s:6:\"V\\Base\";i:1;s:4:\"kept\";i:2;O:7:\"V\\Child\":4:{s:10:\"\0V\\Base\0id\";i:1;s:7:\"\0*\0kept\";i:2;",
        "s:11:\"\0V\\Child\0id\";i:3;s:4:\"name\";i:4;}}",
    ]),
    readable('object_scopes_in_other_order', 'Names that are protected, private, public, and private of a parent.', payload(
        object(shortString('V\Leaf'), [
            protectedName(shortString('h')),
            shortString('c'),
            privateName(shortString('g')),
            shortString('a'),
            publicName(shortString('i')),
            shortString('e'),
            privateNameOf(shortString('V\Root'), shortString('b')),
            shortString('a'),
            privateName(shortString('more')),
        ], array_map(smallInt(...), range(1, 9))),
    ), [
        "O:6:\"V\\Leaf\":9:{s:4:\"\0*\0h\";i:1;s:4:\"\0*\0c\";i:2;s:9:\"\0V\\Leaf\0g\";i:3;s:9:\"\0V\\Leaf\0a\";i:4;",
        "s:1:\"i\";i:5;s:1:\"e\";i:6;s:9:\"\0V\\Root\0b\";i:7;s:9:\"\0V\\Root\0a\";i:8;s:12:\"\0V\\Leaf\0more\";i:9;}",
    ]),
    readable('object_private_class_twice', 'The class that declares private properties, named for each of them.', payload(
        object(shortString('V\Leaf'), [
            privateNameOf(shortString('V\Root'), shortString('a')),
            privateNameOf(stringRef1(1), shortString('b')),
        ], [smallInt(1), smallInt(2)]),
    ), "O:6:\"V\\Leaf\":2:{s:9:\"\0V\\Root\0a\";i:1;s:9:\"\0V\\Root\0b\";i:2;}"),
    canonical('object_readonly', 'A readonly property.', payload(
        object(shortString('V\Frozen'), [shortString('n')], [smallInt(7)]),
    ), 'O:8:"V\Frozen":1:{s:1:"n";i:7;}'),
    canonical('object_uninitialised', 'A property without a value has no name.', payload(
        object(shortString('V\Partial'), [shortString('set')], [smallInt(7)]),
    ), 'O:9:"V\Partial":1:{s:3:"set";i:7;}'),
    canonical('object_typed', 'Typed properties.', payload(
        object(shortString('V\Typed'), [shortString('n'), shortString('s'), shortString('list')], [
            smallInt(7),
            shortString('text'),
            shortList(smallInt(1)),
        ]),
    ), 'O:7:"V\Typed":3:{s:1:"n";i:7;s:1:"s";s:4:"text";s:4:"list";a:1:{i:0;i:1;}}'),
    canonical('object_dynamic_in_class', 'A dynamic property of a class that allows them.', payload(
        object(shortString('V\Open'), [shortString('more')], [smallInt(1)]),
    ), 'O:6:"V\Open":1:{s:4:"more";i:1;}'),
    canonical('object_dynamic_in_class_without_properties', 'Dynamic properties whose hashes fall into one place of a hash table.', payload(
        object(shortString('V\Bare'), [shortString('l'), shortString('list')], [smallInt(1), smallInt(2)]),
    ), 'O:6:"V\Bare":2:{s:1:"l";i:1;s:4:"list";i:2;}'),
    canonical('object_sleep', 'The names that __sleep() returned, in its order; __wakeup() runs afterwards.', payload(
        object(shortString('V\Sleeper'), [privateName(shortString('secret')), publicName(shortString('kept'))], [smallInt(1), smallInt(2)]),
    ), "O:9:\"V\\Sleeper\":2:{s:17:\"\0V\\Sleeper\0secret\";i:1;s:4:\"kept\";i:2;}"),
    canonical('object_class_named_by_string_ref', 'A class name that equals an earlier string.', payload(
        shortList(shortString('V\Open'), object(stringRef1(0))),
    ), 'a:2:{i:0;s:6:"V\Open";i:1;O:6:"V\Open":0:{}}'),
    canonical('object_property_named_by_string_ref', 'A property name that equals an earlier string.', payload(
        shortList(shortString('next'), object(shortString('V\Node'), [stringRef1(0)], [null()])),
    ), 'a:2:{i:0;s:4:"next";i:1;O:6:"V\Node":1:{s:4:"next";N;}}'),

    canonical('object_shape_again', 'SHAPED_1: the class and names of an earlier object.', payload(
        shortList($point(smallInt(1), smallInt(2)), shaped1(0, smallInt(3), smallInt(4))),
    ), 'a:2:{i:0;O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}i:1;O:7:"V\Point":2:{s:1:"x";i:3;s:1:"y";i:4;}}'),
    canonical('object_shape_without_names', 'An instance of a shape without names takes no value.', payload(
        shortList(object($std), shaped1(0), shaped1(0)),
    ), native([new \stdClass(), new \stdClass(), new \stdClass()])),
    canonical('object_shape_of_other_class', 'The same names in another class are another shape.', payload(
        shortList($node(null()), object($std, [stringRef1(1)], [null()])),
    ), 'a:2:{i:0;O:6:"V\Node":1:{s:4:"next";N;}i:1;O:8:"stdClass":1:{s:4:"next";N;}}'),
    canonical('object_shape_and_map_of_same_names', 'A map and an object with the same names are two shapes.', payload(
        shortList(map([shortString('next')], [null()]), object(shortString('V\Node'), [stringRef1(0)], [null()])),
    ), 'a:2:{i:0;a:1:{s:4:"next";N;}i:1;O:6:"V\Node":1:{s:4:"next";N;}}'),
    canonical('object_shape_inside_its_first_values', 'The shape can be used from the end of its last name on.', payload(
        $node(shaped1(0, shaped1(0, null()))),
    ), 'O:6:"V\Node":1:{s:4:"next";O:6:"V\Node":1:{s:4:"next";O:6:"V\Node":1:{s:4:"next";N;}}}'),
    canonical('object_shape_numbers_with_maps', 'Objects and maps share one sequence of shape numbers.', payload(
        shortList(map([shortString('a')], [null()]), object($std), shaped1(1), shaped1(0, true())),
    ), native([['a' => null], new \stdClass(), new \stdClass(), ['a' => true]])),

    canonical('object_again', 'OBJECT_REF: the same object.', payload(
        shortList(object($std), objectRef(0), objectRef(0)),
    ), 'a:3:{i:0;O:8:"stdClass":0:{}i:1;r:2;i:2;r:2;}'),
    canonical('object_ref_numbers', 'Objects are numbered in the order of their tags.', payload(
        shortList($node(shaped1(0, null())), shaped1(0, null()), objectRef(0), objectRef(1), objectRef(2)),
    ), [
        'a:5:{i:0;O:6:"V\Node":1:{s:4:"next";O:6:"V\Node":1:{s:4:"next";N;}}',
        'i:1;O:6:"V\Node":1:{s:4:"next";N;}i:2;r:2;i:3;r:3;i:4;r:5;}',
    ]),
    canonical('object_cycle_of_one', 'An object that holds itself.', payload(
        $node(objectRef(0)),
    ), 'O:6:"V\Node":1:{s:4:"next";r:1;}'),
    canonical('object_cycle_of_two', 'Two objects that hold each other.', payload(
        $node(shaped1(0, objectRef(0))),
    ), 'O:6:"V\Node":1:{s:4:"next";O:6:"V\Node":1:{s:4:"next";r:1;}}'),
    canonical('object_cycle_through_array', 'An object that holds itself in an array.', payload(
        $node(shortList(objectRef(0), objectRef(0))),
    ), 'O:6:"V\Node":1:{s:4:"next";a:2:{i:0;r:1;i:1;r:1;}}'),
    canonical('object_ref_192', 'OBJECT_REF with a number of two bytes.', payload(
        longListOf(194),
        object($std)->indented(),
        shaped1(0)->times(192)->indented(),
        objectRef(192)->indented(),
    ), native([...$many = array_map(static fn (): object => new \stdClass(), range(0, 192)), $many[192]])),

    readable('object_name_mangled_private', 'A public name in mangled form is the private property.', payload(
        object(shortString('V\Secret'), [shortString("\0V\\Secret\0key")], [smallInt(1)]),
    ), "O:8:\"V\\Secret\":1:{s:13:\"\0V\\Secret\0key\";i:1;}"),
    readable('object_name_mangled_protected', 'A public name in mangled form is the protected property.', payload(
        object(shortString('V\Base'), [shortString("\0*\0kept")], [smallInt(1)]),
    ), "O:6:\"V\\Base\":1:{s:7:\"\0*\0kept\";i:1;}"),
    readable('object_name_private_of_itself_in_full', 'The object\'s class named as the declaring one.', payload(
        object(shortString('V\Secret'), [privateNameOf(stringRef1(0), shortString('key'))], [smallInt(1)]),
    ), "O:8:\"V\\Secret\":1:{s:13:\"\0V\\Secret\0key\";i:1;}"),
    readable('object_class_in_other_case', 'A class name in other letters is the same class.', payload(
        object(shortString('v\POINT'), [shortString('x')], [smallInt(1)]),
    ), 'O:7:"v\POINT":1:{s:1:"x";i:1;}'),
    readable('object_private_of_class_in_other_case', 'The private property of a class that is named in other letters.', payload(
        object(shortString('v\SECRET'), [privateName(shortString('key'))], [smallInt(1)]),
    ), "O:8:\"v\\SECRET\":1:{s:13:\"\0v\\SECRET\0key\";i:1;}"),
    readable('object_property_added_to_class', 'A property that the class has got since keeps its default.', payload(
        object(shortString('V\Point'), [shortString('y')], [smallInt(1)]),
    ), 'O:7:"V\Point":1:{s:1:"y";i:1;}'),
    readable('object_property_removed_from_class', 'A property that the class has no more becomes a dynamic one.', payload(
        object(shortString('V\Open'), [protectedName(shortString('old')), privateName(shortString('odd'))], [smallInt(1), smallInt(2)]),
    ), "O:6:\"V\\Open\":2:{s:6:\"\0*\0old\";i:1;s:11:\"\0V\\Open\0odd\";i:2;}"),
    readable('object_properties_in_other_order', 'Values go to their properties by name.', payload(
        object(shortString('V\Point'), [shortString('y'), shortString('x')], [smallInt(1), smallInt(2)]),
    ), 'O:7:"V\Point":2:{s:1:"y";i:1;s:1:"x";i:2;}'),
    readable('object_dynamic_before_declared', 'Properties whose hashes fall into one place, the dynamic one first.', payload(
        object(shortString('V\Extended'), [shortString('l'), shortString('list')], [smallInt(1), smallInt(2)]),
    ), 'O:10:"V\Extended":2:{s:1:"l";i:1;s:4:"list";i:2;}'),
    readable('object_property_made_private', 'A public name of a property that is private by now.', payload(
        object(shortString('V\Secret'), [shortString('key')], [smallInt(1)]),
    ), 'O:8:"V\Secret":1:{s:3:"key";i:1;}'),
    readable('object_property_made_public', 'A protected name of a property that is public by now.', payload(
        object(shortString('V\Point'), [protectedName(shortString('x'))], [smallInt(1)]),
    ), "O:7:\"V\\Point\":1:{s:4:\"\0*\0x\";i:1;}"),
    readable('object_property_named_in_two_ways', 'Two names that mean one property of the class as it is: the last value counts.', payload(
        object(shortString('V\Point'), [shortString('x'), protectedName(shortString('x'))], [smallInt(1), smallInt(2)]),
    ), "O:7:\"V\\Point\":2:{s:1:\"x\";i:1;s:4:\"\0*\0x\";i:2;}"),
    readable('object_for_own_array_form', 'The values of an OBJECT become the array that __unserialize() is given.', payload(
        object(shortString('V\Bag'), [shortString('a'), protectedName(shortString('b')), privateName(shortString('c'))], [
            smallInt(1),
            smallInt(2),
            smallInt(3),
        ]),
    ), "O:5:\"V\\Bag\":3:{s:1:\"a\";i:1;s:4:\"\0*\0b\";i:2;s:8:\"\0V\\Bag\0c\";i:3;}"),
    readable('object_for_own_array_form_numeric_name', 'A name of digits becomes an integer key.', payload(
        object(shortString('V\Bag'), [shortString('5')], [smallInt(1)]),
    ), 'O:5:"V\Bag":1:{s:1:"5";i:1;}'),

    canonical('object_of_missing_class', 'An object whose class is missing keeps its name and properties.', payload(
        object(shortString('V\Missing'), [shortString('a'), protectedName(shortString('b')), privateName(shortString('c'))], [
            smallInt(1),
            smallInt(2),
            smallInt(3),
        ]),
    ), "O:9:\"V\\Missing\":3:{s:1:\"a\";i:1;s:4:\"\0*\0b\";i:2;s:12:\"\0V\\Missing\0c\";i:3;}"),
    canonical('object_of_class_not_allowed', 'No class is allowed.', payload(
        $point(smallInt(1), smallInt(2)),
    ), 'O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}', ['allowed_classes' => false]),
    canonical('object_of_class_not_in_list', 'Of two classes one is allowed, named in other letters.', payload(
        shortList($point(smallInt(1), smallInt(2)), $node(null())),
    ), 'a:2:{i:0;O:7:"V\Point":2:{s:1:"x";i:1;s:1:"y";i:2;}i:1;O:6:"V\Node":1:{s:4:"next";N;}}', ['allowed_classes' => ['v\NODE']]),

    malformed('object_name_twice', 'Two names are equal.', payload(
        object($std, [shortString('a'), shortString('a')], [null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_twice_by_string_ref', 'Two names are equal, the second one a STRING_REF.', payload(
        object($std, [shortString('ab'), stringRef1(1)], [null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_twice_private', 'The private name in its short and its full form.', payload(
        object(shortString('V\Secret'), [
            privateName(shortString('key')),
            privateNameOf(stringRef1(0), stringRef1(1)),
        ], [null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_twice_mangled', 'A protected name, and the public name that is its mangled form.', payload(
        object(shortString('V\Base'), [protectedName(shortString('kept')), publicName(shortString("\0*\0kept"))], [null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_twice_protected', 'Two protected names are equal.', payload(
        object(shortString('V\Base'), [protectedName(shortString('kept')), stringRef1(1)], [null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_no_string', 'A name is a string.', payload(object($std, [null()->bad()], [null()])), 'string_expected'),
    malformed('object_name_4', 'No kind of name begins with 04.', payload(
        object($std, [raw('04')->bad()], [null()]),
    ), 'string_expected'),
    malformed('object_name_begun_where_class_declares', 'A name that begins as a mangled one, where a class declares properties.', payload(
        object(shortString('V\Point'), [shortString('x'), shortString("\0e")->bad()], [smallInt(1), smallInt(2)]),
    ), 'bad_name'),
    malformed('object_name_begun_where_none_is_dynamic', 'A name that begins as a mangled one, where a class has no dynamic properties.', payload(
        object(shortString('V\Bare'), [shortString("\0*\0")->bad()], [smallInt(1)]),
    ), 'bad_name'),
    malformed('object_name_public_at_first', 'The first name is public without a byte that says so.', payload(
        object($std, [publicName(shortString('a'))->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_name_public_again', 'A second byte that says that the names are public.', payload(
        object($std, [protectedName(shortString('a')), publicName(shortString('b')), publicName(shortString('c'))->bad()], [
            null(),
            null(),
            null(),
        ]),
    ), 'bad_name'),
    malformed('object_name_protected_again', 'A second byte that says that the names are protected.', payload(
        object($std, [protectedName(shortString('a')), protectedName(shortString('b'))->bad()], [null(), null()]),
    ), 'bad_name'),
    malformed('object_name_private_again', 'A second byte that says that the names are private.', payload(
        object($std, [privateName(shortString('a')), shortString('b'), privateName(shortString('c'))->bad()], [null(), null(), null()]),
    ), 'bad_name'),
    malformed('object_name_of_two_scopes', 'Before a name is one byte that says what it is.', payload(
        object($std, [join(raw('01', 'protected'), raw('02', 'private')->bad(), shortString('a'))], [null()]),
    ), 'string_expected'),
    malformed('object_name_of_class_and_scope', 'Behind the declaring class comes a name.', payload(
        object($std, [privateNameOf(shortString('V\Base'), join(raw('01', 'protected')->bad(), shortString('a')))], [null()]),
    ), 'string_expected'),
    malformed('object_name_private_class_unknown_string', 'A declaring class that is an unknown string.', payload(
        object($std, [privateNameOf(stringRef1(1)->bad(), shortString('a'))], [null()]),
    ), 'unknown_string'),
    malformed('object_name_private_class_twice_empty', 'A declaring class has a name, also where another was named before.', payload(
        object($std, [
            privateNameOf(shortString('V\Base'), shortString('a')),
            privateNameOf(emptyString(), shortString('a'))->bad(),
        ], [null(), null()]),
    ), 'bad_name'),
    malformed('object_name_protected_empty_in_run', 'A protected property has a name, also without a byte of its own.', payload(
        object($std, [protectedName(shortString('a')), emptyString()->bad()], [null(), null()]),
    ), 'bad_name'),
    malformed('object_name_private_empty_in_run', 'A private property has a name, also without a byte of its own.', payload(
        object($std, [privateName(shortString('a')), emptyString()->bad()], [null(), null()]),
    ), 'bad_name'),
    malformed('object_name_private_of_class_empty', 'A private property of another class has a name.', payload(
        object($std, [privateNameOf(shortString('V\Base'), emptyString())->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_name_private_of_class_empty_in_run', 'A private property of another class has a name, also without a byte of its own.', payload(
        object($std, [privateNameOf(shortString('V\Base'), shortString('a')), emptyString()->bad()], [null(), null()]),
    ), 'bad_name'),
    malformed('object_name_is_that_of_the_class_name_again_public', 'The same property behind a protected one.', payload(
        object(shortString('V\Gone'), [
            protectedName(shortString('a')),
            publicName(shortString('__PHP_Incomplete_Class_Name'))->bad(),
        ], [null(), shortString('stdClass')]),
    ), 'bad_name'),
    malformed('object_name_twice_in_runs', 'Two runs of names have one name.', payload(
        object($std, [
            protectedName(shortString('a')),
            publicName(shortString('a')),
            protectedName(shortString('b')),
            shortString('a'),
        ], [null(), null(), null(), null()])->bad(),
    ), 'duplicate_name'),
    malformed('object_name_protected_no_string', 'A protected name is a string.', payload(
        object($std, [join(raw('01'), smallInt(5)->bad())], [null()]),
    ), 'string_expected'),
    malformed('object_name_private_class_no_string', 'A declaring class is a string.', payload(
        object($std, [join(raw('03'), smallInt(5)->bad(), shortString('a'))], [null()]),
    ), 'string_expected'),
    malformed('object_name_protected_empty', 'A protected property has a name.', payload(
        object($std, [protectedName(emptyString())->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_name_private_empty', 'A private property has a name.', payload(
        object($std, [privateName(emptyString())->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_name_private_class_empty', 'A declaring class has a name.', payload(
        object($std, [privateNameOf(emptyString(), shortString('a'))->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_name_is_that_of_the_class_name', 'A property that would give an incomplete object another class.', payload(
        object(shortString('V\\Gone'), [shortString('__PHP_Incomplete_Class_Name')->bad()], [shortString('stdClass')]),
    ), 'bad_name'),
    malformed('object_name_private_class_zero_byte', 'The name of a declaring class has no zero byte.', payload(
        object($std, [privateNameOf(shortString("A\0B"), shortString('a'))->bad()], [null()]),
    ), 'bad_name'),
    malformed('object_of_more_names_than_there_are', 'OBJECT that counts more names than bytes are left.', payload(
        raw('F0', 'OBJECT'),
        $std,
        raw('04', '4 names')->bad(),
        shortString('a'),
        null(),
    ), 'truncated'),
    malformed('object_of_2_to_the_32_and_1_names', 'OBJECT of more properties than an array can have elements.', payload(
        raw('F0', 'OBJECT'),
        $std,
        line(uv(2 ** 32 + 1), '2**32 + 1 names')->bad(),
        shortString('a'),
        null(),
    ), 'bad_count'),
    malformed('object_cut_after_class', 'The number of names is missing.', payload(
        raw('F0', 'OBJECT'), $std->badAfter(),
    ), 'truncated'),
    malformed('object_cut_in_values', 'The last value is missing.', payload(
        shortList(object($std, [shortString('a'), shortString('b')], [null(), null()]), shaped1(0, null())->bad()),
    ), 'truncated'),
    malformed('object_class_no_string', 'A class name is a string.', payload(
        raw('F0', 'OBJECT'), smallInt(0)->bad(), raw('00'),
    ), 'string_expected'),
    malformed('object_class_empty', 'A class name is not empty.', payload(object(emptyString()->bad())), 'bad_class_name'),
    malformed('object_class_with_leading_backslash', 'A class name does not begin with a backslash.', payload(
        object(shortString('\stdClass')->bad()),
    ), 'bad_class_name'),
    malformed('object_class_with_zero_byte', 'A class name has no zero byte.', payload(
        object(shortString("std\0Class")->bad()),
    ), 'bad_class_name'),
    malformed('object_class_with_space', 'A class name has no space.', payload(
        object(shortString('std Class')->bad()),
    ), 'bad_class_name'),
    malformed('object_class_unknown_string', 'A class name that is an unknown string.', payload(
        object(stringRef1(0)->bad()),
    ), 'unknown_string'),
    malformed('object_ref_unknown', 'OBJECT_REF without any object.', payload(objectRef(0)->bad(1)), 'unknown_object'),
    malformed('object_ref_next', 'OBJECT_REF to the object that comes after it.', payload(
        shortList(objectRef(0)->bad(1), object($std)),
    ), 'unknown_object'),
    malformed('object_ref_2_to_the_32', 'OBJECT_REF to a number that is 0 in 32 bits.', payload(
        shortList(object($std), objectRef(2 ** 32)->bad(1)),
    ), 'unknown_object'),
    malformed('object_ref_2_to_the_63', 'OBJECT_REF to a number that is negative in 64 bits.', payload(
        shortList(object($std), raw('F4 F1 00 00 00 00 00 00 00 80', 'OBJECT_REF to object 2**63')->bad(1)),
    ), 'unknown_object'),

    malformed('object_of_abstract_class', 'An abstract class has no objects.', payload(
        object(shortString('V\Idea'))->bad(),
    ), 'bad_class'),
    malformed('object_of_enum', 'An enum has no objects but its cases.', payload(
        object(shortString('V\Unit'))->bad(),
    ), 'bad_class'),
    malformed('object_of_interface', 'An interface has no objects.', payload(
        object(shortString('V\Contract'))->bad(),
    ), 'bad_class'),
    malformed('object_typed_wrong', 'A value that the property\'s type does not admit.', payload(
        object(shortString('V\Typed'), [shortString('n')], [shortString('5')->bad()]),
    ), 'bad_property'),
    refused('object_unserialize_throws', 'What __unserialize() throws is what the reader throws.', payload(
        object(shortString('V\Locked')),
    ), \DomainException::class),
];
