--TEST--
Back-references to what is not complete: an array or shape inside itself is refused, an object inside itself is a cycle
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Magic
{
    public array $got = [];

    public function __unserialize(array $data): void
    {
        $this->got = $data;
    }
}

$cases = [
    'list inside itself' => 'c1 05 d0 00',
    'map inside itself' => 'e9 01 20 61 d0 00',
    'outer array in an inner one' => 'c0 c0 d0 00',
    'sibling' => 'c1 c0 05 d0 01',
    'array with an object' => 'c1 c0 f0' . hex_string('stdClass') . '00 d0 01',
    'array with a reference' => 'c1 c0 f5 05 d0 01',
    'array with such an array' => 'c1 c0 c0 f0' . hex_string('stdClass') . '00 d0 01',
    'run' => 'c1 ed 09 00 02 d0 01',
    'sharing an array that is shared' => 'c2 c0 05 d0 01 d0 01',
    'number of a SHARED array' => 'c2 c0 05 d0 01 d0 02',
    'shape in its own keys' => 'e9 02 20 61 b0 05 05',
    'shape in its own values' => 'e9 02 20 61 20 62 b0 05 06 07',
    'object shape in its own names' => 'f0' . hex_string('stdClass') . '01 b0 05',
    'object in its own properties' => 'f0' . hex_string('stdClass') . '01 20 61 f4 00',
    'object shape in its own values' => 'f0' . hex_string('stdClass') . '01 20 61 b0 05',
    'array form of itself' => 'f1' . hex_string('Magic') . 'c0 f4 00',
    'array form shape in its own array' => 'f1' . hex_string('Magic') . 'c0 b0 e7',
    'array form that is an object' => 'f1' . hex_string('Magic') . 'f4 00',
    'array form that is a shape of its own' => 'f1' . hex_string('Magic') . 'b0 e7',
    'array form that is shared' => 'c1 c0 05 f1' . hex_string('Magic') . 'd0 01',
    'array form with a shaped object' => 'c1 f0' . hex_string('stdClass') . '00 f1' . hex_string('Magic') . 'b0',
];
foreach ($cases as $name => $hex) {
    try {
        $value = brine_unserialize(payload($hex));
        echo $name, ': a ', get_debug_type($value), ' that encodes to ', bin2hex(substr(brine_serialize($value), 2)), "\n";
        unset($value);
    } catch (Brine\DecodeException $exception) {
        echo $name, ': ', $exception->getMessage(), "\n";
    }
}
?>
--EXPECT--
list inside itself: reference to an array that was not given, is not complete, or cannot be shared at byte 4
map inside itself: reference to an array that was not given, is not complete, or cannot be shared at byte 6
outer array in an inner one: reference to an array that was not given, is not complete, or cannot be shared at byte 4
sibling: a array that encodes to c1c005d001
array with an object: reference to an array that was not given, is not complete, or cannot be shared at byte 15
array with a reference: reference to an array that was not given, is not complete, or cannot be shared at byte 6
array with such an array: reference to an array that was not given, is not complete, or cannot be shared at byte 16
run: a array that encodes to c1ed090002d001
sharing an array that is shared: a array that encodes to c2c005d001d001
number of a SHARED array: reference to an array that was not given, is not complete, or cannot be shared at byte 7
shape in its own keys: an array key must be an integer or a string at byte 6
shape in its own values: a array that encodes to e90220612062b0050607
object shape in its own names: a string was expected here at byte 13
object in its own properties: a stdClass that encodes to f027737464436c617373012061f400
object shape in its own values: a stdClass that encodes to f027737464436c617373012061b005
array form of itself: a Magic that encodes to f0244d616769630122676f74c0f400
array form shape in its own array: a Magic that encodes to f0244d616769630122676f74c0b0e7
array form that is an object: an array was expected here at byte 9
array form that is a shape of its own: an array was expected here at byte 9
array form that is shared: a array that encodes to c1c005f0244d616769630122676f74d001
array form with a shaped object: an array was expected here at byte 21
