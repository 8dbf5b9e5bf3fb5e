--TEST--
Values are kept by the names of their cases where array_walk() has made PHP references of these
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

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
foreach ($payloads as $name => $payload) {
    echo "$name:";
    for ($i = 0; $i < 3; $i++) {
        echo ' | ', changes(static function () use ($payload, &$decoded): void {
            $decoded = brine_unserialize($payload, RESIDENT);
        });
        if (brine_serialize($decoded) !== $payload) {
            echo ' (wrong)';
        }
    }
    echo "\n";
}
var_dump(brine_unserialize($payloads['cases']) === $values['cases'], brine_unserialize($payloads['properties'])->suit === Suit::Hearts);
?>
--EXPECT--
a case: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
cases: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
properties: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
rows: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
beside its name: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
bool(true)
bool(true)
