--TEST--
igbinary's format: scalars take the smallest form, at each boundary
--EXTENSIONS--
brine
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) die('skip: 64-bit integers'); ?>
--FILE--
<?php
foreach ([
    null, false, true, 0, 255, 256, 65535, 65536, 4294967295, 4294967296, PHP_INT_MAX,
    -1, -255, -256, -65535, -65536, -4294967295, -4294967296, PHP_INT_MIN, 0.0, -0.0, 1.5, INF, -INF, NAN, '', 'a', "\0", 'text', STDIN,
] as $value) {
    echo str_pad(is_resource($value) ? 'resource' : var_export($value, true), 24), bin2hex(brine_igbinary_serialize($value)), "\n";
}
foreach ([255, 256, 65535, 65536] as $size) {
    $bytes = brine_igbinary_serialize(str_repeat('x', $size));
    echo $size, ' bytes: ', bin2hex(rtrim($bytes, 'x')), ', ', strlen($bytes), "\n";
    $bytes = brine_igbinary_serialize(array_fill(0, $size, true));
    echo $size, ' elements: ', bin2hex(substr($bytes, 4, 8)), ', ', strlen($bytes), "\n";
}
?>
--EXPECT--
NULL                    0000000200
false                   0000000204
true                    0000000205
0                       000000020600
255                     0000000206ff
256                     00000002080100
65535                   0000000208ffff
65536                   000000020a00010000
4294967295              000000020affffffff
4294967296              00000002200000000100000000
9223372036854775807     00000002207fffffffffffffff
-1                      000000020701
-255                    0000000207ff
-256                    00000002090100
-65535                  0000000209ffff
-65536                  000000020b00010000
-4294967295             000000020bffffffff
-4294967296             00000002210000000100000000
-9223372036854775807-1  00000002218000000000000000
0.0                     000000020c0000000000000000
-0.0                    000000020c8000000000000000
1.5                     000000020c3ff8000000000000
INF                     000000020c7ff0000000000000
-INF                    000000020cfff0000000000000
NAN                     000000020c7ff8000000000000
''                      000000020d
'a'                     00000002110161
'' . "\0" . ''          00000002110100
'text'                  00000002110474657874
resource                0000000200
255 bytes: 0000000211ff, 261
255 elements: 14ff060005060105, 771
256 bytes: 00000002120100, 263
256 elements: 1501000600050601, 775
65535 bytes: 0000000212ffff, 65542
65535 elements: 15ffff0600050601, 261891
65536 bytes: 000000021300010000, 65545
65536 elements: 1600010000060005, 261897
