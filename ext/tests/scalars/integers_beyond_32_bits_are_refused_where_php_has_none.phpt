--TEST--
Where PHP has 32-bit integers, those beyond them are refused wherever they stand, and those within are read from any form
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE > 4) {
    die('skip 32-bit integers');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$smallest_beyond = ['dd 00 00 00 80', 'e1 00 00 00 80 00 00 00 00', 'e1 ff ff ff 7f ff ff ff ff', 'dd ff ff ff ff', 'e1 00 00 00 00 00 00 00 80'];
foreach ($smallest_beyond as $integer) {
    foreach (['alone' => $integer, 'in a list' => "c1 01 $integer", 'as a key' => "e9 01 $integer da"] as $place => $hex) {
        echo $integer, ' ', $place, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
    }
}
foreach (['dd ff ff ff 7f', 'e1 ff ff ff 7f 00 00 00 00', 'e1 00 00 00 80 ff ff ff ff', 'e0 00 00 00 80'] as $integer) {
    echo $integer, ' ', json_encode(brine_unserialize(payload("e9 01 $integer $integer"))), "\n";
}
?>
--EXPECT--
dd 00 00 00 80 alone: Brine\DecodeException: an integer is outside of its range at byte 2
dd 00 00 00 80 in a list: Brine\DecodeException: an integer is outside of its range at byte 4, in $value[1]
dd 00 00 00 80 as a key: Brine\DecodeException: an integer is outside of its range at byte 4
e1 00 00 00 80 00 00 00 00 alone: Brine\DecodeException: an integer is outside of its range at byte 2
e1 00 00 00 80 00 00 00 00 in a list: Brine\DecodeException: an integer is outside of its range at byte 4, in $value[1]
e1 00 00 00 80 00 00 00 00 as a key: Brine\DecodeException: an integer is outside of its range at byte 4
e1 ff ff ff 7f ff ff ff ff alone: Brine\DecodeException: an integer is outside of its range at byte 2
e1 ff ff ff 7f ff ff ff ff in a list: Brine\DecodeException: an integer is outside of its range at byte 4, in $value[1]
e1 ff ff ff 7f ff ff ff ff as a key: Brine\DecodeException: an integer is outside of its range at byte 4
dd ff ff ff ff alone: Brine\DecodeException: an integer is outside of its range at byte 2
dd ff ff ff ff in a list: Brine\DecodeException: an integer is outside of its range at byte 4, in $value[1]
dd ff ff ff ff as a key: Brine\DecodeException: an integer is outside of its range at byte 4
e1 00 00 00 00 00 00 00 80 alone: Brine\DecodeException: an integer is outside of its range at byte 2
e1 00 00 00 00 00 00 00 80 in a list: Brine\DecodeException: an integer is outside of its range at byte 4, in $value[1]
e1 00 00 00 00 00 00 00 80 as a key: Brine\DecodeException: an integer is outside of its range at byte 4
dd ff ff ff 7f {"2147483647":2147483647}
e1 ff ff ff 7f 00 00 00 00 {"2147483647":2147483647}
e1 00 00 00 80 ff ff ff ff {"-2147483648":-2147483648}
e0 00 00 00 80 {"-2147483648":-2147483648}
