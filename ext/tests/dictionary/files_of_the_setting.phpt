--TEST--
The setting brine.dictionaries names directories and files that are loaded when the process starts; what is malformed is a warning
--EXTENSIONS--
brine
--INI--
brine.dictionaries={PWD}/files:{PWD}/files/alone.bin:{PWD}/files/object.bin:{PWD}/files/missing.dictionary
brine.dictionary=ca718ec21ea25cf6
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip paths are separated by another character');
?>
--FILE--
<?php
declare(strict_types=1);

echo json_encode(array_column(brine_dictionary_info(), 'id')), "\n";
var_dump(brine_unserialize("\xC1\x12" . hex2bin('ca718ec21ea25cf6') . "\xD2\x00"));
var_dump(ini_set('brine.dictionary', ''), ini_set('brine.dictionaries', ''));
ob_start();
(new ReflectionExtension('brine'))->info();
preg_match_all('/^(Dictionar|brine\.dictionary ).*$/m', (string) ob_get_clean(), $rows);
echo preg_replace('/(memory => )\d+/', '$1N', implode("\n", $rows[0])), "\n";
?>
--EXPECTF--
%AWarning: brine.dictionaries: %sfiles/0123456789abcdef.dictionary is not loaded: the payload ends too early at byte 63 (truncated) in Unknown on line 0
%AWarning: brine.dictionaries: %sfiles/object.bin is not loaded: the dictionary is malformed: there is an object or a PHP reference in it, at byte 2 (bad_dictionary) in Unknown on line 0
%AWarning: brine.dictionaries: %sfiles/missing.dictionary is not loaded: No such file or directory in Unknown on line 0
["ca718ec21ea25cf6","%x"]
array(2) {
  [0]=>
  string(6) "editor"
  [1]=>
  string(6) "author"
}
bool(false)
bool(false)
Dictionaries => 2
Dictionary bytes => %d
Dictionary memory => N
Dictionary of sessions and APCu => ca718ec21ea25cf6
brine.dictionary => ca718ec21ea25cf6 => ca718ec21ea25cf6
