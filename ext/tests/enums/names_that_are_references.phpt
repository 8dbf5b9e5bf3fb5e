--TEST--
A case keeps its name where array_walk() has made a PHP reference of its property, in payloads and tables
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

enum Suit: string
{
    case Hearts = 'H';
    case Spades = 'S';
}
enum Other
{
    case Hearts;
}
final class Card
{
    public function __construct(public readonly Suit $suit, public ?Other $other = null)
    {
    }
}

/** Where PHP does not let user code have the properties of a case, it throws. */
function walk(UnitEnum $case): void
{
    try {
        array_walk($case, static function (): void {
        });
    } catch (Error) {
    }
}

$values = [
    'a case' => Suit::Hearts,
    'cases' => [Suit::Hearts, Other::Hearts, 'x' => [Suit::Spades, Suit::Hearts]],
    'properties' => new Card(Suit::Hearts, Other::Hearts),
    'rows' => array_map(static fn (int $i): Card => new Card($i % 3 ? Suit::Hearts : Suit::Spades, $i % 2 ? Other::Hearts : null), range(0, 20)),
    'beside its name' => ['Hearts', Suit::Hearts, 'Hearts'],
];
$payloads = array_map(brine_serialize(...), $values);
array_map(walk(...), [Suit::Hearts, Other::Hearts]);
foreach ($values as $name => $value) {
    echo "$name: ", brine_serialize($value) === $payloads[$name] ? 'the same bytes' : bin2hex(brine_serialize($value));
    echo brine_serialize(brine_unserialize($payloads[$name])) === $payloads[$name] ? ', twice' : ', then others';
    echo "\n";
}
var_dump(brine_unserialize($payloads['cases']) === $values['cases'], brine_unserialize($payloads['properties'])->suit === Suit::Hearts);
?>
--EXPECT--
a case: the same bytes, twice
cases: the same bytes, twice
properties: the same bytes, twice
rows: the same bytes, twice
beside its name: the same bytes, twice
bool(true)
bool(true)
