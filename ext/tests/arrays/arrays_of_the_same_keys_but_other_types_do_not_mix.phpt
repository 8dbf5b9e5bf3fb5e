--TEST--
Arrays are shared only where types, order, keys and bits are equal, not where == or === says so
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$value = [
    ['x' => 1, 'y' => 2], ['y' => 2, 'x' => 1], ['x' => '1', 'y' => 2], ['x' => 1.0, 'y' => 2], ['x' => true, 'y' => 2],
    ['x' => 0.0, 'y' => 0], ['x' => -0.0, 'y' => 0], ['x' => 0, 'y' => 0], ['x' => null, 'y' => 0], ['x' => '', 'y' => 0],
    ['x' => false, 'y' => 0], ['x' => [], 'y' => 0], ['x' => 'E0', 'y' => 0], ['x' => '0', 'y' => 0], ['x' => '00', 'y' => 0],
    [0, 0.0], [0, -0.0], ['0', '0.0'], [null, false],
    [0 => 'a', 1 => 'b'], [1 => 'b', 0 => 'a'], ['0 ' => 'a', '1 ' => 'b'],
];
$decoded = round_trip([$value, $value]);
foreach ($decoded as $half) {
    var_dump(serialize($half) === serialize($value));
}
?>
--EXPECT--
bool(true)
bool(true)
