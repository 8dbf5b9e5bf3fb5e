--TEST--
brine.dictionary holds for what is written as Brine
--EXTENSIONS--
brine
igbinary
--INI--
igbinary.format=brine
brine.dictionaries={PWD}/ca718ec21ea25cf6.dictionary
brine.dictionary=ca718ec21ea25cf6
--FILE--
<?php
declare(strict_types=1);

$value = ['state' => 'published', 'roles' => ['editor', 'author'], 'text' => str_repeat('published ', 10)];
$bytes = igbinary_serialize($value);
echo bin2hex(substr($bytes, 0, 14)), "\n";
var_dump($bytes === "\0\0\0\2" . brine_serialize($value, ['dictionary' => 'ca718ec21ea25cf6']), igbinary_unserialize($bytes) === $value);
ini_set('igbinary.format', 'igbinary');
echo bin2hex(substr(igbinary_serialize($value), 0, 6)), "\n";
?>
--EXPECT--
00000002c112ca718ec21ea25cf6
bool(true)
bool(true)
000000021403
