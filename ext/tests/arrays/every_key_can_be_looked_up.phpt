--TEST--
Every key of a decoded array can be looked up, changed and removed: the empty key, binary ones, the ends of the integers, equal hashes
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

// "Ez" and "FY" have the same hash in PHP's function, and so has every sequence of them of one length.
$colliding = [];
for ($i = 0; $i < 64; $i++) {
    $colliding[strtr(sprintf('%06b', $i), ['0' => 'Ez', '1' => 'FY'])] = $i;
}
$odd = ['' => 1, ' ' => 2, "\0" => 3, "\0a" => 4, "\0*\0a" => 5, "\xFF\xFE" => 6, 'é' => 7, PHP_INT_MIN => 8, PHP_INT_MAX => 9,
    -1 => 10, 0 => 11, '00' => 12, str_repeat('k', 300) => 13, str_repeat('k', 70000) => 14];

// The second and third instance are made from the shape of the first.
foreach ([$colliding, $odd] as $map) {
    foreach (round_trip([$map, array_map(static fn (int $i): array => [$i], $map), array_map(strval(...), $map)]) as $index => $decoded) {
        foreach ($map as $key => $i) {
            $expected = [$i, [$i], (string) $i][$index];
            if (!array_key_exists($key, $decoded) || $decoded[$key] !== $expected) {
                echo "not found: $key\n";
            }
            $decoded[$key] = 'changed';
        }
        var_dump(count($decoded), array_unique($decoded) === [array_key_first($map) => 'changed']);
        foreach (array_reverse(array_keys($map)) as $key) {
            unset($decoded[$key]);
        }
        var_dump($decoded);
    }
}
?>
--EXPECT--
int(64)
bool(true)
array(0) {
}
int(64)
bool(true)
array(0) {
}
int(64)
bool(true)
array(0) {
}
int(14)
bool(true)
array(0) {
}
int(14)
bool(true)
array(0) {
}
int(14)
bool(true)
array(0) {
}
