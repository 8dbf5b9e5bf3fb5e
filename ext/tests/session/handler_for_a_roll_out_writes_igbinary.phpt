--TEST--
brine_igbinary reads sessions of every handler, and writes exactly what igbinary writes
--EXTENSIONS--
brine
session
igbinary
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/roll_out.inc';

roll_out('igbinary', 'php', 'php_serialize', 'php_binary');
?>
--EXPECT--
brine: read, written
igbinary: read, written
brine_igbinary: read, written
php: read, written
php_serialize: read, written
php_binary: read, written
array(0) {
}
bool(true)
array(0) {
}
bool(true)
array(0) {
}
bool(true)
array(0) {
}
bool(true)
