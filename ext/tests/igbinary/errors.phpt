--TEST--
igbinary's format: errors have a reason, an offset and a path
--SKIPIF--
<?php if (PHP_INT_SIZE < 8) echo 'skip needs 64-bit integers'; ?>
--EXTENSIONS--
brine
--FILE--
<?php
interface Face {}
enum Suit { case Hearts; }
class Typed { public int $number = 1; }
class Strict { public $a; }
final class Plain implements Serializable
{
	public function serialize() { return ''; }
	public function unserialize($data) {}
	public function __serialize(): array { return []; }
	public function __unserialize(array $data): void {}
}
$payloads = [
	'', "\0", "\0\0\0", "\0\0\0\3\0", "\xc1\x10\0", "\0\0\0\2", "\0\0\0\2\0\0", "\0\0\0\2\x99", "\0\0\0\2\x25\0", "\0\0\0\2\x08\0",
	"\0\0\0\2\x11\x05ab", "\0\0\0\2\x13\xff\xff\xff\xff", "\0\0\0\2\x26\xff\xff\xff\xff\xff\xff\xff\xffab", "\0\0\0\2\x0e\x00", "\0\0\0\2\x01\x00", "\0\0\0\2\x22\x05",
	"\0\0\0\2\x14\x05\x06\x00", "\0\0\0\2\x16\x7f\xff\xff\xff", "\0\0\0\2\x14\x01\x05\x05", "\0\0\0\2\x14\x01\x06\x00", "\0\0\0\2\x14\x02\x06\x00\x05\x06\x01\x99",
	"\0\0\0\2\x14\x01\x11\x01a\x14\x01\x06\x03\x25\x25\0", "\0\0\0\2\x20\xff\0\0\0\0\0\0\0", "\0\0\0\2\x1a\x00\x14\x00",
	"\0\0\0\2\x17\x03a-b\x14\x00", "\0\0\0\2\x17\x04Face\x14\x00", "\0\0\0\2\x17\x04Suit\x14\x00", "\0\0\0\2\x17\x04Suit\x27\x11\x06Spades", "\0\0\0\2\x17\x04Suit\x27\x05",
	"\0\0\0\2\x17\x04None\x27\x11\x01A", "\0\0\0\2\x17\x07Closure\x14\x00", "\0\0\0\2\x17\x04None\x1d\x00", "\0\0\0\2\x17\x06Strict\x1d\x00", "\0\0\0\2\x17\x05Typed\x99",
	"\0\0\0\2\x14\x01\x11\x01x\x17\x05Typed\x14\x01\x11\x06number\x11\x01a", "\0\0\0\2\x17\x06Strict\x14\x01\x11\x03\0\0a\x05",
	"\0\0\0\2\x17\x04None\x14\x01\x11\x1b__PHP_Incomplete_Class_Name\x05", "\0\0\0\2\x17\x06Strict\x14\x01\x11\x01a\x14\x01\x06\x02\x99",
];
foreach ($payloads as $payload) {
	try {
		var_dump(brine_igbinary_unserialize($payload));
	} catch (Brine\DecodeException $error) {
		echo $error->getReason(), ' ', $error->getOffset(), ': ', $error->getMessage(), "\n";
	}
}
try {
	brine_igbinary_unserialize(null);
} catch (Brine\DecodeException $error) {
	echo $error->getMessage(), "\n";
}
?>
--EXPECT--
truncated 0: The payload is empty: was the cache entry missing (false)?
truncated 1: the payload ends too early at byte 1
truncated 3: the payload ends too early at byte 3
not_igbinary 0: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
not_igbinary 0: the bytes do not begin with the header of an igbinary format that this reader knows at byte 0
truncated 4: the payload ends too early at byte 4
trailing_bytes 5: there are bytes after the value at byte 5
unknown_tag 4: unknown tag 99 at byte 4
misplaced_reference 4: a PHP reference cannot stand here at byte 4
truncated 5: the payload ends too early at byte 5
truncated 6: the payload ends too early at byte 6
truncated 9: the payload ends too early at byte 9
truncated 13: the payload ends too early at byte 13
unknown_string 4: reference to a string that was not given at byte 4
unknown_value 4: reference to an array or object that was not given at byte 4
unknown_value 4: reference to an array or object that was not given at byte 4
truncated 5: the payload ends too early at byte 5
truncated 5: the payload ends too early at byte 5
bad_key 6: an array key must be an integer or a string at byte 6
truncated 8: the payload ends too early at byte 8, in $value[0]
unknown_tag 11: unknown tag 99 at byte 11, in $value[1]
misplaced_reference 14: a PHP reference cannot stand here at byte 14, in $value['a'][3]
out_of_range 4: an integer is outside of its range at byte 4
unknown_string 5: reference to a string that was not given at byte 5
bad_class_name 5: 'a-b' is not the name of a class at byte 5
bad_class 4: Face is an interface, which has no objects at byte 4
bad_class 4: Suit is an enum, whose cases are not stored as other objects are at byte 4
bad_enum 4: the enum Suit has no case 'Spades' at byte 4
string_expected 11: a string was expected here at byte 11
bad_enum 4: the enum None does not exist at byte 4
bad_class 4: Unserialization of 'Closure' is not allowed at byte 4
bad_class 4: only the class None can read its objects, and it does not exist at byte 4
bad_class 4: objects of Strict are not stored as a string of Serializable at byte 4
unknown_tag 11: unknown tag 99 at byte 11
bad_property 9: Cannot assign string to property Typed::$number of type int at byte 9, in $value['x']->number
bad_name 4: '\x00\x00a' is not the name of a property of Strict at byte 4, in $value->\x00\x00a
bad_name 4: an incomplete object keeps its class in '__PHP_Incomplete_Class_Name', which is no property of it at byte 4
unknown_tag 21: unknown tag 99 at byte 21, in $value->a[2]
The payload is empty: was the cache entry missing (false)?
