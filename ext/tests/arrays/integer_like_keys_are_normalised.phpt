--TEST--
A string key in a payload that is the decimal form of an integer becomes that integer, as in every PHP array
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$beyond = PHP_INT_SIZE === 8 ? ['9223372036854775808', '-9223372036854775809'] : ['2147483648', '-2147483649'];
$keys = ['0', '5', '-5', (string) PHP_INT_MAX, (string) PHP_INT_MIN,
    '-0', '05', '+5', ' 5', '5 ', '1e1', '5.0', ...$beyond, '-'];
foreach ($keys as $key) {
    $decoded = brine_unserialize(payload('e9 01' . hex_string($key) . 'da'));
    $first = array_key_first($decoded);
    match ($first) {
        PHP_INT_MAX => print "the largest integer\n",
        PHP_INT_MIN => print "the smallest integer\n",
        $beyond[0] => print "one more, as a string\n",
        $beyond[1] => print "one less, as a string\n",
        default => var_dump($first),
    };
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
the largest integer
the smallest integer
string(2) "-0"
string(2) "05"
string(2) "+5"
string(2) " 5"
string(2) "5 "
string(3) "1e1"
string(3) "5.0"
one more, as a string
one less, as a string
string(1) "-"
both forms of one key: Brine\DecodeException: the key 5 occurs twice at byte 2
