--TEST--
A string key in a payload that is the decimal form of an integer becomes that integer, as in every PHP array
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$keys = ['0', '5', '-5', '9223372036854775807', '-9223372036854775808',
    '-0', '05', '+5', ' 5', '5 ', '1e1', '5.0', '9223372036854775808', '-9223372036854775809', '-'];
foreach ($keys as $key) {
    $decoded = brine_unserialize(payload('e9 01' . hex_string($key) . 'da'));
    var_dump(array_key_first($decoded));
    if (!isset($decoded[$key]) || $decoded !== round_trip([$key => true])) {
        echo "no element at $key\n";
    }
}

echo "both forms of one key: ", thrown(static fn () => brine_unserialize(payload('e9 02' . hex_string('5') . '05 da da'))), "\n";
?>
--EXPECT--
int(0)
int(5)
int(-5)
int(9223372036854775807)
int(-9223372036854775808)
string(2) "-0"
string(2) "05"
string(2) "+5"
string(2) " 5"
string(2) "5 "
string(3) "1e1"
string(3) "5.0"
string(19) "9223372036854775808"
string(20) "-9223372036854775809"
string(1) "-"
both forms of one key: Brine\DecodeException: a key occurs twice at byte 2
