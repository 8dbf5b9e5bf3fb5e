--TEST--
Flags choose the forms of strings, arrays and floats; those that contradict each other are refused
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

const FORCE_STR = 1, FORCE_BIN = 2, DETECT_STR_BIN = 4;
const FORCE_ARR = 8, FORCE_MAP = 16, DETECT_ARR_MAP = 32;
const FORCE_FLOAT32 = 64, FORCE_FLOAT64 = 128;

$long = str_repeat('x', 40);
foreach ([0, FORCE_STR, FORCE_BIN, DETECT_STR_BIN, FORCE_FLOAT32 | FORCE_BIN] as $flags) {
    echo "strings $flags:";
    foreach (['', 'abc', "\xC3\xA4", "\xFF", ['k' => 'v'], ["\xFE" => 1]] as $value) {
        echo ' ', bin2hex(brine_msgpack_pack($value, $flags));
    }
    echo ' ', bin2hex(substr(brine_msgpack_pack($long, $flags), 0, 2)), ' ', bin2hex(substr(brine_msgpack_pack("$long\xFF", $flags), 0, 2)), "\n";
}
$holes = [1, 2, 3];
unset($holes[1]);
$map_as_list = ['x' => 0, 0 => 'a', 1 => 'b'];
unset($map_as_list['x']);
$cut = [1, 2, 3];
unset($cut[2]);
foreach ([0, FORCE_ARR, FORCE_MAP, DETECT_ARR_MAP] as $flags) {
    echo "arrays $flags:";
    foreach ([[], [1, 2], ['a' => 1], [1 => 1], $holes, $cut, $map_as_list, [[1], ['k' => [2]]], [1 => 'b', 0 => 'a']] as $value) {
        echo ' ', bin2hex(brine_msgpack_pack($value, $flags));
    }
    echo "\n";
}
foreach ([0, FORCE_FLOAT32, FORCE_FLOAT64] as $flags) {
    echo "floats $flags:";
    foreach ([1.5, 0.1, -INF, NAN, 1e300, -0.0] as $value) {
        echo ' ', bin2hex(brine_msgpack_pack($value, $flags));
    }
    echo "\n";
}
foreach ([FORCE_STR | FORCE_BIN, FORCE_BIN | DETECT_STR_BIN, FORCE_ARR | FORCE_MAP, FORCE_MAP | DETECT_ARR_MAP, FORCE_FLOAT32 | FORCE_FLOAT64, 2048, -1, 1 << 30 | 1] as $flags) {
    thrown(static fn () => brine_msgpack_pack(1, $flags));
}
?>
--EXPECT--
strings 0: a0 a3616263 a2c3a4 a1ff 81a16ba176 81a1fe01 d928 d929
strings 1: a0 a3616263 a2c3a4 a1ff 81a16ba176 81a1fe01 d928 d929
strings 2: c400 c403616263 c402c3a4 c401ff 81c4016bc40176 81c401fe01 c428 c429
strings 4: a0 a3616263 a2c3a4 c401ff 81a16ba176 81c401fe01 d928 c429
strings 66: c400 c403616263 c402c3a4 c401ff 81c4016bc40176 81c401fe01 c428 c429
arrays 0: 90 920102 81a16101 810101 8200010203 920102 92a161a162 92910181a16b9102 8201a16200a161
arrays 8: 90 920102 9101 9101 920103 920102 92a161a162 929101919102 92a162a161
arrays 16: 80 8200010102 81a16101 810101 8200010203 8200010102 8200a16101a162 82008100010181a16b810002 8201a16200a161
arrays 32: 90 920102 81a16101 810101 8200010203 920102 92a161a162 92910181a16b9102 8201a16200a161
floats 0: cb3ff8000000000000 cb3fb999999999999a cbfff0000000000000 cb7ff8000000000000 cb7e37e43c8800759c cb8000000000000000
floats 64: ca3fc00000 ca3dcccccd caff800000 ca7fc00000 ca7f800000 ca80000000
floats 128: cb3ff8000000000000 cb3fb999999999999a cbfff0000000000000 cb7ff8000000000000 cb7e37e43c8800759c cb8000000000000000
Brine\MessagePack\Exception\InvalidOptionException: Only one of FORCE_STR, FORCE_BIN and DETECT_STR_BIN can be chosen
Brine\MessagePack\Exception\InvalidOptionException: Only one of FORCE_STR, FORCE_BIN and DETECT_STR_BIN can be chosen
Brine\MessagePack\Exception\InvalidOptionException: Only one of FORCE_ARR, FORCE_MAP and DETECT_ARR_MAP can be chosen
Brine\MessagePack\Exception\InvalidOptionException: Only one of FORCE_ARR, FORCE_MAP and DETECT_ARR_MAP can be chosen
Brine\MessagePack\Exception\InvalidOptionException: Only one of FORCE_FLOAT32 and FORCE_FLOAT64 can be chosen
Brine\MessagePack\Exception\InvalidOptionException: Unknown flags in 2048
Brine\MessagePack\Exception\InvalidOptionException: Unknown flags in -1
Brine\MessagePack\Exception\InvalidOptionException: Unknown flags in 1073741825
