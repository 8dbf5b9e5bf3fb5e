--TEST--
A message that is cut anywhere is one that ends too early, whatever is in it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

use Brine\MessagePack\Exception\InsufficientDataException;

$value = [
    'integers' => [1, -1, 200, -100, 60000, -30000, 1 << 20, -(1 << 20), 2147483647, -2147483647],
    'floats' => [1.5, -0.0],
    'strings' => ['', 'a', 'short', str_repeat('longer', 10), str_repeat('long', 100)],
    'rows' => [['id' => 1, 'name' => 'x'], ['id' => 2, 'name' => 'y'], ['id' => 3, 'other' => 'z']],
    'map' => [5 => null, -70000 => true, 'k' => false, str_repeat('key', 30) => []],
    'list' => range(0, 20),
];
$bytes = brine_msgpack_pack($value);
$bytes = "\x95$bytes" . hex('D3 00 00 00 00 00 00 00 05') . hex('C6 00 00 00 02 61 62') . hex('C8 00 01 05 61') . hex('81 C5 00 01 62 DB 00 00 00 01 63');
$options = ['other' => static fn (int $type, string $payload): string => $payload, 'utf8' => true];
echo unpacked($bytes, $options), "\n";
for ($size = 0; $size < strlen($bytes); $size++) {
    try {
        brine_msgpack_unpack(substr($bytes, 0, $size), $options);
        echo "$size: unpacked\n";
    } catch (InsufficientDataException $exception) {
        if ($exception->getReason() !== 'truncated' || $exception->getOffset() > $size) {
            echo "$size: ", error($exception), "\n";
        }
    }
    $offset = 0;
    $pending = 1;
    if (brine_msgpack_scan(substr($bytes, 0, $size), $offset, $pending) || $offset > $size) {
        echo "$size: scanned\n";
    }
    // The scan resumes where it stopped.
    if (!brine_msgpack_scan($bytes, $offset, $pending) || $offset !== strlen($bytes) || $pending !== 0) {
        echo "$size: ends at $offset\n";
    }
}
echo "done\n";
?>
--EXPECT--
[["integers" => [1, -1, 200, -100, 60000, -30000, 1048576, -1048576, 2147483647, -2147483647], "floats" => [1.5, -0.0], "strings" => ["", "a", "short", "60 bytes", "400 bytes"], "rows" => [["id" => 1, "name" => "x"], ["id" => 2, "name" => "y"], ["id" => 3, "other" => "z"]], "map" => [5 => NULL, -70000 => true, "k" => false, "90 bytes" => []], "list" => 21 elements], 5, "ab", "a", ["b" => "c"]]
done
