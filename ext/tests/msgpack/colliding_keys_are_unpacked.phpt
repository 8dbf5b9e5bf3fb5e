--TEST--
A million keys that were chosen to collide, or are one key, are unpacked: quadratic time would not come to an end
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip needs integers of 64 bits');
}
?>
--INI--
memory_limit=1G
--FILE--
<?php
declare(strict_types=1);

const COUNT = 1 << 20;

function message(Closure $key): string
{
    return pack('CN', 0xDF, COUNT) . implode("\xC0", array_map($key, range(0, COUNT - 1))) . "\xC0";
}

foreach ([
    'colliding' => static fn (int $i): string => pack('CJ', 0xD3, $i << 21),
    'colliding and twice' => static fn (int $i): string => pack('CJ', 0xD3, ($i >> 1) << 21),
    'one key' => static fn (int $i): string => "\xA1k",
] as $name => $key) {
    $value = brine_msgpack_unpack(message($key));
    echo $name, ': ', count($value), "\n";
}
?>
--EXPECT--
colliding: 1048576
colliding and twice: 524288
one key: 1
