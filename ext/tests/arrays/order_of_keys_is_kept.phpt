--TEST--
The order of keys is kept, whether a map is written out or is an instance of an earlier shape
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$value = [
    ['b' => 1, 'a' => 2],
    ['a' => 2, 'b' => 1],
    ['b' => 3, 'a' => 4],
    [3 => 'x', 1 => 'y', 2 => 'z'],
    [1 => 0, 0 => 1],
    ['a' => 1, 0 => 2, 'b' => 3],
];
foreach (brine_unserialize(brine_serialize($value)) as $map) {
    echo json_encode(array_keys($map)), json_encode(array_values($map)), "\n";
}
?>
--EXPECT--
["b","a"][1,2]
["a","b"][2,1]
["b","a"][3,4]
[3,1,2]["x","y","z"]
[1,0][0,1]
["a",0,"b"][1,2,3]
