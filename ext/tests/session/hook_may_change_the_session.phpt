--TEST--
A hook that changes $_SESSION while it is encoded does not change what is written
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Meddler
{
    public function __serialize(): array
    {
        $_SESSION = [];
        for ($i = 0; $i < 100; $i++) {
            $_SESSION["new$i"] = $i;
        }

        return ['done'];
    }

    public function __unserialize(array $data): void
    {
        $_SESSION['by hook'] = $data[0];
    }
}

session_start();
$_SESSION = ['a' => 1, 'meddler' => new Meddler(), 'b' => 2];
session_write_close();
var_dump(count($_SESSION));

// Changes by a hook during decoding are replaced by the stored session.
session_start();
var_dump(array_keys($_SESSION));
session_abort();
?>
--EXPECT--
int(100)
array(3) {
  [0]=>
  string(1) "a"
  [1]=>
  string(7) "meddler"
  [2]=>
  string(1) "b"
}
