--TEST--
A session comes back with its types, numeric keys, objects and references
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class User
{
    public ?User $friend = null;

    public function __construct(public string $name)
    {
    }
}

session_start();
$user = new User('Ann');
$user->friend = $user;
$_SESSION['user'] = $user;
$_SESSION['owner'] = $user;
$_SESSION[7] = 'numeric key';
$_SESSION['a|b'] = 1.5;
$_SESSION[''] = null;
$_SESSION['counter'] = 1;
$_SESSION['alias'] = &$_SESSION['counter'];
unset($user);
session_write_close();
$_SESSION = [];

echo bin2hex(substr(stored(), 0, 2)), "\n";

session_start();
var_dump(array_keys($_SESSION));
var_dump($_SESSION['user'] === $_SESSION['owner'], $_SESSION['user']->friend === $_SESSION['user']);
var_dump($_SESSION['user']->name, $_SESSION[7], $_SESSION['a|b'], $_SESSION['']);
$_SESSION['counter']++;
var_dump($_SESSION['alias']);
session_write_close();

// The reference survives the second round as well.
session_start();
$_SESSION['counter']++;
var_dump($_SESSION['alias']);

// PHP leaves cycles that are garbage at its end to the leak checker.
$_SESSION = [];
gc_collect_cycles();
?>
--EXPECT--
c110
array(7) {
  [0]=>
  string(4) "user"
  [1]=>
  string(5) "owner"
  [2]=>
  int(7)
  [3]=>
  string(3) "a|b"
  [4]=>
  string(0) ""
  [5]=>
  string(7) "counter"
  [6]=>
  string(5) "alias"
}
bool(true)
bool(true)
string(3) "Ann"
string(11) "numeric key"
float(1.5)
NULL
int(2)
int(3)
