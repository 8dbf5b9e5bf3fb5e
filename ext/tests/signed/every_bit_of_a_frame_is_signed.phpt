--TEST--
Every changed bit of a frame gives null, with and without a dictionary, whether it is known or not; only an authentic frame tells that
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/decodes.inc';

$outcome = static function (string $frame, array $options = []): string {
    try {
        return json_encode(brine_unserialize_signed($frame, ['old', 'key of this test'], ['context' => 'here'] + $options));
    } catch (Brine\DecodeException $error) {
        return $error->getReason() . ' ' . $error->getOffset();
    }
};
$changed = static function (string $frame) use ($outcome): string {
    $before = decodes();
    $outcomes = [];
    for ($bit = 0; $bit < 8 * strlen($frame); $bit++) {
        $other = $frame;
        $other[$bit >> 3] = chr(ord($other[$bit >> 3]) ^ 1 << ($bit & 7));
        foreach ([[], ['resident' => true], ['allowed_classes' => false]] as $options) {
            $outcomes[$outcome($other, $options)] = true;
        }
    }

    return implode(', ', array_keys($outcomes)) . ', ' . decodes() - $before . ' decoded';
};
$value = [['editor', 'author'], 'published', 'rest'];
$plain = brine_serialize_signed($value, 'key of this test', ['context' => 'here']);
// What brine_serialize_signed() makes of the value with the dictionary, which is not loaded yet.
$head = substr($plain, 0, 6);
$content = "\xC1\x12" . hex2bin('ca718ec21ea25cf6') . "\xC2\xD2\x00\x70\x23rest";
$given = $head . hash_hmac('sha256', $head . pack('VV', 4, 0) . 'here' . $content, 'key of this test', true) . $content;
foreach (['not loaded', 'loaded'] as $state) {
    foreach (['plain' => $plain, 'with a dictionary' => $given] as $name => $frame) {
        echo "$state, $name: ", $outcome($frame), '; changed: ', $changed($frame), "\n";
    }
    foreach (['ca718ec21ea25cf6', '0001020304050607'] as $id) {
        echo "$state, forged to name $id: ", $outcome(substr($plain, 0, 38) . "\xC1\x12" . hex2bin($id) . "\xD8"), "\n";
    }
    brine_dictionary_load(file_get_contents(__DIR__ . '/../dictionary/files/ca718ec21ea25cf6.dictionary'));
}
var_dump($given === brine_serialize_signed($value, 'key of this test', ['context' => 'here', 'dictionary' => 'ca718ec21ea25cf6']));
?>
--EXPECT--
not loaded, plain: [["editor","author"],"published","rest"]; changed: null, 0 decoded
not loaded, with a dictionary: unknown_dictionary 40; changed: null, 0 decoded
not loaded, forged to name ca718ec21ea25cf6: null
not loaded, forged to name 0001020304050607: null
loaded, plain: [["editor","author"],"published","rest"]; changed: null, 0 decoded
loaded, with a dictionary: [["editor","author"],"published","rest"]; changed: null, 0 decoded
loaded, forged to name ca718ec21ea25cf6: null
loaded, forged to name 0001020304050607: null
bool(true)
