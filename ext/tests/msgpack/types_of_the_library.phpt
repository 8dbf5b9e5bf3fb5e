--TEST--
Objects of the library's classes are packed and made without a call, where that is asked for
--EXTENSIONS--
brine
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) die('skip needs integers of 64 bits'); ?>
--FILE--
<?php
declare(strict_types=1);

namespace Brine\MessagePack\Type;

use stdClass;

require __DIR__ . '/helpers.inc';

// As in the library. Ext and Timestamp are loaded when they are needed.
final class Bin
{
    public function __construct(public string $data)
    {
    }
}

final class Map
{
    public array $map = [];
}

spl_autoload_register(static function (string $class): void {
    echo "loading $class\n";
    eval(match ($class) {
        Ext::class => 'namespace Brine\MessagePack\Type; final class Ext {
            public function __construct(public int $type, public string $data) { echo "constructed\n"; }
        }',
        Timestamp::class => 'namespace Brine\MessagePack\Type; final class Timestamp {
            public function __construct(private int $seconds, private int $nanoseconds = 0) { echo "constructed\n"; }
        }',
    });
});

const TYPES = 256;
const TIMESTAMPS = 512;
const MADE = ['extensions' => [-1 => true], 'other' => true];

function without_constructor(string $class, array $properties): object
{
    $object = (new \ReflectionClass($class))->newInstanceWithoutConstructor();
    foreach ($properties as $name => $value) {
        (new \ReflectionProperty($class, $name))->setValue($object, $value);
    }

    return $object;
}

function map(array $entries): Map
{
    $map = new Map();
    $map->map = $entries;

    return $map;
}

echo "made:\n";
foreach (['d6ff 00000005', 'd5 05 6162', 'c70001', 'd480 61'] as $bytes) {
    $object = brine_msgpack_unpack(hex($bytes), MADE);
    print_r($object);
    echo bin2hex(brine_msgpack_pack($object, TYPES | TIMESTAMPS)), "\n";
}

echo "extensions:\n";
foreach ([0, 1, 2, 3, 4, 5, 8, 15, 16, 17, 255, 256, 65535, 65536] as $size) {
    $ext = without_constructor(Ext::class, ['type' => -128, 'data' => str_repeat('x', $size)]);
    $packed = brine_msgpack_pack([$ext, 1], TYPES);
    $back = brine_msgpack_unpack($packed, MADE);
    echo $size, ' ', bin2hex(substr($packed, 0, strlen($packed) - $size - 1)), ' ', var_export($back == [$ext, 1], true), "\n";
}

echo "timestamps:\n";
foreach ([
    [0, 0], [0xffffffff, 0], [0x100000000, 0], [0, 1], [0x3ffffffff, 999_999_999], [0x400000000, 0], [-1, 999_999_999],
    [PHP_INT_MAX, 1], [PHP_INT_MIN, 0],
] as [$seconds, $nanoseconds]) {
    $timestamp = without_constructor(Timestamp::class, ['seconds' => $seconds, 'nanoseconds' => $nanoseconds]);
    $packed = brine_msgpack_pack($timestamp, TIMESTAMPS);
    echo bin2hex($packed), ' ', var_export(brine_msgpack_unpack($packed, MADE) == $timestamp, true), "\n";
}
foreach (['d7ff ee6b2800 00000000', 'd7ff ee6b27fc 00000000', 'c70cff 3b9aca00 0000000000000000', 'd5ff 0000', 'c700ff', '91 c703ff 000000'] as $bytes) {
    try {
        echo text((array) brine_msgpack_unpack(hex($bytes), MADE)), "\n";
    } catch (\Brine\MessagePack\Exception\UnpackingFailedException $exception) {
        echo $exception->getMessage(), ': ', $exception->getReason(), ' ', $exception->getOffset(), "\n";
    }
}
foreach (['d6ff 000000', 'd6', 'c70cff 00', 'c705'] as $bytes) {
    echo unpacked(hex($bytes), MADE), "\n";
}

echo "binaries and maps:\n";
foreach ([0, 1, 31, 32, 255, 256, 65536] as $size) {
    $packed = brine_msgpack_pack(new Bin(str_repeat('x', $size)), TYPES);
    echo bin2hex(substr($packed, 0, strlen($packed) - $size)), ' ';
}
echo "\n";
foreach ([[], [1, 2], ['a' => map([]), 5 => new Bin('')], array_fill(0, 16, null)] as $entries) {
    echo bin2hex(brine_msgpack_pack(map($entries), TYPES)), "\n";
}

$map = map([]);
$bin = new Bin('');
$entries = [1 => &$bin];
$map->map = &$entries;
$data = 'referenced';
$bin->data = &$data;
echo bin2hex(brine_msgpack_pack($map, TYPES)), "\n";

echo "asked for, or the callable's:\n";
$callable = static fn (object $object): string => brine_msgpack_pack(strrchr($object::class, '\\') ?: $object::class);
$all = [new Bin('b'), map([]), $ext, $timestamp, new stdClass()];
$all[2]->data = '';
foreach ([0, TYPES, TIMESTAMPS, TYPES | TIMESTAMPS] as $flags) {
    echo bin2hex(brine_msgpack_pack($all, $flags, $callable)), "\n";
    thrown(static fn () => brine_msgpack_pack($all, $flags));
}
$data = 'referenced';
$referenced = without_constructor(Ext::class, ['type' => 5, 'data' => '']);
$referenced->data = &$data;
foreach ([
    new Bin('b'), without_constructor(Bin::class, []), without_constructor(Ext::class, ['type' => 128, 'data' => '']),
    without_constructor(Ext::class, ['type' => 5]), $referenced,
    without_constructor(Timestamp::class, ['seconds' => 0]),
    without_constructor(Timestamp::class, ['seconds' => 0, 'nanoseconds' => 1_000_000_000]),
    without_constructor(Timestamp::class, ['seconds' => 0, 'nanoseconds' => -1]),
] as $object) {
    echo bin2hex(brine_msgpack_pack($object, TYPES | TIMESTAMPS, $callable)), "\n";
}

echo "nesting:\n";
function nested(int $maps): string
{
    $map = map([]);
    for ($i = 1; $i < $maps; ++$i) {
        $map = map([1 => $map]);
    }
    try {
        return strlen(brine_msgpack_pack($map, TYPES)) . ' bytes';
    } catch (\Brine\MessagePack\Exception\PackingFailedException $exception) {
        return $exception->getReason();
    }
}
$array = new Bin('in arrays');
for ($i = 0; $i < 4095; ++$i) {
    $array = [$array];
}
echo nested(2048), ', ', nested(2049), ', ', strlen(brine_msgpack_pack($array, TYPES)), "\n";
thrown(static fn () => brine_msgpack_pack([$array], TYPES));
$cycle = map([]);
$cycle->map = ['again' => $cycle];
thrown(static fn () => brine_msgpack_pack($cycle, TYPES));
$cycle->map = [];

echo "changed while it is packed:\n";
$map = map([1 => new stdClass(), 2 => str_repeat('x', 3), 3 => 'end']);
$change = static function () use ($map): string {
    $map->map = [];

    return "\xc0";
};
echo bin2hex(brine_msgpack_pack($map, TYPES, $change)), ' ', count($map->map), "\n";

echo "not callable:\n";
$made = true;
$extensions = [-1 => &$made, 1 => static function () use (&$made): int {
    $made = 5;

    return 1;
}];
thrown(static fn () => brine_msgpack_unpack(hex('93 d6ff00000000 d40100 d6ff00000000'), ['extensions' => $extensions]));
$made = static fn () => 2;
$extensions[1] = static function () use (&$made): int {
    $made = true;

    return 1;
};
echo count(brine_msgpack_unpack(hex('93 d6ff00000000 d40100 d6ff00000000'), ['extensions' => $extensions])), "\n";
?>
--EXPECT--
made:
loading Brine\MessagePack\Type\Timestamp
Brine\MessagePack\Type\Timestamp Object
(
    [seconds:Brine\MessagePack\Type\Timestamp:private] => 5
    [nanoseconds:Brine\MessagePack\Type\Timestamp:private] => 0
)
d6ff00000005
loading Brine\MessagePack\Type\Ext
Brine\MessagePack\Type\Ext Object
(
    [type] => 5
    [data] => ab
)
d5056162
Brine\MessagePack\Type\Ext Object
(
    [type] => 1
    [data] => 
)
c70001
Brine\MessagePack\Type\Ext Object
(
    [type] => -128
    [data] => a
)
d48061
extensions:
0 92c70080 true
1 92d480 true
2 92d580 true
3 92c70380 true
4 92d680 true
5 92c70580 true
8 92d780 true
15 92c70f80 true
16 92d880 true
17 92c71180 true
255 92c7ff80 true
256 92c8010080 true
65535 92c8ffff80 true
65536 92c90001000080 true
timestamps:
d6ff00000000 true
d6ffffffffff true
d7ff0000000100000000 true
d7ff0000000400000000 true
d7ffee6b27ffffffffff true
c70cff000000000000000400000000 true
c70cff3b9ac9ffffffffffffffffff true
c70cff000000017fffffffffffffff true
c70cff000000008000000000000000 true
Invalid timestamp: 1000000000 nanoseconds at byte 0: bad_timestamp 0
["41 bytes" => 0, "45 bytes" => 999999999]
Invalid timestamp: 1000000000 nanoseconds at byte 0: bad_timestamp 0
Invalid timestamp: 2 bytes at byte 0: bad_timestamp 0
Invalid timestamp: 0 bytes at byte 0: bad_timestamp 0
Invalid timestamp: 3 bytes at byte 1: bad_timestamp 1
InsufficientDataException: truncated at 0
InsufficientDataException: truncated at 0
InsufficientDataException: truncated at 0
InsufficientDataException: truncated at 0
binaries and maps:
c400 c401 c41f c420 c4ff c50100 c600010000 
80
8200010102
82a1618005c400
de001000c001c002c003c004c005c006c007c008c009c00ac00bc00cc00dc00ec00fc0
8101c40a7265666572656e636564
asked for, or the callable's:
95a45c42696ea45c4d6170a45c457874aa5c54696d657374616d70a8737464436c617373
Brine\MessagePack\Exception\PackingFailedException: an object of class Brine\MessagePack\Type\Bin cannot be packed
95c4016280c70080aa5c54696d657374616d70a8737464436c617373
Brine\MessagePack\Exception\PackingFailedException: an object of class Brine\MessagePack\Type\Timestamp cannot be packed
95a45c42696ea45c4d6170a45c457874c70cff000000008000000000000000a8737464436c617373
Brine\MessagePack\Exception\PackingFailedException: an object of class Brine\MessagePack\Type\Bin cannot be packed
95c4016280c70080c70cff000000008000000000000000a8737464436c617373
Brine\MessagePack\Exception\PackingFailedException: an object of class stdClass cannot be packed
c40162
a45c42696e
a45c457874
a45c457874
c70a057265666572656e636564
aa5c54696d657374616d70
aa5c54696d657374616d70
aa5c54696d657374616d70
nesting:
4095 bytes, max_depth, 4106
Brine\MessagePack\Exception\PackingFailedException: The value is nested too deeply
Brine\MessagePack\Exception\PackingFailedException: The value is nested too deeply
changed while it is packed:
8301c002a378787803a3656e64 0
not callable:
TypeError: brine_msgpack_unpack(): The callable for extension type -1 is not callable any more
3
