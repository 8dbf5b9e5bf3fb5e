<?php

declare(strict_types=1);

/* Section 4 of docs/format.md: Strings */

namespace Brine\Tests\Vectors;

/** @return list<string> Different strings of two bytes. */
$pairs = static function (int $count): array {
    $pairs = [];
    for ($i = 0; $i < $count; ++$i) {
        $pairs[] = chr(48 + intdiv($i, 75)) . chr(48 + $i % 75);
    }

    return $pairs;
};

/** @param list<string> $strings Strings of two bytes, as lines of many. */
$shortStrings = static fn (array $strings): Bytes => join(...array_map(
    static fn (array $some): Bytes => line('!' . implode('!', $some), 'SHORT_STRING ' . visible(implode('" "', $some))),
    array_chunk($strings, 16),
));

$vectors = [
    canonical('string_empty', 'EMPTY_STRING.', payload(emptyString()), native('')),
    canonical('string_of_numeric_text', 'A string of digits stays a string.', payload(shortString('12')), native('12')),
    canonical('string_binary', 'Every byte can be in a string.', payload(
        string(implode('', array_map('chr', range(0, 255)))),
    ), [
        native(implode('', array_map('chr', range(0, 255)))),
    ]),
];
foreach ([1, 2, 64] as $size) {
    $string = str_repeat('x', $size);
    $vectors[] = canonical("string_of_$size", 'SHORT_STRING.', payload(shortString($string)), native($string));
}
foreach ([65, 191, 192, 8_383, 8_384, 991_423, 991_424] as $size) {
    $vectors[] = canonical(
        "string_of_$size",
        'STRING.',
        payload(string(str_repeat('x', $size))),
        ["s:$size:\"", ['x', $size], '";'],
    );
}

return [
    ...$vectors,
    readable('string_of_1_long_form', 'STRING of one byte, which has no number.', payload(
        shortList(string('a'), string('bc'), stringRef1(0)),
    ), native(['a', 'bc', 'bc'])),
    readable('string_of_2_long_form', 'STRING of two bytes has a number as SHORT_STRING has.', payload(
        shortList(string('ab'), stringRef1(0)),
    ), native(['ab', 'ab'])),

    canonical('string_ref_to_short_string', 'A string that occurs again.', payload(
        shortList(shortString('ab'), stringRef1(0), stringRef1(0)),
    ), native(['ab', 'ab', 'ab'])),
    canonical('string_ref_to_long_string', 'A long string that occurs again.', payload(
        shortList(string(str_repeat('x', 65)), stringRef1(0)),
    ), native([str_repeat('x', 65), str_repeat('x', 65)])),
    canonical('string_of_one_byte_again', 'A string of one byte has no number and is written again.', payload(
        shortList(shortString('a'), shortString('bc'), shortString('a'), stringRef1(0)),
    ), native(['a', 'bc', 'a', 'bc'])),
    canonical('string_empty_again', 'The empty string has no number.', payload(
        shortList(emptyString(), shortString('bc'), emptyString(), stringRef1(0)),
    ), native(['', 'bc', '', 'bc'])),
    canonical('string_ref_in_order_of_definition', 'Strings are numbered in the order of their bytes in the payload.', payload(
        shortList(shortString('ab'), shortList(shortString('cd')), shortString('ef'), stringRef1(2), stringRef1(1), stringRef1(0)),
    ), native(['ab', ['cd'], 'ef', 'ef', 'cd', 'ab'])),
    canonical('string_ref_63_and_64', 'The last STRING_REF_1 and the first STRING_REF_2.', payload(
        longListOf(67),
        $shortStrings($pairs(65))->indented(),
        stringRef1(63),
        stringRef2(64),
    ), native([...$pairs(65), $pairs(65)[63], $pairs(65)[64]])),
    canonical('string_ref_319_and_320', 'STRING_REF_2 carries into the tag.', payload(
        longListOf(323),
        $shortStrings($pairs(321))->indented(),
        stringRef2(319),
        stringRef2(320),
    ), native([...$pairs(321), $pairs(321)[319], $pairs(321)[320]])),
    canonical('string_ref_4159_and_4160', 'The last STRING_REF_2 and the first STRING_REF.', payload(
        longListOf(4_163),
        $shortStrings($pairs(4_161))->indented(),
        stringRef2(4_159),
        stringRef(4_160),
    ), native([...$pairs(4_161), $pairs(4_161)[4_159], $pairs(4_161)[4_160]])),
    readable('string_ref_long_form', 'STRING_REF of a number that STRING_REF_1 can say.', payload(
        shortList(shortString('ab'), stringRef(0)),
    ), native(['ab', 'ab'])),
    readable('string_defined_twice', 'Equal bytes again are a string with a number of its own.', payload(
        shortList(shortString('ab'), shortString('ab'), shortString('cd'), stringRef1(2)),
    ), native(['ab', 'ab', 'cd', 'cd'])),
    canonical('string_ref_to_key', 'A value that equals an earlier key.', payload(
        map([shortString('ab')], [stringRef1(0)]),
    ), native(['ab' => 'ab'])),
    canonical('string_ref_as_key', 'A key that equals an earlier value.', payload(
        shortList(shortString('ab'), map([stringRef1(0)], [null()])),
    ), native(['ab', ['ab' => null]])),

    malformed('string_of_0_long_form', 'STRING of no bytes.', payload(raw('E5', 'STRING'), raw('00')->bad()), 'bad_count'),
    malformed('string_short_cut', 'SHORT_STRING whose last byte is missing.', payload(
        raw('22', 'SHORT_STRING of 3 bytes'),
        raw('61 62')->bad(),
    ), 'truncated'),
    malformed('string_long_cut', 'STRING whose last byte is missing.', payload(
        raw('E5 03', 'STRING of 3 bytes'),
        raw('61 62')->bad(),
    ), 'truncated'),
    malformed('string_of_2_to_the_32', 'STRING that claims far more bytes than there are.', payload(
        raw('E5 F1 00 00 00 00 01 00 00 00', 'STRING of 2**32 bytes'),
        raw('61')->bad(),
    ), 'truncated'),
    malformed('string_of_2_to_the_63', 'STRING whose size is no signed integer.', payload(
        raw('E5 F1 00 00 00 00 00 00 00 80', 'STRING of 2**63 bytes'),
        raw('61')->bad(),
    ), 'truncated'),
    malformed('string_of_2_to_the_64_less_1', 'STRING whose end would be before its beginning.', payload(
        raw('E5 F1 FF FF FF FF FF FF FF FF', 'STRING of 2**64 - 1 bytes'),
        raw('61')->bad(),
    ), 'truncated'),
    malformed('string_ref_1_unknown', 'STRING_REF_1 without any string.', payload(stringRef1(0)->bad()), 'unknown_string'),
    malformed('string_ref_1_to_next', 'STRING_REF_1 to the string that comes after it.', payload(
        shortList(stringRef1(0)->bad(), shortString('ab')),
    ), 'unknown_string'),
    malformed('string_ref_1_to_one_byte', 'STRING_REF_1 where the only string is of one byte.', payload(
        shortList(shortString('a'), stringRef1(0)->bad()),
    ), 'unknown_string'),
    malformed('string_ref_2_unknown', 'STRING_REF_2 beyond the last string.', payload(
        shortList(shortString('ab'), stringRef2(64)->bad()),
    ), 'unknown_string'),
    malformed('string_ref_2_cut', 'STRING_REF_2 whose second byte is missing.', payload(raw('A0')->bad(1)), 'truncated'),
    malformed('string_ref_unknown', 'STRING_REF beyond the last string.', payload(
        shortList(shortString('ab'), stringRef(1)->bad(1)),
    ), 'unknown_string'),
    malformed('string_ref_2_to_the_32', 'STRING_REF to a number that is 0 in 32 bits.', payload(
        shortList(shortString('ab'), stringRef(2 ** 32)->bad(1)),
    ), 'unknown_string'),
    malformed('string_ref_2_to_the_63', 'STRING_REF to a number that is negative in 64 bits.', payload(
        shortList(shortString('ab'), raw('E6 F1 00 00 00 00 00 00 00 80', 'STRING_REF to string 2**63')->bad(1)),
    ), 'unknown_string'),
];
