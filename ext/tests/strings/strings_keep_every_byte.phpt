--TEST--
Strings keep every byte: every single one, binary ones, and lengths at every boundary of the format
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$strings = array_map(chr(...), range(0, 255));
foreach ([0, 1, 2, 31, 32, 63, 64, 65, 66, 191, 192, 193, 8383, 8384, 8385, 70_000, 991_423, 991_424, 1_100_000] as $length) {
    $strings[] = str_repeat("\0\xFF", intdiv($length, 2)) . str_repeat('x', $length % 2);
    $strings[] = str_repeat('ab', intdiv($length, 2)) . str_repeat('y', $length % 2);
}
foreach ($strings as $string) {
    foreach ([$string, [$string], [$string => $string], [$string, $string, "$string."], (object) ['p' => $string]] as $value) {
        $decoded = brine_unserialize(brine_serialize($value));
        if (is_object($value) ? $decoded->p !== $string : $decoded !== $value) {
            echo 'not kept: ', get_debug_type($value), ' with a string of ', strlen($string), "\n";
        }
    }
}
var_dump(brine_unserialize(brine_serialize($strings)) === $strings);
?>
--EXPECT--
bool(true)
