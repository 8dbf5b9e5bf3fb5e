--TEST--
igbinary's format: hooks run once, in the order of native unserialize()
--EXTENSIONS--
brine
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED);
class Wakes { public $name; public $inner; public function __wakeup() { echo "wakeup $this->name\n"; } }
class Takes
{
	public array $data = [];
	public function __serialize(): array { return $this->data; }
	public function __unserialize(array $data): void { $this->data = $data; echo 'unserialize ', implode(',', array_keys($data)), "\n"; }
}
class Old implements Serializable
{
	public $data;
	public function serialize() { return $this->data; }
	public function unserialize($data) { $this->data = $data; echo "string $data\n"; }
}
enum Suit: string { case Hearts = 'h'; case Spades = 's'; }
class Fails { public function __wakeup() { throw new LogicException('no'); } public function __destruct() { echo "destroyed\n"; } }

$wakes = "\x17\x05Wakes\x14\x02\x11\x04name\x11\x05outer\x11\x05inner";
$bytes = "\x14\x05\x06\x00$wakes\x1a\x00\x14\x02\x0e\x01\x11\x05inner\x0e\x03\x00"
	. "\x06\x01\x17\x05Takes\x14\x02\x11\x015\x05\x11\x01a\x06\x01\x06\x02\x17\x03Old\x1d\x02xy\x06\x03\x17\x04Suit\x27\x11\x06Spades\x06\x04\x22\x05";
$value = brine_igbinary_unserialize("\0\0\0\2$bytes");
var_dump($value[1]->data, $value[2]->data, $value[3] === Suit::Spades, $value[4] === Suit::Spades);
try {
	brine_igbinary_unserialize("\0\0\0\2\x14\x02\x06\x00\x17\x05Fails\x14\x00\x06\x01\x1a\x00\x14\x00");
} catch (LogicException $error) {
	echo $error->getMessage(), "\n";
}
?>
--EXPECT--
string xy
wakeup inner
wakeup outer
unserialize 5,a
array(2) {
  [5]=>
  bool(true)
  ["a"]=>
  int(1)
}
string(2) "xy"
bool(true)
bool(true)
no
