--TEST--
Every value takes the smallest form, on both sides of each boundary
--EXTENSIONS--
brine
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) die('skip needs integers of 64 bits'); ?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$integers = [
    0, 1, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, PHP_INT_MAX,
    -1, -32, -33, -128, -129, -32768, -32769, -2147483648, -2147483649, PHP_INT_MIN,
];
foreach ($integers as $integer) {
    $bytes = brine_msgpack_pack($integer);
    printf("%d: %s%s\n", $integer, bin2hex($bytes), brine_msgpack_unpack($bytes) === $integer ? '' : ' WRONG');
    $key = brine_msgpack_pack([$integer => null, 'x' => null]);
    if ($key !== "\x82$bytes\xC0\xA1x\xC0" || brine_msgpack_unpack($key) !== [$integer => null, 'x' => null]) {
        echo '  as a key: ', bin2hex($key), "\n";
    }
}
foreach ([null, false, true, 1.5, -0.0, INF, NAN, PHP_FLOAT_MIN, 0.1] as $scalar) {
    $bytes = brine_msgpack_pack($scalar);
    $same = serialize(brine_msgpack_unpack($bytes)) === serialize($scalar);
    echo var_export($scalar, true), ': ', bin2hex($bytes), $same ? '' : ' WRONG', "\n";
}
foreach ([0, 1, 7, 8, 15, 16, 17, 31, 32, 255, 256, 1023, 1024, 1025, 16000, 17000, 65535, 65536, 1000000] as $size) {
    $string = substr(str_repeat('0123456789abcdefg', intdiv($size, 17) + 1), 0, $size);
    foreach ([1 => 'str', 2 => 'bin'] as $flag => $name) {
        $bytes = brine_msgpack_pack($string, $flag);
        $head = substr($bytes, 0, strlen($bytes) - $size);
        $right = $bytes === $head . $string && brine_msgpack_unpack($bytes) === $string;
        echo "$name of $size: ", bin2hex($head), $right ? '' : ' WRONG', "\n";
    }
}
foreach ([0, 1, 15, 16, 65535, 65536] as $count) {
    $list = $count === 0 ? [] : array_fill(0, $count, null);
    $bytes = brine_msgpack_pack($list);
    $head = substr($bytes, 0, strlen($bytes) - $count);
    $right = $bytes === $head . str_repeat("\xC0", $count) && brine_msgpack_unpack($bytes) === $list;
    echo "list of $count: ", bin2hex($head), $right ? '' : ' WRONG', "\n";
    $map = $count === 0 ? [] : array_fill(1, $count, null);
    $bytes = brine_msgpack_pack($map, 16);
    $right = brine_msgpack_unpack($bytes) === $map;
    echo "map of $count: ", bin2hex(substr($bytes, 0, $count < 16 ? 1 : ($count < 65536 ? 3 : 5))), $right ? '' : ' WRONG', "\n";
}
?>
--EXPECT--
0: 00
1: 01
127: 7f
128: cc80
255: ccff
256: cd0100
65535: cdffff
65536: ce00010000
4294967295: ceffffffff
4294967296: cf0000000100000000
9223372036854775807: cf7fffffffffffffff
-1: ff
-32: e0
-33: d0df
-128: d080
-129: d1ff7f
-32768: d18000
-32769: d2ffff7fff
-2147483648: d280000000
-2147483649: d3ffffffff7fffffff
-9223372036854775808: d38000000000000000
NULL: c0
false: c2
true: c3
1.5: cb3ff8000000000000
-0.0: cb8000000000000000
INF: cb7ff0000000000000
NAN: cb7ff8000000000000
2.2250738585072014E-308: cb0010000000000000
0.1: cb3fb999999999999a
str of 0: a0
bin of 0: c400
str of 1: a1
bin of 1: c401
str of 7: a7
bin of 7: c407
str of 8: a8
bin of 8: c408
str of 15: af
bin of 15: c40f
str of 16: b0
bin of 16: c410
str of 17: b1
bin of 17: c411
str of 31: bf
bin of 31: c41f
str of 32: d920
bin of 32: c420
str of 255: d9ff
bin of 255: c4ff
str of 256: da0100
bin of 256: c50100
str of 1023: da03ff
bin of 1023: c503ff
str of 1024: da0400
bin of 1024: c50400
str of 1025: da0401
bin of 1025: c50401
str of 16000: da3e80
bin of 16000: c53e80
str of 17000: da4268
bin of 17000: c54268
str of 65535: daffff
bin of 65535: c5ffff
str of 65536: db00010000
bin of 65536: c600010000
str of 1000000: db000f4240
bin of 1000000: c6000f4240
list of 0: 90
map of 0: 80
list of 1: 91
map of 1: 81
list of 15: 9f
map of 15: 8f
list of 16: dc0010
map of 16: de0010
list of 65535: dcffff
map of 65535: deffff
list of 65536: dd00010000
map of 65536: df00010000
