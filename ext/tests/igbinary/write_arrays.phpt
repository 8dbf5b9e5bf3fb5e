--TEST--
igbinary's format: an array that was written, and a string, are numbers from then on
--EXTENSIONS--
brine
--FILE--
<?php
function show(string $what, mixed $value): void
{
    echo "$what: ", bin2hex(substr(brine_igbinary_serialize($value), 4)), "\n";
}

$number = 1;
$inner = ['key' => $number];
show('list', [7, 8]);
show('map', ['a' => 1, -3 => 2, '08' => 3]);
show('empty twice', [[], []]);
show('the same array', [$inner, $inner, ['key' => $number]]);
show('the same string', ['text', 'text', 'key' => 'key', 'x' => ['text' => 'x']]);
$holes = [1, 2, 3];
unset($holes[1]);
show('holes', $holes);
$map = ['a' => 1, 'b' => 2];
unset($map['a']);
show('removed key', $map);
$object = new stdClass();
$outer = [$number, [$number]];
$outer['object'] = $object;
$object->outer = $outer;
$outer['object'] = $object;
$object->again = [$outer, $outer];
show('the outermost array inside of itself', $outer);
$many = array_map(static fn (int $i): array => [$i], range(0, 300));
echo bin2hex(substr(brine_igbinary_serialize([$many, $many[299]]), -5)), "\n";
$strings = array_map(static fn (int $i): string => "string $i", range(0, 70000));
echo bin2hex(substr(brine_igbinary_serialize([$strings, $strings[0], $strings[256], $strings[70000]]), -17)), "\n";
?>
--EXPECT--
list: 14020600060706010608
map: 1403110161060107030602110230380603
empty twice: 14020600140006010101
the same array: 14030600140111036b6579060106010101060214010e000601
the same string: 1404060011047465787406010e0011036b65790e0111017814010e000e02
holes: 14020600060106020603
removed key: 14011101620602
the outermost array inside of itself: 140306000601060114010600060111066f626a6563741708737464436c617373140211056f75746572140306000601060101010e0022021105616761696e14020600140306000601060101010e00220206010105
060102012d
3006010e0006020f010006031000011170
