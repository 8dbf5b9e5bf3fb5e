--TEST--
Errors name their reason and the first byte of what is wrong
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$messages = [
    'nothing' => '',
    'byte that begins no value' => 'C1',
    'such a byte inside' => '93 01 81 A1 61 C1 02',
    'bytes behind a value' => '01 02',
    'bytes behind an array' => '92 01 02 C0 C0',
    'string that is cut' => '92 01 A3 61 62',
    'binary that is cut' => '92 01 C4 03 61 62',
    'length that is cut' => '92 01 DA 01',
    'integer that is cut' => '92 01 D3 00 00 00 00 00 00 00',
    'float that is cut' => '92 01 CB 00 00 00 00 00 00 00',
    'extension that is cut' => '92 01 D6 05 61 62 63',
    'extension without a type' => '92 01 C7 00',
    'list that is cut' => '92 01',
    'list that is cut later' => '94 01 92 01 02 03',
    'map that is cut' => '82 01 02',
    'map whose value is cut' => '92 81 A1 61',
    'map that is cut at a key' => '82 A1 61 A1 62',
    'key that is cut' => '92 80 81 A5 61',
    'key that is null' => '81 C0 01',
    'key that is false' => '91 81 C2 01',
    'key that is true' => '82 01 02 C3 01',
    'key that is a float' => '81 CB 3F F0 00 00 00 00 00 00 01',
    'key that is a float of 32 bits' => '81 CA 3F 80 00 00 01',
    'key that is a list' => '81 90 01',
    'key that is a map' => '81 80 01',
    'key that is an extension' => '81 D4 05 61 01',
    'key that is no value' => '81 C1 01',
    'second key of a second map' => '92 82 A1 61 01 A1 62 02 82 A1 61 01 C0 02',
    'extension that nothing was given for' => '92 01 D4 85 61',
];
foreach ($messages as $name => $digits) {
    echo $name, ': ', unpacked(hex($digits)), "\n";
}
thrown(static fn () => brine_msgpack_unpack(hex('92 01 D4 85 61')));
thrown(static fn () => brine_msgpack_unpack(hex('92 01')));
thrown(static fn () => brine_msgpack_unpack(hex('C1')));
foreach (['max_depth' => 1, 'max_elements' => 2] as $option => $limit) {
    echo $option, ': ', unpacked(hex('92 91 01 02'), [$option => $limit]), "\n";
    echo $option, ': ', unpacked(hex('92 01 02'), [$option => $limit]), "\n";
}
echo 'max_elements of maps: ', unpacked(hex('82 01 02 03 81 04 05'), ['max_elements' => 2]), "\n";
echo 'max_depth of an empty array: ', unpacked(hex('91 80'), ['max_depth' => 1]), "\n";
?>
--EXPECT--
nothing: InsufficientDataException: truncated at 0
byte that begins no value: UnpackingFailedException: unknown_byte at 0
such a byte inside: UnpackingFailedException: unknown_byte at 5
bytes behind a value: UnpackingFailedException: trailing_bytes at 1
bytes behind an array: UnpackingFailedException: trailing_bytes at 3
string that is cut: InsufficientDataException: truncated at 2
binary that is cut: InsufficientDataException: truncated at 2
length that is cut: InsufficientDataException: truncated at 2
integer that is cut: InsufficientDataException: truncated at 2
float that is cut: InsufficientDataException: truncated at 2
extension that is cut: InsufficientDataException: truncated at 2
extension without a type: InsufficientDataException: truncated at 2
list that is cut: InsufficientDataException: truncated at 0
list that is cut later: InsufficientDataException: truncated at 6
map that is cut: InsufficientDataException: truncated at 0
map whose value is cut: InsufficientDataException: truncated at 4
map that is cut at a key: InsufficientDataException: truncated at 5
key that is cut: InsufficientDataException: truncated at 3
key that is null: UnpackingFailedException: bad_key at 1
key that is false: UnpackingFailedException: bad_key at 2
key that is true: UnpackingFailedException: bad_key at 3
key that is a float: UnpackingFailedException: bad_key at 1
key that is a float of 32 bits: UnpackingFailedException: bad_key at 1
key that is a list: UnpackingFailedException: bad_key at 1
key that is a map: UnpackingFailedException: bad_key at 1
key that is an extension: UnpackingFailedException: bad_key at 1
key that is no value: UnpackingFailedException: unknown_byte at 1
second key of a second map: UnpackingFailedException: bad_key at 12
extension that nothing was given for: UnpackingFailedException: unknown_ext at 2
Brine\MessagePack\Exception\UnpackingFailedException: nothing was given for extension type -123 at byte 2
Brine\MessagePack\Exception\InsufficientDataException: the message ends too early at byte 0
Brine\MessagePack\Exception\UnpackingFailedException: the byte 0xC1 begins no value at byte 0
max_depth: UnpackingFailedException: max_depth at 1
max_depth: [1, 2]
max_elements: UnpackingFailedException: max_elements at 1
max_elements: [1, 2]
max_elements of maps: UnpackingFailedException: max_elements at 4
max_depth of an empty array: UnpackingFailedException: max_depth at 1
