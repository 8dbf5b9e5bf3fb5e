--TEST--
Rows that repeat an earlier one are found wherever that is, also if rows differ in few bits of a double alone
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$rows = array_map(static fn (int $i): array => ['a' => $i % 2 === 0, 'b' => 2.0 ** (200 + $i)], range(0, 399));
$sizes = [];
foreach ([0, 100, 200, 300] as $from) {
    $value = [...$rows, ...array_slice($rows, $from, 40)];
    round_trip($value);
    // Bytes of the bitmaps of marked elements differ, not their number.
    $sizes[] = strlen(brine_serialize($value));
}
var_dump(count(array_unique($sizes)));
?>
--EXPECT--
int(1)
