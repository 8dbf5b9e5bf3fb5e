<?php

declare(strict_types=1);

/* Section 2 of docs/format.md: Integers and doubles. The forms of sv stand in AFFINE, those of uv in STRING_REF and counts. */

namespace Brine\Tests\Vectors;

$vectors = [];
$boundaries = [
    'uv_0_one_byte' => 0,
    'uv_1_one_byte' => -1,
    'uv_191_one_byte' => -96,
    'uv_192_two_bytes' => 96,
    'uv_8383_two_bytes' => -4_192,
    'uv_8384_three_bytes' => 4_192,
    'uv_991423_three_bytes' => -495_712,
    'uv_991424_five_bytes' => 495_712,
    'uv_4294967295_five_bytes' => -2_147_483_648,
    'uv_4294967296_nine_bytes' => 2_147_483_648,
    'uv_greatest_but_one_nine_bytes' => PHP_INT_MAX,
    'uv_greatest_nine_bytes' => PHP_INT_MIN,
];
foreach ($boundaries as $name => $n) {
    $vectors[] = canonical(
        $name,
        "Eight integers from $n on, whose zigzag form is at a boundary of uv.",
        payload(run(8, affine($n, $n > 0 ? -1 : 1))),
        native(range($n, $n + ($n > 0 ? -7 : 7))),
    );
}

$wrong = [
    'uv_EF' => ['EF 00 00', 'EF begins no uv.'],
    'uv_F2' => ['F2 00 00', 'F2 begins no uv.'],
    'uv_FF' => ['FF FF FF', 'FF begins no uv.'],
    'uv_0_in_five_bytes' => ['F0 00 00 00 00', '0 has a shorter form.'],
    'uv_991423_in_five_bytes' => ['F0 BF 20 0F 00', '991,423 has a shorter form.'],
    'uv_0_in_nine_bytes' => ['F1 00 00 00 00 00 00 00 00', '0 has a shorter form.'],
    'uv_4294967295_in_nine_bytes' => ['F1 FF FF FF FF 00 00 00 00', '4,294,967,295 has a shorter form.'],
];
foreach ($wrong as $name => [$hex, $description]) {
    $vectors[] = malformed($name, $description, payload(
        raw('EC 01 03', 'RUN of 1, AFFINE'), raw($hex)->bad(), raw('00'),
    ), 'bad_number');
}
$vectors[] = malformed(
    'uv_wrong_as_count',
    'A count in more bytes than needed.',
    payload(raw('E8', 'LIST'), raw('F0 01 00 00 00')->bad(), null()),
    'bad_number',
);
$vectors[] = malformed(
    'uv_wrong_as_number_of_a_string',
    'The number of a string in more bytes than needed.',
    payload(shortList(shortString('ab'), join(raw('E6', 'STRING_REF'), raw('F0 00 00 00 00')->bad()))),
    'bad_number',
);

$cut = [
    'uv_missing' => '',
    'uv_cut_in_two_bytes' => 'C0',
    'uv_cut_in_three_bytes' => 'E0 00',
    'uv_cut_in_five_bytes' => 'F0 00 00 00',
    'uv_cut_in_nine_bytes' => 'F1 00 00 00 00 00 00 00',
];
foreach ($cut as $name => $hex) {
    $vectors[] = malformed($name, 'The payload ends inside of a uv.', payload(
        raw("E5 $hex", 'STRING')->bad(1),
    ), $hex === '' ? 'truncated' : 'bad_number');
}

return $vectors;
