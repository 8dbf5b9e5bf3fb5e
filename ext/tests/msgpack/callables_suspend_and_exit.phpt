--TEST--
Callables suspend the fiber that packs or unpacks, in any order; one that exits ends the script cleanly
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

function nested(int $levels): array
{
    return [$levels > 1 ? nested($levels - 1) : new stdClass()];
}

$suspend = static function (mixed $value): string {
    return brine_msgpack_pack(Fiber::suspend());
};
$pack = static fn (string $name): Fiber => new Fiber(static function () use ($name, $suspend): string {
    return text(brine_msgpack_unpack(brine_msgpack_pack([str_repeat($name, 10_000), [new stdClass(), $name], new stdClass()], 0, $suspend)));
});
$unpack = static fn (string $name): Fiber => new Fiber(static function () use ($name): string {
    $row = "\x82\xA1a\xD4\x01x\xA1b\xA1" . $name;

    return text(brine_msgpack_unpack("\x93$row$row\xD4\x01y", ['extensions' => [1 => static fn () => Fiber::suspend()]]));
});
$fibers = [$pack('p'), $unpack('u'), $pack('q'), $unpack('v')];
foreach ($fibers as $fiber) {
    $fiber->start();
}
for ($round = 0; $round < 3; $round++) {
    foreach ([2, 0, 1, 3] as $i) {
        if (!$fibers[$i]->isTerminated()) {
            $fibers[$i]->resume("answer $round to $i");
        }
    }
    // Not in a fiber, while all of them wait.
    echo unpacked(brine_msgpack_pack([['a' => $round, 'b' => 'w'], ['a' => [], 'b' => 'w']])), "\n";
}
foreach ($fibers as $fiber) {
    echo $fiber->getReturn(), "\n";
}
// Fibers that are never resumed, and one that gets an exception.
$waiting = [$pack('r'), $unpack('s'), $pack('t')];
foreach ($waiting as $fiber) {
    $fiber->start();
}
thrown(static fn () => $waiting[1]->throw(new LogicException('thrown into the fiber')));
// However many wait, the others have their whole stack.
for ($i = 0; $i < 100; $i++) {
    $waiting[$i] = new Fiber(static fn (): string => brine_msgpack_pack(nested(100), 0, $suspend));
    $waiting[$i]->start();
}
echo PHP_INT_SIZE < 8 ? 8196 : strlen(unpacked(str_repeat("\x91", 4096) . "\xC0")), "\n";
echo bin2hex((function () use ($waiting): string {
    $waiting[5]->resume('x');

    return substr($waiting[5]->getReturn(), -3);
})()), "\n";
unset($waiting, $fiber);
gc_collect_cycles();
echo strlen(unpacked(str_repeat("\x91", 4096) . "\xC0")), "\n";

brine_msgpack_unpack("\x92\x81\xA3key\xA5value\xD4\x01x", ['extensions' => [1 => static function (): string {
    return brine_msgpack_pack([str_repeat('x', 50_000), new stdClass()], 0, static function (): never {
        echo "exit\n";
        exit(0);
    });
}]]);
echo "not reached\n";
?>
--EXPECT--
[["a" => 0, "b" => "w"], ["a" => [], "b" => "w"]]
[["a" => 1, "b" => "w"], ["a" => [], "b" => "w"]]
[["a" => 2, "b" => "w"], ["a" => [], "b" => "w"]]
["10000 bytes", ["answer 0 to 0", "p"], "answer 1 to 0"]
[["a" => "answer 0 to 1", "b" => "u"], ["a" => "answer 1 to 1", "b" => "u"], "answer 2 to 1"]
["10000 bytes", ["answer 0 to 2", "q"], "answer 1 to 2"]
[["a" => "answer 0 to 3", "b" => "v"], ["a" => "answer 1 to 3", "b" => "v"], "answer 2 to 3"]
LogicException: thrown into the fiber
8196
91a178
8196
exit
