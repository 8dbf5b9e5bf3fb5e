--TEST--
A case keeps its name where array_walk() has made a PHP reference of its property, in payloads, tables and kept values
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../resident/resident.inc';

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

/** PHP 8.2 goes through the properties of a case, newer PHP throws. */
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
    for ($i = 0; $i < 3; $i++) {
        echo ' | ', changes(static function () use ($payloads, $name, &$decoded): void {
            $decoded = brine_unserialize($payloads[$name], RESIDENT);
        });
        if (brine_serialize($decoded) !== $payloads[$name]) {
            echo ' (wrong)';
        }
    }
    echo "\n";
}
var_dump(brine_unserialize($payloads['cases']) === $values['cases'], brine_unserialize($payloads['properties'])->suit === Suit::Hearts);
?>
--EXPECT--
a case: the same bytes | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
cases: the same bytes | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
properties: the same bytes | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
rows: the same bytes | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
beside its name: the same bytes | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1
bool(true)
bool(true)
