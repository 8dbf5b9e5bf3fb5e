--TEST--
phpinfo() says so where APCu cannot use Brine because it is not loaded
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (extension_loaded('apcu')) die('skip APCu is loaded');
?>
--FILE--
<?php
declare(strict_types=1);

ob_start();
phpinfo(INFO_MODULES);
preg_match('/^APCu serializer => .*/m', ob_get_clean(), $match);
echo $match[0], "\n";
?>
--EXPECT--
APCu serializer => none
