--TEST--
A case whose name user code has changed is not encoded, not even by the name of another case
--EXTENSIONS--
brine
--SKIPIF--
<?php
enum Probe
{
    case One;
}
$case = Probe::One;
try {
    array_walk($case, static fn (string &$name): string => $name = 'Two');
} catch (Error) {
}
Probe::One->name === 'Two' or die('skip this PHP does not let the names of cases be changed');
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
    case Clubs = 'C';
    public const Trump = self::Clubs;
    public const WORD = 'word';
}
final class Card
{
    public function __construct(public Suit $suit)
    {
    }
}
/** Changes the name of a case while it is encoded. */
final class Changing
{
    public function __serialize(): array
    {
        rename_case(Suit::Hearts, 'changed');

        return [];
    }
}

function rename_case(Suit $case, string $name): void
{
    array_walk($case, static function (string &$property, string $key) use ($name): void {
        // A string that nothing else holds.
        $property = $key === 'name' ? str_rot13(str_rot13($name)) : $property;
    });
}

$payload = brine_serialize([Suit::Clubs, Suit::Hearts]);
foreach (['Hearts', 'Trump', 'WORD', 'None', '', "\0", str_repeat('long', 100)] as $name) {
    rename_case(Suit::Clubs, $name);
    echo thrown(static fn () => brine_serialize(Suit::Clubs)), "\n";
}
echo thrown(static fn () => brine_serialize(['deck' => [new Card(Suit::Hearts), new Card(Suit::Clubs)]])), "\n";
echo thrown(static fn () => brine_serialize(array_map(static fn (int $i): array => ['id' => $i, 'suit' => $i < 9 ? Suit::Spades : Suit::Clubs], range(0, 9)))), "\n";

// By the payload it is the same case.
var_dump(brine_unserialize($payload) === [Suit::Clubs, Suit::Hearts]);

rename_case(Suit::Clubs, 'Clubs');
var_dump(brine_serialize([Suit::Clubs, Suit::Hearts]) === $payload);

// Bytes already written stay the same.
$decoded = brine_unserialize(brine_serialize([Suit::Hearts, new Changing(), Suit::Hearts, 'Hearts', 'changed']));
var_dump($decoded[0] === $decoded[2], array_slice($decoded, 3));
echo thrown(static fn () => brine_serialize([Suit::Hearts])), "\n";
rename_case(Suit::Hearts, 'Hearts');
$decoded = brine_unserialize(brine_serialize([Suit::Hearts, 'Hearts']));
var_dump($decoded === [Suit::Hearts, 'Hearts']);
echo thrown(static fn () => brine_serialize([new Changing(), Suit::Hearts])), "\n";
?>
--EXPECT--
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value
Brine\EncodeException: the name of a case of the enum Suit was changed at $value['deck'][1]->suit
Brine\EncodeException: the name of a case of the enum Suit was changed at $value[9]['suit']
bool(true)
bool(true)
bool(true)
array(2) {
  [0]=>
  string(6) "Hearts"
  [1]=>
  string(7) "changed"
}
Brine\EncodeException: the name of a case of the enum Suit was changed at $value[0]
bool(true)
Brine\EncodeException: the name of a case of the enum Suit was changed at $value[1]
