--TEST--
Properties whose names are integers, which PHP's own classes make of what they are given, are kept as the engine expects them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);

class Calls extends ArrayObject
{
    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
    }
}

// Twenty names, from 0 on.
$names = "\xEC\x14\x03\x00\x02";
foreach ([
    'ArrayObject' => "\xC3\x00\xE7$names\xD8", 'ArrayIterator' => "\xC3\x00\xE7$names\xD8", 'Calls' => "\xC3\x00\xE7$names\xD8",
    'SplObjectStorage' => "\xC1\xE7$names", 'SplDoublyLinkedList' => "\xC2\x00\xE7$names", 'SplQueue' => "\xC2\x04\xE7$names",
] as $class => $state) {
    $object = brine_unserialize("\xC1\x10\xF1" . chr(0x1F + strlen($class)) . $class . $state);
    $clone = clone $object;
    $properties = get_mangled_object_vars($clone);
    var_dump($class . ' ' . count($properties), $properties == get_mangled_object_vars($object), array_slice($properties, 0, 20) === range(0, 19));
}

$hash = hash_init('sha256');
foreach (range(0, 19) as $name) {
    $hash->{(string) $name} = $name;
}
$object = brine_unserialize(brine_serialize($hash));
$clone = clone $object;
var_dump('HashContext', array_values(get_mangled_object_vars($clone)) === range(0, 19));
?>
--EXPECT--
string(14) "ArrayObject 20"
bool(true)
bool(true)
string(16) "ArrayIterator 20"
bool(true)
bool(true)
string(8) "Calls 20"
bool(true)
bool(true)
string(19) "SplObjectStorage 20"
bool(true)
bool(true)
string(22) "SplDoublyLinkedList 20"
bool(true)
bool(true)
string(11) "SplQueue 20"
bool(true)
bool(true)
string(11) "HashContext"
bool(true)
