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

return $vectors;
