--TEST--
A payload can name only cases of enums: no other constant, no other class, no class that does not exist
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Suit: string
{
    case Hearts = 'H';
    public const Trump = self::Hearts;
    public const WORD = 'word';
}
final class NoEnum
{
    public const Hearts = Suit::Hearts;
}
interface Face
{
}

spl_autoload_register(static function (string $class): void {
    echo "[autoload $class] ";
});

$enum = static fn (string $class, string $case): string => 'f2' . hex_string($class) . hex_string($case);
$object = 'f0' . hex_string('Suit') . '00';
$cases = [
    'a case' => $enum('Suit', 'Hearts'),
    'class name in other letters' => $enum('sUIT', 'Hearts'),
    'case name in other letters' => $enum('Suit', 'hearts'),
    'unknown case' => $enum('Suit', 'Clubs'),
    'constant that is a case by another name' => $enum('Suit', 'Trump'),
    'constant of another type' => $enum('Suit', 'WORD'),
    'value of a case' => $enum('Suit', 'H'),
    'class that is no enum' => $enum('NoEnum', 'Hearts'),
    'interface' => $enum('Face', 'Hearts'),
    'missing class' => $enum('Missing', 'Hearts'),
    'leading backslash' => $enum('\Suit', 'Hearts'),
    'enum as an object' => $object,
    'enum with its own array form' => 'f1' . hex_string('Suit') . 'e7',
    'enum with its own string form' => 'f3' . hex_string('Suit') . '00',
];
foreach ($cases as $name => $hex) {
    echo $name, ': ';
    foreach ([1, 2] as $time) {
        try {
            var_dump(brine_unserialize(payload("c0 $hex"))[0] === Suit::Hearts);
        } catch (Brine\DecodeException $exception) {
            echo $time === 2 ? 'twice ' . $exception->getMessage() . "\n" : '';
        }
    }
}
?>
--EXPECT--
a case: bool(true)
bool(true)
class name in other letters: bool(true)
bool(true)
case name in other letters: twice the enum Suit has no case 'hearts' at byte 3, in $value[0]
unknown case: twice the enum Suit has no case 'Clubs' at byte 3, in $value[0]
constant that is a case by another name: twice the enum Suit has no case 'Trump' at byte 3, in $value[0]
constant of another type: twice the enum Suit has no case 'WORD' at byte 3, in $value[0]
value of a case: twice the enum Suit has no case 'H' at byte 3, in $value[0]
class that is no enum: twice NoEnum is not an enum at byte 3, in $value[0]
interface: twice Face is not an enum at byte 3, in $value[0]
missing class: [autoload Missing] [autoload Missing] twice the enum Missing does not exist at byte 3, in $value[0]
leading backslash: twice '\Suit' is not the name of a class at byte 4, in $value[0]
enum as an object: twice Suit is an enum, whose cases are not stored as other objects are at byte 3, in $value[0]
enum with its own array form: twice Suit is an enum, whose cases are not stored as other objects are at byte 3, in $value[0]
enum with its own string form: twice objects of Suit are not stored as a string of Serializable at byte 3, in $value[0]
