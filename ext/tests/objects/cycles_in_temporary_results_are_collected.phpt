--TEST--
Objects that hold each other are collected also where the decoded value is a temporary that is never stored
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Node
{
    public static int $destructed = 0;
    public array $kids = [];
    public mixed $link = null;

    public function __construct(public string $name)
    {
    }

    public function __destruct()
    {
        self::$destructed++;
    }

    public function name(): string
    {
        return $this->name;
    }
}
/** Its hook makes a cycle that the payload does not have. */
final class Parented
{
    public mixed $parent = null;

    public function __construct(public array $kids = [])
    {
    }

    public function __serialize(): array
    {
        return $this->kids;
    }

    public function __unserialize(array $data): void
    {
        $this->kids = $data;
        foreach ($data as $kid) {
            $kid->parent = $this;
        }
    }

    public function __destruct()
    {
        Node::$destructed++;
    }
}

/** Two objects that hold each other. */
function pair(): Node
{
    $node = new Node('parent');
    $node->kids[] = new Node('kid');
    $node->kids[0]->link = $node;

    return $node;
}
function by_reference(): Node
{
    $node = new Node('parent');
    $other = new Node('other');
    $other->link = &$node->link;
    $node->link = [$node, $other];

    return $node;
}

$pair = brine_serialize(pair());
$reference = brine_serialize(by_reference());
$array = brine_serialize(['pair' => pair()]);
$self = [new Node('in the array'), new Node('too')];
$self[] = &$self;
$array_in_itself = brine_serialize([&$self]);
$wrapper = brine_serialize((object) ['pair' => pair()]);
$collection = brine_serialize(new ArrayObject([pair()]));
$hooked = brine_serialize(new Parented([new Parented()]));
$signed = brine_serialize_signed(pair(), 'key of this test');
unset($self);

$patterns = [
    'property' => static fn (): string => brine_unserialize($pair)->name,
    'count of a property' => static fn (): int => count(brine_unserialize($pair)->kids),
    'method' => static fn (): string => brine_unserialize($pair)->name(),
    'nullsafe' => static fn (): string => brine_unserialize($pair)?->name,
    'isset' => static fn (): bool => isset(brine_unserialize($pair)->name),
    'argument of a function of PHP' => static fn (): array => get_object_vars(brine_unserialize($pair)),
    'comparison' => static fn (): bool => brine_unserialize($pair) instanceof Node,
    'discarded' => static function () use ($pair): void {
        brine_unserialize($pair);
    },
    'cast' => static fn (): int => count((array) brine_unserialize($pair)),
    'discarded wrapper' => static fn (): ArrayObject => new ArrayObject([brine_unserialize($pair)]),
    'wrapper' => static fn (): string => brine_unserialize($wrapper)->pair->name,
    'collection' => static fn (): string => brine_unserialize($collection)[0]->name,
    'element' => static fn (): string => brine_unserialize($array)['pair']->name,
    'loop' => static function () use ($array): void {
        foreach (brine_unserialize($array) as $node) {
            break;
        }
    },
    'references' => static fn (): string => brine_unserialize($reference)->name,
    'array in itself' => static fn (): string => brine_unserialize($array_in_itself)[0][0]->name,
    'cycle of a hook' => static fn (): int => count(brine_unserialize($hooked)->kids),
    'signed' => static fn (): string => brine_unserialize_signed($signed, 'key of this test')->name,
    'one of several keys' => static fn (): int => count(brine_unserialize_signed($signed, ['other', 'key of this test'])->kids),
];
foreach ($patterns as $name => $call) {
    gc_collect_cycles();
    Node::$destructed = 0;
    for ($i = 0; $i < 100; $i++) {
        $call();
    }
    gc_collect_cycles();
    echo Node::$destructed, ' ', $name, "\n";
}

// The collector comes by itself, too: 100,000 objects never add up.
Node::$destructed = 0;
for ($i = 0; $i < 50_000; $i++) {
    $patterns['property']();
}
var_dump(Node::$destructed >= 60_000);

// An object that nothing else holds is no root, nor is a case of an enum, which lives for ever.
enum Suit
{
    case Hearts;
}
foreach ([new Node('alone'), Suit::Hearts, [pair()]] as $value) {
    $payload = brine_serialize($value);
    gc_collect_cycles();
    $roots = gc_status()['roots'];
    $decoded = brine_unserialize($payload);
    var_dump(gc_status()['roots'] - $roots);
    unset($decoded);
}
?>
--EXPECT--
200 property
200 count of a property
200 method
200 nullsafe
200 isset
200 argument of a function of PHP
200 comparison
200 discarded
200 cast
200 discarded wrapper
200 wrapper
200 collection
200 element
200 loop
200 references
200 array in itself
200 cycle of a hook
200 signed
200 one of several keys
bool(true)
int(0)
int(0)
int(0)
