--TEST--
Maps of 65,536 colliding keys, of integers or strings, are refused or decoded in about the time of others
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--SKIPIF--
<?php
if (getenv('SKIP_ASAN') || getenv('SKIP_SLOW_TESTS')) {
    die('skip measures time');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

/** The best of a few runs, in milliseconds. */
function milliseconds(string $payload): float
{
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $start = hrtime(true);
        try {
            brine_unserialize($payload);
        } catch (Brine\DecodeException) {
        }
        $best = min($best, (hrtime(true) - $start) / 1e6);
    }

    return $best;
}

/** A map with the given keys, in their wire form. */
function map(array $keys): string
{
    return "\xC1\x10\xE9\xE0" . pack('v', count($keys) - 8384) . implode($keys) . str_repeat("\xD8", count($keys));
}

$count = 65_536;
$honest = $colliding = $honestNames = $collidingNames = [];
for ($i = 0; $i < $count; $i++) {
    $honest[] = "\xE1" . pack('P', $i * 7919);
    // Equal in the low bits that choose the slot of a hash table.
    $colliding[] = "\xE1" . pack('P', $i << 20);
    $honestNames[] = "\x3F" . sprintf('%032d', $i);
    $collidingNames[] = "\x3F" . strtr(sprintf('%016b', $i), ['0' => 'Ez', '1' => 'FY']);
}
foreach (['integers' => [$honest, $colliding], 'strings' => [$honestNames, $collidingNames]] as $name => [$usual, $chosen]) {
    $ratio = milliseconds(map($chosen)) / milliseconds(map($usual));
    echo $name, $ratio < 3 ? ": fine\n" : sprintf(": %.1f times slower\n", $ratio);
}
?>
--EXPECT--
integers: fine
strings: fine
