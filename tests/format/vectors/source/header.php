<?php

declare(strict_types=1);

/* Section 1 of docs/format.md: Header */

namespace Brine\Tests\Vectors;

$vectors = [
    malformed('empty_payload', 'No byte at all.', (new Bytes([]))->bad(), 'truncated'),
    malformed('magic_unknown', 'The first byte is not the magic.', raw('81 10 D8')->bad(), 'not_brine'),
    malformed('header_cut_after_magic', 'The second byte is missing.', raw('C1')->badAfter(), 'truncated'),
    malformed('header_without_value', 'The value is missing.', payload()->badAfter(), 'truncated'),
    malformed('trailing_value', 'A second value after the first.', payload(null(), null()->bad()), 'trailing_bytes'),
    malformed('trailing_zero', 'A zero byte after the value.', payload(null(), raw('00')->bad()), 'trailing_bytes'),
    malformed(
        'trailing_in_list',
        'One more element than the list counts.',
        payload(shortList(smallInt(1)), smallInt(2)->bad()),
        'trailing_bytes',
    ),
];
foreach ([0, 2, 15] as $version) {
    $vectors[] = malformed(
        "version_$version",
        "Version $version, which a reader of version 1 refuses.",
        join(raw('C1'), raw(sprintf('%X0', $version))->bad(), null()),
        'version',
    );
}
foreach ([1, 4, 8, 15] as $flags) {
    $vectors[] = malformed(
        "flags_$flags",
        'A reserved flag is set.',
        join(raw('C1'), raw(sprintf('1%X', $flags))->bad(), null()),
        $flags === 4 ? 'signed' : 'flags',
    );
}

// igbinary's header, which stands before the payload and counts in offsets.
$place = raw('00 00 00 02', "igbinary's header");

return [
    ...$vectors,
    readable('igbinary_header', "A payload in igbinary's place.", join($place, payload(null())), native(null)),
    readable('igbinary_header_rows', "A table in igbinary's place.", join($place, payload(
        table(2, rows(map([shortString('id')], []), [affine(1, 1)])),
    )), native([['id' => 1], ['id' => 2]])),
    readable('igbinary_header_before_the_stop', "Bytes of igbinary's header count towards a stop: here is none yet.", join($place, payload(
        shortList(shortString('ab'), string(str_repeat('x', 4_082)), null()),
    )), native(['ab', str_repeat('x', 4_082), null]), ['max_memory' => 184]),
    malformed('igbinary_header_at_the_stop', 'One byte more.', join($place, payload(
        shortList(shortString('ab'), string(str_repeat('x', 4_083)), null()->bad()),
    )), 'max_memory', ['max_memory' => 184 + 2 * 32 - 1]),
    malformed('igbinary_header_alone', "Nothing behind igbinary's header.", $place->bad(), 'not_brine'),
    malformed('igbinary_header_cut', "Igbinary's header without its last byte.", raw('00 00 00')->bad(), 'not_brine'),
    malformed('igbinary_header_of_version_1', "Igbinary's header of its first version.", join(raw('00 00 00 01')->bad(), payload(null())), 'not_brine'),
    malformed('igbinary_header_twice', "Igbinary's header stands there once.", join($place->bad(), $place, payload(null())), 'not_brine'),
    malformed('igbinary_header_and_null_of_igbinary', 'A value of igbinary.', join($place->bad(), raw('00', 'null')), 'not_brine'),
    malformed('igbinary_header_after_payload', "Igbinary's header behind a payload.", join(payload(null()), $place->bad()), 'trailing_bytes'),
    malformed('igbinary_header_inside_header', "Igbinary's header behind the magic.", join(raw('C1'), $place->bad(), raw('10 D8')), 'version'),
    malformed('igbinary_header_and_magic', 'The second byte of the payload is missing.', join($place, raw('C1')->badAfter()), 'truncated'),
    malformed('igbinary_header_without_value', 'The value is missing.', join($place, payload()->badAfter()), 'truncated'),
    malformed('igbinary_header_and_version_2', 'An unknown version of the payload.', join($place, raw('C1'), raw('20')->bad(), null()), 'version'),
    malformed('igbinary_header_and_flag', 'A reserved flag of the payload.', join($place, raw('C1'), raw('11')->bad(), null()), 'flags'),
    malformed('igbinary_header_and_envelope', 'An envelope is no payload.', join($place, raw('C1'), raw('18')->bad(), raw('00 00 01 00 00 00 78')), 'flags'),
    malformed('igbinary_header_and_frame', 'A signed frame is no payload.', join($place, raw('C1'), raw('14')->bad(), null()), 'signed'),
    malformed('igbinary_header_and_unknown_dictionary', 'A payload with a dictionary that is not loaded.', join(
        $place,
        raw('C1 12'),
        raw('00 01 02 03 04 05 06 07')->bad(),
        null(),
    ), 'unknown_dictionary'),
    malformed('igbinary_header_and_unknown_tag', 'An offset of a fault in the value.', join($place, payload(shortList(null(), raw('FB')->bad()))), 'unknown_tag'),
    malformed('igbinary_header_and_trailing_byte', 'A byte behind the value.', join($place, payload(null(), raw('00')->bad())), 'trailing_bytes'),

    malformed('order_of_version_and_flags', 'The version is checked before the flags.', join(raw('C1'), raw('2F')->bad()), 'version'),
    malformed('order_of_version_0_and_frame', 'The version is checked before the flag of a frame.', join(raw('C1'), raw('04')->bad(), null()), 'version'),
    malformed('order_of_signed_and_flags', 'All flags together are no frame.', join(raw('C1'), raw('1C')->bad(), null()), 'flags'),
    malformed('order_of_flags_and_value', 'The header is checked before the value.', join(raw('C1'), raw('11')->bad(), raw('FB')), 'flags'),
    malformed('order_of_value_and_trailing_bytes', 'The value is checked before what follows it.', payload(raw('FB')->bad(), null()), 'unknown_tag'),
    malformed('order_of_trailing_bytes_and_hooks', 'Bytes behind the value are refused before a hook runs.', payload(
        object(shortString('V\Locked')),
        raw('00')->bad(),
    ), 'trailing_bytes'),
];
