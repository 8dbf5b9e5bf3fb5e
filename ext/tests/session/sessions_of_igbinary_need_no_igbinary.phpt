--TEST--
Sessions of igbinary, and of Brine in its place, are read where igbinary is not loaded; damaged ones stay stored
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

$igbinary = "\0\0\0\2\x14\2\x11\4name\x11\3Zoe\x11\4list\x14\1\6\0\6\1";
$place = "\0\0\0\2" . brine_serialize(['name' => 'Zoe', 'list' => [1]]);
foreach ([$igbinary, "\0\0\0\1" . substr($igbinary, 4), $place] as $bytes) {
    store($bytes);
    echo json_encode(read_session()), "\n";
}
foreach ([substr($igbinary, 0, -1), substr($place, 0, -1), "\0\0\0\2\0", "\0\0\0\2" . brine_serialize(5)] as $bytes) {
    store($bytes);
    echo thrown(static fn () => session_start()), "\n";
    var_dump(stored() === $bytes, session_status() === PHP_SESSION_NONE);
}
?>
--EXPECT--
{"name":"Zoe","list":[1]}
{"name":"Zoe","list":[1]}
{"name":"Zoe","list":[1]}
Brine\DecodeException: the payload ends too early at byte 28, in $value['list'][0]
bool(true)
bool(true)
Brine\DecodeException: the payload ends too early at byte 22, in $value['list']
bool(true)
bool(true)
Brine\DecodeException: a session must be an array, and is null at byte 4
bool(true)
bool(true)
Brine\DecodeException: a session must be an array, and is int at byte 6
bool(true)
bool(true)
