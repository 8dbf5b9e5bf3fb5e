--TEST--
Sessions are written without the dictionary of the setting where that is not loaded, which a warning says when the process starts
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
brine.dictionaries={PWD}/files/alone.bin
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
--EXPECTF--
%AWarning: brine.dictionary: ca718ec21ea25cf6 is not among those that were loaded in Unknown on line 0
c110e90224737461746524726f6c6573287075626c6973686564c125656469746f7225617574686f72
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
