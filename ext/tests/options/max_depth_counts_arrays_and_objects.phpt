--TEST--
max_depth counts arrays and objects from the outermost one; an object with its own array form counts for two
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Magic
{
    public function __construct(private mixed $inner = null)
    {
    }

    public function __serialize(): array
    {
        return [$this->inner];
    }

    public function __unserialize(array $data): void
    {
    }
}
enum Suit
{
    case Hearts;
}

$reference = [1];
$values = [
    'scalar' => 5, 'empty array' => [], 'list' => [1], 'nested list' => [[1]], 'empty inside' => [[]], 'map' => ['a' => ['b' => 1]],
    'object' => new stdClass(), 'object in list' => [new stdClass()], 'list in object' => (object) ['p' => [1]],
    'array form' => new Magic(), 'array form with array' => new Magic([1]), 'run' => range(1, 50), 'run in map' => ['r' => range(1, 50)],
    'shared' => [['k' => [1]], ['k' => [1]]], 'shapes' => [['k' => [1]], ['k' => [2]]], 'references' => [&$reference, &$reference],
    'enum' => [Suit::Hearts],
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    for ($depth = 1; ; $depth++) {
        try {
            brine_unserialize($payload, ['max_depth' => $depth]);
            break;
        } catch (Brine\DecodeException) {
        }
    }
    echo "$name: $depth\n";
}
?>
--EXPECT--
scalar: 1
empty array: 1
list: 1
nested list: 2
empty inside: 1
map: 2
object: 1
object in list: 2
list in object: 2
array form: 2
array form with array: 3
run: 1
run in map: 2
shared: 3
shapes: 3
references: 2
enum: 2
