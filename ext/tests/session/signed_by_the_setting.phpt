--TEST--
brine.signing_key: each handler signs a session for its id; unsigned, forged, truncated and swapped ones are refused, and stay stored
--EXTENSIONS--
brine
session
--INI--
brine.signing_key=new00112233445566778899, old00112233445566778899
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

const NEW_KEY = 'new00112233445566778899';
const OLD_KEY = 'old00112233445566778899';

$signed = static fn (string $id = 'test', string $key = NEW_KEY): string => brine_serialize_signed(['n' => 1], $key, ['context' => $id]);
foreach (['brine', 'brine_php', 'brine_php_serialize'] as $handler) {
    ini_set('session.serialize_handler', $handler);
    session_id('test');
    session_start();
    $_SESSION = ['n' => 1];
    session_write_close();
    var_dump(stored() === $signed(), read_session());
}

// A read of the old key's session signs it anew; what is unchanged is not written.
store($signed('test', OLD_KEY));
session_start();
session_write_close();
var_dump(stored() === $signed());

$frame = $signed();
$flipped = $frame;
$flipped[-1] = chr(ord($flipped[-1]) ^ 1);
$refused = [
    'unsigned' => brine_serialize(['n' => 1]), 'unsigned text' => 'n|i:1;', 'unsigned text of php_serialize' => 'a:1:{s:1:"n";i:1;}', 'forged' => $flipped,
    'truncated' => substr($frame, 0, -1), 'head only' => substr($frame, 0, 38), 'header only' => "\xC1\x14", 'of another id' => $signed('other'),
    'of a cache' => brine_serialize_signed(['n' => 1], NEW_KEY), 'of another key' => $signed('test', 'any00112233445566778899'),
    'igbinary' => "\0\0\0\2\x14\1\x11\1n\6\1",
];
foreach ($refused as $name => $bytes) {
    store($bytes);
    echo $name, ': ', thrown(session_start(...)), stored() === $bytes ? '' : ' NOT KEPT', "\n";
}
// Signed rightly, twice.
session_id('test');
$inner = $signed();
$head = substr($inner, 0, 6);
$outer = $head . hash_hmac('sha256', $head . pack('P', 4) . 'test' . $inner, NEW_KEY, true) . $inner;
store($outer);
echo 'a frame in a frame: ', thrown(session_start(...)), "\n";
store('');
var_dump(read_session());

// By hand, for the id that is current; a new id has its own signature.
store($signed());
session_id('test');
session_start();
var_dump(session_encode() === $signed(), session_decode($signed()), $_SESSION);
session_regenerate_id();
$id = session_id();
session_write_close();
var_dump(stored($id) === $signed($id), stored() === $signed());
session_start();
echo thrown(static fn () => session_decode($signed())), "\n";
session_id('custom-id');
session_start();
$_SESSION = ['n' => 1];
session_write_close();
var_dump(stored('custom-id') === $signed('custom-id'));
session_id(session_create_id('prefix-'));
$strict = session_id();
session_start(['use_strict_mode' => true]);
var_dump(session_id() !== $strict);
$_SESSION = ['n' => 1];
session_write_close();
var_dump(stored(session_id()) === $signed(session_id()));
?>
--EXPECT--
bool(true)
array(1) {
  ["n"]=>
  int(1)
}
bool(true)
array(1) {
  ["n"]=>
  int(1)
}
bool(true)
array(1) {
  ["n"]=>
  int(1)
}
bool(true)
unsigned: Brine\DecodeException: the bytes are not signed, and brine.signing_key is set, at byte 0
unsigned text: Brine\DecodeException: the bytes are not signed, and brine.signing_key is set, at byte 0
unsigned text of php_serialize: Brine\DecodeException: the bytes are not signed, and brine.signing_key is set, at byte 0
forged: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
truncated: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
head only: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
header only: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
of another id: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
of a cache: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
of another key: Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
igbinary: Brine\DecodeException: the bytes are not signed, and brine.signing_key is set, at byte 0
a frame in a frame: Brine\DecodeException: the payload is signed, which only brine_unserialize_signed() reads, at byte 39
array(0) {
}
bool(true)
bool(true)
array(1) {
  ["n"]=>
  int(1)
}
bool(true)
bool(true)
Brine\DecodeException: no key of brine.signing_key verifies the bytes at byte 0
bool(true)
bool(true)
bool(true)
