--TEST--
A quarter of a million property names whose hashes are equal are decoded into every kind of object; comparing each with each would take many minutes
--EXTENSIONS--
brine
--INI--
memory_limit=1G
--SKIPIF--
<?php
if (getenv('SKIP_SLOW_TESTS')) {
    die('skip slow test');
}
if (getenv('SKIP_ASAN')) {
    die('skip takes too long');
}
?>
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

const COUNT = 1 << 18;

#[AllowDynamicProperties]
final class Declared
{
    private static $shared;
    public $own = 'own';
}
// Its objects are made by PHP's own class.
#[AllowDynamicProperties]
final class Heap extends IteratorIterator
{
}
final class Hooked
{
    public int $count = 0;

    public function __unserialize(array $data): void
    {
        $this->count = count($data);
    }
}
#[AllowDynamicProperties]
final class ClassOfEighteenChr
{
    public $EzEzEzEzEzEzEzEzEzEzEzEzEzEzEzEzEzEz = 'declared';
}

$names = '';
for ($i = 0; $i < COUNT; $i++) {
    // "Ez" and "FY" are interchangeable in the hash of a string.
    $names .= "\x43" . strtr(sprintf('%018b', $i), ['0' => 'Ez', '1' => 'FY']);
}
$values = str_repeat("\xD8", COUNT);
$count = "\xE3" . pack('v', COUNT - 8384 & 0xFFFF);

// OBJECT and CUSTOM.
foreach (['stdClass', 'Declared', 'Missing', 'Exception', 'Heap', 'Hooked'] as $class) {
    foreach (["\xF0" => "", "\xF1" => "\xE9"] as $tag => $map) {
        $object = brine_unserialize("\xC1\x10$tag" . hex2bin(hex_string($class)) . $map . $count . $names . $values);
        $has_last = array_key_exists(str_repeat('FY', 18), (array) $object);
        echo $class, ' ', bin2hex($tag), ': ', $object instanceof Hooked ? $object->count : count((array) $object) - COUNT . ' more, ' . ($has_last ? 'whole' : 'cut'), "\n";
        unset($object);
    }
}
// A private name in whose class the letters' case varies means the declared property each time, whose hash is that of the dynamic ones.
$half = COUNT / 2;
$names = substr($names, 37, $half * 37);
for ($i = 0; $i < $half; $i++) {
    $class = 'ClassOfEighteenChr';
    for ($letter = 0; $letter < 18; $letter++) {
        $class[$letter] = $i >> $letter & 1 ? strtoupper($class[$letter]) : strtolower($class[$letter]);
    }
    $names .= "\x03\x31$class\x43" . str_repeat('Ez', 18);
}
$object = brine_unserialize("\xC1\x10\xF0\x31ClassOfEighteenChr$count$names" . substr($values, 1) . "\x05");
var_dump(count((array) $object) === $half + 1, $object->{str_repeat('Ez', 18)});
?>
--EXPECT--
stdClass f0: 0 more, whole
stdClass f1: 0 more, whole
Declared f0: 1 more, whole
Declared f1: 1 more, whole
Missing f0: 1 more, whole
Missing f1: 1 more, whole
Exception f0: 7 more, whole
Exception f1: 7 more, whole
Heap f0: 0 more, whole
Heap f1: 0 more, whole
Hooked f0: 262144
Hooked f1: 262144
bool(true)
int(5)
