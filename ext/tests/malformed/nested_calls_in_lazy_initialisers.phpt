--TEST--
Encoding and decoding in the initialiser of a lazy object, which runs while an outer value is being encoded
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip lazy objects came with PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

final class Node
{
    public string $name = 'unnamed';
    public mixed $other = null;
}

$class = new ReflectionClass(Node::class);
$value = [];
$initialise = static function (Node $node) use (&$value, $class): void {
    $inner = $class->newLazyGhost(static function (Node $inner): void {
        $inner->name = brine_unserialize(brine_serialize(['in' => 'inner']))['in'];
    });
    $node->name = 'ghost';
    $node->other = brine_unserialize(brine_serialize([$inner, ['a' => 1], ['a' => 2]]));
    // The encoded value changes meanwhile.
    $value['added'] = 'later';
    unset($value['last']);
    gc_collect_cycles();
};
$ghost = $class->newLazyGhost($initialise);
$proxy = $class->newLazyProxy(static function (): Node {
    $node = new Node();
    $node->name = brine_unserialize(brine_serialize('proxied'));

    return $node;
});
$value = ['first' => ['a' => 0], 'ghost' => $ghost, 'proxy' => $proxy, 'again' => $ghost, 'last' => 'text'];
$decoded = brine_unserialize(brine_serialize($value));
echo implode(' ', array_keys($decoded)), "\n";
echo $decoded['ghost']->name, ' ', $decoded['ghost']->other[0]->name, ' ', $decoded['proxy']->name, "\n";
var_dump($decoded['ghost'] === $decoded['again'], $decoded['ghost']->other[2]);

// An initialiser that throws ends the encoding with its exception.
$failing = $class->newLazyGhost(static function (): void {
    brine_serialize([1, 2]);
    throw new DomainException('no state');
});
try {
    brine_serialize([[$failing], 'x']);
} catch (DomainException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
first ghost proxy again last
ghost inner proxied
bool(true)
array(1) {
  ["a"]=>
  int(2)
}
no state
