--TEST--
A value is remembered the first time, kept the second, and found from then on; without the option nothing is counted
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/resident.inc';

enum Suit
{
    case Hearts;
}
final class Point
{
    public function __construct(public int $x = 0, private array $tags = ['a', 'b'])
    {
    }
}

$values = [
    'map' => ['a' => 1, 'b' => [1, 2, ['c' => 'text']]], 'list' => range(0, 99), 'text' => str_repeat('page ', 1000), 'object' => new Point(1),
    'objects' => [new Point(1), 'x' => [new Point(2)], 'pure' => ['p' => 'q']], 'case' => [Suit::Hearts, Suit::Hearts], 'only a case' => Suit::Hearts,
    'empty object' => new stdClass(), 'dynamic' => (object) ['a' => 1, 'b' => (object) []],
    'rows' => array_map(static fn (int $i): Point => new Point($i), range(1, 20)),
    'number' => 5, 'nothing' => null, 'empty' => [], 'one byte' => 'x', 'no byte' => '',
];
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    $plain = brine_unserialize($payload);
    echo "$name:";
    for ($i = 0; $i < 4; $i++) {
        echo ' | ', changes(static function () use ($payload, &$decoded): void {
            $decoded = brine_unserialize($payload, RESIDENT);
        });
        if ($decoded != $plain || serialize($decoded) !== serialize($value)) {
            echo ' (wrong)';
        }
    }
    echo "\n";
}
echo 'without: ', changes(static fn (): mixed => brine_unserialize(brine_serialize($values['map']))), "\n";
echo 'switched off: ', changes(static fn (): mixed => brine_unserialize(brine_serialize($values['map']), ['resident' => false])), "\n";
var_dump(array_keys(brine_resident_status()) === ['off', 'limit', 'entries', 'templates', 'bytes', 'admitted', 'evicted', 'hits', 'misses', 'fallbacks', 'refused', 'shared', 'held']);
var_dump(array_keys(brine_resident_status()['refused']));
?>
--EXPECT--
map: | misses 1 | misses 1, admitted 1, entries 1 | hits 1 | hits 1
list: | misses 1 | misses 1, admitted 1, entries 1 | hits 1 | hits 1
text: | misses 1 | misses 1, admitted 1, entries 1 | hits 1 | hits 1
object: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
objects: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
case: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
only a case: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
empty object: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
dynamic: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
rows: | misses 1 | misses 1, admitted 1, entries 1, templates 1 | hits 1 | hits 1
number: | misses 1 | misses 1, refused scalar 1 | misses 1 | misses 1
nothing: | misses 1 | misses 1, refused scalar 1 | misses 1 | misses 1
empty: | misses 1 | misses 1, refused scalar 1 | misses 1 | misses 1
one byte: | misses 1 | misses 1, refused scalar 1 | misses 1 | misses 1
no byte: | misses 1 | misses 1, refused scalar 1 | misses 1 | misses 1
without: nothing
switched off: nothing
bool(true)
array(11) {
  [0]=>
  string(6) "scalar"
  [1]=>
  string(10) "references"
  [2]=>
  string(12) "serializable"
  [3]=>
  string(14) "internal_class"
  [4]=>
  string(13) "missing_class"
  [5]=>
  string(10) "properties"
  [6]=>
  string(8) "too_deep"
  [7]=>
  string(9) "too_large"
  [8]=>
  string(4) "full"
  [9]=>
  string(7) "blocked"
  [10]=>
  string(4) "busy"
}
