--TEST--
Duplicate keys and properties, together with back-references to what they would replace, are refused
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Woken
{
    public $a;
    private $b;

    public function __wakeup(): void
    {
        echo "woken\n";
    }
}

final class Magic
{
    public function __unserialize(array $data): void
    {
        echo "unserialized\n";
    }
}

$object = 'f0' . hex_string('stdClass') . '00';
$woken = 'f0' . hex_string('Woken');
$a = hex_string('a');
$long = hex_string('long key');
$cases = [
    'key' => "e9 02 $a $a $object f4 00",
    'key, the second by reference' => "e9 02 $long 60 $object f4 00",
    'integer key' => "e9 03 05 06 05 $object $object f4 00",
    'integer key as a string' => 'e9 02 05' . hex_string('5') . "$object f4 00",
    'key with PHP references' => "e9 02 $a $a f5 05 f6 00",
    'property' => "$woken 02 $a $a $object f4 01",
    'property in two spellings' => "$woken 02 02 20 62 03" . hex_string('Woken') . '20 62' . "$object f4 01",
    'property as a mangled name' => "$woken 02 02 20 62 00" . hex_string("\0Woken\0b") . "$object f4 01",
    'protected and mangled' => "$woken 02 01 20 63 00" . hex_string("\0*\0c") . "$object f4 01",
    'in an incomplete object' => 'f0' . hex_string('Missing') . "02 $a $a $object f4 01",
    'keys of a table' => "ee 02 00 $a $a 00 c0 00 $object f4 00",
    'keys of a table, one a number as text' => 'ee 02 00 05' . hex_string('5') . "00 c0 00 $object f4 00",
    'column of keys' => "ee 02 01 03 0a 00 00 c0 00 $object f4 00",
    'keys of rows' => "c1 ed 01 00 e9 02 $a $a 00 00 $object f4 00 f4 00",
    'names of rows' => "c1 ed 01 00 $woken 02 $a $a 00 00 $object f4 00 f4 00",
    'names of a private one in rows' => "c1 ed 01 00 $woken 02 02 20 62 03" . hex_string('Woken') . "20 62 00 00 $object f4 01 f4 00",
    'names for __unserialize()' => 'c1 f0' . hex_string('Magic') . "02 $a $a $object f4 01 f4 00",
    'own array form' => 'c1 f1' . hex_string('Magic') . "e9 02 $a $a $object f4 01 f4 00",
    'own array form without a hook' => 'c1 f1' . hex_string('Woken') . "e9 02 $a $a $object f4 01 f4 00",
    'inside a list with a later use' => "c3 e9 02 $a $a $object d8 f4 00 f4 00",
];
foreach ($cases as $name => $hex) {
    echo $name, ': ', thrown(static fn () => brine_unserialize(payload($hex))), "\n";
}
?>
--EXPECT--
key: Brine\DecodeException: the key 'a' occurs twice at byte 2
key, the second by reference: Brine\DecodeException: the key 'long key' occurs twice at byte 2
integer key: Brine\DecodeException: the key 5 occurs twice at byte 2
integer key as a string: Brine\DecodeException: the key 5 occurs twice at byte 2
key with PHP references: Brine\DecodeException: the key 'a' occurs twice at byte 2
property: Brine\DecodeException: the property name 'a' occurs twice at byte 2
property in two spellings: Brine\DecodeException: the property name '\x00Woken\x00b' occurs twice at byte 2
property as a mangled name: Brine\DecodeException: the property name '\x00Woken\x00b' occurs twice at byte 2
protected and mangled: Brine\DecodeException: the property name '\x00*\x00c' occurs twice at byte 2
in an incomplete object: Brine\DecodeException: the property name 'a' occurs twice at byte 2
keys of a table: Brine\DecodeException: the key 'a' occurs twice at byte 2
keys of a table, one a number as text: Brine\DecodeException: the key 5 occurs twice at byte 2
column of keys: Brine\DecodeException: the key 5 occurs twice at byte 2
keys of rows: Brine\DecodeException: the key 'a' occurs twice at byte 6, in $value[0]
names of rows: Brine\DecodeException: the property name 'a' occurs twice at byte 6, in $value[0]
names of a private one in rows: Brine\DecodeException: the property name '\x00Woken\x00b' occurs twice at byte 6, in $value[0]
names for __unserialize(): Brine\DecodeException: the property name 'a' occurs twice at byte 3, in $value[0]
own array form: Brine\DecodeException: the key 'a' occurs twice at byte 10, in $value[0]
own array form without a hook: Brine\DecodeException: the key 'a' occurs twice at byte 10, in $value[0]
inside a list with a later use: Brine\DecodeException: the key 'a' occurs twice at byte 3, in $value[0]
