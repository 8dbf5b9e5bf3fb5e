--TEST--
Integers beyond 32 bits take their shortest form, and either sign can be read from any form
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip 64-bit integers');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

foreach ([2 ** 32 - 1, 2 ** 32, PHP_INT_MAX, -2147483649, PHP_INT_MIN] as $integer) {
    echo $integer, ' ', bin2hex(substr(brine_serialize($integer), 2)), "\n";
}
var_dump(brine_unserialize(payload('e1 ff ff ff ff 00 00 00 00')));
?>
--EXPECT--
4294967295 ddffffffff
4294967296 e10000000001000000
9223372036854775807 e1ffffffffffffff7f
-2147483649 e1ffffff7fffffffff
-9223372036854775808 e10000000000000080
int(4294967295)
