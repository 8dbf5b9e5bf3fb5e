--TEST--
Enum cases, pure and backed, are the same objects after decoding
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

enum Suit
{
    case Hearts;
    case Spades;
    public const Trump = self::Spades;
}
enum Level: int
{
    case Low = 1;
    case High = 2;
}
enum Mode: string
{
    case Read = 'r';
    case Write = self::Read->value . 'w';
}

$decoded = round_trip([Suit::Hearts, Suit::Spades, Suit::Trump, Suit::Hearts, Level::High, Mode::Write, 'key' => Mode::Read]);
var_dump($decoded === [Suit::Hearts, Suit::Spades, Suit::Spades, Suit::Hearts, Level::High, Mode::Write, 'key' => Mode::Read]);
var_dump(round_trip(Mode::Write) === Mode::Write, $decoded[5]->value);
for ($i = 0; $i < 100; $i++) {
    if (round_trip(Suit::Hearts) !== Suit::Hearts) {
        echo "another object\n";
    }
}
var_dump(round_trip(array_fill(0, 20, Suit::Hearts)) === array_fill(0, 20, Suit::Hearts));
?>
--EXPECT--
bool(true)
bool(true)
string(2) "rw"
bool(true)
