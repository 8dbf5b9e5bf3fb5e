--TEST--
Without brine.so PHP warns at its start and in the first call, each call fails, and a stored session stays
--EXTENSIONS--
brine
igbinary
session
--SKIPIF--
<?php
require __DIR__ . '/start.inc';
if (module('brine_igbinary') === '') die('skip the extension must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/start.inc';

echo start('brine_igbinary', 'for ($i = 0; $i < 1000; $i++) igbinary_unserialize("\0\0\0\2\6\1");');
echo start('brine_igbinary', 'var_dump(igbinary_serialize([1]), igbinary_unserialize("\0\0\0\2\x14\1\6\0\6\1"), igbinary_unserialize(""));');

$directory = sys_get_temp_dir() . '/brine_session_' . bin2hex(random_bytes(8));
mkdir($directory, 0700);
$options = '-d session.serialize_handler=igbinary -d session.use_strict_mode=0 -d session.save_path=' . escapeshellarg($directory);
$bytes = "\0\0\0\2\x14\1\x11\1a\6\1";
file_put_contents("$directory/sess_test", $bytes);
echo start('brine_igbinary', 'ob_start(); session_id("test"); session_start(); echo "started";', $options);
var_dump(file_get_contents("$directory/sess_test") === $bytes);
file_put_contents("$directory/sess_test", '');
echo start('brine_igbinary', 'ob_start(); session_id("test"); session_start(); $_SESSION["a"] = 1; session_write_close();', $options);
var_dump(file_get_contents("$directory/sess_test") === '');
unlink("$directory/sess_test");
rmdir($directory);
?>
--EXPECTF--
Warning: brine_igbinary: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Unknown on line 0

Warning: igbinary_unserialize(): brine.so is not loaded, so no entry can be read or written, not even those of igbinary. Later calls of this process fail without a warning in Command line code on line 1
Warning: brine_igbinary: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Unknown on line 0

Warning: igbinary_serialize(): brine.so is not loaded, so no entry can be read or written, not even those of igbinary. Later calls of this process fail without a warning in Command line code on line 1
NULL
NULL
bool(false)
Warning: brine_igbinary: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Unknown on line 0

Fatal error: The session cannot be read, and stays stored: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Command line code on line 1

Warning: Unknown: Trying to destroy uninitialized session in Unknown on line 0

Warning: Unknown: Failed to decode session object. Session has been destroyed in Unknown on line 0
bool(true)
Warning: brine_igbinary: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Unknown on line 0

Fatal error: The session cannot be written, and what is stored stays: brine.so is not loaded, so no entry can be read or written, not even those of igbinary in Command line code on line 1
bool(true)
