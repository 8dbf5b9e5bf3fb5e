--TEST--
Callables get the levels around a value as their last argument if they ask for it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$message = "\x93\xD4\x01a\x91\xD4\x02b\x81\xA1k\x91\xD4\x01c";
$arguments = static fn (mixed ...$arguments): string => json_encode($arguments);
$options = ['extensions' => [1 => $arguments], 'other' => $arguments];
foreach ([[], ['pass_depth' => false], ['pass_depth' => true]] as $more) {
    echo json_encode(brine_msgpack_unpack($message, $options + $more), JSON_UNESCAPED_SLASHES), "\n";
}
echo brine_msgpack_unpack("\xD4\x01a", $options + ['pass_depth' => true]), "\n";

$other = static fn (mixed ...$arguments): string => brine_msgpack_pack(count($arguments) . ': ' . json_encode($arguments));
foreach ([0, 1024, 16 | 1024] as $flags) {
    echo json_encode(brine_msgpack_unpack(brine_msgpack_pack([$object = new stdClass(), 'k' => [[$object]]], $flags, $other))), "\n";
}
?>
--EXPECT--
["[\"a\"]",["[2,\"b\"]"],{"k":["[\"c\"]"]}]
["[\"a\"]",["[2,\"b\"]"],{"k":["[\"c\"]"]}]
["[\"a\",1]",["[2,\"b\",2]"],{"k":["[\"c\",3]"]}]
["a",0]
{"0":"1: [{}]","k":[["1: [{}]"]]}
{"0":"2: [{},1]","k":[["2: [{},3]"]]}
{"0":"2: [{},1]","k":[["2: [{},3]"]]}
