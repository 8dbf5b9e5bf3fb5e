--TEST--
The setting brine.dictionary names a dictionary that is loaded
--EXTENSIONS--
brine
--INI--
brine.dictionary=0123456789abcdef
--FILE--
<?php
echo ini_get('brine.dictionary'), "\n";
?>
--EXPECTF--
%AWarning: brine.dictionary: 0123456789abcdef is not among those that were loaded in Unknown on line 0
0123456789abcdef
