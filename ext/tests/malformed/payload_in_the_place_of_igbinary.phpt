--TEST--
brine_unserialize() skips igbinary's header at the beginning of the bytes; offsets count it
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$header = "\0\0\0\2";
$object = new ArrayObject([1, 2]);
$payload = brine_serialize(['a' => 1, 'objects' => [$object, $object], 'text' => 'long enough to be kept']);
$value = brine_unserialize($header . $payload);
var_dump($value['objects'][0] === $value['objects'][1], $value == brine_unserialize($payload));
foreach ([1, 2, 3, 4] as $time) {
    var_dump(brine_unserialize($header . $payload, ['resident' => true]) == $value);
}
$cases = [
    'only the header' => $header,
    'a version of igbinary without Brine' => "\0\0\0\1$payload",
    'the header twice' => $header . $header . $payload,
    'no version' => "$header\xC1",
    'another version' => "$header\xC1\x20\0",
    'no value' => "$header\xC1\x10",
    'trailing bytes' => "$header$payload\0",
    'a dictionary' => "$header\xC1\x12abcdefgh\0",
    'an unknown tag' => "$header\xC1\x10\xFF",
];
foreach ($cases as $name => $bytes) {
    try {
        var_dump(brine_unserialize($bytes));
    } catch (Brine\DecodeException $error) {
        echo $name, ': ', $error->getReason(), ' at ', $error->getOffset() === 4 + strlen($payload) ? 'the end' : $error->getOffset(), "\n";
    }
}
$key = str_repeat('k', 32);
$frame = substr(brine_serialize_signed(1, $key), 0, -3) . $header . $payload;
var_dump(brine_unserialize_signed($frame, $key));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
only the header: not_brine at 0
a version of igbinary without Brine: not_brine at 0
the header twice: not_brine at 0
no version: truncated at 5
another version: version at 5
no value: truncated at 6
trailing bytes: trailing_bytes at the end
a dictionary: unknown_dictionary at 6
an unknown tag: unknown_tag at 6
NULL
