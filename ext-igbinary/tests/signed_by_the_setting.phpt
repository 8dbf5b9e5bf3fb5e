--TEST--
brine.signing_key: arrays and objects are signed in igbinary's place, scalars are not, and APCu's are not
--EXTENSIONS--
brine
igbinary
apcu
--INI--
brine.signing_key=new00112233445566778899,old00112233445566778899
apc.enable_cli=1
apc.serializer=igbinary
--FILE--
<?php
declare(strict_types=1);

const NEW_KEY = 'new00112233445566778899';
const OLD_KEY = 'old00112233445566778899';
const HEADER = "\0\0\0\2";

$value = ['a' => 1, 'o' => new ArrayObject([1, 2])];
foreach (['igbinary', 'brine'] as $format) {
    foreach ([0, 1] as $resident) {
        ini_set('igbinary.format', $format);
        ini_set('brine.igbinary_resident', (string) $resident);
        for ($i = 0; $i < 4; $i++) {
            $bytes = igbinary_serialize($value);
            if ($bytes !== HEADER . brine_serialize_signed($value, NEW_KEY) || serialize(igbinary_unserialize($bytes)) !== serialize($value)
                || serialize(igbinary_unserialize(HEADER . brine_serialize_signed($value, OLD_KEY))) !== serialize($value)) {
                exit('another value');
            }
        }
    }
}
// What is resident is found only for right signatures.
for ($i = 0; $i < 39; $i++) {
    $forged = $bytes;
    $forged[4 + $i] = chr(ord($forged[4 + $i]) ^ 1);
    if (@igbinary_unserialize($forged) !== null) {
        exit("byte $i is not checked");
    }
}
foreach ([null, false, true, 1, -1, 300, -70000, PHP_INT_MAX, PHP_INT_MIN, 1.5, '', 'a', str_repeat('b', 300), str_repeat('c', 70000), []] as $scalar) {
    $bytes = igbinary_serialize($scalar);
    if ($bytes !== brine_igbinary_serialize($scalar) || igbinary_unserialize($bytes) !== $scalar) {
        exit('another scalar: ' . bin2hex($bytes));
    }
}
$frame = brine_serialize_signed($value, NEW_KEY);
$head = substr($frame, 0, 6);
$refused = [
    brine_igbinary_serialize([1]), brine_igbinary_serialize(new ArrayObject()), HEADER . brine_serialize([1]), HEADER . brine_serialize(5), brine_serialize([1]),
    HEADER . "\x14\0\0", HEADER . "\x15\0\0", HEADER . "\x25\0", HEADER . "\x0E\0", HEADER, HEADER . "\xC1\x14", HEADER . substr($frame, 0, -1),
    HEADER . brine_serialize_signed($value, NEW_KEY, ['context' => 'test']), HEADER . brine_serialize_signed($value, 'any00112233445566778899'),
    HEADER . $head . hash_hmac('sha256', $head . pack('P', 0) . $frame, NEW_KEY, true) . $frame,
];
set_error_handler(static function (int $level, string $message): bool {
    echo $message, "\n";

    return true;
});
foreach ($refused as $bytes) {
    if (igbinary_unserialize($bytes) !== null) {
        exit('not refused: ' . bin2hex($bytes));
    }
}
apcu_store('key', $value);
var_dump(serialize(apcu_fetch('key')) === serialize($value));
foreach (new APCUIterator() as $entry) {
    var_dump($entry['mem_size'] < 400);
}
?>
--EXPECT--
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): reference to a string that was not given at byte 4
igbinary_unserialize(): the bytes are not signed, and brine.signing_key is set, at byte 0
igbinary_unserialize(): no key of brine.signing_key verifies the bytes at byte 0
igbinary_unserialize(): no key of brine.signing_key verifies the bytes at byte 0
igbinary_unserialize(): no key of brine.signing_key verifies the bytes at byte 0
igbinary_unserialize(): no key of brine.signing_key verifies the bytes at byte 0
igbinary_unserialize(): the payload is signed, which only brine_unserialize_signed() reads, at byte 43
bool(true)
bool(true)
