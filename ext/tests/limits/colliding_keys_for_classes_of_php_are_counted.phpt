--TEST--
Keys that were chosen to collide are counted where a class of PHP's own makes properties or elements of them
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_INT_SIZE < 8) {
    die('skip hashes have 64 bits');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

set_error_handler(static fn (): bool => true);
$count = 1 << 14;
$keys = static fn (callable $key): string => implode('', array_map($key, range(0, $count - 1)));
$colliding = $keys(static fn (int $i): string => bstr(strtr(sprintf('%014b', $i), ['0' => 'Ez', '1' => 'FY'])));
$ordinary = $keys(static fn (int $i): string => bstr(sprintf('%028d', $i * 7919) . 'k'));
$integers = $keys(static fn (int $i): string => "\xDD" . pack('V', $i << 15));
$values = str_repeat("\x00", $count);
$long = '';
foreach (['EzEz', 'EzFY', 'FYEz', 'FYFY'] as $end) {
    $long .= bstr(str_repeat('n', 20_000) . $end);
}
$map = static fn (string $keys, int $count, string $values): string => "\xE9" . uv($count) . $keys . $values;
$payloads = [];
foreach (['strings' => $colliding, 'integers' => $integers, 'ordinary' => $ordinary] as $kind => $keys) {
    $array = $map($keys, $count, $values);
    $payloads += [
        "ArrayObject, $kind" => "\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7$array\xD8",
        "SplObjectStorage, $kind" => "\xF1" . bstr('SplObjectStorage') . "\xC1\xE7$array",
        "SplQueue, $kind" => "\xF1" . bstr('SplQueue') . "\xC2\x00\xE7$array",
        "DateInterval, $kind" => "\xF1" . bstr('DateInterval') . $array,
    ];
}
$payloads['ArrayObject, long keys for many objects'] = "\xE8" . uv(5002) . $map($long, 4, "\x00\x00\x00\x00") . "\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7\xD0\x01\xD8" . str_repeat("\xB1\xC3\x00\xE7\xD0\x01\xD8", 5000);
foreach ($payloads as $name => $payload) {
    try {
        $outcome = get_debug_type(brine_unserialize("\xC1\x10$payload"));
    } catch (Brine\DecodeException $exception) {
        $outcome = $exception->getReason();
    }
    echo "$name: $outcome\n";
}
?>
--EXPECT--
ArrayObject, strings: max_memory
SplObjectStorage, strings: max_memory
SplQueue, strings: max_memory
DateInterval, strings: max_memory
ArrayObject, integers: max_memory
SplObjectStorage, integers: max_memory
SplQueue, integers: max_memory
DateInterval, integers: max_memory
ArrayObject, ordinary: ArrayObject
SplObjectStorage, ordinary: SplObjectStorage
SplQueue, ordinary: SplQueue
DateInterval, ordinary: DateInterval
ArrayObject, long keys for many objects: max_memory
