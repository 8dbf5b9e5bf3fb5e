--TEST--
Two names that are different in the payload but lead to one property of the class: nothing is freed twice
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

#[AllowDynamicProperties]
final class Target
{
    private $p = 'default';
    protected int $typed = 1;

    public function get(): mixed
    {
        return $this->p;
    }
}
class WithStatics
{
    public static $open = 'static';
    private static $hidden = 'static';
}
#[AllowDynamicProperties]
final class Heir extends WithStatics
{
}

// Public "p" and private "p" are both the private property of the class as it is now.
$object = 'f0' . hex_string('stdClass') . '00';
$target = 'f0' . hex_string('Target');
$cases = [
    'two objects' => "$target 02 20 70 02 20 70 $object $object",
    'the first referred to later' => "c1 $target 02 20 70 02 20 70 $object d8 f4 01",
    'the first referred to by the second' => "$target 02 20 70 02 20 70 $object f4 01",
    'PHP references' => "c1 $target 02 20 70 01 20 70 f5 05 f5 06 f6 00",
    'typed with references' => "c1 $target 02" . hex_string('typed') . '01' . hex_string('typed') . 'f5 05 f5 06 f6 00',
    'private of another class' => "$target 02 03" . hex_string('TARGET') . "20 70 02 20 70 $object f4 01",
];
foreach ($cases as $name => $hex) {
    for ($i = 0; $i < 3; $i++) {
        $answer = thrown(static function () use ($hex): void {
            $value = brine_unserialize(payload($hex));
            print_r($value, true);
            brine_serialize($value);
        });
    }
    echo $name, ': ', preg_replace('/:.*/', '', $answer), "\n";
}

// Static properties are none of the object's: all names are dynamic properties, and no two of them the same.
$hidden = hex_string('hidden');
$hex = 'f0' . hex_string('Heir') . "05 $hidden 01 $hidden 02 $hidden 03" . hex_string('WithStatics') . "$hidden 00" . hex_string('open') . '01 02 03 04 05';
$properties = (array) brine_unserialize(payload($hex));
foreach ($properties as $name => $value) {
    echo strtr($name, ["\0" => '|']), ': ', $value, "\n";
    unset($properties[$name]);
}
var_dump($properties, WithStatics::$open);
?>
--EXPECT--
two objects: nothing is thrown
the first referred to later: nothing is thrown
the first referred to by the second: nothing is thrown
PHP references: nothing is thrown
typed with references: nothing is thrown
private of another class: nothing is thrown
hidden: 1
|*|hidden: 2
|Heir|hidden: 3
|WithStatics|hidden: 4
open: 5
array(0) {
}
string(6) "static"
