--TEST--
Enum cases in typed and readonly properties, as references, in containers and beside objects of the same name
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

interface Labelled
{
}
enum Suit: string implements Labelled
{
    case Hearts = 'H';
    case Spades = 'S';
}
final class Card
{
    public ?Suit $second = null;
    public Labelled|int $labelled = 0;

    public function __construct(public readonly Suit $suit)
    {
    }
}

$card = new Card(Suit::Spades);
$card->second = Suit::Hearts;
$card->labelled = Suit::Spades;
$decoded = round_trip($card);
var_dump($decoded == $card, $decoded->suit === Suit::Spades, $decoded->labelled === Suit::Spades);

$case = Suit::Hearts;
$decoded = round_trip([&$case, &$case, new ArrayObject([Suit::Hearts]), new SplObjectStorage()]);
$decoded[0] = Suit::Spades;
var_dump($decoded[1] === Suit::Spades, $decoded[2][0] === Suit::Hearts);

$wrong = str_replace('Hearts', 'Clubs!', brine_serialize($card));
echo thrown(static fn () => brine_unserialize($wrong)), "\n";
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
Brine\DecodeException: the enum Suit has no case 'Clubs!' at byte 30, in $value->second
