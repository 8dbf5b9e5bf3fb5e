--TEST--
A decoded array stands at its first element
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$list = [10, 20, 30];
$map = ['x' => 1, 'y' => 2];
end($list);
end($map);
foreach (brine_unserialize(brine_serialize([$list, $map, $map + ['z' => 3], ['x' => 4, 'y' => 5]])) as $decoded) {
    var_dump(key($decoded), current($decoded));
}
?>
--EXPECT--
int(0)
int(10)
string(1) "x"
int(1)
string(1) "x"
int(1)
string(1) "x"
int(4)
