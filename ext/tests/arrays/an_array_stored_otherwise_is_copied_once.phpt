--TEST--
Lists that PHP stores as maps, and arrays with holes, are copied once, however many places hold them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

const PLACES = 40000;

/** Peak memory of encoding places that hold two arrays alternately. */
function peak(array $even, array $odd): int
{
    $value = [];
    for ($i = 0; $i < PLACES; $i++) {
        $value[] = $i % 2 === 0 ? $even : $odd;
    }
    brine_serialize($value);
    memory_reset_peak_usage();
    $before = memory_get_usage();
    brine_serialize($value);

    return memory_get_peak_usage() - $before;
}

$packed = range(5, 11);
$map = array_reverse(array_reverse([1 => 1, 0 => 0, 2 => 2, 3 => 3, 4 => 4, 5 => 5, 6 => 6], true), true);
ksort($map);
$holed = ['x' => 1] + $map;
unset($holed['x']);
$object = [new stdClass(), 1, 5, 6, 7, 8, 9];
unset($object[3]);

$control = peak($packed, range(9, 15));
foreach ([[$packed, $map], [$map, $packed], [$packed, $holed], [$holed, $map], [$packed, $object], [$object, $object]] as [$even, $odd]) {
    // One copy takes less than a kilobyte.
    var_dump(max(0, peak($even, $odd) - $control) < PLACES / 2);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
