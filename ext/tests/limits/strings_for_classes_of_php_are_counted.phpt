--TEST--
Long strings that PHP's own classes take apart are counted for each object, though the payload has them once
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

function outcome(string $payload, array $options = []): string
{
    try {
        return get_debug_type(brine_unserialize($payload, $options));
    } catch (Brine\DecodeException $exception) {
        return $exception->getReason();
    }
}

// A date of 70 KB takes 25 ms to read.
$long = '2024-01-01 00:00:00' . str_repeat(' +1 day', 10_000);
$keys = bstr('date') . bstr('timezone_type') . bstr('timezone');
foreach (['long' => $long, 'short' => '2024-01-01 00:00:00'] as $kind => $date) {
    $first = "\xE9\x03$keys" . bstr($date) . "\x03" . bstr('UTC');
    echo "array forms, $kind: ", outcome("\xC1\x10\xE8" . uv(5001) . "\xF1" . bstr('DateTime') . $first . str_repeat("\xB0\xB1\x64\x03\x65", 5000)), "\n";
    $first = "\x03$keys" . bstr($date) . "\x03" . bstr('UTC');
    echo "properties, $kind: ", outcome("\xC1\x10\xE8" . uv(5001) . "\xF0" . bstr('DateTime') . $first . str_repeat("\xB0\x64\x03\x65", 5000)), "\n";
    echo "rows, $kind: ", outcome("\xC1\x10\xED" . uv(5001) . "\x00\xF0" . bstr('DateTime') . "\x03$keys\x01" . bstr($date) . "\x01\x03\x01" . bstr('UTC') . str_repeat(' ', 700), ['max_memory' => 20_000_000]), "\n";
    echo "once, $kind: ", outcome("\xC1\x10\xF1" . bstr('DateTime') . "\xE9\x03$keys" . bstr($date) . "\x03" . bstr('UTC')), "\n";
}

// Classes that only keep them cost no more.
$text = bstr(str_repeat('x', 100_000));
foreach (['ArrayObject' => "\xC3\x00\xC0\x61\xE7\xD8", 'SplObjectStorage' => "\xC1\xE7\xC0\x61", 'SplQueue' => "\xC2\x00\xC0\x61\xE7", 'SplFixedArray' => "\xC0\x61"] as $class => $array) {
    echo "$class: ", outcome("\xC1\x10\xE8" . uv(1002) . $text . "\xF1" . bstr($class) . str_replace("\x61", "\x60", $array) . str_repeat("\xB0" . str_replace("\x61", "\x60", $array), 1000)), "\n";
}
?>
--EXPECT--
array forms, long: max_memory
properties, long: max_memory
rows, long: max_memory
once, long: DateTime
array forms, short: array
properties, short: array
rows, short: trailing_bytes
once, short: DateTime
ArrayObject: array
SplObjectStorage: array
SplQueue: array
SplFixedArray: array
