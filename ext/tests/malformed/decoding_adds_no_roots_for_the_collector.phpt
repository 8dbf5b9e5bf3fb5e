--TEST--
Decoding adds nothing to the cycle collector's roots
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public int $id = 0;
    public ?array $tags = null;
    public ?Row $next = null;
}

$rows = [];
for ($i = 0; $i < 100; $i++) {
    $row = new Row();
    $row->id = $i;
    $row->tags = ['a', "tag $i", ['x' => [$i]]];
    $row->next = $rows[$i - 1] ?? null;
    $rows[] = $row;
}
$reference = [1, [2]];
$values = [
    'objects' => $rows, 'arrays' => array_map(static fn (int $i): array => ['id' => $i, 'n' => [$i, ["k$i" => 1.5]]], range(0, 99)),
    'references' => [&$reference, [&$reference]], 'shared' => array_fill(0, 50, ['x' => [1, 2, ['y' => 'z']]]), 'object' => $rows[99],
    'standard' => (object) ['a' => (object) ['b' => [1, 2]]],
];
unset($row);
foreach ($values as $name => $value) {
    $payload = brine_serialize($value);
    gc_collect_cycles();
    $before = gc_status()['roots'];
    $decoded = brine_unserialize($payload);
    $after = gc_status()['roots'];
    echo $name, ': ', $after - $before, "\n";
    unset($decoded);
}
?>
--EXPECT--
objects: 0
arrays: 0
references: 0
shared: 0
object: 0
standard: 0
