--TEST--
A Closure "open" that opens in turn, without end or as deep as the bytes say, is refused as hooks in hooks are
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../depth/deep.inc';

$calls = 0;
$outcome = static function (Closure $call) use (&$calls): string {
    $calls = 0;
    try {
        $outcome = json_encode($call());
    } catch (Brine\DecodeException $error) {
        $outcome = "{$error->getReason()} {$error->getOffset()} {$error->getPath()}: {$error->getMessage()}";
    }

    return "$outcome, $calls calls";
};
foreach ([[], ['resident' => true], ['allowed_classes' => false, 'max_depth' => 1]] as $options) {
    $open = static function (string $bytes) use (&$open, &$calls, $options): mixed {
        ++$calls;

        return brine_unserialize($bytes, ['open' => $open] + $options);
    };
    echo implode(' ', array_keys($options)), ': ', on_both_stacks(static fn (): string => $outcome(static fn () => brine_unserialize('x', ['open' => $open] + $options))), "\n";
}

// Each layer is a byte around a payload.
$peel = static function (string $bytes) use (&$peel, &$calls): string {
    ++$calls;

    return $bytes[0] === '(' ? brine_serialize(brine_unserialize(substr($bytes, 1), ['open' => $peel])) : $bytes;
};
foreach ([1, 255, 256, 12000, 255] as $layers) {
    $bytes = str_repeat('(', $layers) . brine_serialize('inner');
    echo "$layers layers: ", on_both_stacks(static fn (): string => $outcome(static fn () => brine_unserialize($bytes, ['open' => $peel]))), "\n";
}
?>
--EXPECT--
: max_depth 0 $value: the value is nested deeper than the stack has room for (0) at byte 0, 256 calls
resident: max_depth 0 $value: the value is nested deeper than the stack has room for (0) at byte 0, 256 calls
allowed_classes max_depth: max_depth 0 $value: the value is nested deeper than the stack has room for (0) at byte 0, 256 calls
1 layers: "inner", 2 calls
255 layers: "inner", 256 calls
256 layers: max_depth 0 $value: the value is nested deeper than the stack has room for (0) at byte 0, 256 calls
12000 layers: max_depth 0 $value: the value is nested deeper than the stack has room for (0) at byte 0, 256 calls
255 layers: "inner", 256 calls
