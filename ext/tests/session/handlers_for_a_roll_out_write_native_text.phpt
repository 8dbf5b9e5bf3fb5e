--TEST--
brine_php and brine_php_serialize read sessions of every handler, and write exactly what php and php_serialize write
--EXTENSIONS--
brine
session
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/roll_out.inc';

roll_out('php', 'php_serialize', 'php_binary');
roll_out('php_serialize', 'php', 'php_binary');
?>
--EXPECT--
brine: read, written
php: read, written
brine_php: read, written
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
brine: read, written
php_serialize: read, written
brine_php_serialize: read, written
php: read, written
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
