--TEST--
Back-references to what is not complete, also in runs and tables: an array inside itself is refused, an object inside itself is a cycle
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
    'run' => 'c1 ec 09 03 00 02 d0 01',
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
    'run in its own constant' => 'ec 02 01 d0 00',
    'run in a marked cell of its own' => 'ec 02 88 01 00 05 d0 00',
    'constant of a run' => 'c1 ec 02 01 c0 05 d0 02',
    'table in its own constant' => 'ed 02 00 c0 01 d0 00',
    'table in a cell of its own' => 'ed 02 00 c0 00 05 d0 00',
    'table in a marked element of its own' => 'ed 02 01 02 c0 00 05 d0 00',
    'keyed table in a cell of its own' => 'ee 02 00 20 61 20 62 00 c0 00 05 d0 00',
    'table' => 'c1 ed 02 00 c0 00 05 06 d0 01',
    'row of a table, which has no number' => 'c1 ed 02 00 c0 00 05 06 d0 02',
    'constant of a column' => 'c1 ed 02 00 c0 01 c0 05 d0 02',
    'constant of a column in the next one' => 'ed 02 00 c1 01 c0 05 01 d0 01',
    'constant of a column in a cell' => 'ed 02 00 c1 01 c0 05 00 d0 01 d0 01',
    'table with an object' => 'c1 ed 02 00 c0 00 f0' . hex_string('stdClass') . '00 05 d0 01',
    'table with a reference' => 'c1 ed 02 00 c0 00 f5 05 06 d0 01',
    'shape of rows in its own keys' => 'ed 02 00 e9 01 b0 05 05',
    'shape of rows in their constant' => 'ed 02 00 e9 01 20 61 01 b0 05',
    'shape of rows in their cells' => 'ed 02 00 e9 01 20 61 00 b0 05 06',
    'shape of a map that is open' => 'e9 02 20 61 20 62 ed 02 00 b0 00 03 05 02 06 07 08',
    'shape of an object that is open' => 'f0' . hex_string('stdClass') . '01 20 61 ed 02 00 b0 00 05 06',
    'object that is a row in its own property' => 'ed 02 00 f0' . hex_string('stdClass') . '01 20 61 00 f4 00 f4 01',
    'object of a later row' => 'ed 02 00 f0' . hex_string('stdClass') . '01 20 61 00 f4 01 05',
    'object of an earlier row' => 'ed 02 00 f0' . hex_string('stdClass') . '01 20 61 00 05 f4 00',
    'object of a row in the constant before it' => 'ed 02 00 f0' . hex_string('stdClass') . '01 20 61 01 f4 00',
    'earlier object in a constant' => 'c1 f0' . hex_string('stdClass') . '00 ed 02 00 c0 01 f4 00',
    'earlier array with an object in a constant' => 'c1 c0 f0' . hex_string('stdClass') . '00 ed 02 00 c0 01 d0 01',
    'reference in a cell of its own value' => 'c0 f5 ed 02 00 c0 00 f6 00 05',
    'reference in a constant of its own value' => 'c0 f5 ed 02 00 c0 01 f6 00',
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
list inside itself: reference to an array that was not given, is not complete, or cannot be shared at byte 4, in $value[1]
map inside itself: reference to an array that was not given, is not complete, or cannot be shared at byte 6, in $value['a']
outer array in an inner one: reference to an array that was not given, is not complete, or cannot be shared at byte 4, in $value[0][0]
sibling: a array that encodes to c1c005d001
array with an object: reference to an array that was not given, is not complete, or cannot be shared at byte 15, in $value[1]
array with a reference: reference to an array that was not given, is not complete, or cannot be shared at byte 6, in $value[1]
array with such an array: reference to an array that was not given, is not complete, or cannot be shared at byte 16, in $value[1]
run: a array that encodes to c1ec09030002d001
sharing an array that is shared: a array that encodes to c2c005d001d001
number of a SHARED array: reference to an array that was not given, is not complete, or cannot be shared at byte 7, in $value[2]
shape in its own keys: an array key must be an integer or a string at byte 6
shape in its own values: a array that encodes to e90220612062b0050607
object shape in its own names: a string was expected here at byte 13
object in its own properties: a stdClass that encodes to f027737464436c617373012061f400
object shape in its own values: a stdClass that encodes to f027737464436c617373012061b005
array form of itself: a Magic that encodes to f0244d616769630122676f74c0f400
array form shape in its own array: a Magic that encodes to f0244d616769630122676f74c0b0e7
array form that is an object: the data of Magic must be an array, and is Magic at byte 9
array form that is a shape of its own: the data of Magic must be an array, and is Magic at byte 9
array form that is shared: a array that encodes to c1c005f0244d616769630122676f74d001
array form with a shaped object: the data of Magic must be an array, and is stdClass at byte 21, in $value[1]
run in its own constant: reference to an array that was not given, is not complete, or cannot be shared at byte 5
run in a marked cell of its own: reference to an array that was not given, is not complete, or cannot be shared at byte 8, in $value[0]
constant of a run: a array that encodes to c1c1c005d002d002
table in its own constant: reference to an array that was not given, is not complete, or cannot be shared at byte 7
table in a cell of its own: reference to an array that was not given, is not complete, or cannot be shared at byte 8, in $value[1][0]
table in a marked element of its own: reference to an array that was not given, is not complete, or cannot be shared at byte 9, in $value[1]
keyed table in a cell of its own: reference to an array that was not given, is not complete, or cannot be shared at byte 13, in $value['b'][0]
table: a array that encodes to c1c1c005c006d001
row of a table, which has no number: reference to an array that was not given, is not complete, or cannot be shared at byte 10, in $value[1]
constant of a column: a array that encodes to c1c1c0c005d002d003
constant of a column in the next one: a array that encodes to c1c1c005d002d001
constant of a column in a cell: a array that encodes to c1c1c005d002d001
table with an object: reference to an array that was not given, is not complete, or cannot be shared at byte 20, in $value[1]
table with a reference: reference to an array that was not given, is not complete, or cannot be shared at byte 11, in $value[1]
shape of rows in its own keys: an array key must be an integer or a string at byte 7
shape of rows in their constant: a array that encodes to c1e9012061b005d001
shape of rows in their cells: a array that encodes to c1e9012061b005b006
shape of a map that is open: a array that encodes to e90220612062c1b006defdb007defe08
shape of an object that is open: a stdClass that encodes to f027737464436c617373012061c1b005b006
object that is a row in its own property: a array that encodes to c1f027737464436c617373012061f400b0f401
object of a later row: reference to an object that was not given at byte 20, in $value[0]->a
object of an earlier row: a array that encodes to c1f027737464436c61737301206105b0f400
object of a row in the constant before it: reference to an object that was not given at byte 20
earlier object in a constant: reference to an array that was not given, is not complete, or cannot be shared at byte 19, in $value[1]
earlier array with an object in a constant: reference to an array that was not given, is not complete, or cannot be shared at byte 20, in $value[1]
reference in a cell of its own value: a array that encodes to c0f5c1c0f600c005
reference in a constant of its own value: a PHP reference cannot stand here at byte 9, in $value[0]
