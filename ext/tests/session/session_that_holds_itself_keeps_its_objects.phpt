--TEST--
A session that holds itself by reference has each of its objects once
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

final class Basket
{
}

store('');
session_start();
$_SESSION['basket'] = new Basket();
$_SESSION['self'] = &$_SESSION;
$payload = session_encode();
unset($_SESSION['self']);
$decoded = brine_unserialize($payload);
var_dump($decoded['basket'] === $decoded['self']['basket']);
?>
--EXPECT--
bool(true)
