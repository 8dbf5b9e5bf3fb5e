--TEST--
A signed payload is a frame of 38 bytes in front of the unsigned one, and gives the value back
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$key = str_repeat('k', 32);
$object = new ArrayObject([1, 2]);
foreach ([null, false, '', 'text', 1.5, ['a' => [1, 2], 'b' => $object, 'c' => $object], range(1, 10000), str_repeat('x', 100000)] as $value) {
    $frame = brine_serialize_signed($value, $key);
    var_dump(substr($frame, 38) === brine_serialize($value)
        && bin2hex(substr($frame, 0, 2)) === 'c114'
        && $frame === brine_serialize_signed($value, $key)
        && serialize(brine_unserialize_signed($frame, $key)) === serialize($value));
}
$message = substr($frame, 0, 6) . pack('VV', 0, 0) . substr($frame, 38);
var_dump(substr($frame, 6, 32) === hash_hmac('sha256', $message, $key, true));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
