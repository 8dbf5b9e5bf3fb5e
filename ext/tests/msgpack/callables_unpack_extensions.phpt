--TEST--
Callables make values of extension types, by type or for all others; they may throw and call the codec again
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

final class Magic
{
    public function __call(string $name, array $arguments): string
    {
        return $name . ':' . $arguments[0];
    }

    public function __invoke(string $payload): string
    {
        return "invoked $payload";
    }
}

function plain(string $payload): string
{
    return "plain $payload";
}

$magic = new Magic();
$extensions = [
    -128 => 'strrev',
    -1 => static fn (string $payload): DateTimeImmutable => new DateTimeImmutable('@' . unpack('N', $payload)[1]),
    0 => plain(...),
    5 => [$magic, 'answer'],
    6 => $magic,
    127 => static fn (string $payload): array => ['size' => strlen($payload)],
];
$message = '9A' . 'D5 80 61 62' . 'D6 FF 00 00 00 01' . 'D4 00 61' . 'D4 05 61' . 'D4 05 62' . 'D4 06 61' . 'C7 00 7F' . 'D4 05 63' . 'D5 80 63 64' . 'C7 01 00 7A';
echo unpacked(hex($message), ['extensions' => $extensions]), "\n";

// Types that are not listed.
$other = static fn (int $type, string $payload): string => "other $type:$payload";
foreach ([-128, -2, -1, 0, 42, 127] as $type) {
    echo unpacked("\x92\xD5" . pack('c', $type) . "pq\xD4\x05r", ['extensions' => [5 => 'strtoupper'], 'other' => $other]), "\n";
}
echo unpacked(hex('D4 05 61'), ['other' => null]), "\n";
foreach ([0, 1, 2, 255, 256, 65535, 65536] as $size) {
    $payload = str_repeat('p', $size);
    $head = $size < 256 ? pack('CC', 0xC7, $size) : ($size < 65536 ? pack('Cn', 0xC8, $size) : pack('CN', 0xC9, $size));
    foreach ([$head, pack('CN', 0xC9, $size)] as $form) {
        $same = brine_msgpack_unpack("$form\x11$payload", ['other' => static fn ($type, $payload) => [$type, $payload]]) === [17, $payload];
        echo $size, $same ? ' ' : ' WRONG ';
    }
}
echo "\n";

// Possible results: by reference, null, an array with other holders.
$shared = ['shared' => true];
$options = ['extensions' => [1 => static function &() use (&$shared): array {
    return $shared;
}, 2 => static fn () => null]];
$value = brine_msgpack_unpack(hex('93 D4 01 00 D4 02 00 D4 01 00'), $options);
$value[0]['shared'] = false;
echo text($value), ' ', text($shared), "\n";

// Exceptions end the call, with what was built so far.
final class Loud
{
    public function __destruct()
    {
        echo "destroyed\n";
    }
}
thrown(static fn () => brine_msgpack_unpack(hex('93 D4 01 00 81 A1 61 D4 01 00 D4 02 00'), ['extensions' => [
    1 => static fn () => new Loud(),
    2 => static fn () => throw new LogicException('thrown by the callable'),
]]));
thrown(static fn () => brine_msgpack_unpack(hex('93 D4 01 00 C1'), ['extensions' => [1 => static fn () => new Loud()]]));

// Nested calls.
$options = ['extensions' => [1 => static function (string $payload) use (&$options): mixed {
    return brine_msgpack_unpack($payload, $options);
}]];
$bytes = "\x05";
for ($i = 0; $i < 100; $i++) {
    $bytes = pack('CnC', 0xC8, strlen("\x92$bytes\x81\xA1k\x01"), 1) . "\x92$bytes\x81\xA1k\x01";
}
$value = brine_msgpack_unpack($bytes, $options);
for ($depth = 0; is_array($value); $depth++) {
    [$value, $row] = $value;
    if ($row !== ['k' => 1]) {
        echo "wrong row\n";
    }
}
echo "$depth levels to $value\n";

// The list of callables is that of the call's beginning.
$callables = [1 => null, 2 => static fn () => 'second'];
$callables[1] = static function () use (&$callables): string {
    $callables = [2 => static fn () => 'replaced'];
    gc_collect_cycles();

    return 'first';
};
$options = ['extensions' => &$callables];
echo unpacked(hex('94 D4 01 00 D4 01 00 D4 02 00 D4 01 00'), $options), "\n";
// What is in the list by reference is looked up when it is called after another one.
$one = static function () use (&$one): string {
    $one = static fn () => 'replaced';

    return 'first';
};
echo unpacked(hex('94 D4 01 00 D4 01 00 D4 02 00 D4 01 00'), ['extensions' => [1 => &$one, 2 => static fn () => 'second']]), "\n";
?>
--EXPECT--
["ba", DateTimeImmutable, "plain a", "answer:a", "answer:b", "invoked a", ["size" => 0], "answer:c", "dc", "plain z"]
["other -128:pq", "R"]
["other -2:pq", "R"]
["other -1:pq", "R"]
["other 0:pq", "R"]
["other 42:pq", "R"]
["other 127:pq", "R"]
UnpackingFailedException: unknown_ext at 0
0 0 1 1 2 2 255 255 256 256 65535 65535 65536 65536 
[["shared" => false], NULL, ["shared" => true]] ["shared" => true]
destroyed
destroyed
LogicException: thrown by the callable
destroyed
Brine\MessagePack\Exception\UnpackingFailedException: the byte 0xC1 begins no value at byte 4
100 levels to 5
["first", "first", "second", "first"]
["first", "first", "second", "replaced"]
