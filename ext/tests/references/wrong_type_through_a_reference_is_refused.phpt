--TEST--
A payload cannot put a value of the wrong type into a typed property by way of a reference
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Typed
{
    public int $i = 1;
    public string $s = '';
    public float $f = 0.0;
    public readonly int $r;
    public $u;
}

function object(string ...$values): string
{
    $names = array_map(hex_string(...), array_keys($values));

    return 'f0' . hex_string('Typed') . sprintf('%02x', count($names)) . implode($names) . implode($values);
}

$string = hex_string('text');
$cases = [
    'plain string into int' => object(i: $string),
    'null into int' => object(i: 'd8'),
    'float into int' => object(i: 'e2 00 00 80 3f'),
    'integer into float' => object(f: '05'),
    'string reference into int' => 'c1 f5' . $string . object(i: 'f6 00'),
    'int property, then string property' => object(i: 'f5 05', s: 'f6 00'),
    'int property, then float property' => object(i: 'f5 05', f: 'f6 00'),
    'int property and an element' => 'c1 f5 05' . object(i: 'f6 00'),
    'reference into readonly property' => object(u: 'f5 05', r: 'f6 00'),
    'untyped, then typed' => object(u: 'f5' . $string, s: 'f6 00'),
];
foreach ($cases as $name => $hex) {
    echo $name, ': ';
    try {
        echo json_encode(brine_unserialize(payload($hex))), "\n";
    } catch (Brine\DecodeException $exception) {
        $cause = $exception->getPrevious();
        echo $cause::class, ': ', $cause->getMessage(), "\n";
    }
}
?>
--EXPECT--
plain string into int: TypeError: Cannot assign string to property Typed::$i of type int
null into int: TypeError: Cannot assign null to property Typed::$i of type int
float into int: TypeError: Cannot assign float to property Typed::$i of type int
integer into float: {"i":1,"s":"","f":5,"u":null}
string reference into int: TypeError: Cannot assign string to property Typed::$i of type int
int property, then string property: TypeError: Cannot assign int to property Typed::$s of type string
int property, then float property: TypeError: Reference with value of type int held by property Typed::$i of type int is not compatible with property Typed::$f of type float
int property and an element: [5,{"i":5,"s":"","f":0,"u":null}]
reference into readonly property: {"i":1,"s":"","f":0,"r":5,"u":5}
untyped, then typed: {"i":1,"s":"text","f":0,"u":"text"}
