--TEST--
The cycle collector may run inside any hook: nothing of the value is freed or counted wrong
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

function collect(): void
{
    for ($i = 0; $i < 20; $i++) {
        $cycle = new stdClass();
        $cycle->self = [$cycle, str_repeat('x', 50)];
    }
    unset($cycle);
    gc_collect_cycles();
}

class Node
{
    public ?Node $other = null;
    public array $list = [];
}
final class Magic extends Node
{
    public function __serialize(): array
    {
        collect();

        return ['other' => $this->other, 'list' => $this->list];
    }

    public function __unserialize(array $data): void
    {
        collect();
        $this->other = $data['other'];
        $this->list = $data['list'];
        unset($data);
        collect();
    }
}
final class Sleeper extends Node
{
    public function __sleep(): array
    {
        collect();

        return ['other', 'list'];
    }

    public function __wakeup(): void
    {
        collect();
        $this->list[] = 'woken';
        collect();
    }
}
final class Old extends Node implements Serializable
{
    public function serialize(): string
    {
        collect();

        return serialize(array_map(static fn (): int => 1, $this->list));
    }

    public function unserialize(string $data): void
    {
        collect();
        $this->list = unserialize($data);
    }
}
spl_autoload_register(static function (string $class): void {
    collect();
});

$nodes = [];
foreach ([Magic::class, Sleeper::class, Old::class, Node::class, Magic::class, Sleeper::class] as $class) {
    $nodes[] = new $class();
}
foreach ($nodes as $i => $node) {
    $node->other = $nodes[($i + 1) % 6];
    $node->list = [$nodes[($i + 2) % 6], [$nodes[($i + 3) % 6]], 'text ' . $i, &$node->other];
}
unset($node);
$value = [$nodes, unserialize('O:7:"Missing":1:{s:1:"x";a:1:{i:0;r:1;}}'), 'ref' => &$nodes[0]->list];
$payload = brine_serialize($value);
for ($i = 0; $i < 3; $i++) {
    $decoded = brine_unserialize($payload);
    echo count($decoded[0]), ' ', $decoded[0][0]->other === $decoded[0][1] ? 'same' : 'other', ' ', end($decoded[0][1]->list), "\n";
    collect();
    $text = serialize($decoded[0][3]);
    unset($decoded);
}
var_dump(strlen($text) > 500);
?>
--EXPECT--
6 same woken
6 same woken
6 same woken
bool(true)
