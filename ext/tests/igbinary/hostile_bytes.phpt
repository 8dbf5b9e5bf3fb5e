--TEST--
igbinary's format: hostile bytes give a value or an exception, and can be taken apart
--INI--
memory_limit=1G
--EXTENSIONS--
brine
--FILE--
<?php
require __DIR__ . '/../most_levels.inc';

function read(string $name, string $bytes, array $options = []): void
{
	try {
		$value = brine_igbinary_unserialize("\0\0\0\2" . $bytes, $options);
		echo $name, ': ', get_debug_type($value), "\n";
		unset($value);
		gc_collect_cycles();
	} catch (Brine\DecodeException $error) {
		echo $name, ': ', $error->getReason(), "\n";
	}
}
$object = "\x17\x08stdClass\x14";
read('a million levels', str_repeat("\x14\x01\x06\0", 1_000_000) . "\0");
read('a million levels of objects', "\x17\x08stdClass" . str_repeat("\x14\x01\x06\0\x1A\0", 1_000_000) . "\x14\0");
read('a million levels of references', str_repeat("\x14\x01\x06\0\x25", 1_000_000) . "\0");
read('doubled 60 times', "\x14\x3D\x06\0\x14\x01\x06\0\0" . implode('', array_map(
	static fn (int $i): string => "\x06" . chr($i) . "\x14\x02\x06\0\x01" . chr($i) . "\x06\x01\x01" . chr($i),
	range(1, 60),
)));
// Each array has the one before it: the last one is deeper than its bytes show.
$chain = static fn (string $first, int $count): string => "\x16" . pack('N', $count + 1) . "\x06\0$first" . implode('', array_map(
	static fn (int $i): string => ($i < 256 ? "\x06" . chr($i) : "\x0A" . pack('N', $i)) . "\x14\x01\x06\0\x03" . pack('N', $i + (int) ($first !== "\x14\0")),
	range(1, $count),
));
read('a chain of 4,000 arrays', $chain("\x14\0", 4000));
read('a chain of 5,000 arrays', $chain("\x14\0", 5000));
// An object takes the number before the first array of the chain.
read('a chain of 4,000 arrays with an object', $chain("\x14\x01\x06\0$object\0", 1) . '');
$objects = static fn (int $count, string $last): string => "\x16" . pack('N', $count) . "\x06\0$object\0" . implode('', array_map(
	static fn (int $i): string => ($i < 256 ? "\x06" . chr($i) : "\x0A" . pack('N', $i)) . "\x1A\0\x14\x01\x06\0\x24" . pack('N', $i),
	range(1, $count - 2),
)) . "\x0A" . pack('N', $count - 1) . $last;
read('a long chain of objects', $objects(most_levels() < 10_000 ? 4_000 : 10_000, "\0"));
read('a chain of 100,000 objects', $objects(100_000, "\0"));
// Objects and arrays by turns, each of which has the one before; the arrays are again in the root.
$both = "\x16" . pack('N', 20_001) . "\x06\0$object\0";
for ($i = 1, $number = 1; $i <= 20_000; $i++) {
	$both .= ($i < 256 ? "\x06" . chr($i) : "\x0A" . pack('N', $i)) . ($i % 2 ? "\x14\x01\x06\0\x24" : "\x1A\0\x14\x01\x06\0\x03") . pack('N', $number++);
}
read('objects and arrays by turns', $both);
read('an array inside itself in 4,000 objects', "\x15\x0F\xA0" . implode('', array_map(
	static fn (int $i): string => "\x08" . pack('n', $i) . ($i > 0 ? "\x1A\0" : "\x17\x08stdClass") . "\x14\x01\x06\0\x01\0",
	range(0, 3999),
)));
read('the same in a chain of 30,000', "\x15\x75\x30" . implode('', array_map(
	static fn (int $i): string => "\x08" . pack('n', $i) . ($i > 0 ? "\x1A\0" : "\x17\x08stdClass") . "\x14\x02\x06\0\x01\0\x06\x01" . ($i > 0 ? "\x24" . pack('N', $i) : "\0"),
	range(0, 29_999),
)));
read('counts without elements', str_repeat("\x16\x00\x01\x86\xa0\x0d", 2000) . str_repeat("\0", 100_000), ['max_memory' => 1 << 20]);
// In 32 bits there are half as many.
$integers = array_map(static fn (int $i): int => $i << 16, range(0, PHP_INT_SIZE < 8 ? 32_767 : 65_535));
$colliding = implode('', array_map(static fn (int $key): string => "\x0A" . pack('N', $key) . "\0", $integers));
read('integer keys that collide', "\x16" . pack('N', count($integers)) . $colliding);
read('keys that collide, each twice', "\x16" . pack('N', 2 * count($integers)) . $colliding . $colliding);
$names = implode('', array_map(static fn (int $i): string => "\x11\x10" . strtr(sprintf('%08b', $i), ['0' => 'Ez', '1' => 'FY']) . "\0", range(0, 255)));
read('dynamic properties that collide, each twice', "\x17\x08stdClass\x15\x02\x00$names$names");
// Many names for one class, and a long name in many objects.
read('a class in 60,000 spellings', "\x15\xEA\x60" . implode('', array_map(
	static fn (int $i): string => "\x08" . pack('n', $i) . "\x17\x11" . strtr(sprintf('%017b', $i), ['0' => 'n', '1' => 'N']) . "\x14\0",
	range(0, 59_999),
)));
?>
--EXPECT--
a million levels: max_depth
a million levels of objects: max_depth
a million levels of references: max_depth
doubled 60 times: max_elements
a chain of 4,000 arrays: array
a chain of 5,000 arrays: max_depth
a chain of 4,000 arrays with an object: array
a long chain of objects: array
a chain of 100,000 objects: too_deep
objects and arrays by turns: too_deep
an array inside itself in 4,000 objects: array
the same in a chain of 30,000: too_deep
counts without elements: max_memory
integer keys that collide: array
keys that collide, each twice: array
dynamic properties that collide, each twice: stdClass
a class in 60,000 spellings: array
