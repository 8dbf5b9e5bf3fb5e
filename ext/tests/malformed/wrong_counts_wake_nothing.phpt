--TEST--
A payload that ends, or whose counts are wrong, anywhere inside of objects: no hook is called, and no destructor, on any of them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

trait Tells
{
    public $name = 'default';
    public $inner = null;

    public function __destruct()
    {
        echo static::class, ' destructed ';
    }
}
final class Woken
{
    use Tells;

    public function __wakeup(): void
    {
        echo 'Woken ';
    }
}
final class Magic
{
    use Tells;

    public function __unserialize(array $data): void
    {
        echo 'Magic ';
    }
}
final class Old implements Serializable
{
    use Tells;

    public function serialize(): string
    {
        return '';
    }

    public function unserialize(string $data): void
    {
        echo 'Old ';
    }
}
final class Plain
{
    use Tells;
}

$name = hex_string('name');
$inner = hex_string('inner');
$woken = 'f0' . hex_string('Woken');
$magic = 'f0' . hex_string('Magic');
$custom = 'f1' . hex_string('Magic');
$plain = 'f0' . hex_string('Plain');
$old = 'f3' . hex_string('Old') . '00';
$before = "$old $custom e7 $woken 00";
$cases = [
    'whole' => "c3 $before $woken 02 $name $inner 05 $magic 00",
    'a name more than there are' => "c3 $before $woken 03 $name $inner 05 06",
    'a name fewer' => "c3 $before $woken 01 $name $inner 05 06",
    'a value fewer' => "c3 $before $plain 02 $name $inner 05",
    'a value more' => "c3 $before $plain 02 $name $inner 05 06 07",
    'count of 2^32 - 1' => "c3 $before $woken f0 ff ff ff ff $name $inner 05 06",
    'count of 2^63' => "c3 $before $woken f1 00 00 00 00 00 00 00 80 $name $inner 05 06",
    'a list element fewer' => "c4 $before $woken 01 $name 05",
    'a list element more' => "c2 $before $woken 01 $name 05",
    'cut in the last of a cycle' => "$woken 02 $name $inner f4 00 $magic 01 $inner c1 f4 00 $custom",
    'cut in the array of a hook' => "$custom c3 $before",
    'not an array for a hook' => "c3 $before $custom 05",
    'string longer than there is' => "c3 $before f3" . hex_string('Old') . '05 61',
    'unknown object' => "c3 $before $woken 02 $name $inner 05 f4 06",
    'unknown class form' => "c3 $before f3" . hex_string('Plain') . '00',
    'duplicate name' => "c3 $before $plain 02 $name $name 05 06",
    'duplicate key' => "c3 $before e9 02 $name $name $plain 00 05",
    'row too few' => "c3 $before ed 02 00 $woken 01 $name 00 05",
    'row too many' => "c3 $before ed 02 00 $woken 01 $name 00 05 06 07",
    'cell of a wrong type' => "c3 $before ed 02 00 $plain 01 $name 00 05 ff",
    'trailing byte' => "c2 $before 00",
];
foreach ($cases as $title => $hex) {
    echo $title, ': ';
    echo thrown(static function () use ($hex): void {
        brine_unserialize(payload($hex));
    });
    gc_collect_cycles();
    echo "\n";
}
?>
--EXPECT--
whole: Old Magic Woken Magic Woken Old destructed Magic destructed Woken destructed Woken destructed Magic destructed nothing is thrown
a name more than there are: Brine\DecodeException: a string was expected here at byte 44, in $value[3]
a name fewer: Brine\DecodeException: there are bytes after the value at byte 44
a value fewer: Brine\DecodeException: the payload ends too early at byte 25, in $value[3]
a value more: Brine\DecodeException: there are bytes after the value at byte 46
count of 2^32 - 1: Brine\DecodeException: the number of properties is 4294967295, and must be from 0 to 1073741824 at byte 32, in $value[3]
count of 2^63: Brine\DecodeException: the number of properties is 9223372036854775808, and must be from 0 to 1073741824 at byte 32, in $value[3]
a list element fewer: Brine\DecodeException: the payload ends too early at byte 39, in $value[4]
a list element more: Brine\DecodeException: there are bytes after the value at byte 25
cut in the last of a cycle: Brine\DecodeException: the payload ends too early at byte 47, in $value->inner->inner[1]
cut in the array of a hook: Brine\DecodeException: the payload ends too early at byte 32, in $value[3]
not an array for a hook: Brine\DecodeException: the data of Magic must be an array, and is int at byte 32, in $value[3]
string longer than there is: Brine\DecodeException: the payload ends too early at byte 31, in $value[3]
unknown object: Brine\DecodeException: reference to an object that was not given at byte 46, in $value[3]->inner
unknown class form: Brine\DecodeException: objects of Plain are not stored as a string of Serializable at byte 25, in $value[3]
duplicate name: Brine\DecodeException: the property name 'name' occurs twice at byte 25, in $value[3]
duplicate key: Brine\DecodeException: the key 'name' occurs twice at byte 25, in $value[3]
row too few: Brine\DecodeException: the payload ends too early at byte 43, in $value[3][1]->name
row too many: Brine\DecodeException: there are bytes after the value at byte 44
cell of a wrong type: Brine\DecodeException: unknown tag FF at byte 43, in $value[3][1]->name
trailing byte: Brine\DecodeException: there are bytes after the value at byte 25
