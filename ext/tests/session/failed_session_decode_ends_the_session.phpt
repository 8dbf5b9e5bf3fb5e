--TEST--
session_decode() of bytes that cannot be decoded throws and ends the session without writing it
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

store(brine_serialize(['name' => 'Zoe']));
session_start();
$_SESSION['name'] = 'Yan';
try {
    session_decode("\xC1\x10");
} catch (Brine\DecodeException $exception) {
    echo $exception::class, ' at ', $exception->getOffset(), "\n";
}
var_dump(session_status() === PHP_SESSION_NONE, $_SESSION, session_write_close());
var_dump(stored() === brine_serialize(['name' => 'Zoe']));
?>
--EXPECT--
Brine\DecodeException at 2
bool(true)
array(0) {
}
bool(false)
bool(true)
