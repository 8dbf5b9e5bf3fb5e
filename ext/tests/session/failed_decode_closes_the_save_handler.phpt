--TEST--
Where the stored session cannot be decoded, a save handler in PHP is closed and neither writes nor destroys
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

session_set_save_handler(new ReportingHandler("\xC1\x10"));
try {
    session_start();
} catch (Brine\DecodeException) {
    echo "not decoded\n";
}
?>
--EXPECT--
open
read
close
not decoded
