--TEST--
Sessions that the handler igbinary wrote are read
--EXTENSIONS--
brine
session
igbinary
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

session_start(['serialize_handler' => 'igbinary']);
$_SESSION = ['name' => 'Zoe', 'list' => [1, [2.5, null, true]]];
session_write_close();
echo bin2hex(substr(stored(), 0, 4)), "\n";
ini_set('session.serialize_handler', 'brine');

session_start();
var_dump($_SESSION === ['name' => 'Zoe', 'list' => [1, [2.5, null, true]]]);
session_write_close();
echo bin2hex(substr(stored(), 0, 2)), "\n";
?>
--EXPECT--
00000002
bool(true)
c110
