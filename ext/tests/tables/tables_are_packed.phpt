--TEST--
A decoded table that is a list is packed, and so are rows that are lists
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

$lists = [
    'rows' => array_map(static fn (int $i): array => ['id' => $i, 'x' => true], range(0, 4095)),
    'lists' => array_map(static fn (int $i): array => [$i, true, $i / 4], range(0, 4095)),
    'objects' => array_map(static fn (int $i): object => (object) ['id' => $i, 'x' => true], range(0, 4095)),
];
foreach ($lists as $name => $list) {
    [$native, $payload] = [serialize($list), brine_serialize($list)];
    unserialize($native);
    brine_unserialize($payload);
    $before = memory_get_usage();
    $decoded = unserialize($native);
    $expected = memory_get_usage() - $before;
    unset($decoded);
    $before = memory_get_usage();
    $decoded = brine_unserialize($payload);
    var_dump(memory_get_usage() - $before <= $expected);
    unset($decoded);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
