--TEST--
Floats keep every bit: negative zero, infinities, subnormals and the payload of a NaN
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$bits = [
    '0000000000000000', '8000000000000000', // zeros
    '7ff0000000000000', 'fff0000000000000', // infinities
    '7ff8000000000000', 'fff8000000000000', '7ff8000000000001', '7ff8dead0000beef', // quiet NaN
    '0000000000000001', '800fffffffffffff', '0010000000000000', '7fefffffffffffff', // subnormal, smallest and largest normal
    '3fb999999999999a', '3ff0000000000000', 'c059000000000000', '4330000000000000', '4340000000000001',
    '36a0000000000000', '3690000000000000', '47efffffe0000000', '47efffffefffffff', '47f0000000000000', // the ends of binary32
    '3fb99999a0000000', '3fb9999990000000', '380ffffe00000000', // binary32 or just not, also as a subnormal
];
$float = static fn (string $hex): float => unpack('E', hex2bin($hex))[1];
$hex = static fn (float $float): string => bin2hex(pack('E', $float));

foreach ($bits as $one) {
    $value = $float($one);
    $run = array_fill(0, 20, $value);
    $places = [
        'alone' => brine_unserialize(brine_serialize($value)),
        'element' => brine_unserialize(brine_serialize(['key' => $value]))['key'],
        'short list' => brine_unserialize(brine_serialize([$value, 1]))[0],
        'run' => brine_unserialize(brine_serialize($run))[19],
        'run with others' => brine_unserialize(brine_serialize([...array_fill(0, 10, 0.5), $value]))[10],
        'property' => brine_unserialize(brine_serialize((object) ['p' => $value]))->p,
    ];
    foreach ($places as $place => $decoded) {
        if (!is_float($decoded) || $hex($decoded) !== $one) {
            echo "$one as $place became ", get_debug_type($decoded), ' ', $hex((float) $decoded), "\n";
        }
    }
}
$all = array_map($float, $bits);
var_dump(array_map($hex, brine_unserialize(brine_serialize($all))) === $bits);
?>
--EXPECT--
bool(true)
