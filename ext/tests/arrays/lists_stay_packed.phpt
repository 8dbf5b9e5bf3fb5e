--TEST--
A list decodes to a packed array, which is half the size of a hash table
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN')) {
    die('skip needs PHP\'s own allocator');
}
?>
--FILE--
<?php
declare(strict_types=1);

$half = [];
for ($i = 0; $i < 4096; $i++) {
    $half[] = $i % 2 ? 'same' : null;
}
$lists = [
    'affine' => range(0, 4095),
    'integers' => array_map(static fn (int $i): int => $i * $i % 70000, range(0, 4095)),
    'floats' => array_map(static fn (int $i): float => $i / 4, range(0, 4095)),
    'mixed' => $half,
];
foreach ($lists as $name => $list) {
    $payload = brine_serialize($list);
    brine_unserialize($payload);
    $before = memory_get_usage();
    $decoded = brine_unserialize($payload);
    $bytes = memory_get_usage() - $before;
    // 16 bytes an element, where a hash table takes 36.
    var_dump(array_is_list($decoded) && $bytes > 16 * 4096 && $bytes < 18 * 4096);
    unset($decoded);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
