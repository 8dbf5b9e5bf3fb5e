--TEST--
Shapes of the same names in another order, class or scope, with the same bytes cut elsewhere, or of the same numbers for other strings, are not taken for each other
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

error_reporting(E_ALL & ~E_DEPRECATED);

class Open
{
    public $pp = 'open';
}
class Half
{
    protected $pp = 'half';
}
class Own
{
    private $pp = 'own';
}
class Heir extends Own
{
    private $pp = 'heir';
}
#[AllowDynamicProperties]
class Loose
{
}

$name = hex_string('pp');
$payloads = [
    'ab' => 'e9 02 22 61 62 63 21 78 79 05 06', 'ba' => 'e9 02 21 78 79 22 61 62 63 05 06', 'cut elsewhere' => 'e9 02 21 61 62 22 63 78 79 05 06',
    'one key of them' => 'e9 01 24 61 62 63 78 79 05', 'half of them' => 'e9 01 22 61 62 63 05',
    'names of a class as keys' => 'e9 02 ' . hex_string('Open') . $name . '05 06', 'class and name as keys' => 'e9 01' . $name . '05',
];
foreach (['Open', 'Half', 'Own', 'Heir', 'Loose', 'stdClass', 'Missing'] as $class) {
    $payloads["public of $class"] = 'f0' . hex_string($class) . '01' . $name . '05';
    $payloads["protected of $class"] = 'f0' . hex_string($class) . '01 01' . $name . '05';
    $payloads["private of $class"] = 'f0' . hex_string($class) . '01 02' . $name . '05';
    $payloads["private of Own in $class"] = 'f0' . hex_string($class) . '01 03' . hex_string('Own') . $name . '05';
}
// The same bytes, which refer to strings by number, after other strings.
foreach (['first second', 'second first', 'third second'] as $strings) {
    [$one, $two] = explode(' ', $strings);
    $payloads["numbers of $strings"] = 'c2' . hex_string($one) . hex_string($two) . 'e9 03 60 61 20 6b 05 06 07';
    $payloads["object with numbers of $strings"] = 'c1 c1' . hex_string("pp_$one") . hex_string('Loose') . 'f0 61 01 60 05';
}
$first = [];
for ($time = 1; $time <= 6; $time++) {
    // Forwards and backwards, and each twice in a row.
    foreach ($time % 2 ? $payloads : array_reverse($payloads) as $what => $hex) {
        for ($again = 0; $again < 2; $again++) {
            $text = strtr(serialize(brine_unserialize(payload($hex))), "\0", '.');
            $first[$what] ??= $text;
            if ($text !== $first[$what]) {
                echo "$what, time $time: $text\n";
            }
        }
    }
}
foreach (array_keys($payloads) as $what) {
    echo $what, ': ', $first[$what], "\n";
}
?>
--EXPECT--
ab: a:2:{s:3:"abc";i:5;s:2:"xy";i:6;}
ba: a:2:{s:2:"xy";i:5;s:3:"abc";i:6;}
cut elsewhere: a:2:{s:2:"ab";i:5;s:3:"cxy";i:6;}
one key of them: a:1:{s:5:"abcxy";i:5;}
half of them: a:1:{s:3:"abc";i:5;}
names of a class as keys: a:2:{s:4:"Open";i:5;s:2:"pp";i:6;}
class and name as keys: a:1:{s:2:"pp";i:5;}
public of Open: O:4:"Open":1:{s:2:"pp";i:5;}
protected of Open: O:4:"Open":1:{s:2:"pp";i:5;}
private of Open: O:4:"Open":1:{s:2:"pp";i:5;}
private of Own in Open: O:4:"Open":2:{s:2:"pp";s:4:"open";s:7:".Own.pp";i:5;}
public of Half: O:4:"Half":1:{s:5:".*.pp";i:5;}
protected of Half: O:4:"Half":1:{s:5:".*.pp";i:5;}
private of Half: O:4:"Half":1:{s:5:".*.pp";i:5;}
private of Own in Half: O:4:"Half":2:{s:5:".*.pp";s:4:"half";s:7:".Own.pp";i:5;}
public of Own: O:3:"Own":1:{s:7:".Own.pp";i:5;}
protected of Own: O:3:"Own":1:{s:7:".Own.pp";i:5;}
private of Own: O:3:"Own":1:{s:7:".Own.pp";i:5;}
private of Own in Own: O:3:"Own":1:{s:7:".Own.pp";i:5;}
public of Heir: O:4:"Heir":2:{s:7:".Own.pp";s:3:"own";s:8:".Heir.pp";i:5;}
protected of Heir: O:4:"Heir":2:{s:7:".Own.pp";s:3:"own";s:8:".Heir.pp";i:5;}
private of Heir: O:4:"Heir":2:{s:7:".Own.pp";s:3:"own";s:8:".Heir.pp";i:5;}
private of Own in Heir: O:4:"Heir":2:{s:7:".Own.pp";i:5;s:8:".Heir.pp";s:4:"heir";}
public of Loose: O:5:"Loose":1:{s:2:"pp";i:5;}
protected of Loose: O:5:"Loose":1:{s:5:".*.pp";i:5;}
private of Loose: O:5:"Loose":1:{s:9:".Loose.pp";i:5;}
private of Own in Loose: O:5:"Loose":1:{s:7:".Own.pp";i:5;}
public of stdClass: O:8:"stdClass":1:{s:2:"pp";i:5;}
protected of stdClass: O:8:"stdClass":1:{s:5:".*.pp";i:5;}
private of stdClass: O:8:"stdClass":1:{s:12:".stdClass.pp";i:5;}
private of Own in stdClass: O:8:"stdClass":1:{s:7:".Own.pp";i:5;}
public of Missing: O:7:"Missing":1:{s:2:"pp";i:5;}
protected of Missing: O:7:"Missing":1:{s:5:".*.pp";i:5;}
private of Missing: O:7:"Missing":1:{s:11:".Missing.pp";i:5;}
private of Own in Missing: O:7:"Missing":1:{s:7:".Own.pp";i:5;}
numbers of first second: a:3:{i:0;s:5:"first";i:1;s:6:"second";i:2;a:3:{s:5:"first";i:5;s:6:"second";i:6;s:1:"k";i:7;}}
object with numbers of first second: a:2:{i:0;a:2:{i:0;s:8:"pp_first";i:1;s:5:"Loose";}i:1;O:5:"Loose":1:{s:8:"pp_first";i:5;}}
numbers of second first: a:3:{i:0;s:6:"second";i:1;s:5:"first";i:2;a:3:{s:6:"second";i:5;s:5:"first";i:6;s:1:"k";i:7;}}
object with numbers of second first: a:2:{i:0;a:2:{i:0;s:9:"pp_second";i:1;s:5:"Loose";}i:1;O:5:"Loose":1:{s:9:"pp_second";i:5;}}
numbers of third second: a:3:{i:0;s:5:"third";i:1;s:6:"second";i:2;a:3:{s:5:"third";i:5;s:6:"second";i:6;s:1:"k";i:7;}}
object with numbers of third second: a:2:{i:0;a:2:{i:0;s:8:"pp_third";i:1;s:5:"Loose";}i:1;O:5:"Loose":1:{s:8:"pp_third";i:5;}}
