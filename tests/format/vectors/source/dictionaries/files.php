<?php

declare(strict_types=1);

/* Section 4 of docs/reference/dictionary-format.md: the files of dictionaries, valid and not. All faults but those of the payload are at the value's tag. */

namespace Brine\Tests\Vectors;

require_once __DIR__ . '/../dictionaries.inc';

$none = emptyArray();
$strings = static fn (Bytes ...$strings): Bytes => dictionary(shortList(...$strings), $none, $none);
$shapes = static fn (Bytes ...$shapes): Bytes => dictionary($none, shortList(...$shapes), $none);
$arrays = static fn (Bytes ...$arrays): Bytes => dictionary($none, $none, shortList(...$arrays));
$bad = static fn (string $name, string $description, Bytes $file): Vector => malformed($name, $description, new Bytes($file->lines, 2), 'bad_dictionary');
$lists = static fn (int $count, Bytes $innermost): Bytes => $count === 0 ? $innermost : join(raw('C0', 'SHORT_LIST of 1')->times($count), $innermost);
$parts = static fn (array ...$parts): string => native($parts);
$doubling = [shortList(null(), null())];
for ($i = 2; $i < 19; ++$i) {
    $doubling[] = shortList(shared2($i), shared2($i));
}
['example' => $example, 'small' => $small, 'large' => $large, 'missing' => $missing, 'layouts' => $layouts, 'empty' => $empty] = dictionaries();
$pairs = [];
$characters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/';
for ($i = 0; $i < 3_121; ++$i) {
    $pairs[] = $characters[$i >> 6] . $characters[$i & 63];
}

return [
    canonical('example', 'Two strings, two shapes and an array.', $example, $parts(
        ['published', 'editor'],
        [[0, 'id', 'title', 'state', 'roles'], [1, 'V\Point', 'x', 'y']],
        [['editor', 'author']],
    )),
    readable('small', 'Shapes of all kinds, and names of all scopes.', $small, $parts(
        ['name', 'V\Point', 'One', 'V\Unit', 'kept', str_repeat('long', 20)],
        [
            [0, 'id', 'name'], [1, 'V\Point', 'x', 'y'], [2, 'V\Bag'], [1, 'V\Child', "\0V\\Base\0id", "\0*\0kept", "\0V\\Child\0id", 'name'],
            [0, 5, -1, 'k'], [1, 'stdClass'], [1, 'V\Unit'],
        ],
        [[1, 2], ['a' => [1, ['deep' => []]]], ['name' => 'kept']],
    )),
    readable('large', 'More entries than tags have numbers, and a preset dictionary of zlib.', $large, $parts(
        $pairs,
        array_map(static fn (int $i): array => [0, $i], range(0, 12)),
        array_map(static fn (int $i): array => [$i], range(0, 1_536)),
        [1 => str_repeat('x', 200)],
    )),
    canonical('missing', 'Shapes of classes that are missing, or have no objects.', $missing, $parts(
        ['V\Gone'],
        [[1, 'V\Gone', 'next'], [2, 'V\Gone'], [1, 'V\Node', 'next'], [1, 'V\Idea']],
        [],
    )),
    canonical('layouts', 'Shapes whose names are the layout of their class, or are not.', $layouts, $parts(
        ['a string that no payload needs'],
        [[1, 'V\Partial', 'set'], [1, 'V\Partial', 'set', 'unset'], [2, 'V\VersionedBag'], [0, 'id', 'name'], [1, 'V\Point', 'x']],
        [],
    )),
    canonical('empty', 'A dictionary without entries.', $empty, $parts([], [], [])),
    readable('presets', 'Preset dictionaries of both algorithms.', dictionary($none, $none, $none, map(
        [smallInt(1), smallInt(2)],
        [shortString('zlib'), string('zstd')],
    )), $parts([], [], [], [1 => 'zlib', 2 => 'zstd'])),
    readable('preset_largest', 'The largest of zlib.', dictionary($none, $none, $none, presets(smallInt(1), join(
        line("\xE5" . uv(32_768), 'STRING of 32768 bytes'),
        line('x', '"x"')->times(32_768),
    ))), ['a:4:{i:0;a:0:{}i:1;a:0:{}i:2;a:0:{}i:3;a:1:{i:1;s:32768:"', ['x', 32_768], '";}}']),
    readable('height_64', 'The highest array.', $arrays($lists(64, null())), [
        'a:3:{i:0;a:0:{}i:1;a:0:{}i:2;a:1:{i:0;', ['a:1:{i:0;', 64], 'N;', ['}', 64], '}}',
    ]),
    readable('string_longest', 'The longest string.', $strings(join(
        line("\xE5" . uv(65_535), 'STRING of 65535 bytes'),
        line('x', '"x"')->times(65_535),
    )), ['a:3:{i:0;a:1:{i:0;s:65535:"', ['x', 65_535], '";}i:1;a:0:{}i:2;a:0:{}}']),
    readable('arrays_equal', 'Two arrays may be equal.', $arrays(shortList(null()), shortList(null())), $parts([], [], [[null], [null]])),
    readable('doubles', 'Doubles but NaN.', $arrays(shortList(f32(-0.0), f32(INF), f64(0.1))), $parts([], [], [[-0.0, INF, 0.1]])),

    malformed('no_bytes', 'An empty file.', (new Bytes([]))->bad(), 'truncated'),
    malformed('no_payload', 'Another format.', raw('5B 5D')->bad(), 'not_brine'),
    malformed('cut', 'The third part is missing.', payload(raw('C2', 'SHORT_LIST of 3'), shortList(shortString('ab')), $none)->badAfter(), 'truncated'),
    malformed('more_behind', 'A byte behind the value.', join($empty, raw('01')->bad()), 'trailing_bytes'),
    malformed('with_dictionary', 'A dictionary does not need another one.', join(
        raw('C1'),
        raw('12')->bad(),
        raw('00 00 00 00 00 00 00 00'),
        shortList($none, $none, $none),
    ), 'flags'),
    malformed('igbinary_header', "A dictionary does not stand in igbinary's place.", join(raw('00 00 00 02')->bad(), $empty), 'not_brine'),
    malformed('igbinary_header_and_dictionary', 'A payload with a dictionary, likewise.', join(raw('00 00 00 02')->bad(), raw('C1 12'), raw('00')->times(8), null()), 'not_brine'),
    malformed('in_frame', 'A signed frame.', join(raw('C1'), raw('14')->bad(), raw('00')->times(60)), 'signed'),
    malformed('height_65', 'An array that is too high.', dictionary($none, $none, shortList(
        raw('C0', 'SHORT_LIST of 1')->times(64),
        raw('C0', 'SHORT_LIST of 1')->bad(),
        null(),
    )), 'max_depth'),
    malformed('elements', 'More than 2^20 elements in all.', dictionary($none, $none, longList(
        ...$doubling,
        ...[shortList(shared2(19)->bad(), shared2(19))],
    )), 'max_elements'),
    malformed('unknown_case', 'No enum is there, since no class is allowed.', $strings(enum(shortString('V\Unit'), shortString('One'))->bad()), 'bad_enum'),
    $bad('no_list', 'The value is a map.', payload(map([smallInt(1), smallInt(0), smallInt(2)], [$none, $none, $none]))),
    $bad('no_array', 'The value is no array.', payload(null())),
    $bad('two_parts', 'The arrays are missing.', payload(shortList($none, $none))),
    $bad('five_parts', 'Nothing follows the preset dictionaries.', dictionary($none, $none, $none, presets(smallInt(1), shortString('xx')), $none)),
    $bad('object', 'An object in a part.', $arrays(shortList(object(shortString('V\Point'))))),
    $bad('reference', 'A PHP reference in a part.', $arrays(shortList(reference(smallInt(1))))),
    $bad('id_with_ed', 'The hash has ED as its second byte.', $strings(shortString('ED 0019'))),
    $bad('strings_map', 'The first part is a map.', dictionary(map([smallInt(1)], [shortString('ab')]), $none, $none)),
    $bad('strings_null', 'The first part is no array.', dictionary(null(), $none, $none)),
    $bad('string_of_1_byte', 'A string without a number.', $strings(shortString('a'))),
    $bad('string_empty', 'The empty string.', $strings(emptyString())),
    $bad('string_integer', 'An integer in place of a string.', $strings(smallInt(1))),
    $bad('string_too_long', 'A string of 65,536 bytes.', $strings(join(
        line("\xE5" . uv(65_536), 'STRING of 65536 bytes'),
        line('x', '"x"')->times(65_536),
    ))),
    $bad('strings_equal', 'A string twice.', $strings(shortString('ab'), shortString('ac'), stringRef1(0))),
    $bad('shapes_map', 'The second part is a map.', dictionary($none, map([smallInt(1)], [shortList(smallInt(0), smallInt(1))]), $none)),
    $bad('shape_map', 'A shape is a list.', $shapes(map([smallInt(1)], [smallInt(0)]))),
    $bad('shape_empty', 'A shape has a kind.', $shapes($none)),
    $bad('shape_kind', 'There is no such kind.', $shapes(shortList(smallInt(3), shortString('ab')))),
    $bad('shape_kind_true', 'A kind is an integer.', $shapes(shortList(true(), shortString('ab')))),
    $bad('shape_without_keys', 'The shape of a map has a key.', $shapes(shortList(smallInt(0)))),
    $bad('shape_key_null', 'A key is an integer or a string.', $shapes(shortList(smallInt(0), null()))),
    $bad('shape_key_digits', 'What stands for an integer is one.', $shapes(shortList(smallInt(0), shortString('5')))),
    $bad('shape_keys_equal', 'A key twice.', $shapes(shortList(smallInt(0), shortString('ab'), stringRef1(0)))),
    $bad('shape_too_many_keys', '1,025 keys.', $shapes(join(
        raw('E8 C3 42', 'LIST of 1026'),
        smallInt(0),
        ...array_map(static fn (int $i): Bytes => line("\xDC" . pack('v', 1_000 + $i), 'U16 ' . 1_000 + $i), range(0, 1_024)),
    ))),
    $bad('shape_without_class', 'An object has a class.', $shapes(shortList(smallInt(1)))),
    $bad('shape_class_integer', 'A class is a string.', $shapes(shortList(smallInt(1), smallInt(5)))),
    $bad('shape_class_name', 'No class has this name.', $shapes(shortList(smallInt(1), shortString('\V')))),
    $bad('shape_name_integer', 'A name is a string.', $shapes(shortList(smallInt(1), shortString('V\Point'), smallInt(5)))),
    $bad('shape_name_mangled', 'A zero byte begins a mangled name.', $shapes(shortList(smallInt(1), shortString('V\Point'), shortString("\0x")))),
    $bad('shape_name_without_scope', 'A mangled name has a scope.', $shapes(shortList(smallInt(1), shortString('V\Point'), shortString("\0\0x")))),
    $bad('shape_name_without_name', 'A mangled name has a name.', $shapes(shortList(smallInt(1), shortString('V\Point'), shortString("\0*\0")))),
    $bad('shape_name_with_zero', 'A mangled name has two zero bytes.', $shapes(shortList(smallInt(1), shortString('V\Point'), shortString("\0*\0x\0y")))),
    $bad('shape_name_of_incomplete', 'The name under which PHP keeps a class.', $shapes(
        shortList(smallInt(1), shortString('V\Point'), shortString('__PHP_Incomplete_Class_Name')),
    )),
    $bad('shape_names_equal', 'A name twice.', $shapes(shortList(smallInt(1), shortString('V\Point'), shortString('ab'), stringRef1(1)))),
    $bad('shape_custom_with_name', 'A CUSTOM has a class alone.', $shapes(shortList(smallInt(2), shortString('V\Bag'), shortString('ab')))),
    $bad('shape_custom_without_class', 'A CUSTOM has a class.', $shapes(shortList(smallInt(2)))),
    $bad('shapes_equal', 'A shape twice.', $shapes(shortList(smallInt(0), smallInt(7)), shared2(2))),
    $bad('arrays_map', 'The third part is a map.', dictionary($none, $none, map([smallInt(1)], [shortList(null())]))),
    $bad('array_empty', 'The empty array.', $arrays($none)),
    $bad('array_string', 'A string in place of an array.', $arrays(shortString('ab'))),
    $bad('array_with_nan', 'A NaN.', $arrays(shortList(shortList(raw('E3 00 00 00 00 00 00 F8 7F', 'F64 NaN'))))),
    $bad('presets_empty', 'A fourth part without preset dictionaries.', dictionary($none, $none, $none, $none)),
    $bad('presets_string', 'The fourth part is a map.', dictionary($none, $none, $none, shortString('ab'))),
    $bad('preset_unknown', 'Algorithm 3 has none.', dictionary($none, $none, $none, presets(smallInt(3), shortString('ab')))),
    $bad('preset_empty', 'A preset dictionary has a byte.', dictionary($none, $none, $none, presets(smallInt(1), emptyString()))),
    $bad('preset_integer', 'A preset dictionary is a string.', dictionary($none, $none, $none, presets(smallInt(1), smallInt(5)))),
    $bad('preset_too_large', 'More than the window of zlib.', dictionary($none, $none, $none, presets(smallInt(1), join(
        line("\xE5" . uv(32_769), 'STRING of 32769 bytes'),
        line('x', '"x"')->times(32_769),
    )))),
];
