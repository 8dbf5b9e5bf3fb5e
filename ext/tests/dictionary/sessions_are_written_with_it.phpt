--TEST--
Sessions are written with the dictionary of the setting
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
brine.dictionaries={PWD}/files/ca718ec21ea25cf6.dictionary
brine.dictionary=ca718ec21ea25cf6
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../session/session.inc';

session_start();
$_SESSION = ['state' => 'published', 'roles' => ['editor', 'author']];
$payload = session_encode();
echo bin2hex($payload), "\n";
$_SESSION = [];
var_dump(session_decode($payload), $_SESSION);
session_write_close();
var_dump(stored() === $payload);
?>
--EXPECT--
c112ca718ec21ea25cf6e90224737461746524726f6c657370d200
bool(true)
array(2) {
  ["state"]=>
  string(9) "published"
  ["roles"]=>
  array(2) {
    [0]=>
    string(6) "editor"
    [1]=>
    string(6) "author"
  }
}
bool(true)
