--TEST--
Each of the 256 first bytes begins the value that the specification says, or none
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

/** The bytes after the first one, and the value. */
function example(int $byte): array
{
    $element = "\xC0";
    if ($byte <= 0x7F) {
        return ['', $byte];
    }
    if ($byte <= 0x8F) {
        $keys = $byte === 0x80 ? [] : range(1, $byte - 0x80);

        return [implode('', array_map(static fn (int $key) => chr($key) . $element, $keys)), array_fill_keys($keys, null)];
    }
    if ($byte <= 0x9F) {
        return [str_repeat($element, $byte - 0x90), $byte === 0x90 ? [] : array_fill(0, $byte - 0x90, null)];
    }
    if ($byte <= 0xBF) {
        return [str_repeat('s', $byte - 0xA0), str_repeat('s', $byte - 0xA0)];
    }
    if ($byte >= 0xE0) {
        return ['', $byte - 0x100];
    }
    $three = "\x03xyz";

    return match ($byte) {
        0xC0 => ['', null],
        0xC1 => ['', 'none'],
        0xC2 => ['', false],
        0xC3 => ['', true],
        0xC4 => [$three, 'xyz'],
        0xC5 => ["\0$three", 'xyz'],
        0xC6 => ["\0\0\0$three", 'xyz'],
        0xC7 => ["\x03\x07xyz", '7:xyz'],
        0xC8 => ["\0\x03\xF9xyz", '-7:xyz'],
        0xC9 => ["\0\0\0\x03\x80xyz", '-128:xyz'],
        0xCA => [hex('C048F5C3'), -3.140000104904175],
        0xCB => [hex('C0091EB851EB851F'), -3.14],
        0xCC => ["\xFE", 254],
        0xCD => ["\xFE\xDC", 0xFEDC],
        0xCE => ["\x7E\xDC\xBA\x98", 0x7EDCBA98],
        0xCF => ["\0\0\0\0\x7E\xDC\xBA\x98", 0x7EDCBA98],
        0xD0 => ["\xFE", -2],
        0xD1 => ["\xFE\xDC", -292],
        0xD2 => ["\xFE\xDC\xBA\x98", -19088744],
        0xD3 => ["\xFF\xFF\xFF\xFF\xFE\xDC\xBA\x98", -19088744],
        0xD4 => ["\x05a", '5:a'],
        0xD5 => ["\x05ab", '5:ab'],
        0xD6 => ["\x05abcd", '5:abcd'],
        0xD7 => ["\x05abcdefgh", '5:abcdefgh'],
        0xD8 => ["\x7Fabcdefghabcdefgh", '127:abcdefghabcdefgh'],
        0xD9 => [$three, 'xyz'],
        0xDA => ["\0$three", 'xyz'],
        0xDB => ["\0\0\0$three", 'xyz'],
        0xDC => ["\0\x02\xC2\xC3", [false, true]],
        0xDD => ["\0\0\0\x02\xC2\xC3", [false, true]],
        0xDE => ["\0\x01\xA1a\xC3", ['a' => true]],
        0xDF => ["\0\0\0\x01\xA1a\xC3", ['a' => true]],
    };
}

$options = ['other' => static fn (int $type, string $payload): string => "$type:$payload"];
for ($byte = 0; $byte <= 0xFF; $byte++) {
    [$rest, $value] = example($byte);
    $bytes = chr($byte) . $rest;
    if ($byte === 0xC1) {
        echo unpacked($bytes), "\n";
        continue;
    }
    if (brine_msgpack_unpack($bytes, $options) !== $value) {
        printf("%02X: %s\n", $byte, unpacked($bytes, $options));
    }
    // Inside a list, inside a map with a template, and with trailing bytes.
    $rows = "\x93\x81\xA1k$bytes\x81\xA1k$bytes\x92$bytes$bytes";
    if (brine_msgpack_unpack($rows, $options) !== [['k' => $value], ['k' => $value], [$value, $value]]) {
        printf("%02X inside: %s\n", $byte, unpacked($rows, $options));
    }
    $offset = 1;
    if (brine_msgpack_unpack_at("\xC1$bytes\xC1", $offset, $options) !== $value || $offset !== 1 + strlen($bytes)) {
        printf("%02X at 1\n", $byte);
    }
    $offset = 1;
    $pending = 1;
    if (!brine_msgpack_scan("\xC1$bytes\xC1", $offset, $pending) || $offset !== 1 + strlen($bytes) || $pending !== 0) {
        printf("%02X is scanned to %d\n", $byte, $offset);
    }
}
echo "done\n";
?>
--EXPECT--
UnpackingFailedException: unknown_byte at 0
done
