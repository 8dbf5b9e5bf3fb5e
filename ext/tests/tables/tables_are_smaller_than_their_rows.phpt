--TEST--
A table takes fewer bytes than its rows do where there are too few of them for one, and a list of rows is a table from 8 on
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Row
{
    public function __construct(public int $id, public ?string $name, public float $price, public bool $active)
    {
    }
}

$cells = static fn (int $i): array => [
    'id' => 1000 + $i, 'name' => $i % 4 ? "name $i" : null, 'price' => $i * 7 % 1000 / 100, 'active' => $i % 3 === 0,
];
$kinds = [
    'arrays' => $cells,
    'lists' => static fn (int $i): array => array_values($cells($i)),
    'stdClass' => static fn (int $i): object => (object) $cells($i),
    'objects' => static fn (int $i): object => new Row(...$cells($i)),
];
foreach ($kinds as $name => $row) {
    $rows = array_map($row, range(0, 69));
    $table = brine_serialize($rows);
    $keyed = brine_serialize(array_combine(range(500, 569), $rows));
    // The rows in lists of 7, which are not tables; a list has a tag of its own.
    $plain = strlen(brine_serialize(array_chunk($rows, 7))) - 10;
    printf(
        "%s: %02X %02X, smaller %s and %s; seven rows %02X, eight %02X\n",
        $name,
        ord($table[2]),
        ord($keyed[2]),
        json_encode(strlen($table) < 0.75 * $plain),
        json_encode(strlen($keyed) < 0.75 * $plain),
        ord(brine_serialize(array_slice($rows, 1, 7))[2]),
        ord(brine_serialize(array_slice($rows, 1, 8))[2]),
    );
}
?>
--EXPECT--
arrays: ED EE, smaller true and true; seven rows C6, eight ED
lists: ED EE, smaller true and true; seven rows C6, eight ED
stdClass: ED EE, smaller true and true; seven rows C6, eight ED
objects: ED EE, smaller true and true; seven rows C6, eight ED
