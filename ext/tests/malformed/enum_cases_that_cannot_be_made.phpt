--TEST--
An enum case whose value cannot be computed, or whose loading throws, does so each time, and a later call finds it once it can be
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Broken: int
{
    case Missing = NotThere::VALUE;
}
enum Slow: int
{
    case Late = Later::VALUE;
    case Fine = 1;
}
interface HasCase
{
    public const A = 5;
}
enum Suit implements HasCase
{
    case Hearts;
    public const ALIAS = self::Hearts;
}
final class LooksLikeOne
{
    public const Hearts = Suit::Hearts;
    public $name = 'Hearts';
}

$case = static fn (string $class, string $name): string => 'f2' . hex_string($class) . hex_string($name);
$object = 'f0' . hex_string('stdClass') . '01' . hex_string('p');
$cases = [
    'constant that is missing' => $case('Broken', 'Missing'),
    'loader throws' => $case('Slow', 'Late'),
    'enum whose loader throws' => $case('Unknown', 'A'),
    'constant of an interface' => $case('Suit', 'A'),
    'constant that is a case' => $case('Suit', 'ALIAS'),
    'constant that is a case of another' => $case('LooksLikeOne', 'Hearts'),
    'method' => $case('Suit', 'cases'),
    'empty name' => 'f2' . hex_string('Suit') . 'e4',
    'interface of enums' => $case('UnitEnum', 'Hearts'),
    'zero byte' => $case('Suit', "Hearts\0"),
    'the enum class as an object' => 'f0' . hex_string('Suit') . '01' . hex_string('name') . hex_string('Hearts'),
    'the enum class by rows' => 'ed 01 00 f0' . hex_string('Suit') . '01' . hex_string('name') . '01' . hex_string('Hearts'),
];
spl_autoload_register(static function (string $class): void {
    if ($class === 'Later' && isset($GLOBALS['ready'])) {
        eval('final class Later { public const VALUE = 7; }');
    } elseif ($class !== 'NotThere') {
        throw new DomainException("$class is not ready");
    }
});
foreach ($cases as $name => $hex) {
    $answers = [];
    // Twice, and with an object around and before it that is taken apart again.
    foreach ([$hex, $hex, "c1 $object f4 00 $hex", "$object c1 f5 $hex f6 00"] as $payload) {
        $answers[preg_replace('/ at byte \d+(, in \S+)?$/', '', thrown(static fn () => brine_unserialize(payload($payload))))] = true;
    }
    echo $name, ': ', implode('; ', array_keys($answers)), "\n";
}
$ready = true;
$decoded = brine_unserialize(payload('c2' . $case('Slow', 'Late') . $case('Slow', 'Fine') . $case('Slow', 'Late')));
var_dump($decoded[0] === Slow::Late, $decoded[0] === $decoded[2], $decoded[0]->value, $decoded[1] === Slow::Fine);
?>
--EXPECT--
constant that is missing: Error: Class "NotThere" not found
loader throws: DomainException: Later is not ready
enum whose loader throws: DomainException: Unknown is not ready
constant of an interface: Brine\DecodeException: the enum Suit has no case 'A'
constant that is a case: Brine\DecodeException: the enum Suit has no case 'ALIAS'
constant that is a case of another: Brine\DecodeException: LooksLikeOne is not an enum
method: Brine\DecodeException: the enum Suit has no case 'cases'
empty name: Brine\DecodeException: the enum Suit has no case ''
interface of enums: Brine\DecodeException: UnitEnum is not an enum
zero byte: Brine\DecodeException: the enum Suit has no case 'Hearts\x00'
the enum class as an object: Brine\DecodeException: Suit is an enum, whose cases are not stored as other objects are
the enum class by rows: Brine\DecodeException: Suit is an enum, whose cases are not stored as other objects are
bool(true)
bool(true)
int(7)
bool(true)
