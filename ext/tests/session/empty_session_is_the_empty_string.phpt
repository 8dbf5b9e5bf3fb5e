--TEST--
An empty session is stored as the empty string, and the empty string is an empty session
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
var_dump(session_encode());
session_write_close();
var_dump(stored());

session_start();
var_dump($_SESSION);
$_SESSION['a'] = 1;
session_write_close();
var_dump(stored() === brine_serialize(['a' => 1]));

// A session that was emptied is empty.
session_start();
session_unset();
session_write_close();
var_dump(stored());

session_start();
$_SESSION['a'] = 1;
var_dump(session_decode(''), $_SESSION);
?>
--EXPECT--
string(0) ""
string(0) ""
array(0) {
}
bool(true)
string(0) ""
bool(true)
array(0) {
}
