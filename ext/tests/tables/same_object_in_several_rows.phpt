--TEST--
An object that occurs twice in a list of rows, or before it, or in its cells, is one object after decoding
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Row
{
    public mixed $link = null;

    public function __construct(public int $id, public string $name)
    {
    }
}

$make = static fn (): array => array_map(static fn (int $i): Row => new Row($i, "n$i"), range(0, 15));

$rows = $make();
$rows[9] = $rows[2];
$decoded = round_trip($rows);
var_dump($decoded[9] === $decoded[2], $decoded[8] === $decoded[2]);

$rows = $make();
$decoded = round_trip([$rows[5], $rows]);
var_dump($decoded[0] === $decoded[1][5]);

$rows = $make();
$decoded = round_trip([$rows, array_reverse($rows), $rows]);
var_dump($decoded[0] === array_reverse($decoded[1]), $decoded[0] === $decoded[2]);

$decoded = round_trip(array_fill(0, 12, $rows[3]));
var_dump($decoded === array_fill(0, 12, $decoded[0]));

// Each row leads to the next one, to itself, to the one before, to a far one.
foreach ([1, 0, 15, 6] as $by) {
    $rows = $make();
    foreach ($rows as $i => $row) {
        $row->link = $rows[($i + $by) % 16];
    }
    $decoded = round_trip($rows);
    $same = 0;
    foreach ($decoded as $i => $row) {
        $same += (int) ($row->link === $decoded[($i + $by) % 16] && $row->id === $i);
    }
    var_dump($same);
}

// One object in all cells, in arrays and in objects.
$one = new Row(-1, 'one');
$rows = $make();
foreach ($rows as $row) {
    $row->link = $one;
}
$decoded = round_trip($rows);
var_dump(count(array_unique(array_map(static fn (Row $row): int => spl_object_id($row->link), $decoded))));
$decoded = round_trip(array_map(static fn (int $i): array => ['id' => $i, 'link' => $one, 'list' => [$one]], range(0, 15)));
var_dump($decoded[0]['link'] === $decoded[15]['list'][0]);

// A row of arrays that occurs twice, with an object inside.
$row = ['id' => 1, 'link' => $one];
$table = array_map(static fn (int $i): array => ['id' => $i, 'link' => new Row($i, 'x')], range(0, 15));
$table[4] = $table[11] = $row;
$decoded = round_trip($table);
var_dump($decoded[4]['link'] === $decoded[11]['link'], $decoded[3]['link'] === $decoded[4]['link']);
?>
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
int(16)
int(16)
int(16)
int(16)
int(1)
bool(true)
bool(true)
bool(false)
