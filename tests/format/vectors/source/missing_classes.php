<?php

declare(strict_types=1);

/* docs/reference/errors.md: a missing class where the reader refuses it. */

namespace Brine\Tests\Vectors;

$throw = ['missing_classes' => 'throw'];
$gone = shortString('V\Gone');
$point = shortString('V\Point');
$missing = static fn (string $name, string $description, Bytes $payload, array $options = []): Vector => malformed(
    "missing_class_$name",
    $description,
    $payload,
    'missing_class',
    $throw + $options,
);

return [
    $missing('of_object', 'The class name of an OBJECT.', payload(object($gone->bad()))),
    $missing('of_object_in_list', 'The second element of a list.', payload(shortList(object($point), object($gone->bad(), [shortString('x')], [null()])))),
    $missing('in_long_string', 'A class name as STRING.', payload(object(string('V\Gone')->bad()))),
    $missing('in_string_ref', 'A class name as STRING_REF_1.', payload(shortList($gone, object(stringRef1(0)->bad())))),
    $missing('in_long_string_ref', 'A class name as STRING_REF.', payload(shortList($gone, object(stringRef(0)->bad())))),
    $missing('of_custom', 'The class name of a CUSTOM.', payload(custom($gone->bad(), shortList(null())))),
    $missing('of_enum', 'The class name of an ENUM.', payload(enum($gone->bad(), shortString('One')))),
    $missing('of_serializable', 'The class name of a SERIALIZABLE.', payload(serializable($gone->bad(), 'N;'))),
    $missing('of_rows', 'The class name in the head of a TABLE.', payload(
        table(2, rows(object($gone->bad(), [shortString('x')]), [affine(1, 1)])),
    )),
    $missing('of_keyed_rows', 'The class name in the head of a KEYED_TABLE.', payload(
        keyedTable(2, tableKeyColumn(affine(1, 1)), rows(object($gone->bad(), [shortString('x')]), [affine(1, 1)])),
    )),
    $missing('in_custom', 'An object in the array of a CUSTOM.', payload(custom(shortString('V\Bag'), shortList(object($gone->bad()))))),
    $missing('behind_reference', 'What a PHP reference refers to.', payload(shortList(reference(object($gone->bad()))))),
    $missing('in_constant', 'A CONSTANT may not be an object, which is found out later.', payload(run(2, constantOf(object($gone->bad()))))),
    $missing('allowed_by_name', 'The class is in the list of allowed ones.', payload(object($gone->bad())), ['allowed_classes' => ['v\GONE']]),
    $missing('before_count', 'The class comes before the number of names.', payload(raw('F0', 'OBJECT'), $gone->bad(), raw('EF', 'no uv'))),
    $missing('before_end', 'The class comes before what is missing.', payload(raw('F0', 'OBJECT'), $gone->bad())),
    $missing('before_elements', 'The class comes before the limit of elements.', payload(
        object($gone->bad(), [shortString('x'), shortString('y')], [null(), null()]),
    ), ['max_elements' => 1]),
    $missing('before_name', 'The class comes before the names.', payload(object($gone->bad(), [publicName(shortString('x'))], [null()]))),
    $missing('before_array', 'The class of a CUSTOM comes before its value.', payload(custom($gone->bad(), reference(null())))),
    $missing('before_case', 'The enum comes before the name of the case.', payload(raw('F2', 'ENUM'), $gone->bad(), null())),
    $missing('before_size', 'The class of a SERIALIZABLE comes before its size.', payload(raw('F3', 'SERIALIZABLE'), $gone->bad(), raw('05'))),
    $missing('before_depth', 'The class of an OBJECT comes before the limit of depth.', payload(shortList(object($gone->bad()))), ['max_depth' => 1]),
    malformed('missing_class_with_bad_name', 'A malformed class name is no missing class.', payload(object(shortString('V Gone')->bad())), 'bad_class_name', $throw),
    readable('missing_class_not_allowed', 'A class that is not allowed is not missing.', payload(
        object($gone, [shortString('x')], [null()]),
    ), 'O:6:"V\Gone":1:{s:1:"x";N;}', $throw + ['allowed_classes' => false]),
    readable('missing_class_not_in_list', 'A class that is not in the list is not missing.', payload(
        shortList(object($gone), object($point)),
    ), 'a:2:{i:0;O:6:"V\Gone":0:{}i:1;O:7:"V\Point":0:{}}', $throw + ['allowed_classes' => ['V\Point']]),
    malformed('missing_class_of_denied_enum', 'An enum that is not allowed is not missing, and has no cases.', payload(
        enum($gone, shortString('One'))->bad(),
    ), 'bad_enum', $throw + ['allowed_classes' => ['V\Point']]),
    malformed('missing_class_of_denied_serializable', 'A class that is not allowed reads no bytes.', payload(
        serializable($gone, 'N;')->bad(),
    ), 'bad_class', $throw + ['allowed_classes' => ['V\Point']]),
    readable('missing_class_of_scope', 'The class of a scope is not looked for.', payload(
        object(shortString('stdClass'), [privateNameOf($gone, shortString('x'))], [null()]),
    ), "O:8:\"stdClass\":1:{s:9:\"\0V\\Gone\0x\";N;}", $throw),
    readable('missing_class_of_none', 'A class that is there.', payload(
        object($point, [shortString('x')], [smallInt(1)]),
    ), 'O:7:"V\Point":1:{s:1:"x";i:1;}', $throw),
    readable('missing_class_incomplete', 'The reader is told to accept it.', payload(
        object($gone, [shortString('x')], [null()]),
    ), 'O:6:"V\Gone":1:{s:1:"x";N;}', ['missing_classes' => 'incomplete']),
];
