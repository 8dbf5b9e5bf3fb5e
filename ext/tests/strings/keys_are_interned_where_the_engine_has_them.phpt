--TEST--
Decoding the same keys again and again takes no more memory: they come from one bounded cache
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$payload = brine_serialize(['some_key_nobody_else_has' => 1, 'another_one_like_it' => ['some_key_nobody_else_has' => 2]]);
brine_unserialize($payload);
$before = memory_get_usage();
for ($i = 0; $i < 1000; $i++) {
    brine_unserialize($payload);
}
var_dump(memory_get_usage() - $before);

// Far more keys than the cache has places for.
for ($i = 0; $i < 30_000; $i++) {
    $map = ["unique key $i" => $i, "second unique key $i" => -$i];
    if (brine_unserialize(brine_serialize($map)) !== $map) {
        echo "wrong at $i\n";
    }
}
$before = memory_get_usage();
for (; $i < 60_000; $i++) {
    $map = ["unique key $i" => $i, "second unique key $i" => -$i];
    if (brine_unserialize(brine_serialize($map)) !== $map) {
        echo "wrong at $i\n";
    }
}
unset($map);
var_dump(memory_get_usage() - $before < 4096);
?>
--EXPECT--
int(0)
bool(true)
