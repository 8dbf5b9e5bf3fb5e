--TEST--
A million keys that share one chain of the hash table, integers or strings, are decoded; comparing each with each would take hours
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--SKIPIF--
<?php
if (getenv('SKIP_SLOW_TESTS')) {
    die('skip slow test');
}
?>
--FILE--
<?php
declare(strict_types=1);

const COUNT = 1 << 20;

/** A map of nulls with the given keys, in their wire form. */
function map(array $keys): string
{
    return "\xC1\x10\xE9\xF0" . pack('V', count($keys)) . implode($keys) . str_repeat("\xD8", count($keys));
}

$integers = $names = [];
for ($i = 0; $i < COUNT; $i++) {
    // Equal in the low bits that choose the slot of a hash table, or in many of them.
    $integers[] = PHP_INT_SIZE === 8 ? "\xE1" . pack('P', $i << 24) : "\xE0" . pack('V', $i << 12);
    // Equal in all bits of the hash: "Ez" and "FY" are interchangeable in it.
    $names[] = "\x47" . strtr(sprintf('%020b', $i), ['0' => 'Ez', '1' => 'FY']);
}
foreach ([$integers, $names] as $keys) {
    $map = brine_unserialize(map($keys));
    var_dump(count($map), array_key_last($map) === ($keys === $integers ? (COUNT - 1) << (PHP_INT_SIZE === 8 ? 24 : 12) : str_repeat('FY', 20)));
    unset($map);
    // The last key is the same as one in the middle.
    $keys[COUNT - 1] = $keys[COUNT / 2];
    try {
        brine_unserialize(map($keys));
    } catch (Brine\DecodeException $e) {
        echo $e->getReason(), "\n";
    }
}
?>
--EXPECT--
int(1048576)
bool(true)
duplicate_key
int(1048576)
bool(true)
duplicate_key
