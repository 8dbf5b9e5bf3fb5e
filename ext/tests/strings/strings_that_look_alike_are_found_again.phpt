--TEST--
Strings of one length that are the same at both ends and in the middle are each written once
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

foreach ([40, 60, 300] as $size) {
    $strings = [];
    for ($i = 0; $i < 12; $i++) {
        // Not at the ends, and before the middle.
        $strings[] = substr_replace(str_repeat('.', $size), chr(ord('a') + $i), intdiv($size, 2) - 5, 1);
    }
    $once = strlen(brine_serialize($strings));
    var_dump(strlen(brine_serialize([...$strings, ...$strings])) - $once);
    var_dump(round_trip([...$strings, ...$strings, array_flip($strings)]) === [...$strings, ...$strings, array_flip($strings)]);
}
?>
--EXPECT--
int(13)
bool(true)
int(13)
bool(true)
int(13)
bool(true)
