--TEST--
Messages behind each other are unpacked one by one; errors count from the first byte and leave the offset
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$values = [1, 'two', ['three' => 3], [[]], null, 6.5, str_repeat('seven', 100), array_fill(0, 100, ['k' => 'v'])];
$bytes = implode('', array_map(brine_msgpack_pack(...), $values));
$offset = 0;
foreach ($values as $value) {
    if (brine_msgpack_unpack_at($bytes, $offset) !== $value) {
        echo 'wrong at ', $offset, "\n";
    }
}
var_dump($offset === strlen($bytes));
$before = $offset;
try {
    brine_msgpack_unpack_at($bytes, $offset);
} catch (Brine\MessagePack\Exception\InsufficientDataException $exception) {
    var_dump($exception->getOffset() === $offset, $offset === $before);
}
$offset = 2;
try {
    brine_msgpack_unpack_at("\x01\x02\x92\x01\xC1", $offset);
} catch (Brine\MessagePack\Exception\UnpackingFailedException $exception) {
    echo error($exception), " $offset\n";
}
foreach ([-1, 4, '1', null, 1.0] as $offset) {
    thrown(static fn () => brine_msgpack_unpack_at("\x01\x02\x03", $offset));
}
thrown(static fn () => brine_msgpack_unpack_at("\x01", $undefined));
$offset = 0;
thrown(static fn () => brine_msgpack_unpack_at("\x01", $offset, ['no' => 1]));
thrown(static fn () => brine_msgpack_unpack_at("\x01", $offset, ['max_depth' => 0]));
var_dump($offset);

// The callable changes the variables that the call was given.
$bytes = "\xD4\x05\x00\x07";
$offset = 0;
$value = brine_msgpack_unpack_at($bytes, $offset, ['extensions' => [5 => static function () use (&$bytes, &$offset): string {
    $bytes = null;
    $offset = [1];

    return 'five';
}]]);
var_dump($value, $bytes, $offset);

final class Typed
{
    public int|bool $offset = 0;
}
$typed = new Typed();
var_dump(brine_msgpack_unpack_at("\x07", $typed->offset), $typed->offset);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
UnpackingFailedException: unknown_byte at 4 2
ValueError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be between 0 and the size of argument #1 ($bytes)
ValueError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be between 0 and the size of argument #1 ($bytes)
TypeError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be of type int, string given
TypeError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be of type int, null given
TypeError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be of type int, float given
TypeError: brine_msgpack_unpack_at(): Argument #2 ($offset) must be of type int, null given
ValueError: brine_msgpack_unpack_at(): Unknown option "no": there are "extensions", "other", "bigint", "utf8", "pass_depth", "max_depth", "max_elements"
ValueError: brine_msgpack_unpack_at(): Option "max_depth" must be between 1 and 4096
int(0)
string(4) "five"
NULL
int(3)
int(7)
int(1)
