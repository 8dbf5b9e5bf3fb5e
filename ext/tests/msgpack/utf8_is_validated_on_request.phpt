--TEST--
Strings, but not binaries, are valid UTF-8 if that is asked for; the detection of strings agrees
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/helpers.inc';

$strict = ['utf8' => true];
$valid = ['', 'a', "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "\0", "\xEF\xBB\xBF"];
$invalid = ["\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC2", "\xC2\x7F", "\xC2\xC0", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xED\xBF\xBF", "\xE1\x80", "\xE1\x80\x7F", "\xE1\x7F\x80",
    "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF1\x80\x80", "\xF1\x80\x80\xC0", "\xF8\x88\x80\x80\x80", "\xFE", "\xFF"];
foreach ([1 => $valid, 0 => $invalid] as $is_valid => $strings) {
    foreach ($strings as $string) {
        foreach (['', 'x', str_repeat('x', 15), str_repeat('x', 16), str_repeat("\xC3\xA4", 40)] as $before) {
            foreach (['', 'y', str_repeat('y', 17), "\xE2\x82\xAC"] as $after) {
                $text = $before . $string . $after;
                $str = brine_msgpack_pack($text, 1);
                $right = (bool) preg_match('//u', $text) === (bool) $is_valid
                    && (brine_msgpack_pack($text, 4) === ($is_valid ? $str : brine_msgpack_pack($text, 2)))
                    && unpacked($str, $strict) === ($is_valid ? text($text) : 'UnpackingFailedException: bad_utf8 at 0')
                    && brine_msgpack_unpack($str) === $text
                    && brine_msgpack_unpack(brine_msgpack_pack($text, 2), $strict) === $text;
                if (!$right) {
                    echo bin2hex($text), "\n";
                }
            }
        }
    }
}
// The same against PCRE, with bytes at random.
mt_srand(5);
for ($i = 0; $i < 20_000; $i++) {
    $text = '';
    for ($size = mt_rand(0, 12); $size > 0; $size--) {
        $text .= ["\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\x98\x80", 'abcdefgh', 'x', 'y', chr(mt_rand(0, 255))][mt_rand(0, $i % 3 ? 6 : 5)];
    }
    $copy = strrev(strrev($text));
    if ((ord(brine_msgpack_pack($copy, 4)[0]) < 0xC4 || ord(brine_msgpack_pack($copy, 4)[0]) > 0xC6) !== (bool) preg_match('//u', $text)) {
        echo bin2hex($text), "\n";
    }
}
echo unpacked(hex('92 01 A1 FF'), $strict), ', ', unpacked(hex('92 01 A1 FF')), "\n";
echo unpacked(hex('81 A1 FF 01'), $strict), ', ', unpacked(hex('81 C4 01 FF 01'), $strict), "\n";
echo unpacked(hex('92 81 A2 C3 A4 01 81 A2 C3 28 01'), $strict), "\n";
echo unpacked(hex('D9 02 FF'), $strict), "\n";
echo unpacked("\xDA\x01\x00" . str_repeat('a', 255) . "\xC3", $strict), "\n";
?>
--EXPECT--
UnpackingFailedException: bad_utf8 at 2, [1, hex ff]
UnpackingFailedException: bad_utf8 at 1, [hex ff => 1]
UnpackingFailedException: bad_utf8 at 7
InsufficientDataException: truncated at 0
UnpackingFailedException: bad_utf8 at 0
