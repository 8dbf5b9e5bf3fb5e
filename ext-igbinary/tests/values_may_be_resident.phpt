--TEST--
brine.igbinary_resident: values in Brine's format come out of resident memory, where errors name the same offsets
--EXTENSIONS--
brine
igbinary
--INI--
igbinary.format=brine
--FILE--
<?php
declare(strict_types=1);

$value = ['a' => range(1, 200), 'b' => str_repeat('text ', 50)];
$bytes = igbinary_serialize($value);
$read = static function (string $bytes) use ($value): int {
    $hits = brine_resident_status()['hits'];
    for ($i = 0; $i < 5; $i++) {
        if (igbinary_unserialize($bytes) !== $value) {
            echo "another value\n";
        }
    }

    return brine_resident_status()['hits'] - $hits;
};
var_dump($read($bytes));
var_dump(ini_set('brine.igbinary_resident', '1'));
var_dump($read($bytes), brine_resident_status()['entries']);
ini_set('igbinary.format', 'igbinary');
var_dump($read(igbinary_serialize($value)), brine_resident_status()['entries']);
$cut = substr($bytes, 0, -1);
for ($i = 0; $i < 3; $i++) {
    igbinary_unserialize($cut);
}
ini_set('brine.igbinary_resident', '0');
igbinary_unserialize($cut);
var_dump($read($bytes));
?>
--EXPECTF--
int(0)
string(1) "0"
int(3)
int(1)
int(0)
int(1)

Warning: igbinary_unserialize(): the payload ends too early at byte 21, in $value['b'] in %s on line 23

Warning: igbinary_unserialize(): the payload ends too early at byte 21, in $value['b'] in %s on line 23

Warning: igbinary_unserialize(): the payload ends too early at byte 21, in $value['b'] in %s on line 23

Warning: igbinary_unserialize(): the payload ends too early at byte 21, in $value['b'] in %s on line 26
int(0)
