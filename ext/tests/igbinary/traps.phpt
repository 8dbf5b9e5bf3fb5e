--TEST--
igbinary's format: equal keys, numeric strings, numbers of values, references
--EXTENSIONS--
brine
--FILE--
<?php
function show(string $what, string $bytes): void
{
	echo $what, ": ", str_replace("\0", "\\0", serialize(brine_igbinary_unserialize("\0\0\0\2" . $bytes))), "\n";
}
final class Loser
{
	public $name;
	public function __destruct() { echo "destroyed\n"; }
}
class Declared
{
	public $a = 'default';
	protected $b = 'default';
	private $c = 'default';
	public ?int $typed;
}
$loser = "\x17\x05Loser\x14\x01\x11\x04name\x05";
show('the last of equal keys, in the place of the first', "\x14\x03\x11\x01a\x06\x01\x11\x01b\x06\x02\x0e\x00\x06\x03");
show('a number as a string', "\x14\x03\x11\x015\x06\x01\x06\x05\x06\x02\x11\x0205\x06\x03");
show('a list that goes on otherwise', "\x14\x04\x06\x00\x04\x06\x01\x05\x06\x03\x00\x11\x01x\x06\x09");
show('a list whose last key comes again', "\x14\x03\x06\x00\x04\x06\x01\x05\x06\x00\x06\x07");
echo "what is replaced lives to the end:\n";
show('its number is still known', "\x14\x03\x06\x00$loser\x06\x00\x06\x05\x06\x01\x22\x01");
show('the same property twice', "\x17\x08Declared\x14\x02\x11\x01a\x06\x01\x0e\x01\x06\x02");
show('a dynamic property twice', "\x17\x08stdClass\x14\x02\x11\x01x\x06\x01\x0e\x01\x06\x02");
show('a property without a value', "\x17\x08Declared\x14\x02\x00\x11\x01a\x06\x01");
show('other visibility', "\x17\x08Declared\x14\x03\x11\x04\0*\0a\x06\x01\x11\x01b\x06\x02\x11\x0b\0Declared\0c\x06\x03");
show('class names are numbered', "\x14\x02\x06\x00\x17\x08Declared\x14\x00\x06\x01\x0e\x00");
show('an array has its number before its elements', "\x14\x02\x06\x00\x14\x01\x06\x00\x14\x01\x06\x00\x05\x06\x01\x01\x01");
show('25 with a number is the reference, the number alone the value', "\x14\x04\x06\x00\x25\x14\x01\x06\x00\x05\x06\x01\x25\x01\x01\x06\x02\x01\x01\x06\x03\x25\x01\x01");
show('a reference to what was a value', "\x14\x03\x06\x00\x17\x08Declared\x14\x00\x06\x01\x25\x22\x01\x06\x02\x25\x22\x01");
$value = brine_igbinary_unserialize("\0\0\0\2\x14\x02\x06\x00\x25\x11\x02ab\x06\x01\x01\x01");
$value[0] = 'changed';
var_dump($value[1]);
?>
--EXPECT--
the last of equal keys, in the place of the first: a:2:{s:1:"a";i:3;s:1:"b";i:2;}
a number as a string: a:2:{i:5;i:2;s:2:"05";i:3;}
a list that goes on otherwise: a:4:{i:0;b:0;i:1;b:1;i:3;N;s:1:"x";i:9;}
a list whose last key comes again: a:2:{i:0;i:7;i:1;b:1;}
what is replaced lives to the end:
its number is still known: destroyed
a:2:{i:0;i:5;i:1;O:5:"Loser":1:{s:4:"name";b:1;}}
the same property twice: O:8:"Declared":3:{s:1:"a";i:2;s:4:"\0*\0b";s:7:"default";s:11:"\0Declared\0c";s:7:"default";}
a dynamic property twice: O:8:"stdClass":1:{s:1:"x";i:2;}
a property without a value: O:8:"Declared":3:{s:1:"a";i:1;s:4:"\0*\0b";s:7:"default";s:11:"\0Declared\0c";s:7:"default";}
other visibility: O:8:"Declared":3:{s:1:"a";i:1;s:4:"\0*\0b";i:2;s:11:"\0Declared\0c";i:3;}
class names are numbered: a:2:{i:0;O:8:"Declared":3:{s:1:"a";s:7:"default";s:4:"\0*\0b";s:7:"default";s:11:"\0Declared\0c";s:7:"default";}i:1;s:8:"Declared";}
an array has its number before its elements: a:2:{i:0;a:1:{i:0;a:1:{i:0;b:1;}}i:1;a:1:{i:0;a:1:{i:0;b:1;}}}
25 with a number is the reference, the number alone the value: a:4:{i:0;a:1:{i:0;b:1;}i:1;R:2;i:2;a:1:{i:0;b:1;}i:3;R:2;}
a reference to what was a value: a:3:{i:0;O:8:"Declared":3:{s:1:"a";s:7:"default";s:4:"\0*\0b";s:7:"default";s:11:"\0Declared\0c";s:7:"default";}i:1;R:2;i:2;R:2;}
string(2) "ab"
