--TEST--
Keys that other payloads filled the key cache with give way to keys that come again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/* Three times as many keys as the cache has places, each in one payload. */
for ($i = 0; $i < 1000; $i++) {
    $map = [];
    for ($j = 0; $j < 50; $j++) {
        $map[hash('xxh64', "$i.$j")] = 1;
    }
    brine_unserialize(brine_serialize($map));
}
$honest = [];
for ($i = 0; $i < 20; $i++) {
    $honest["honest key $i"] = $i;
}
$payload = brine_serialize($honest);
unset($honest, $map);
for ($i = 0; $i < 8; $i++) {
    $decoded = brine_unserialize($payload);
}
ob_start();
debug_zval_refcount(array_keys($decoded));
$interned = substr_count((string) ob_get_clean(), 'interned');
// Where a key's places are depends on a secret: a few may collide.
echo $interned >= 16 ? 'most of 20' : "$interned of 20", "\n";

/** A string that the cache holds is interned. */
function debug_zval_refcount(array $keys): void
{
    debug_zval_refcount_of(...$keys);
}

function debug_zval_refcount_of(string ...$keys): void
{
    foreach ($keys as $key) {
        debug_zval_dump($key);
    }
}
?>
--EXPECT--
most of 20
