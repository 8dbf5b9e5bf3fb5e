--TEST--
The scan of a message that arrives in pieces looks at each head once, and ends where the message does
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$message = static fn (int $rows, int $big): string => brine_msgpack_pack([
    'rows' => array_map(static fn (int $i): array => ['id' => $i, 'text' => str_repeat('t', $i), 'f' => $i / 3], range(0, $rows)),
    'big' => str_repeat('b', $big),
    'map' => array_fill_keys(range(10, 100), [null, true, -2147483647, 1.5]),
]);
$rest = hex('C7 03 05 61 62 63 D8 05') . str_repeat('e', 16);
foreach ([1 => 30, 2 => 30, 3 => 30, 7 => 300, 1000 => 300, 65536 => 300] as $piece => $rows) {
    $bytes = $message($rows, $rows === 30 ? 300 : 70_000) . $rest;
    $buffer = '';
    $offset = 0;
    $pending = 3;
    for ($read = 0; $read < strlen($bytes); $read += $piece) {
        $buffer .= substr($bytes, $read, $piece);
        $before = $offset;
        $complete = brine_msgpack_scan($buffer, $offset, $pending);
        if ($offset < $before || $complete !== ($read + $piece >= strlen($bytes))) {
            echo "$piece: ", text($complete), " at $offset of ", strlen($buffer), "\n";
        }
    }
    echo "$piece: $offset of ", strlen($bytes), ", $pending pending\n";
}

// A part that was dealt with may be cut off.
$buffer = '';
$offset = 0;
$pending = 1;
$total = 0;
foreach (str_split($message(300, 70_000), 500) as $piece) {
    $buffer .= $piece;
    $complete = brine_msgpack_scan($buffer, $offset, $pending);
    $total += $offset;
    $buffer = substr($buffer, $offset);
    $offset = 0;
}
var_dump($complete, $total === strlen($message(300, 70_000)), $buffer);

// It stays at the head of what is not there in full.
foreach (['93 01', 'DA 00', 'DA 00 05 61', '92 01 C7 02 05 61', 'DF 00 00 00', 'CB 00', 'D8 05'] as $digits) {
    $offset = 0;
    $pending = 1;
    echo $digits, ': ', text(brine_msgpack_scan(hex($digits), $offset, $pending)), " $offset $pending\n";
}
$offset = 0;
$pending = 0;
echo text(brine_msgpack_scan("\xC1", $offset, $pending)), " $offset $pending\n";

// Nesting takes no memory, neither of the heap nor of the stack.
$deep = str_repeat("\x91", 1_000_000);
$offset = 0;
$pending = 1;
memory_reset_peak_usage();
$before = memory_get_usage();
echo text(brine_msgpack_scan($deep, $offset, $pending)), " $offset $pending ", memory_get_peak_usage() - $before < 1000 ? 'no memory' : 'memory', "\n";

// Errors leave the variables as they were.
foreach (['C1', '93 01 02 C1'] as $digits) {
    $offset = 0;
    $pending = 1;
    try {
        brine_msgpack_scan(hex($digits), $offset, $pending);
    } catch (Brine\MessagePack\Exception\UnpackingFailedException $exception) {
        echo error($exception), " $offset $pending\n";
    }
}
$offset = 0;
$pending = PHP_INT_MAX;
try {
    brine_msgpack_scan("\x01\x9F\x01", $offset, $pending);
} catch (Brine\MessagePack\Exception\UnpackingFailedException $exception) {
    echo error($exception), " $offset ", $pending === PHP_INT_MAX ? 'unchanged' : 'changed', "\n";
}
foreach ([[-1, 1], [3, 1], [0, -1], ['0', 1], [0, null], [0, 1.5]] as [$offset, $pending]) {
    thrown(static fn () => brine_msgpack_scan("\x01\x02", $offset, $pending));
}
$offset = 2;
$pending = 1;
thrown(static fn () => brine_msgpack_scan("\x01\x02", $offset, $pending));

final class Typed
{
    public ?string $offset = null;
    public int|string $pending = 1;
}
$typed = new Typed();
thrown(static fn () => brine_msgpack_scan("\x01", $typed->offset, $typed->pending));
$offset = 0;
var_dump(brine_msgpack_scan("\x01", $offset, $typed->pending), $offset, $typed->pending);

// Elements and entries are counted over all levels, and all calls; those of a head that is cut are not.
$offset = 0;
$pending = 1;
$elements = 5;
foreach (['92', '92 01 82', '92 01 82 01 02', '92 01 82 01 02 03 DC 00', '92 01 82 01 02 03 DC 00 01', '92 01 82 01 02 03 DC 00 01 90'] as $digits) {
    echo text(brine_msgpack_scan(hex($digits), $offset, $pending, $elements)), " $offset $pending $elements\n";
}
foreach (['92 02 91' => 2, 'DE 00 03 01' => 2, '91' => 0, 'DF 7F FF FF FF' => 0x7FFFFFFE, '90' => -1] as $digits => $given) {
    $offset = 0;
    $pending = 1;
    $elements = $given;
    thrown(static function () use ($digits, &$offset, &$pending, &$elements) {
        try {
            brine_msgpack_scan(hex((string) $digits), $offset, $pending, $elements);
        } catch (Brine\MessagePack\Exception\UnpackingFailedException $exception) {
            echo error($exception), ' ';
        }
    });
    echo "$offset $pending ", $elements === $given ? 'unchanged' : 'changed', "\n";
}
?>
--EXPECT--
1: 3044 of 3044, 0 pending
2: 3044 of 3044, 0 pending
3: 3044 of 3044, 0 pending
7: 123183 of 123183, 0 pending
1000: 123183 of 123183, 0 pending
65536: 123183 of 123183, 0 pending
bool(true)
bool(true)
string(0) ""
93 01: false 2 2
DA 00: false 0 1
DA 00 05 61: false 0 1
92 01 C7 02 05 61: false 2 1
DF 00 00 00: false 0 1
CB 00: false 0 1
D8 05: false 0 1
true 0 0
false 1000000 1 no memory
UnpackingFailedException: unknown_byte at 0 0 1
UnpackingFailedException: unknown_byte at 3 0 1
UnpackingFailedException: bad_count at 1 0 unchanged
ValueError: brine_msgpack_scan(): Argument #2 ($offset) must be between 0 and the size of argument #1 ($bytes)
ValueError: brine_msgpack_scan(): Argument #2 ($offset) must be between 0 and the size of argument #1 ($bytes)
ValueError: brine_msgpack_scan(): Argument #3 ($pending) must be greater than or equal to 0
TypeError: brine_msgpack_scan(): Argument #2 ($offset) must be of type int, string given
TypeError: brine_msgpack_scan(): Argument #3 ($pending) must be of type int, null given
TypeError: brine_msgpack_scan(): Argument #3 ($pending) must be of type int, float given
false
TypeError: brine_msgpack_scan(): Argument #2 ($offset) must be of type int, null given
bool(true)
int(1)
int(0)
false 1 2 3
false 3 4 1
false 5 2 1
false 6 1 1
false 9 1 0
true 10 0 0
UnpackingFailedException: max_elements at 2 NULL
0 1 unchanged
UnpackingFailedException: max_elements at 0 NULL
0 1 unchanged
UnpackingFailedException: max_elements at 0 NULL
0 1 unchanged
UnpackingFailedException: max_elements at 0 NULL
0 1 unchanged
ValueError: brine_msgpack_scan(): Argument #4 ($elements) must be greater than or equal to 0
0 1 unchanged
