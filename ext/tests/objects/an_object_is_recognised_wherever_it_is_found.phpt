--TEST--
Two places hold one object after decoding exactly if they did before: in the outermost array inside of itself, by references, and where hooks find it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function decoded(mixed $value): mixed
{
    return brine_unserialize(brine_serialize($value));
}

final class Item
{
    public $siblings;
}

function siblings(): array
{
    $list = ['a' => new Item(), 'b' => new Item()];
    $list['a']->siblings = $list;

    return $list;
}

echo "the outermost array\n";
$list = siblings();
$decoded = decoded($list);
var_dump($decoded['b'] === $decoded['a']->siblings['b']);
$decoded = decoded(siblings());
var_dump($decoded['b'] === $decoded['a']->siblings['b']);

$object = new stdClass();
$object->self = $object;
$object->child = new stdClass();
$decoded = decoded((array) $object);
var_dump($decoded['child'] === $decoded['self']->child);

$tree = ['children' => []];
$tree['children'][] = ['parent' => &$tree];
$tree['meta'] = new stdClass();
$decoded = decoded($tree);
var_dump($decoded['meta'] === $decoded['children'][0]['parent']['meta']);
unset($tree);

echo "rows, of which the outermost array is one\n";
$keys = ['k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7'];
$grid = array_map(static fn (int $n): array => array_fill_keys($keys, $n * 1000), array_combine($keys, range(1, 8)));
$grid['k0']['k0'] = $item = new Item();
$item->siblings = array_map(static fn (int $n): array => array_fill_keys($keys, $n * 1000), range(1, 30));
$item->siblings[] = &$grid;
$value = $grid;
unset($grid, $item);
$decoded = decoded($value);
var_dump($decoded['k0']['k0'] === $decoded['k0']['k0']->siblings[30]['k0']['k0']);

/** Encodes a value that it reaches by another path. */
final class Finder
{
    public $root;

    public function __serialize(): array
    {
        return ['root' => $this->root, 'item' => is_array($this->root) ? $this->root['item'] : $this->root->item];
    }

    public function __unserialize(array $data): void
    {
        $this->root = $data;
    }
}

/** Keeps it, and encodes that. */
final class Keeper
{
    public $root;
    public $item;

    public function __sleep(): array
    {
        $this->item = $this->root->item;

        return ['root', 'item'];
    }
}

final class Root
{
    public $item;
    public $finder;
}

echo "hooks\n";
foreach ([Finder::class, Keeper::class] as $class) {
    $root = new Root();
    $root->item = new Item();
    $root->finder = new $class();
    $root->finder->root = $root;
    $decoded = decoded($root);
    var_dump($decoded->item === ($class === Finder::class ? $decoded->finder->root['item'] : $decoded->finder->item));
}

echo "hooks behind a thousand objects\n";
$value = ['items' => array_map(static fn (): Item => new Item(), range(1, 1000)), 'finder' => new Finder()];
$value['finder']->root = ['item' => null];
$value['finder']->root['item'] = $value['items'];
$decoded = decoded($value);
var_dump($decoded['items'][999] === $decoded['finder']->root['item'][999]);

final class Holder
{
    public $value;

    public function __serialize(): array
    {
        return ['value' => $this->value];
    }

    public function __unserialize(array $data): void
    {
        $this->value = $data['value'];
    }
}

echo "references\n";
foreach (['first', 'last'] as $place) {
    $slot = new Item();
    $holder = new Holder();
    $holder->value = &$slot;
    $value = $place === 'first' ? ['slot' => &$slot, 'holder' => $holder] : ['holder' => $holder, 'slot' => &$slot];
    unset($slot, $holder);
    $decoded = decoded($value);
    var_dump($decoded['slot'] === $decoded['holder']->value);
}
?>
--EXPECT--
the outermost array
bool(true)
bool(true)
bool(true)
bool(true)
rows, of which the outermost array is one
bool(true)
hooks
bool(true)
bool(true)
hooks behind a thousand objects
bool(true)
references
bool(true)
bool(true)
