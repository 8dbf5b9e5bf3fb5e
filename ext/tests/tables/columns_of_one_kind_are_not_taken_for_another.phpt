--TEST--
A table is not taken for an earlier one whose columns have other kinds but the same bytes behind them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

// The bytes of a column of two-byte integers, which the three-byte integers of another table spell out after a null column.
$short = [300, 40000, 500, 60000, 700, 8001, 30000, 999];
$bytes = "\x0A\x00\x37\x42\x01\0\0\0\x09\x00" . pack('v*', ...$short);
$long = array_map(static fn (string $three): int => unpack('V', "$three\0")[1], str_split(substr($bytes, 2), 3));
$constant = unpack('V', substr($bytes, 0, 4))[1] >> 3;
$a = array_map(static fn (int $n): array => ['k' => null, 'n' => $n], $long);
$b = array_map(static fn (int $n): array => ['k' => $constant, 'n' => $n], $short);
var_dump(count($long), brine_unserialize(brine_serialize([$a, $b])) === [$a, $b]);
?>
--EXPECT--
int(8)
bool(true)
