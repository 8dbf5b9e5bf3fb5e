--TEST--
The path of an EncodeException leads through the rows of tables to the cell
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Row
{
    protected mixed $half = null;

    public function __construct(public int $id, private mixed $own)
    {
    }
}

$bad = static fn (): int => 1;
$cell = static fn (int $i): mixed => $i === 11 ? [['deep' => $bad]] : $i / 100;
$rows = static fn (Closure $row): array => array_map($row, range(0, 19));
$tables = [
    $rows(static fn (int $i): array => ['id' => $i, 'cell' => $cell($i)]),
    $rows(static fn (int $i): array => ['id' => $i, 5 => $cell($i)]),
    $rows(static fn (int $i): array => [$i, $cell($i), true]),
    $rows(static fn (int $i): object => (object) ['id' => $i, 'cell' => $cell($i)]),
    $rows(static fn (int $i): object => new Row($i, $cell($i))),
    array_combine(range(100, 119), $rows(static fn (int $i): array => ['id' => $i, 'cell' => $cell($i)])),
    array_combine(array_map(static fn (int $i): string => "k$i", range(0, 19)), $rows(static fn (int $i): array => ['id' => $i, 'cell' => $cell($i)])),
    array_replace($rows(static fn (int $i): array => ['id' => $i, 'cell' => $i]), [7 => ['other' => $bad]]),
    ['x' => $rows(static fn (int $i): array => ['id' => $i, 'rows' => $i === 3 ? $rows(static fn (int $k): array => ['n' => $k, 'cell' => $cell($k)]) : []])],
    $rows(static fn (int $i): mixed => $i === 13 ? $bad : $i * $i),
];
foreach ($tables as $table) {
    echo thrown(static fn () => brine_serialize($table)), "\n";
}
?>
--EXPECT--
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[11]['cell'][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[11][5][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[11][1][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[11]->cell[0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[11]->own[0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[111]['cell'][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['k11']['cell'][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[7]['other']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value['x'][3]['rows'][11]['cell'][0]['deep']
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[13]
