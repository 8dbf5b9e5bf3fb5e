--TEST--
Where the session cannot be encoded, a save handler in PHP is not told to write
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';
require __DIR__ . '/save_handler.inc';

foreach (['1', '0'] as $lazy) {
    ini_set('session.lazy_write', $lazy);
    session_set_save_handler(new ReportingHandler(brine_serialize(['name' => 'Zoe'])));
    session_start();
    $_SESSION['value'] = static fn (): int => 1;
    try {
        session_write_close();
    } catch (Brine\EncodeException) {
        echo "not encoded\n";
    }
}
// PHP 8.6 closes what is open at the end.
?>
--EXPECTF--
open
read
not encoded
open
read
not encoded%r(\nclose)?%r
