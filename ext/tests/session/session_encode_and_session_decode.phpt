--TEST--
session_encode() gives the payload of $_SESSION, session_decode() replaces $_SESSION with that of a payload
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

session_start();
$_SESSION = ['a' => [1, 2, 3], 'b' => 'text', 5 => true];
$payload = session_encode();
var_dump($payload === brine_serialize(['a' => [1, 2, 3], 'b' => 'text', 5 => true]));

$_SESSION = ['a' => 'other', 'c' => 'gone after decoding'];
var_dump(session_decode($payload));
var_dump($_SESSION === ['a' => [1, 2, 3], 'b' => 'text', 5 => true]);

// What is decoded is what is written.
session_write_close();
var_dump(stored() === $payload);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
