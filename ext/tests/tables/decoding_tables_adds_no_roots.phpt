--TEST--
Decoding a table adds nothing to the cycle collector's roots
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public function __construct(public int $id, public ?array $tags = null, public ?Row $next = null)
    {
    }
}

$linked = array_map(static fn (int $i): Row => new Row($i, ["t$i"]), range(0, 49));
foreach ($linked as $i => $row) {
    $row->next = $linked[($i + 7) % 50];
}
unset($row);
$one = new Row(-1);
$rows = static fn (Closure $row): array => array_map($row, range(0, 49));
$tables = [
    'arrays' => $rows(static fn (int $i): array => ['id' => $i, 'tags' => ['a', 'b'], 'own' => ["t$i", [$i]]]),
    'constants' => $rows(static fn (int $i): array => ['id' => $i, 'tags' => ['a', ['b' => [1]]], 'none' => null]),
    'objects' => $rows(static fn (int $i): Row => new Row($i, ['a', 'b'])),
    'objects with arrays' => $rows(static fn (int $i): Row => new Row($i, ["t$i", [$i]])),
    'linked objects' => $linked,
    'stdClass' => $rows(static fn (int $i): object => (object) ['id' => $i, 'list' => [1, 2, 3]]),
    'objects in arrays' => $rows(static fn (int $i): array => ['id' => $i, 'row' => new Row($i, [$i])]),
    'one object in all' => $rows(static fn (int $i): array => ['id' => $i, 'row' => $one]),
    'keyed' => array_combine(range(10, 59), $rows(static fn (int $i): array => ['id' => $i, 'tags' => ["t$i"]])),
    'in tables' => $rows(static fn (int $i): array => ['id' => $i, 'rows' => $rows(static fn (int $k): array => ['id' => $k, 'of' => [$i]])]),
];
foreach ($tables as $name => $table) {
    $payload = brine_serialize($table);
    gc_collect_cycles();
    $before = gc_status()['roots'];
    $decoded = brine_unserialize($payload);
    echo $name, ': ', gc_status()['roots'] - $before, "\n";
    unset($decoded);
}
?>
--EXPECT--
arrays: 0
constants: 0
objects: 0
objects with arrays: 0
linked objects: 0
stdClass: 0
objects in arrays: 0
one object in all: 0
keyed: 0
in tables: 0
