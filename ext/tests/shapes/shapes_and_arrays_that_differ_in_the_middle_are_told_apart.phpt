--TEST--
Shapes and arrays that differ only where the encoder does not look first are told apart, and found again
--EXTENSIONS--
brine
--FILE--
<?php
/** Found again, each takes a reference of a few bytes where it is written the second time. */
function check(string $name, array $values): void
{
    $once = brine_serialize($values);
    $twice = brine_serialize([$values, unserialize(serialize($values))]);
    $added = strlen($twice) - strlen($once);

    echo $name, ': ', brine_unserialize($once) === $values ? 'equal' : 'not equal', ', ',
        brine_unserialize($twice) === [$values, $values] ? 'equal' : 'not equal', ', ',
        $added < 10 ? 'found again' : "$added bytes more", "\n";
}

/** For each number a map of seven keys, of which the second and the sixth are its own, and others that have the keys of the first ones. */
function maps(int $count): array
{
    $maps = [];
    for ($i = 0; $i < $count; $i++) {
        $maps[] = ['a' => $i, "x$i" => 1, 'c' => 2, 'd' => 3, 'e' => 4, $i => 5, 'g' => 6];
        $maps[] = ['a' => -$i, 'x' . intdiv($i, 2) => 1, 'c' => 2, 'd' => 3, 'e' => 4, intdiv($i, 2) => 5, 'g' => true];
    }

    return $maps;
}

foreach ([5, 40, 3000] as $count) {
    check("$count shapes", maps($count));
    // Those with holes have the same shapes.
    $holes = array_map(static function (array $map): array {
        $map = ['first' => 0] + $map;
        unset($map['first']);

        return $map;
    }, maps($count));
    $size = strlen(brine_serialize(maps($count)));
    echo strlen(brine_serialize($holes)) === $size ? "holes take nothing\n" : "holes matter\n";

    // Of nine elements, the third and the eighth are not looked at first.
    check("$count arrays", array_merge(...array_map(
        static fn (int $i): array => [['a', 'b', "x$i", 'd', null, 'e', 'f', $i, 'g'], null, 0.5 * $i, "y$i"],
        range(0, $count),
    )));
}
?>
--EXPECT--
5 shapes: equal, equal, found again
holes take nothing
5 arrays: equal, equal, found again
40 shapes: equal, equal, found again
holes take nothing
40 arrays: equal, equal, found again
3000 shapes: equal, equal, found again
holes take nothing
3000 arrays: equal, equal, found again
