--TEST--
Strings chosen to look alike in length, beginning, middle and end do not slow the encoder beyond a small factor
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (getenv('SKIP_ASAN') || getenv('SKIP_SLOW_TESTS')) {
    die('skip measures time');
}
?>
--FILE--
<?php
declare(strict_types=1);

function milliseconds(array $value): float
{
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $start = hrtime(true);
        brine_serialize($value);
        $best = min($best, (hrtime(true) - $start) / 1e6);
    }

    return $best;
}

$usual = $chosen = [];
for ($i = 0; $i < 20_000; $i++) {
    $usual[] = sprintf('%06d', $i) . str_repeat('x', 194);
    $string = str_repeat('x', 200);
    $chosen[] = substr_replace($string, sprintf('%06d', $i), 40, 6);
}
$ratio = milliseconds($chosen) / milliseconds($usual);
echo $ratio < 10 ? "fine\n" : sprintf("%.1f times slower\n", $ratio);
var_dump(brine_unserialize(brine_serialize($chosen)) === $chosen);
?>
--EXPECT--
fine
bool(true)
