--TEST--
Integers take their shortest form, and either sign can be read from any form
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$integers = [0, 31, 32, 255, 256, 65535, 65536, 2147483647, -1, -128, -129, -32768, -32769, -2147483647 - 1];
foreach ($integers as $integer) {
    echo $integer, ' ', bin2hex(substr(brine_serialize($integer), 2)), "\n";
}
foreach (['db 05', 'df 05 00', 'e0 05 00 00 00', 'dd 05 00 00 00', 'e1 05 00 00 00 00 00 00 00'] as $longer) {
    var_dump(brine_unserialize(payload($longer)));
}
?>
--EXPECT--
0 00
31 1f
32 db20
255 dbff
256 dc0001
65535 dcffff
65536 dd00000100
2147483647 ddffffff7f
-1 deff
-128 de80
-129 df7fff
-32768 df0080
-32769 e0ff7fffff
-2147483648 e000000080
int(5)
int(5)
int(5)
int(5)
int(5)
