--TEST--
Objects that hold each other are collected also where the fetched value is a temporary that is never stored
--EXTENSIONS--
brine
apcu
--INI--
apc.enable_cli=1
apc.serializer=brine
--FILE--
<?php
declare(strict_types=1);

final class Node
{
    public static int $destructed = 0;
    public array $kids = [];
    public ?Node $parent = null;

    public function __destruct()
    {
        self::$destructed++;
    }
}

$node = new Node();
$node->kids[] = new Node();
$node->kids[0]->parent = $node;
apcu_store('node', $node);
apcu_store('array', ['node' => $node]);
unset($node);
$patterns = [
    'property' => static fn (): int => count(apcu_fetch('node')->kids),
    'several keys' => static fn (): int => count(apcu_fetch(['node'])['node']->kids),
    'element' => static fn (): int => count(apcu_fetch('array')['node']->kids),
    'discarded' => static function (): void {
        apcu_fetch('node');
    },
    'entry' => static fn (): int => count(apcu_entry('node', static fn () => null)->kids),
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
?>
--EXPECT--
200 property
200 several keys
200 element
200 discarded
200 entry
