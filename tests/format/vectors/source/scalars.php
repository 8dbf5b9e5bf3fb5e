<?php

declare(strict_types=1);

/* Section 3 of docs/format.md: Values, those that stand alone */

namespace Brine\Tests\Vectors;

$vectors = [
    canonical('null', 'NULL.', payload(null()), native(null)),
    canonical('false', 'FALSE.', payload(false()), native(false)),
    canonical('true', 'TRUE.', payload(true()), native(true)),
];

$integers = [
    'smallInt' => [0, 31],
    'u8' => [32, 255],
    'u16' => [256, 65_535],
    'u32' => [65_536, 4_294_967_295],
    'i8' => [-128, -1],
    'i16' => [-32_768, -129],
    'i32' => [-2_147_483_648, -32_769],
    'i64' => [4_294_967_296, PHP_INT_MAX, PHP_INT_MIN, -2_147_483_649],
];
foreach ($integers as $form => $bounds) {
    foreach ($bounds as $n) {
        $vectors[] = canonical(
            "integer_$n",
            "The integer $n, at a boundary of its shortest form.",
            payload((__NAMESPACE__ . "\\$form")($n)),
            native($n),
        );
    }
}
foreach (['u8', 'u16', 'u32', 'i8', 'i16', 'i32', 'i64'] as $form) {
    $vectors[] = readable(
        "integer_5_as_$form",
        'A longer form than needed is the same integer.',
        payload((__NAMESPACE__ . "\\$form")(5)),
        native(5),
    );
}

$floats = [
    'zero' => f32(0.0),
    'negative_zero' => f32(-0.0),
    'one_and_a_half' => f32(1.5),
    'infinity' => f32(INF),
    'negative_infinity' => f32(-INF),
    'binary32_smallest' => f32(2.0 ** -149),
    'binary32_greatest' => f32((2.0 - 2.0 ** -23) * 2.0 ** 127),
    'beyond_binary32_smallest' => f64(2.0 ** -150),
    'beyond_binary32_greatest' => f64(2.0 ** 128),
    'beyond_binary32_precision' => f64(1.0 + 2.0 ** -24),
    'tenth' => f64(0.1),
    'binary64_smallest' => f64(2.0 ** -1074),
    'binary64_greatest' => f64(PHP_FLOAT_MAX),
];
foreach ($floats as $name => $float) {
    [[$bytes]] = $float->lines;
    $n = $bytes[0] === "\xE2" ? unpack('g', $bytes, 1)[1] : unpack('e', $bytes, 1)[1];
    $vectors[] = canonical("double_$name", 'A double in its shortest form.', payload($float), native($n));
}
$nans = [
    'nan' => '00 00 00 00 00 00 F8 7F',
    'nan_negative' => '00 00 00 00 00 00 F8 FF',
    'nan_with_payload' => '01 00 00 00 00 00 F8 7F',
    'nan_that_binary32_could_hold' => '00 00 00 20 00 00 F8 7F',
];
foreach ($nans as $name => $bits) {
    $vectors[] = canonical("double_$name", 'A NaN keeps its bits.', payload(raw("E3 $bits", 'F64 NaN')), native(NAN));
}
$vectors[] = readable('double_1.5_as_f64', 'A longer form than needed is the same double.', payload(
    f64(1.5),
), native(1.5));
$vectors[] = readable('double_nan_as_f32', 'A NaN in an F32 is a NaN.', payload(
    raw('E2 00 00 C0 7F', 'F32 NaN'),
), native(NAN));

foreach (['EF', 'FB', 'FC', 'FD', 'FE', 'FF'] as $tag) {
    $vectors[] = malformed("tag_$tag", 'No value begins with this byte.', payload(raw($tag)->bad()), 'unknown_tag');
}
foreach ([0xDB => 1, 0xDC => 2, 0xDD => 4, 0xDE => 1, 0xDF => 2, 0xE0 => 4, 0xE1 => 8, 0xE2 => 4, 0xE3 => 8] as $tag => $size) {
    $vectors[] = malformed(
        sprintf('scalar_%X_cut', $tag),
        'The last byte of the number is missing.',
        payload(raw(sprintf('%X', $tag) . str_repeat('01', $size - 1))->bad(1)),
        'truncated',
    );
}

return $vectors;
