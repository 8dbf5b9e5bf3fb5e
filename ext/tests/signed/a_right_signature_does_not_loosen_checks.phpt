--TEST--
Options and checks of a decode apply to signed payloads too; offsets count from the frame's first byte
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Point
{
    public $x = 1;
}

/** @return string a frame over bytes that no encoder wrote */
function frame(string $payload, string $key): string
{
    $id = substr(hash_hmac('sha256', 'brine key id', $key, true), 0, 4) & "\x7F\x7F\x7F\x7F";
    $head = "\xC1\x14$id";

    return $head . hash_hmac('sha256', $head . pack('VV', 0, 0) . $payload, $key, true) . $payload;
}

$key = 'a secret of a test';
$frame = brine_serialize_signed([[new Point()]], $key);
var_dump(brine_unserialize_signed($frame, $key, ['allowed_classes' => []])[0][0] instanceof __PHP_Incomplete_Class);
var_dump(brine_unserialize_signed($frame, $key, ['allowed_classes' => ['point']])[0][0]->x);
foreach ([
    fn () => brine_unserialize_signed($frame, $key, ['max_depth' => 2]),
    fn () => brine_unserialize_signed($frame, $key, ['max_elements' => 2]),
    fn () => brine_unserialize_signed(frame('', $key), $key),
    fn () => brine_unserialize_signed(frame("\xC1", $key), $key),
    fn () => brine_unserialize_signed(frame("\xC1\x10", $key), $key),
    fn () => brine_unserialize_signed(frame("\xC1\x10\xFF", $key), $key),
    fn () => brine_unserialize_signed(frame("\xC1\x10\x01\x01", $key), $key),
    fn () => brine_unserialize_signed(frame("\xC1\x10\xE8\xF1\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", $key), $key),
    fn () => brine_unserialize_signed(frame($frame, $key), $key),
    fn () => brine_unserialize_signed(frame('i:1;', $key), $key),
    fn () => brine_unserialize($frame),
] as $call) {
    try {
        var_dump($call());
    } catch (Brine\DecodeException $error) {
        echo $error->getOffset(), ' ', $error->getReason(), ': ', $error->getMessage(), "\n";
    }
}
?>
--EXPECT--
bool(true)
int(1)
42 max_depth: the value is nested deeper than max_depth (2) at byte 42, in $value[0][0]
42 max_elements: the value has more elements than max_elements (2) at byte 42, in $value[0][0]
38 truncated: The payload is empty: was the cache entry missing (false)?
39 truncated: the payload ends too early at byte 39
40 truncated: the payload ends too early at byte 40
40 unknown_tag: unknown tag FF at byte 40
41 trailing_bytes: there are bytes after the value at byte 41
41 bad_count: the number of elements is 18446744073709551615, and must be from 1 to 1073741824 at byte 41
39 signed: the payload is signed, which only brine_unserialize_signed() reads, at byte 39
38 not_brine: the payload is not one of Brine; it looks like the text of serialize(), which unserialize() or Brine\Auto reads, at byte 38
1 signed: the payload is signed, which only brine_unserialize_signed() reads, at byte 1
