--TEST--
Equal strings are written once and decode to one string in memory, whatever addresses they came from
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$list = $map = [];
for ($i = 0; $i < 1000; $i++) {
    $list[] = str_repeat('x', 2000) . ($i % 5);
    $map["key $i"] = ['value' => str_repeat('y', 2000) . ($i % 5), 'id' => $i];
}
foreach ([$list, $map] as $value) {
    $payload = brine_serialize($value);
    $before = memory_get_usage();
    $decoded = brine_unserialize($payload);
    $bytes = memory_get_usage() - $before;
    // Five strings; a copy for each place would be 2,000,000 bytes.
    var_dump($decoded === $value, strlen($payload) < 40_000, $bytes < 1_000_000);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
