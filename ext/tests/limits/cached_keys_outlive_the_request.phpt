--TEST--
Cached keys may be used by what PHP destroys at the very end of a request, also when the cache is to be cleared
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/* More keys than the cache has room for. */
for ($i = 0; $i < 1200; $i++) {
    $map = [];
    for ($j = 0; $j < 30; $j++) {
        $map["wrapper$i.$j"] = 1;
    }
    $payload = brine_serialize($map);
    brine_unserialize($payload);
    $decoded = brine_unserialize($payload);
    if ($i % 100 === 0) {
        foreach ($decoded as $name => $one) {
            stream_wrapper_register($name, ArrayObject::class);
        }
    }
}
echo count(stream_get_wrappers()) >= 360 ? "registered\n" : "not registered\n";
?>
--EXPECT--
registered
