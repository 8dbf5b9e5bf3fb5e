--TEST--
Calls that succeed and calls that fail leave no memory behind
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function once(int $i): void
{
    $other = static fn () => throw new LogicException();
    $ext = ['extensions' => [5 => static fn (string $payload): array => [$payload], 6 => $other]];
    brine_msgpack_unpack(brine_msgpack_pack([['a' => $i, "key$i" => 'x'], ['a' => 1, 'b' => [1, 2]]]));
    brine_msgpack_unpack("\x92\xD4\x05a\xC4\x02ab", $ext);
    foreach ([
        static fn () => brine_msgpack_unpack("\x92\x81\xA2ab\xA3abc\xC1"),
        static fn () => brine_msgpack_unpack("\x92\x82\xA2ab\xA3abc\xA2ac\xC1\x00"),
        static fn () => brine_msgpack_unpack("\x93\xA3abc\xD4\x05a\xD4\x06b", $ext),
        static fn () => brine_msgpack_unpack("\x01\x02"),
        static fn () => brine_msgpack_pack([str_repeat('x', 50_000), new stdClass()]),
        static fn () => brine_msgpack_pack([str_repeat('x', 50_000), new stdClass()], 0, $other),
        static fn () => brine_msgpack_pack([new stdClass()], 0, static fn () => [1, 2, str_repeat('y', 100)]),
    ] as $call) {
        try {
            $call();
            echo "no exception\n";
        } catch (Exception | TypeError) {
        }
    }
}

for ($i = 0; $i < 50; $i++) {
    once($i % 10);
}
$before = memory_get_usage();
for ($i = 0; $i < 500; $i++) {
    once($i % 10);
}
var_dump(memory_get_usage() - $before);
?>
--EXPECT--
int(0)
