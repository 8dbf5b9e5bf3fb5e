--TEST--
PHP references in cells, and to rows, lead to the same places after decoding
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Row
{
    public int $id = 0;
    public ?int $number = null;
    public mixed $any = null;
}

$make = static fn (): array => array_map(static fn (int $i): array => ['id' => $i, 'n' => 10 * $i, 's' => "s$i"], range(0, 11));

// Between two rows.
$rows = $make();
$rows[3]['n'] = &$rows[8]['n'];
$decoded = round_trip($rows);
$decoded[8]['n'] = 'changed';
echo $decoded[3]['n'], ' ', $decoded[4]['n'], ' ', $rows[3]['n'], "\n";

// Between cells of one row, a cell and another place, and all cells of a column.
$shared = 5;
$rows = $make();
$rows[1]['n'] = &$rows[1]['s'];
foreach (array_keys($rows) as $i) {
    $rows[$i]['id'] = &$shared;
}
$decoded = round_trip(['rows' => $rows, 'shared' => &$shared]);
$decoded['shared'] = 6;
$decoded['rows'][1]['s'] = 'both';
echo implode(' ', array_column($decoded['rows'], 'id')), ' ', $decoded['rows'][1]['n'], "\n";
unset($decoded, $rows, $shared);

// To a row, and to the table itself.
$rows = $make();
$rows[2] = &$rows[6];
$decoded = round_trip($rows);
$decoded[2]['n'] = 'row';
echo $decoded[6]['n'], ' ', $decoded[5]['n'], "\n";
$rows = $make();
$rows[7]['s'] = &$rows;
$decoded = round_trip([&$rows]);
$decoded[0][7]['s'][0]['id'] = 'itself';
echo $decoded[0][0]['id'], "\n";
unset($decoded, $rows);

// In properties of objects, typed ones too.
$rows = array_map(static function (int $i): Row {
    $row = new Row();
    $row->id = $i;
    $row->number = $i * $i;

    return $row;
}, range(0, 11));
$rows[4]->number = &$rows[9]->number;
$rows[5]->any = &$rows[5]->id;
$decoded = round_trip($rows);
$decoded[9]->number = -1;
$decoded[5]->any = -2;
echo $decoded[4]->number, ' ', $decoded[5]->id, ' ', $decoded[6]->id, "\n";
try {
    $decoded[4]->number = 'text';
} catch (TypeError $error) {
    echo $error->getMessage(), "\n";
}

// A reference that only one cell is in is the same as its value.
$rows = $make();
$plain = brine_serialize($rows);
foreach ([0, 5, 11] as $i) {
    foreach (['id', 'n', 's'] as $key) {
        $alone = $rows[$i][$key];
        $rows[$i][$key] = &$alone;
        unset($alone);
    }
    $alone = $rows[$i];
    $rows[$i] = &$alone;
    unset($alone);
}
var_dump(brine_serialize($rows) === $plain);
foreach ([range(0, 19), array_fill(0, 19, 1.25), array_fill(0, 19, 'x'), array_fill(0, 19, true)] as $list) {
    $plain = brine_serialize($list);
    foreach ([0, 7, 18] as $i) {
        $alone = $list[$i];
        $list[$i] = &$alone;
        unset($alone);
    }
    var_dump(brine_serialize($list) === $plain);
}
?>
--EXPECT--
changed 40 80
6 6 6 6 6 6 6 6 6 6 6 6 both
row 50
itself
-1 -2 6
Cannot assign string to property Row::$number of type ?int
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
