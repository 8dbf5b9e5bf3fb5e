--TEST--
In a fiber whose stack is too small for 4,096 levels, fewer are allowed; deeper values are an exception, no overflow
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip sanitized frames are larger');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/deep.inc';

// Frames of a debug build are larger.
ini_set('fiber.stack_size', PHP_DEBUG ? '1M' : '256K');

$payloads = $chains = [];
foreach (['list', 'map', 'class', 'reference', 'array object'] as $kind) {
    foreach ([30, 1300] as $levels) {
        $chains["$kind $levels"] = chain($kind, $levels);
        $payloads["$kind $levels"] = brine_serialize($chains["$kind $levels"]);
    }
}
foreach ($chains as $name => $chain) {
    $fiber = new Fiber(static function () use ($chain, $payloads, $name): void {
        try {
            brine_serialize($chain);
            echo "$name: encoded, ";
        } catch (Brine\EncodeException) {
            echo "$name: not encoded, ";
        }
        try {
            brine_unserialize($payloads[$name]);
            echo "decoded and freed\n";
        } catch (Brine\DecodeException) {
            echo "not decoded\n";
        }
    });
    $fiber->start();
}
?>
--EXPECT--
list 30: encoded, decoded and freed
list 1300: not encoded, not decoded
map 30: encoded, decoded and freed
map 1300: not encoded, not decoded
class 30: encoded, decoded and freed
class 1300: not encoded, not decoded
reference 30: encoded, decoded and freed
reference 1300: not encoded, not decoded
array object 30: encoded, decoded and freed
array object 1300: not encoded, not decoded
