--TEST--
Arrays and objects that APCu stores with Brine come back identical, scalars as APCu stores them itself
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
--FILE--
<?php
declare(strict_types=1);

enum Suit: string
{
    case Hearts = 'H';
}

final class Node
{
    public ?Node $next = null;

    public function __construct(public readonly string $name, public Suit $suit = Suit::Hearts)
    {
    }
}

$node = new Node('first');
$node->next = $node;
$counter = 1;
$values = [
    'empty array' => [],
    'list' => range(1, 1000),
    'map' => ['a' => 1.5, 7 => null, 'nested' => ['x' => [true, false]]],
    'object' => new Node('single'),
    'cycle' => [$node, $node],
    'reference' => ['a' => &$counter, 'b' => &$counter],
    'enum' => Suit::Hearts,
    'megabyte' => ['text' => str_repeat('0123456789abcdef', 65536)],
    'string' => 'text',
    'integer' => 42,
];
foreach ($values as $name => $value) {
    var_dump(apcu_store($name, $value));
    $fetched = apcu_fetch($name, $success);
    if (!$success || serialize($fetched) !== serialize($value)) {
        echo $name, ' is fetched as ', serialize($fetched), "\n";
    }
}

$cycle = apcu_fetch('cycle');
var_dump($cycle[0] === $cycle[1], $cycle[0]->next === $cycle[0]);
$reference = apcu_fetch('reference');
$reference['a']++;
var_dump($reference['b'], apcu_fetch('enum') === Suit::Hearts, apcu_inc('integer'));

var_dump(apcu_entry('entry', static fn (): array => ['made' => 1]), apcu_fetch(['list', 'entry', 'missing'])['entry']);
foreach (new APCUIterator('/^map$/') as $entry) {
    var_dump($entry['value'] === $values['map']);
}

// PHP leaves cycles that are garbage at its end to the leak checker.
unset($node, $values, $value, $fetched, $cycle);
gc_collect_cycles();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(2)
bool(true)
int(43)
array(1) {
  ["made"]=>
  int(1)
}
array(1) {
  ["made"]=>
  int(1)
}
bool(true)
