--TEST--
Integers keep their value at every width, alone, as elements and as keys
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$integers = [PHP_INT_MIN, PHP_INT_MAX];
for ($power = 0; $power <= 8 * PHP_INT_SIZE - 2; $power++) {
    foreach ([-2, -1, 0, 1, 2] as $offset) {
        $integers[] = 2 ** $power + $offset;
        $integers[] = -(2 ** $power) + $offset;
    }
}
foreach ($integers as $integer) {
    foreach ([$integer, [$integer, 'mixed'], [$integer => null], (object) ['property' => $integer]] as $value) {
        $decoded = brine_unserialize(brine_serialize($value));
        if (is_object($value) ? $decoded != $value || $decoded->property !== $integer : $decoded !== $value) {
            echo "not kept: $integer\n";
        }
    }
}
var_dump(brine_unserialize(brine_serialize($integers)) === $integers, count($integers) === (PHP_INT_SIZE === 8 ? 632 : 312));
?>
--EXPECT--
bool(true)
bool(true)
