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

// So does text of other handlers, of which some add to $_SESSION by themselves.
$session = $_SESSION;
foreach (['d|i:1;', "\x01di:1;", 'a:1:{s:1:"d";i:1;}'] as $text) {
    session_decode($text);
    echo implode(', ', array_keys($_SESSION)), "\n";
    $_SESSION = $session;
}

// The decoded session equals the written one.
session_write_close();
var_dump(stored() === $payload);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
d
d
d
bool(true)
