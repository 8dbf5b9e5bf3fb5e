--TEST--
An object that occurs many times is one object again, and cycles close
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Node
{
    public array $children = [];

    public function __construct(public ?Node $parent = null)
    {
    }
}

$root = new Node();
for ($i = 0; $i < 3; $i++) {
    $root->children[] = new Node($root);
}
$root->children['again'] = $root->children[0];
$decoded = round_trip($root);
foreach ($decoded->children as $child) {
    var_dump($child->parent === $decoded);
}
var_dump($decoded->children['again'] === $decoded->children[0], $decoded->children[1] === $decoded->children[0]);

$self = new stdClass();
$self->self = $self;
$self->list = [$self, [$self]];
$decoded = round_trip($self);
var_dump($decoded->self === $decoded, $decoded->list[1][0] === $decoded, $decoded !== $self);

// Equal objects are not the same object.
$decoded = round_trip([new stdClass(), new stdClass(), $self, $self]);
var_dump($decoded[0] === $decoded[1], $decoded[2] === $decoded[3]);

$many = array_fill(0, 1000, $root);
$decoded = round_trip($many);
var_dump(count(array_unique(array_map(spl_object_id(...), $decoded))), strlen(brine_serialize($many)) < 5000);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
int(1)
bool(true)
