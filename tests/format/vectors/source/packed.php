<?php

declare(strict_types=1);

/* Section 4 of docs/format.md: Strings, the part about DIGITS, HEX and UUID */

namespace Brine\Tests\Vectors;

$uuid = '01234567-89ab-cdef-fedc-ba9876543210';
$date = '2024-05-17';
$digits = static fn (int $size): string => substr(str_repeat('0123456789-:. T+', 32), 1, $size);
$hex = static fn (int $size): string => substr(str_repeat('0123456789abcdef', 32), 10, $size);

/** The characters of every byte from 00 to FF. */
$pairs = static fn (string $alphabet): string => implode('', array_map(
    static fn (int $byte): string => $alphabet[$byte & 15] . $alphabet[$byte >> 4],
    range(0, 255),
));

$vectors = [];
foreach ([8, 9, 127, 128] as $size) {
    $vectors[] = canonical("digits_of_$size", 'DIGITS.', payload(digits($digits($size))), native($digits($size)));
    $vectors[] = canonical("hex_of_$size", 'HEX.', payload(hex($hex($size))), native($hex($size)));
}
foreach ([2, 3, 7, 129, 192, 193] as $size) {
    $vectors[] = readable("digits_of_$size", 'DIGITS of a size that no writer packs.', payload(
        shortList(digits($digits($size)), stringRef1(0)),
    ), native([$digits($size), $digits($size)]));
    $vectors[] = readable("hex_of_$size", 'HEX of a size that no writer packs.', payload(
        shortList(hex($hex($size)), stringRef1(0)),
    ), native([$hex($size), $hex($size)]));
}
$vectors[] = canonical('digits_of_7_not_packed', 'A string of fewer than 8 bytes.', payload(
    shortString($digits(7)),
), native($digits(7)));
$vectors[] = canonical('hex_of_7_not_packed', 'A string of fewer than 8 bytes.', payload(shortString($hex(7))), native($hex(7)));
$vectors[] = canonical('digits_of_129_not_packed', 'A string of more than 128 bytes.', payload(
    string($digits(129)),
), native($digits(129)));
$vectors[] = canonical('hex_of_129_not_packed', 'A string of more than 128 bytes.', payload(string($hex(129))), native($hex(129)));

$plain = [
    'comma' => '1234567,',
    'slash' => '1234567/',
    'semicolon' => '1234567;',
    'asterisk' => '*1234567',
    'letter_after_t' => '1234567U',
    'tab' => "1234567\t",
    'zero_byte' => "12345678\0",
    'high_byte' => "12345678\xB0",
    'letter_g' => 'abcdefg0',
    'letter_before_a' => 'abcdef`0',
    'capitals' => 'DEADBEEF',
    'dash_among_hex' => 'abcd-ef0',
    'digits_of_both' => '2024-05-17a',
    'uuid_in_capitals' => strtoupper($uuid),
    'uuid_with_letter_g' => substr_replace($uuid, 'g', -1),
    'uuid_with_dash_moved' => '0123456-789ab-cdef-fedc-ba9876543210',
    'uuid_with_dash_too_many' => '01234567-89ab-cdef-fedc-ba987654321-',
    'uuid_with_dash_too_few' => '01234567-89ab-cdef-fedcdba9876543210',
    'uuid_and_a_byte' => $uuid . '0',
    'uuid_less_a_byte' => substr($uuid, 0, 35),
];
foreach ($plain as $what => $string) {
    $vectors[] = canonical("string_not_packed_$what", 'A string that neither DIGITS nor HEX nor UUID can be.', payload(
        shortString($string),
    ), native($string));
}

/* Where only a string can stand, a packed one cannot. */
foreach (['digits' => digits('12345678'), 'hex' => hex('deadbeef'), 'uuid' => uuid($uuid)] as $form => $packed) {
    $name = strtoupper($form);
    $bad = $packed->bad();
    $std = shortString('stdClass');
    $places = [
        'key' => map([$bad], [null()]),
        'key_of_table' => keyedTable(2, tableKeys($bad, shortString('ab')), rows(shortListOf(1), [affine(0, 1)])),
        'key_in_head' => table(2, rows(map([$bad], []), [affine(0, 1)])),
        'class_of_object' => object($bad),
        'class_of_custom' => custom($bad, emptyArray()),
        'class_of_enum' => enum($bad, shortString('One')),
        'class_of_serializable' => serializable($bad, ''),
        'class_in_head' => table(2, rows(object($bad), [])),
        'name' => object($std, [$bad], [null()]),
        'name_protected' => object($std, [protectedName($bad)], [null()]),
        'name_in_run' => object($std, [protectedName(shortString('a')), $bad], [null(), null()]),
        'name_in_head' => table(2, rows(object($std, [$bad]), [affine(0, 1)])),
        'declaring_class' => object($std, [privateNameOf($bad, shortString('a'))], [null()]),
        'case_of_enum' => enum(shortString('V\Unit'), $bad),
    ];
    foreach ($places as $place => $bytes) {
        $vectors[] = malformed("{$form}_as_$place", "$name is a value only.", payload($bytes), str_starts_with($place, 'key') ? 'bad_key' : 'string_expected');
    }
    $vectors[] = malformed("{$form}_as_array_of_custom", 'A CUSTOM holds an array.', payload(
        custom(shortString('V\Bag'), $bad),
    ), 'array_expected');
}

foreach (['F7' => 'digits', 'F8' => 'hex'] as $tag => $form) {
    $name = strtoupper($form);
    $vectors[] = readable("{$form}_of_1", "$name of one byte, which has no number.", payload(
        shortList(raw("$tag 01 07", "$name of 1 \"7\""), shortString('bc'), stringRef1(0)),
    ), native(['7', 'bc', 'bc']));
    $vectors[] = malformed("{$form}_of_0", "$name of no bytes.", payload(raw($tag, $name), raw('00')->bad()), 'bad_count');
    $vectors[] = malformed("{$form}_of_1_unknown", "$name of one byte has no number.", payload(
        shortList(raw("$tag 01 07", "$name of 1 \"7\""), stringRef1(0)->bad()),
    ), 'unknown_string');
    $vectors[] = malformed("{$form}_cut_after_tag", 'The number of bytes is missing.', payload(raw($tag, $name)->badAfter()), 'truncated');
    $vectors[] = malformed("{$form}_without_bytes", 'All of the packed bytes are missing.', payload(
        raw("$tag 08", "$name of 8")->badAfter(),
    ), 'truncated');
    $vectors[] = malformed("{$form}_cut", 'The last of the packed bytes is missing.', payload(
        raw("$tag 08", "$name of 8"),
        raw('21 43 65')->bad(),
    ), 'truncated');
    $vectors[] = malformed("{$form}_cut_before_half_byte", 'The byte of the last character is missing.', payload(
        raw("$tag 09", "$name of 9"),
        raw('21 43 65 87')->bad(),
    ), 'truncated');
    foreach (['2_to_the_32' => 2 ** 32, '2_to_the_63' => PHP_INT_MIN, '2_to_the_64_less_1' => -1] as $label => $size) {
        $bytes = $size < 0 ? "\xF1" . pack('P', $size) : uv($size);
        $vectors[] = malformed("{$form}_of_$label", "$name that claims far more bytes than there are.", payload(
            raw($tag, $name),
            line($bytes, 'size'),
            raw('21')->bad(),
        ), 'truncated');
    }
    $vectors[] = malformed("{$form}_bit_beyond_end", 'The lowest bit beyond the last character is set.', payload(
        raw("$tag 09 21 43 65 87", "$name of 9"),
        raw('19')->bad(),
    ), 'bad_digits');
    $vectors[] = malformed("{$form}_bits_beyond_end", 'All bits beyond the last character are set.', payload(
        raw("$tag 03 21", "$name of 3"),
        raw('F3')->bad(),
    ), 'bad_digits');
    $vectors[] = malformed("{$form}_of_1_bit_beyond_end", 'The highest bit beyond the only character is set.', payload(
        raw("$tag 01", "$name of 1"),
        raw('87')->bad(),
    ), 'bad_digits');
    $vectors[] = malformed("{$form}_bit_beyond_end_in_list", 'A bit beyond the last character is set, where more follows.', payload(
        shortList(join(raw("$tag 03 21", "$name of 3"), raw('13')->bad()), null()),
    ), 'bad_digits');
}

return [
    ...$vectors,
    canonical('digits_all_characters', 'Every character of DIGITS.', payload(
        digits('0123456789-:. T+'),
    ), native('0123456789-:. T+')),
    canonical('hex_all_characters', 'Every character of HEX.', payload(hex('0123456789abcdef')), native('0123456789abcdef')),
    readable('digits_all_bytes', 'Every packed byte in DIGITS.', payload(
        digits($pairs('0123456789-:. T+')),
    ), native($pairs('0123456789-:. T+'))),
    readable('hex_all_bytes', 'Every packed byte in HEX.', payload(
        hex($pairs('0123456789abcdef')),
    ), native($pairs('0123456789abcdef'))),
    canonical('uuid', 'UUID.', payload(uuid($uuid)), native($uuid)),
    canonical('uuid_with_digits_at_end', 'UUID of which only one character is a letter.', payload(
        uuid('a0000000-0000-4000-8000-000000000000'),
    ), native('a0000000-0000-4000-8000-000000000000')),
    canonical('uuid_with_letter_at_end', 'UUID of which only the last character is a letter.', payload(
        uuid('00000000-0000-4000-8000-00000000000f'),
    ), native('00000000-0000-4000-8000-00000000000f')),
    canonical('uuid_of_digits', 'A UUID without letters is DIGITS.', payload(
        digits('00000000-0000-4000-8000-000000000000'),
    ), native('00000000-0000-4000-8000-000000000000')),
    readable('uuid_of_digits_as_uuid', 'UUID where DIGITS would do.', payload(
        uuid('00000000-0000-4000-8000-000000000000'),
    ), native('00000000-0000-4000-8000-000000000000')),
    canonical('hex_of_32', 'The characters of a UUID without its dashes are HEX.', payload(
        hex(str_replace('-', '', $uuid)),
    ), native(str_replace('-', '', $uuid))),
    canonical('hex_of_36', 'As many characters as a UUID has, but no dash, are HEX.', payload(hex($hex(36))), native($hex(36))),
    canonical('hex_of_letter_at_end', 'Only the last character is a letter.', payload(hex('0000000f')), native('0000000f')),
    readable('hex_of_decimal_digits', 'HEX where DIGITS would do.', payload(hex('12345678')), native('12345678')),
    readable('digits_as_short_string', 'SHORT_STRING where DIGITS would do.', payload(
        shortList(shortString($date), stringRef1(0)),
    ), native([$date, $date])),
    readable('hex_as_string', 'STRING where HEX would do.', payload(string('deadbeef')), native('deadbeef')),
    readable('uuid_as_short_string', 'SHORT_STRING where UUID would do.', payload(shortString($uuid)), native($uuid)),
    canonical('digits_of_time', 'A point in time.', payload(
        digits('2024-05-17T08:30:00.125+02:00'),
    ), native('2024-05-17T08:30:00.125+02:00')),
    canonical('digits_of_spaces', 'A string of spaces.', payload(digits('        ')), native('        ')),
    canonical('packed_beside_plain', 'Packed strings and others have numbers in one sequence.', payload(shortList(
        shortString('ab'),
        digits($date),
        hex('deadbeef'),
        uuid($uuid),
        shortString('cd'),
        stringRef1(4),
        stringRef1(3),
        stringRef1(2),
        stringRef1(1),
        stringRef1(0),
    )), native(['ab', $date, 'deadbeef', $uuid, 'cd', 'cd', $uuid, 'deadbeef', $date, 'ab'])),
    readable('digits_defined_twice', 'Equal characters again are a string with a number of its own.', payload(
        shortList(digits($date), hex('20240517'), digits('20240517'), digits($date), shortString('ab'), stringRef1(4), stringRef1(3)),
    ), native([$date, '20240517', '20240517', $date, 'ab', 'ab', $date])),
    readable('uuid_referred_to_by_long_form', 'STRING_REF to a packed string.', payload(
        shortList(uuid($uuid), stringRef(0)),
    ), native([$uuid, $uuid])),
    canonical('packed_as_value_of_map', 'The keys of a map are not packed; its values are.', payload(
        map([shortString($date), shortString('deadbeef'), shortString($uuid)], [digits('2024-05-18'), hex('deadbee0'), null()]),
    ), native([$date => '2024-05-18', 'deadbeef' => 'deadbee0', $uuid => null])),
    canonical('digits_that_were_a_key', 'A value that equals an earlier key is a STRING_REF.', payload(
        map([shortString($date)], [stringRef1(0)]),
    ), native([$date => $date])),
    canonical('packed_named_as_key', 'A key that equals an earlier packed value.', payload(shortList(
        digits($date),
        hex('deadbeef'),
        uuid($uuid),
        map([stringRef1(2), stringRef1(1), stringRef1(0)], [smallInt(1), smallInt(2), smallInt(3)]),
    )), native([$date, 'deadbeef', $uuid, [$uuid => 1, 'deadbeef' => 2, $date => 3]])),
    readable('digits_named_as_integer_key', 'A key of digits stands for the integer, also where it is a packed string.', payload(
        shortList(digits('12345678'), map([stringRef1(0)], [null()])),
    ), native(['12345678', [12345678 => null]])),
    canonical('hex_named_as_class_and_name', 'A class and a property that have the name of packed strings.', payload(
        shortList(hex('deadbeef'), hex('facade00'), object(stringRef1(0), [protectedName(stringRef1(1))], [stringRef1(1)])),
    ), "a:3:{i:0;s:8:\"deadbeef\";i:1;s:8:\"facade00\";i:2;O:8:\"deadbeef\":1:{s:11:\"\0*\0facade00\";s:8:\"facade00\";}}"),
    readable('hex_named_as_declaring_class', 'A class that declares a property has the name of a packed string.', payload(
        shortList(hex('deadbeef'), object(shortString('V\Gone'), [privateNameOf(stringRef1(0), shortString('a'))], [null()])),
    ), "a:2:{i:0;s:8:\"deadbeef\";i:1;O:6:\"V\\Gone\":1:{s:11:\"\0deadbeef\0a\";N;}}"),
    canonical('packed_property_and_class_names', 'Names of classes and properties are not packed.', payload(
        object(shortString('deadbeef'), [shortString('facade00'), shortString($date)], [hex('facade01'), stringRef1(2)]),
    ), "O:8:\"deadbeef\":2:{s:8:\"facade00\";s:8:\"facade01\";s:10:\"$date\";s:10:\"$date\";}"),
    canonical('packed_as_reference', 'What a PHP reference refers to.', payload(
        shortList(reference(uuid($uuid)), referenceRef(0), stringRef1(0)),
    ), "a:3:{i:0;s:36:\"$uuid\";i:1;R:2;i:2;s:36:\"$uuid\";}"),
    canonical('packed_typed_property', 'The value of a typed property.', payload(
        object(shortString('V\Typed'), [shortString('n'), shortString('s'), shortString('list')], [
            smallInt(1),
            digits($date),
            shortList(uuid($uuid)),
        ]),
    ), "O:7:\"V\\Typed\":3:{s:1:\"n\";i:1;s:1:\"s\";s:10:\"$date\";s:4:\"list\";a:1:{i:0;s:36:\"$uuid\";}}"),
    malformed('packed_typed_property_refused', 'A packed string that the property\'s type does not admit.', payload(
        object(shortString('V\Typed'), [shortString('n')], [digits('12345678')->bad()]),
    ), 'bad_property'),
    canonical('packed_shared', 'A list of packed strings that occurs again.', payload(
        shortList(shortList(digits($date), hex('deadbeef')), shared2(1)),
    ), native([[$date, 'deadbeef'], [$date, 'deadbeef']])),
    canonical('packed_as_constant_of_run', 'The value of a CONSTANT.', payload(
        shortList(run(8, constantOf(uuid($uuid))), stringRef1(0)),
    ), native([array_fill(0, 8, $uuid), $uuid])),
    readable('packed_as_marked_cell_of_run', 'Marked cells.', payload(
        run(4, withOthers('0110', affine(1, 1)), digits($date), hex('deadbeef')),
    ), native([1, $date, 'deadbeef', 2])),
    canonical('packed_in_table', 'Cells that are values of their own, and a CONSTANT.', payload(
        table(8, rows(
            map([shortString('n'), shortString('date'), shortString('id')], []),
            [affine(1, 1), values(), constantOf(uuid($uuid))],
            ...array_map(static fn (int $day): Bytes => digits("2024-05-0$day"), range(1, 8)),
        )),
    ), native(array_map(static fn (int $day): array => ['n' => $day, 'date' => "2024-05-0$day", 'id' => $uuid], range(1, 8)))),
    malformed('packed_after_value', 'A packed string after the value.', payload(null(), digits('12345678')->bad()), 'trailing_bytes'),
    malformed('uuid_cut', 'The last of the 16 bytes is missing.', payload(
        raw('F9', 'UUID'),
        raw('10 32 54 76 98 BA DC FE EF CD AB 89 67 45 23')->bad(),
    ), 'truncated'),
    malformed('uuid_without_bytes', 'All of the 16 bytes are missing.', payload(raw('F9', 'UUID')->badAfter()), 'truncated'),
    malformed('uuid_unknown_next', 'One packed string has one number.', payload(
        shortList(uuid($uuid), stringRef1(1)->bad()),
    ), 'unknown_string'),
];
