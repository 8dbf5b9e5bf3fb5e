--TEST--
igbinary's format: options and limits
--EXTENSIONS--
brine
--FILE--
<?php
class Allowed { public $a; }
function read(string $bytes, array $options = []): void
{
	try {
		echo serialize(brine_igbinary_unserialize("\0\0\0\2" . $bytes, $options)), "\n";
	} catch (Throwable $error) {
		echo get_class($error), ': ', $error->getMessage(), "\n";
	}
}
$object = "\x17\x07Allowed\x14\x01\x11\x01a\x05";
read($object, ['allowed_classes' => ['allowed']]);
read($object, ['allowed_classes' => false]);
read("\x17\x04None\x14\x01\x11\x01a\x05", ['missing_classes' => 'throw']);
read("\x17\x04None\x14\x01\x11\x01a\x05");
read($object, ['resident' => true]);
read($object, ['open' => 'strlen']);
read($object, ['unknown' => 1]);
$nested = "\x14\x01\x06\x00\x14\x01\x06\x00\x14\x00";
read($nested, ['max_depth' => 3]);
read($nested, ['max_depth' => 2]);
read($nested, ['max_elements' => 2]);
read($nested, ['max_elements' => 1]);
read($object, ['max_depth' => 0]);
read($object, ['max_elements' => 0]);
read($object, ['max_memory' => 10]);
// An array that comes again counts again, with its levels.
$again = "\x14\x02\x06\x00\x14\x02\x06\x00\x04\x06\x01\x05\x06\x01\x14\x01\x06\x00\x01\x01";
read($again, ['max_elements' => 7, 'max_depth' => 3]);
read($again, ['max_elements' => 6]);
read($again, ['max_depth' => 2]);
// With objects inside, too.
$again = "\x14\x02\x06\x00\x14\x01\x06\x00$object\x06\x01\x14\x01\x06\x00\x01\x01";
read($again, ['max_elements' => 7, 'max_depth' => 4]);
read($again, ['max_elements' => 6]);
read($again, ['max_depth' => 3]);
?>
--EXPECT--
O:7:"Allowed":1:{s:1:"a";b:1;}
O:7:"Allowed":1:{s:1:"a";b:1;}
Brine\DecodeException: There is no class None at byte 5
O:4:"None":1:{s:1:"a";b:1;}
ValueError: brine_igbinary_unserialize(): Unknown option "resident": there are "allowed_classes", "missing_classes", "max_depth", "max_elements", "max_memory"
ValueError: brine_igbinary_unserialize(): Unknown option "open": there are "allowed_classes", "missing_classes", "max_depth", "max_elements", "max_memory"
ValueError: brine_igbinary_unserialize(): Unknown option "unknown": there are "allowed_classes", "missing_classes", "max_depth", "max_elements", "max_memory"
a:1:{i:0;a:1:{i:0;a:0:{}}}
Brine\DecodeException: the value is nested deeper than max_depth (2) at byte 12, in $value[0][0]
a:1:{i:0;a:1:{i:0;a:0:{}}}
Brine\DecodeException: the value has more elements than max_elements (1) at byte 8, in $value[0]
ValueError: brine_igbinary_unserialize(): Option "max_depth" must be between 1 and 4096
ValueError: brine_igbinary_unserialize(): Option "max_elements" must be greater than or equal to 1
Brine\DecodeException: the value takes more memory than max_memory allows (10) at byte 4
a:2:{i:0;a:2:{i:0;b:0;i:1;b:1;}i:1;a:1:{i:0;a:2:{i:0;b:0;i:1;b:1;}}}
Brine\DecodeException: the value has more elements than max_elements (6) at byte 22, in $value[1][0]
Brine\DecodeException: the value is nested deeper than max_depth (2) at byte 22, in $value[1][0]
a:2:{i:0;a:1:{i:0;O:7:"Allowed":1:{s:1:"a";b:1;}}i:1;a:1:{i:0;a:1:{i:0;r:3;}}}
Brine\DecodeException: the value has more elements than max_elements (6) at byte 33, in $value[1][0]
Brine\DecodeException: the value is nested deeper than max_depth (3) at byte 33, in $value[1][0]
