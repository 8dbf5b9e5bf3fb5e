--TEST--
Bytes that cannot be read are a warning that names the place, and null; no exception is left
--EXTENSIONS--
brine
igbinary
--FILE--
<?php
declare(strict_types=1);

$warning = '';
set_error_handler(static function (int $level, string $message) use (&$warning): bool {
    $warning = ($level === E_WARNING ? '' : "level $level: ") . $message;

    return true;
});
ini_set('igbinary.format', 'brine');
$brine = igbinary_serialize(['first' => [1, 2], 'second' => 'text']);
ini_set('igbinary.format', 'igbinary');
$igbinary = igbinary_serialize(['first' => [1, 2], 'second' => 'text']);
$all = [
    '', "\0", 'text', "\0\0\0\2", "\0\0\0\3\0", "\0\0\0\2\xc1", "\0\0\0\2\xc1\x10", "\0\0\0\2\xc1\x20\0", brine_serialize([1]),
    substr($brine, 0, -1), "$brine!", substr($igbinary, 0, -1), "$igbinary!", "\0\0\0\2\x28", "\0\0\0\2\x17\7Closure\x14\0",
];
foreach ($all as $bytes) {
    $warning = 'no warning';
    echo json_encode(igbinary_unserialize($bytes)), ': ', $warning, "\n";
}
?>
--EXPECT--
false: no warning
null: igbinary_unserialize(): the payload ends too early at byte 1
null: igbinary_unserialize(): the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
null: igbinary_unserialize(): the payload ends too early at byte 4
null: igbinary_unserialize(): the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
null: igbinary_unserialize(): the payload ends too early at byte 5
null: igbinary_unserialize(): the payload ends too early at byte 6
null: igbinary_unserialize(): the payload has version 2, and this reader knows version 1 at byte 5
null: igbinary_unserialize(): the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
null: igbinary_unserialize(): the payload ends too early at byte 25, in $value['second']
null: igbinary_unserialize(): there are bytes after the value at byte 29
null: igbinary_unserialize(): the payload ends too early at byte 33, in $value['second']
null: igbinary_unserialize(): there are bytes after the value at byte 37
null: igbinary_unserialize(): unknown tag 28 at byte 4
null: igbinary_unserialize(): Unserialization of 'Closure' is not allowed at byte 4
