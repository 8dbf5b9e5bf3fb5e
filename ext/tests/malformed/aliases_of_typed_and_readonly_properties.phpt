--TEST--
A PHP reference that a payload puts into typed and readonly properties holds all their types, as with native unserialize(), whoever writes to it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

class Base
{
    private ?int $hidden = null;
    protected int|string $either = 0;

    public function hidden(): ?int
    {
        return $this->hidden;
    }
}
#[AllowDynamicProperties]
class Typed extends Base
{
    public int $int = 0;
    public ?float $float = null;
    public iterable $iterable = [];
    public ?self $self = null;
    public readonly int $once;
    public $open;
}

function kind(mixed $value): string
{
    return is_object($value) ? 'object' : strtolower(json_encode($value));
}

function write(mixed &$alias, mixed $value): void
{
    $thrown = thrown(static function () use (&$alias, $value): void {
        $alias = $value;
    });
    echo '    ', kind($value), ': ', $thrown === 'nothing is thrown' ? 'is ' . kind($alias) : strtok($thrown, ':'), "\n";
}

$typed = 'f0' . hex_string('Typed');
$hidden = '03' . hex_string('Base') . hex_string('hidden');
$either = '01' . hex_string('either');
$int = hex_string('int');
// Each is a list whose first element is an object and whose second one is the alias, and the same in native text.
$cases = [
    'int' => ["c1 $typed 01 $int f5 05 f6 00", 'a:2:{i:0;O:5:"Typed":1:{s:3:"int";i:5;}i:1;R:3;}'],
    'private of the parent' => ["c1 $typed 01 $hidden f5 05 f6 00", "a:2:{i:0;O:5:\"Typed\":1:{s:12:\"\0Base\0hidden\";i:5;}i:1;R:3;}"],
    'readonly' => ["c1 $typed 01" . hex_string('once') . 'f5 05 f6 00', 'a:2:{i:0;O:5:"Typed":1:{s:4:"once";i:5;}i:1;R:3;}'],
    'iterable' => ["c1 $typed 01" . hex_string('iterable') . 'f5 c0 05 f6 00', 'a:2:{i:0;O:5:"Typed":1:{s:8:"iterable";a:1:{i:0;i:5;}}i:1;R:3;}'],
    'itself' => ["c1 $typed 01" . hex_string('self') . 'f5 f4 00 f6 00', 'a:2:{i:0;O:5:"Typed":1:{s:4:"self";r:2;}i:1;R:3;}'],
    'float that is given an integer' => ["c1 $typed 01" . hex_string('float') . 'f5 05 f6 00', 'a:2:{i:0;O:5:"Typed":1:{s:5:"float";i:5;}i:1;R:3;}'],
    'two types' => ["c1 $typed 02 $either 00 $int f5 05 f6 00 f6 00", "a:2:{i:0;O:5:\"Typed\":2:{s:9:\"\0*\0either\";i:5;s:3:\"int\";R:3;}i:1;R:3;}"],
    'open and dynamic' => ["c1 $typed 02" . hex_string('open') . hex_string('dynamic') . 'f5 05 f6 00 f6 00', 'a:2:{i:0;O:5:"Typed":2:{s:4:"open";i:5;s:7:"dynamic";R:3;}i:1;R:3;}'],
    'array form' => ['c1 f1' . hex_string('Typed') . "e9 01 $int f5 05 f6 00", 'a:2:{i:0;O:5:"Typed":1:{s:3:"int";i:5;}i:1;R:3;}'],
    'row' => ["c1 ed 01 00 $typed 01 $int 00 f5 05 f6 00", 'a:2:{i:0;a:1:{i:0;O:5:"Typed":1:{s:3:"int";i:5;}}i:1;R:4;}'],
];
foreach ($cases as $title => [$hex, $text]) {
    foreach (['native' => static fn () => unserialize($text), 'Brine' => static fn () => brine_unserialize(payload($hex))] as $who => $decode) {
        ob_start();
        $decoded = $decode();
        foreach ([7, 'text', null, 1.5, [1], true, new Typed()] as $value) {
            write($decoded[1], $value);
        }
        // References that outlive the object are as free as any other.
        $decoded[0] = null;
        write($decoded[1], 'free');
        $answers[$who] = ob_get_clean();
    }
    echo $title, ': ', $answers['native'] === $answers['Brine'] ? "as native\n{$answers['Brine']}" : "native\n{$answers['native']}  but here\n{$answers['Brine']}";
}

// Values of the wrong type, also where only the end of the payload shows it: the reference is to what holds the property.
$wrong = [
    'object into int, by the reference around it' => "c0 f5 $typed 01 $hidden f6 00",
    'array into int, by the reference around it' => "c0 f5 c0 $typed 01 $hidden f6 00",
    'the same in a marked element' => "c0 f5 ed 02 01 01 c0 00 $typed 01 $hidden f6 00 05",
    'the same in a row' => "c0 f5 ed 01 00 $typed 01 $hidden 00 f6 00",
    'the same in a hook-less array form' => 'c0 f5 f1' . hex_string('Typed') . 'e9 01' . hex_string("\0Base\0hidden") . 'f6 00',
    'array into itself' => "c0 f5 c0 $typed 01" . hex_string('self') . 'f6 00',
    'int and float' => "$typed 02 $int" . hex_string('float') . 'f5 05 f6 00',
    'wrong only for the second object' => "c1 $typed 01" . hex_string('open') . "f5 22" . bin2hex('abc') . "$typed 01 $int f6 00",
    'cell of a constant column' => "ed 02 00 $typed 01 $int 01 e4",
    'cell of a column of doubles' => "ed 02 00 $typed 01 $int 04 00 00 00 00 00 00 00 00",
    'null among integers' => "ed 02 00 $typed 01 $int 43 01 05 00",
];
foreach ($wrong as $title => $hex) {
    try {
        brine_unserialize(payload($hex));
        echo "$title: accepted\n";
    } catch (Brine\DecodeException $exception) {
        echo $title, ': ', $exception->getReason(), ', ', preg_replace('/ of type \S+/', '', $exception->getPrevious()->getMessage()), "\n";
    }
    unset($exception);
    gc_collect_cycles();
}
?>
--EXPECT--
int: as native
    7: is 7
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
private of the parent: as native
    7: is 7
    "text": TypeError
    null: is null
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
readonly: as native
    7: is 7
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
iterable: as native
    7: TypeError
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: is [1]
    true: TypeError
    object: TypeError
    "free": is "free"
itself: as native
    7: TypeError
    "text": TypeError
    null: is null
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: is object
    "free": is "free"
float that is given an integer: as native
    7: is 7
    "text": TypeError
    null: is null
    1.5: is 1.5
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
two types: as native
    7: is 7
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
open and dynamic: as native
    7: is 7
    "text": is "text"
    null: is null
    1.5: is 1.5
    [1]: is [1]
    true: is true
    object: is object
    "free": is "free"
array form: as native
    7: is 7
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
row: as native
    7: is 7
    "text": TypeError
    null: TypeError
    1.5: TypeError
    [1]: TypeError
    true: TypeError
    object: TypeError
    "free": is "free"
object into int, by the reference around it: bad_property, Cannot assign Typed to property Base::$hidden
array into int, by the reference around it: bad_property, Cannot assign array to property Base::$hidden
the same in a marked element: bad_property, Cannot assign array to property Base::$hidden
the same in a row: bad_property, Cannot assign array to property Base::$hidden
the same in a hook-less array form: bad_property, Cannot assign Typed to property Base::$hidden
array into itself: bad_property, Cannot assign array to property Typed::$self
int and float: bad_property, Reference with value held by property Typed::$int is not compatible with property Typed::$float
wrong only for the second object: bad_property, Cannot assign string to property Typed::$int
cell of a constant column: bad_property, Cannot assign string to property Typed::$int
cell of a column of doubles: bad_property, Cannot assign float to property Typed::$int
null among integers: bad_property, Cannot assign null to property Typed::$int
