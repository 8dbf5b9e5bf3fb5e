--TEST--
Text of "php_serialize" that makes $_SESSION a reference to itself is refused, and the stored session stays
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

foreach (['a:1:{i:0;R:1;}', 'a:2:{i:0;a:1:{i:0;R:1;}i:1;R:1;}'] as $text) {
    store($text);
    try {
        session_start();
        echo "no exception\n";
    } catch (Brine\DecodeException $exception) {
        echo $exception->getMessage(), "\n";
    }
    var_dump($_SESSION, stored() === $text);
}
?>
--EXPECT--
Session data that looks like that of the handler "php_serialize" cannot be decoded
array(0) {
}
bool(true)
Session data that looks like that of the handler "php_serialize" cannot be decoded
array(0) {
}
bool(true)
