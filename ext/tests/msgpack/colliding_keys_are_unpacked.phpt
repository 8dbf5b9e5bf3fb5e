--TEST--
Keys that were chosen to collide, and those that occur many times, take no longer than others
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip needs integers of 64 bits');
}
?>
--FILE--
<?php
declare(strict_types=1);

function message(int $count, Closure $key): string
{
    return pack('CN', 0xDF, $count) . implode("\xC0", array_map($key, range(0, $count - 1))) . "\xC0";
}

function seconds(string $bytes): float
{
    $best = INF;
    for ($i = 0; $i < 3; $i++) {
        $start = hrtime(true);
        $value = brine_msgpack_unpack($bytes);
        $best = min($best, (hrtime(true) - $start) / 1e9);
        // Its own time, and not that of the look-ups of PHP.
        unset($value);
    }

    return $best;
}

const COUNT = 1 << 17;
$honest = seconds(message(COUNT, static fn (int $i): string => pack('CJ', 0xD3, $i)));
$messages = [
    'colliding' => message(COUNT, static fn (int $i): string => pack('CJ', 0xD3, $i << 18)),
    'colliding and twice' => message(COUNT, static fn (int $i): string => pack('CJ', 0xD3, ($i >> 1) << 18)),
    'one key' => message(COUNT, static fn (int $i): string => "\xA1k"),
];
foreach ($messages as $name => $bytes) {
    $factor = seconds($bytes) / $honest;
    // Quadratic time would be a factor of thousands.
    echo $name, ': ', $factor < 50 ? 'fine' : $factor, ', ', count(brine_msgpack_unpack($bytes)), "\n";
}
?>
--EXPECT--
colliding: fine, 131072
colliding and twice: fine, 65536
one key: fine, 1
