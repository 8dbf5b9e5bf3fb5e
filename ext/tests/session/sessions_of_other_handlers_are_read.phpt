--TEST--
Sessions that the handlers php, php_serialize and php_binary wrote are read, and written as Brine from then on
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Item
{
    public int $count = 2;
}

foreach (['php', 'php_serialize', 'php_binary'] as $handler) {
    store('');
    session_start(['serialize_handler' => $handler]);
    $item = new Item();
    $_SESSION = ['name' => 'Zoe', 'item' => $item, 'same' => $item, 'list' => [1, [2.5, null, true]]];
    session_write_close();
    echo $handler, ': ', strtr(substr(stored(), 0, 8), ["\x04" => '\4']), "\n";
    ini_set('session.serialize_handler', 'brine');

    session_start();
    var_dump($_SESSION == ['name' => 'Zoe', 'item' => $item, 'same' => $item, 'list' => [1, [2.5, null, true]]]);
    var_dump($_SESSION['item'] === $_SESSION['same']);
    session_write_close();
    echo bin2hex(substr(stored(), 0, 2)), "\n";
    var_dump(read_session()['name']);
}

// An empty session of theirs.
foreach (['', 'a:0:{}'] as $empty) {
    store($empty);
    var_dump(read_session());
}
?>
--EXPECT--
php: name|s:3
bool(true)
bool(true)
c110
string(3) "Zoe"
php_serialize: a:4:{s:4
bool(true)
bool(true)
c110
string(3) "Zoe"
php_binary: \4names:3
bool(true)
bool(true)
c110
string(3) "Zoe"
array(0) {
}
array(0) {
}
