--TEST--
A reference where none can stand is refused: as the whole value, as what a reference refers to, as the array of a hook, or unknown
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Hooked
{
    public function __unserialize(array $data): void
    {
        echo "must not be called\n";
    }
}

$cases = [
    'whole value' => 'f5 05',
    'reference to a reference' => 'c0 f5 f5 05',
    'reference to itself' => 'c0 f5 f6 00',
    'array of a hook' => 'f1' . hex_string('Hooked') . 'f5 e7',
    'known one as array of a hook' => 'c1 f5 e7 f1' . hex_string('Hooked') . 'f6 00',
    'unknown' => 'c0 f6 00',
    'not yet known' => 'c1 f6 00 f5 05',
    'as a key' => 'e9 01 f5 05 05',
];
foreach ($cases as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
}
?>
--EXPECT--
whole value: Brine\DecodeException: a PHP reference cannot stand here at byte 2
reference to a reference: Brine\DecodeException: a PHP reference cannot stand here at byte 4, in $value[0]
reference to itself: Brine\DecodeException: a PHP reference cannot stand here at byte 4, in $value[0]
array of a hook: Brine\DecodeException: a PHP reference cannot stand here at byte 10
known one as array of a hook: Brine\DecodeException: a PHP reference cannot stand here at byte 13, in $value[1]
unknown: Brine\DecodeException: reference to a PHP reference that was not given at byte 4, in $value[0]
not yet known: Brine\DecodeException: reference to a PHP reference that was not given at byte 4, in $value[0]
as a key: Brine\DecodeException: an array key must be an integer or a string at byte 4
