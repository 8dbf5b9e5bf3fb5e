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
case name in other letters: twice there is no such enum case, or its enum is missing or not allowed at byte 3
unknown case: twice there is no such enum case, or its enum is missing or not allowed at byte 3
constant that is a case by another name: twice there is no such enum case, or its enum is missing or not allowed at byte 3
constant of another type: twice there is no such enum case, or its enum is missing or not allowed at byte 3
value of a case: twice there is no such enum case, or its enum is missing or not allowed at byte 3
class that is no enum: twice there is no such enum case, or its enum is missing or not allowed at byte 3
interface: twice there is no such enum case, or its enum is missing or not allowed at byte 3
missing class: [autoload Missing] [autoload Missing] twice there is no such enum case, or its enum is missing or not allowed at byte 3
leading backslash: twice malformed class name at byte 4
enum as an object: twice objects of this class cannot be decoded at byte 3
enum with its own array form: twice objects of this class cannot be decoded at byte 3
enum with its own string form: twice objects of this class cannot be decoded at byte 3
