--TEST--
A signature covers the frame's bytes, with the dictionary's id and without its hash, also of a value that is kept
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$file = file_get_contents(__DIR__ . '/files/ca718ec21ea25cf6.dictionary');
$content = "\xC1\x12" . hex2bin('ca718ec21ea25cf6') . "\xC1\xD2\x00\x70";
$frame = static function (string $content, string $hash = ''): string {
    $head = "\xC1\x14" . (substr(hash_hmac('sha256', 'brine key id', 'key', true), 0, 4) & "\x7F\x7F\x7F\x7F");

    return $head . hash_hmac('sha256', $head . pack('VV', 7, 0) . 'context' . $content . $hash, 'key', true) . $content;
};
$signed = $frame($content);
$withHash = $frame($content, hash('sha256', $file, true));
$read = static function (string $bytes, string|array $keys, array $options): string {
    try {
        return json_encode(brine_unserialize_signed($bytes, $keys, ['context' => 'context'] + $options));
    } catch (Brine\DecodeException $error) {
        return $error->getReason() . ', ' . $error->getOffset() . ': ' . $error->getMessage();
    }
};
foreach ([[], ['resident' => true]] as $options) {
    echo $read($signed, 'key', $options), "\n", $read($signed, ['other', 'key', 'key'], $options), "\n", $read($signed, 'other', $options), $read($withHash, 'key', $options), "\n";
}
brine_dictionary_load($file);
foreach ([[], ['resident' => true]] as $options) {
    for ($i = 0; $i < 3; $i++) {
        echo $read($signed, 'key', $options), $read($signed, 'other', $options), $read($withHash, 'key', $options), "\n";
    }
}
echo brine_resident_status()['hits'], " found\n";
echo $read($frame("\xC1\x121234567"), 'key', []), "\n";
?>
--EXPECT--
unknown_dictionary, 40: the payload needs the dictionary ca718ec21ea25cf6, which is not known here, at byte 40
unknown_dictionary, 40: the payload needs the dictionary ca718ec21ea25cf6, which is not known here, at byte 40
nullnull
unknown_dictionary, 40: the payload needs the dictionary ca718ec21ea25cf6, which is not known here, at byte 40
unknown_dictionary, 40: the payload needs the dictionary ca718ec21ea25cf6, which is not known here, at byte 40
nullnull
[["editor","author"],"published"]nullnull
[["editor","author"],"published"]nullnull
[["editor","author"],"published"]nullnull
[["editor","author"],"published"]nullnull
[["editor","author"],"published"]nullnull
[["editor","author"],"published"]nullnull
1 found
truncated, 40: the payload ends too early at byte 40
