--TEST--
With a brine.so of another interface version PHP starts and warns, each call fails, the first with a warning, and a stored session stays
--EXTENSIONS--
brine
igbinary
session
--SKIPIF--
<?php
require __DIR__ . '/start.inc';
if (module('brine_igbinary') === '' || module('brine') === '') die('skip both extensions must be named by path on the command line');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/start.inc';

// The name of the constant that holds the interface has its version.
$directory = sys_get_temp_dir() . '/brine_release_' . bin2hex(random_bytes(8));
mkdir($directory, 0700);
$module = preg_replace('/\0brine_api-\K\d+(?=\0)/', '0', file_get_contents(module('brine')), -1, $count);
echo $count, "\n";
file_put_contents("$directory/brine_of_another_release.so", $module);
$other = '-d extension=' . escapeshellarg("$directory/brine_of_another_release.so");

$code = 'var_dump(igbinary_serialize([1]), igbinary_unserialize("\0\0\0\2\x14\1\6\0\6\1"), brine_unserialize(brine_serialize("text")));';
echo start('brine_igbinary', $code, $other);
// PHP shows its warning before the script begins.
$options = "$other -d output_buffering=4096 -d session.serialize_handler=igbinary -d session.use_strict_mode=0 -d session.save_path=" . escapeshellarg($directory);
$bytes = "\0\0\0\2\x14\1\x11\1a\6\1";
file_put_contents("$directory/sess_test", $bytes);
echo start('brine_igbinary', 'session_id("test"); session_start(); echo "started";', $options);
var_dump(file_get_contents("$directory/sess_test") === $bytes);
array_map(unlink(...), glob("$directory/*"));
rmdir($directory);
?>
--EXPECT--
1
Warning: brine_igbinary: brine.so is of another release than brine_igbinary.so, so no entry can be read or written in Unknown on line 0

Warning: igbinary_serialize(): brine.so is of another release than brine_igbinary.so, so no entry can be read or written. Later calls of this process fail without a warning in Command line code on line 1
NULL
NULL
string(4) "text"
Warning: brine_igbinary: brine.so is of another release than brine_igbinary.so, so no entry can be read or written in Unknown on line 0

Fatal error: The session cannot be read, and stays stored: brine.so is of another release than brine_igbinary.so, so no entry can be read or written in Command line code on line 1

Warning: Unknown: Trying to destroy uninitialized session in Unknown on line 0

Warning: Unknown: Failed to decode session object. Session has been destroyed in Unknown on line 0
bool(true)
