--TEST--
Runs of integers keep every element, at the boundaries of widths and at the ends of the integers
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$lists = [];
foreach ([1, 7, 8, 9, 16, 33, 191, 192, 193] as $length) {
    foreach ([0, 1, 254, 255, 256, 65535, 65536, 2 ** 24 - 1, 2 ** 32 - 1, 2 ** 32, 2 ** 48, 2 ** 62, PHP_INT_MAX] as $spread) {
        foreach ([0, -1, PHP_INT_MIN, PHP_INT_MAX - $spread] as $base) {
            $list = array_fill(0, $length, $base);
            $list[intdiv($length, 2)] = $base + $spread;
            $lists[] = $list;
            $lists[] = array_reverse($list);
        }
    }
    $lists[] = [...array_fill(0, $length, PHP_INT_MIN), PHP_INT_MAX];
    foreach ([0, 1, -1, 3, 2 ** 40, -(2 ** 40)] as $step) {
        foreach ([0, PHP_INT_MIN, PHP_INT_MAX] as $start) {
            $list = [];
            for ($i = 0; $i < $length; $i++) {
                $list[] = $start + $i * $step;
            }
            $lists[] = $list;
        }
    }
    // A step whose multiple does not fit, in either direction, is not an affine run.
    $lists[] = array_map(static fn (int $i): int => $i % 2 ? PHP_INT_MAX : PHP_INT_MIN, range(1, $length));
}
$failed = 0;
foreach ($lists as $list) {
    $failed += brine_unserialize(brine_serialize($list)) === $list ? 0 : 1;
}
var_dump(count($lists), $failed, brine_unserialize(brine_serialize($lists)) === $lists);
?>
--EXPECT--
int(1116)
int(0)
bool(true)
