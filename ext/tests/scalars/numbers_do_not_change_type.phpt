--TEST--
An integer stays an integer, a float a float and a numeric string a string, also where the three are mixed in one list
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$list = [1, 1.0, '1', 0, 0.0, -0.0, '0', '', null, false, true, 1e15, 1000000000000000, '1e15', 2 ** 63, PHP_INT_MAX];
$decoded = brine_unserialize(brine_serialize($list));
var_dump($decoded === $list);
var_dump(array_map(get_debug_type(...), $decoded) === array_map(get_debug_type(...), $list));
?>
--EXPECT--
bool(true)
bool(true)
