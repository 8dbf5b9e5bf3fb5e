--TEST--
A DecodeException names class and property, what came and what is declared, enum and case, the limit's number, and the place inside the value
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Suit: string
{
    case Hearts = 'H';
}
interface Face
{
}
trait Part
{
}
abstract class Shape
{
}
final class Order
{
    public int $total = 0;
    public ?Suit $suit = null;
    private ?int $hidden = null;
    protected readonly array $rows;
}
#[AllowDynamicProperties]
final class Any
{
    public mixed $open = null;
}
final class Magic
{
    public function __unserialize(array $data): void
    {
    }
}

$order = 'f0' . hex_string('Order');
$any = 'f0' . hex_string('Any') . '01' . hex_string('open');
$key = 'e901' . hex_string('orders');
$missing = 'f0' . hex_string('Missing') . '01' . hex_string('p');
$bad = "$order 01" . hex_string('total') . hex_string('much');
$cases = [
    'property' => $bad,
    'nullable one' => "$order 01" . hex_string('suit') . 'e7',
    'private one' => "$order 01 02" . hex_string('hidden') . 'e7',
    'protected one' => "$order 01 01" . hex_string('rows') . "$any d8",
    'through a reference' => "c2 f5 e3 000000000000f83f $order 01" . hex_string('total') . 'f600',
    'dynamic property of a class of PHP' => 'f0' . hex_string('Generator') . '01' . hex_string('p') . 'd8',
    'in maps, lists and objects' => "$key c3 05 06 $any c1 $bad",
    'in a table of maps' => 'c1 ed 02 00 e901' . hex_string('k') . "00 05 $bad",
    'in a table of lists' => "c1 ed 02 00 c1 00 00 05 06 07 $bad",
    'in a keyed table of objects' => 'ee 02 00' . hex_string('a') . hex_string('b') . "00 $any 00 05 $bad",
    'in an element between rows' => "ed 02 01 02 c0 00 05 $bad",
    'in a run' => "ec 02 88 02 00 05 $bad",
    'in a constant, where it stands for many' => "c1 ec 02 01 c1 $bad",
    'in a constant, of another fault' => 'c1 ed 02 00 c0 01 c0 ff',
    'in a shaped map' => "c2 $key 05 b0 $bad",
    'in a shaped object' => "c2 $any 05 b0 $bad",
    'in an object of a missing class' => "$missing $bad",
    'in an array form' => 'f1' . hex_string('Magic') . "$key $bad",
    'in the properties for a hook' => 'f0' . hex_string('Magic') . '01' . hex_string('p') . $bad,
    'in a private dynamic property' => 'f0' . hex_string('stdClass') . '01 02' . hex_string('p') . $bad,
    'in a reference' => "c1 f5 c1 $bad",
    'array form without a hook' => 'c1f1' . hex_string('Order') . 'e901' . hex_string('total') . 'e7',
    'name' => "c1 $order 01 01 24",
    'key' => 'c1 e901 d8 05',
    'unknown tag' => "$key c0 ff",
    'cut off' => "$key c1 23 61",
    'missing enum' => 'c1f2' . hex_string('Missing') . hex_string('Hearts'),
    'missing case' => 'c1f2' . hex_string('Suit') . hex_string('Clubs'),
    'no enum' => 'c1f2' . hex_string('Order') . hex_string('Clubs'),
    'interface' => 'c1f0' . hex_string('Face') . '00',
    'trait' => 'c1f0' . hex_string('Part') . '00',
    'abstract class' => 'c1f1' . hex_string('Shape') . 'e7',
    'enum as an object' => 'c1f0' . hex_string('Suit') . '00',
    'closure' => 'c1f0' . hex_string('Closure') . '00',
    'string form of another' => 'c1f3' . hex_string('Order') . '00',
    'string form of a missing class' => 'c1f3' . hex_string('Missing') . '00',
    'no class name' => 'c1f0' . hex_string('a class') . '00',
    'no class name, and long' => 'c1f0e596' . str_repeat('20', 150) . '00',
    'long case' => 'c1f2' . hex_string('Suit') . 'e596' . str_repeat('61', 150),
    'bytes for a case' => 'c1f2' . hex_string('Suit') . hex_string("\xFF\n"),
    'long missing enum' => 'c1f2e596' . str_repeat('61', 150) . hex_string('Suit'),
];
foreach ($cases as $name => $hex) {
    echo $name, ":\n    ", str_replace('Brine\DecodeException: ', '', thrown(static fn () => brine_unserialize(payload($hex)))), "\n";
}

// Limits, and what is not allowed.
$value = ['list' => [[1, 2, 3], [Suit::Hearts]]];
$options = [
    ['max_depth' => 2], ['max_depth' => 1], ['max_elements' => 2], ['max_elements' => 5], ['max_memory' => 1], ['max_memory' => 500],
    ['allowed_classes' => false], ['allowed_classes' => ['Order']],
];
foreach ($options as $option) {
    echo json_encode($option), ":\n    ", thrown(static fn () => brine_unserialize(brine_serialize($value), $option)), "\n";
}
$old = "\xC1\x10\xC1\xF3\x2AArrayObject\x00";
echo thrown(static fn () => brine_unserialize($old, ['allowed_classes' => false])), "\n";

// Where it is the whole value, and for those that are made elsewhere.
var_dump((new Brine\DecodeException('made elsewhere'))->getPath());
try {
    brine_unserialize("\xC1\x10\xFF");
} catch (Brine\DecodeException $exception) {
    var_dump($exception->getMessage(), $exception->getPath());
}
?>
--EXPECT--
property:
    Cannot assign string to property Order::$total of type int at byte 16, in $value->total
nullable one:
    Cannot assign array to property Order::$suit of type ?Suit at byte 15, in $value->suit
private one:
    Cannot assign array to property Order::$hidden of type ?int at byte 18, in $value->hidden
protected one:
    Cannot assign Any to property Order::$rows of type array at byte 16, in $value->rows
through a reference:
    Cannot assign float to property Order::$total of type int at byte 27, in $value[1]->total
dynamic property of a class of PHP:
    Unserialization of 'Generator' is not allowed at byte 2
in maps, lists and objects:
    Cannot assign string to property Order::$total of type int at byte 40, in $value['orders'][2]->open[0]->total
in a table of maps:
    Cannot assign string to property Order::$total of type int at byte 26, in $value[0][1]['k']->total
in a table of lists:
    Cannot assign string to property Order::$total of type int at byte 26, in $value[0][1][1]->total
in a keyed table of objects:
    Cannot assign string to property Order::$total of type int at byte 37, in $value['b']->open->total
in an element between rows:
    Cannot assign string to property Order::$total of type int at byte 23, in $value[1]->total
in a run:
    Cannot assign string to property Order::$total of type int at byte 22, in $value[1]->total
in a constant, where it stands for many:
    Cannot assign string to property Order::$total of type int at byte 21, in $value[0]
in a constant, of another fault:
    unknown tag FF at byte 9, in $value[0]
in a shaped map:
    Cannot assign string to property Order::$total of type int at byte 28, in $value[1]['orders']->total
in a shaped object:
    Cannot assign string to property Order::$total of type int at byte 30, in $value[1]->open->total
in an object of a missing class:
    Cannot assign string to property Order::$total of type int at byte 28, in $value->p->total
in an array form:
    Cannot assign string to property Order::$total of type int at byte 32, in $value['orders']->total
in the properties for a hook:
    Cannot assign string to property Order::$total of type int at byte 26, in $value->p->total
in a private dynamic property:
    Cannot assign string to property Order::$total of type int at byte 30, in $value->p->total
in a reference:
    Cannot assign string to property Order::$total of type int at byte 19, in $value[0][0]->total
array form without a hook:
    Cannot assign array to property Order::$total of type int at byte 3, in $value[0]->total
name:
    the payload ends too early at byte 13, in $value[0]
key:
    an array key must be an integer or a string at byte 5, in $value[0]
unknown tag:
    unknown tag FF at byte 12, in $value['orders'][0]
cut off:
    the payload ends too early at byte 13, in $value['orders'][0]
missing enum:
    the enum Missing does not exist at byte 3, in $value[0]
missing case:
    the enum Suit has no case 'Clubs' at byte 3, in $value[0]
no enum:
    Order is not an enum at byte 3, in $value[0]
interface:
    Face is an interface, which has no objects at byte 3, in $value[0]
trait:
    Part is a trait, which has no objects at byte 3, in $value[0]
abstract class:
    Shape is an abstract class, which has no objects at byte 3, in $value[0]
enum as an object:
    Suit is an enum, whose cases are not stored as other objects are at byte 3, in $value[0]
closure:
    Unserialization of 'Closure' is not allowed at byte 3, in $value[0]
string form of another:
    objects of Order are not stored as a string of Serializable at byte 3, in $value[0]
string form of a missing class:
    only the class Missing can read its objects, and it does not exist at byte 3, in $value[0]
no class name:
    'a class' is not the name of a class at byte 4, in $value[0]
no class name, and long:
    '                                                                                                    …' is not the name of a class at byte 4, in $value[0]
long case:
    the enum Suit has no case 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…' at byte 3, in $value[0]
bytes for a case:
    the enum Suit has no case '\xFF\x0A' at byte 3, in $value[0]
long missing enum:
    the enum aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa… does not exist at byte 3, in $value[0]
{"max_depth":2}:
    Brine\DecodeException: the value is nested deeper than max_depth (2) at byte 10, in $value['list'][0]
{"max_depth":1}:
    Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 9, in $value['list']
{"max_elements":2}:
    Brine\DecodeException: the value has more elements than max_elements (2) at byte 9, in $value['list']
{"max_elements":5}:
    Brine\DecodeException: the value has more elements than max_elements (5) at byte 10, in $value['list'][0]
{"max_memory":1}:
    Brine\DecodeException: the value takes more memory than max_memory allows (1) at byte 2
{"max_memory":500}:
    Brine\DecodeException: the value takes more memory than max_memory allows (500) at byte 9, in $value['list']
{"allowed_classes":false}:
    Brine\DecodeException: the enum Suit is not allowed (allowed_classes) at byte 15, in $value['list'][1][0]
{"allowed_classes":["Order"]}:
    Brine\DecodeException: the enum Suit is not allowed (allowed_classes) at byte 15, in $value['list'][1][0]
Brine\DecodeException: only the class ArrayObject can read its objects, and it is not allowed (allowed_classes) at byte 3, in $value[0]
string(6) "$value"
string(24) "unknown tag FF at byte 2"
string(6) "$value"
