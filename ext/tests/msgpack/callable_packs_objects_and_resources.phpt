--TEST--
The callable packs what MessagePack has no form for; it may throw, call the codec again, and change arrays
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

enum Suit
{
    case Hearts;
}

final class Magic
{
    public function __call(string $name, array $arguments): string
    {
        return brine_msgpack_pack($name);
    }

    public static function __callStatic(string $name, array $arguments): string
    {
        return brine_msgpack_pack("static $name");
    }
}

$file = fopen('php://memory', 'r');
$closed = fopen('php://memory', 'r');
fclose($closed);
$name = static fn (mixed $value): string => brine_msgpack_pack(get_debug_type($value));
foreach ([new stdClass(), Suit::Hearts, $name, new ArrayObject([1]), $file, $closed] as $value) {
    echo text(brine_msgpack_unpack(brine_msgpack_pack(['k' => [$value, 1]], 0, $name))), "\n";
    thrown(static fn () => brine_msgpack_pack([$value]));
    thrown(static fn () => brine_msgpack_pack($value, 0, static fn () => null));
}
echo text(brine_msgpack_unpack(brine_msgpack_pack([new stdClass(), new stdClass()], 0, [new Magic(), 'answer']))), "\n";
echo text(brine_msgpack_unpack(brine_msgpack_pack([new stdClass(), new stdClass()], 0, 'Magic::answer'))), "\n";
// Bytes are not looked at, may be none, and may be many.
echo bin2hex(brine_msgpack_pack([new stdClass(), 1], 0, static fn () => '')), "\n";
echo bin2hex(brine_msgpack_pack([new stdClass(), 1], 0, static fn () => "\xC1\xC1")), "\n";
echo strlen(brine_msgpack_pack([1, new stdClass(), 1], 0, static fn () => str_repeat('x', 100_000))), "\n";

// What it returns is null or a string.
foreach ([1, 1.5, [], new stdClass()] as $result) {
    thrown(static fn () => brine_msgpack_pack([new stdClass()], 0, static fn () => $result));
}
thrown(static fn () => brine_msgpack_pack([new stdClass()], 0, static function (): never {
    throw new LogicException('thrown by the callable');
}));
thrown(static fn () => brine_msgpack_pack(1, 0, 'no such function'));

// Nested calls, each with much to pack before and after.
$nested = static function (object $object) use (&$nested): string {
    return brine_msgpack_pack([str_repeat('n', 20_000), $object->inner], 0, $nested);
};
$value = (object) ['inner' => (object) ['inner' => (object) ['inner' => 'last']]];
$unpacked = brine_msgpack_unpack(brine_msgpack_pack([str_repeat('b', 20_000), $value, 'after'], 0, $nested));
echo text($unpacked), "\n";

// By reference: what it returns is copied.
$bytes = "\xC3";
echo bin2hex(brine_msgpack_pack([new stdClass(), new stdClass()], 0, static function &() use (&$bytes): string {
    return $bytes;
})), "\n";

// Arrays behind references change while they are packed; what was there at first is packed.
$inner = [1, new stdClass(), 'two', ['x' => new stdClass()]];
$outer = ['a' => &$inner, 'b' => &$inner];
$calls = 0;
$bytes = brine_msgpack_pack($outer, 0, static function () use (&$inner, &$outer, &$calls): string {
    $inner = $calls++ === 0 ? [str_repeat('other', 2)] : null;
    $outer = null;
    gc_collect_cycles();

    return "\x07";
});
echo text(brine_msgpack_unpack($bytes)), "\n";
var_dump($inner, $outer);

// A write through the reference into the very array.
$list = range(1, 5);
$list[2] = new stdClass();
$holder = [&$list];
echo text(brine_msgpack_unpack(brine_msgpack_pack($holder, 0, static function () use (&$list): string {
    $list[] = 6;
    unset($list[3]);
    $list['k'] = array_fill(0, 1000, 1);

    return "\x07";
}))), "\n";

// The object has no other holder when the callable returns.
final class Loud
{
    public function __destruct()
    {
        echo "destroyed\n";
    }
}
$loud = new Loud();
$holder = [&$loud];
echo bin2hex(brine_msgpack_pack($holder, 0, static function () use (&$loud): string {
    $loud = null;
    echo "returning\n";

    return "\x07";
})), "\n";
// Without a callable nothing can change.
$a = [1];
$b = [&$a, &$a];
echo bin2hex(brine_msgpack_pack($b)), "\n";
?>
--EXPECT--
["k" => ["stdClass", 1]]
Brine\MessagePack\Exception\PackingFailedException: an object of class stdClass cannot be packed
Brine\MessagePack\Exception\PackingFailedException: an object of class stdClass cannot be packed
["k" => ["Suit", 1]]
Brine\MessagePack\Exception\PackingFailedException: an object of class Suit cannot be packed
Brine\MessagePack\Exception\PackingFailedException: an object of class Suit cannot be packed
["k" => ["Closure", 1]]
Brine\MessagePack\Exception\PackingFailedException: an object of class Closure cannot be packed
Brine\MessagePack\Exception\PackingFailedException: an object of class Closure cannot be packed
["k" => ["ArrayObject", 1]]
Brine\MessagePack\Exception\PackingFailedException: an object of class ArrayObject cannot be packed
Brine\MessagePack\Exception\PackingFailedException: an object of class ArrayObject cannot be packed
["k" => ["resource (stream)", 1]]
Brine\MessagePack\Exception\PackingFailedException: a resource cannot be packed
Brine\MessagePack\Exception\PackingFailedException: a resource cannot be packed
["k" => ["resource (closed)", 1]]
Brine\MessagePack\Exception\PackingFailedException: a resource cannot be packed
Brine\MessagePack\Exception\PackingFailedException: a resource cannot be packed
["answer", "answer"]
["static answer", "static answer"]
9201
92c1c101
100003
TypeError: brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, int returned
TypeError: brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, float returned
TypeError: brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, array returned
TypeError: brine_msgpack_pack(): Return value of argument #3 ($other) must be of type ?string, stdClass returned
LogicException: thrown by the callable
TypeError: brine_msgpack_pack(): Argument #3 ($other) must be a valid callback or null, function "no such function" not found or invalid function name
["20000 bytes", ["20000 bytes", ["20000 bytes", ["20000 bytes", "last"]]], "after"]
92c3c3
["a" => [1, 7, "two", ["x" => 7]], "b" => NULL]
NULL
NULL
[[1, 2, 7, 4, 5]]
returning
destroyed
9107
9291019101
