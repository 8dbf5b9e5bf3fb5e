--TEST--
Graphs whose members know each other are read, however many there are
--EXTENSIONS--
brine
--SKIPIF--
<?php
require __DIR__ . '/payloads.inc';
if (most_levels() < 10_000) {
    die('skip fewer may be freed here');
}
?>
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

class Node
{
    public ?Node $parent = null;
    public ?Node $previous = null;
    public ?Node $next = null;
    public array $children = [];
}
/** The same in another order. */
class Tail
{
    public array $children = [];
    public ?Tail $next = null;
    public ?Tail $previous = null;
    public ?Tail $parent = null;
}
class Bag
{
    public array $members = [];
}
/** Members of a bag that know it, and the root of all. */
class Leaf
{
    public mixed $bag = null;
    public mixed $root = null;
    public array $data = [];
}

/** A tree, with so many children at each level. */
function tree(string $class, array $widths, bool $has_siblings, ?object $parent = null): object
{
    $node = new $class();
    $node->parent = $parent;
    $width = array_shift($widths) ?? 0;
    for ($i = 0; $i < $width; $i++) {
        $node->children[] = $child = tree($class, $widths, $has_siblings, $node);
        if ($has_siblings && $i > 0) {
            $child->previous = $node->children[$i - 1];
            $child->previous->next = $child;
        }
    }

    return $node;
}
/** @return list<object> */
function linked(string $class, int $count, bool $is_double): array
{
    $members = [];
    for ($i = 0; $i < $count; $i++) {
        $members[] = $member = new $class();
        if ($i > 0) {
            $member->previous = $members[$i - 1];
            $member->previous->next = $is_double ? $member : null;
        }
    }

    return $members;
}
function bags(int $bags, int $leaves): Bag
{
    $root = new Bag();
    for ($i = 0; $i < $bags; $i++) {
        $root->members[] = $bag = new Bag();
        for ($j = 0; $j < $leaves; $j++) {
            $bag->members[] = $leaf = new Leaf();
            $leaf->bag = $bag;
            $leaf->root = $root;
            $leaf->data = [(object) ['i' => $i], [(object) ['j' => $j]]];
        }
    }

    return $root;
}
foreach ([
    'ten thousand that know the one before' => static fn (): array => linked('Node', 10_000, false),
    'four thousand that know both, from the first' => static fn (): object => linked('Node', 4000, true)[0],
    'a list of these' => static fn (): array => linked('Tail', 4000, true),
    'a binary tree that knows parents' => static fn (): object => tree('Node', array_fill(0, 15, 2), false),
    'and siblings' => static fn (): object => tree('Node', array_fill(0, 15, 2), true),
    'a tree with ten children each' => static fn (): object => tree('Node', [5, 10, 10, 10, 10], true),
    'thirty-six each, in another order' => static fn (): object => tree('Tail', [36, 36, 36], true),
    'few with many' => static fn (): object => tree('Node', [50, 1000], true),
    'many with few' => static fn (): object => tree('Tail', [1000, 50], true),
    'bags of members that know the root' => static fn (): object => bags(200, 100),
] as $name => $make) {
    $value = $make();
    $decoded = brine_unserialize(brine_serialize($value));
    echo "$name: ", md5(serialize($decoded)) === md5(serialize($value)) ? 'the same' : 'another', "\n";
    unset($value, $decoded);
    gc_collect_cycles();
}
?>
--EXPECT--
ten thousand that know the one before: the same
four thousand that know both, from the first: the same
a list of these: the same
a binary tree that knows parents: the same
and siblings: the same
a tree with ten children each: the same
thirty-six each, in another order: the same
few with many: the same
many with few: the same
bags of members that know the root: the same
