--TEST--
A fatal error while the stored session is decoded leaves what is stored as it is
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_limit needs the allocator of PHP');
?>
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

$payload = brine_serialize([str_repeat('x', 8000000)]);
store($payload);
$output = run('session_id("test"); session_start(); echo "decoded";', '-d session.use_cookies=0 -d memory_limit=12M');
preg_match('/Fatal error: Allowed memory size|decoded/', $output, $match);
echo $match[0] ?? $output, "\n";
var_dump(stored() === $payload);
?>
--EXPECT--
Fatal error: Allowed memory size
bool(true)
