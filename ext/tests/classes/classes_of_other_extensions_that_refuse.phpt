--TEST--
Classes of other extensions that refuse serialization are neither encoded nor decoded
--EXTENSIONS--
brine
simplexml
pdo
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

foreach ([new SimpleXMLElement('<a/>'), (new ReflectionClass(PDO::class))->newInstanceWithoutConstructor()] as $object) {
    echo thrown(static fn () => brine_serialize(['x' => $object])), "\n";
    $name = hex_string($object::class);
    foreach (["f0 $name 00", "f1 $name e7", "f3 $name 00"] as $hex) {
        echo thrown(static fn () => brine_unserialize(payload($hex))), "\n";
    }
}
?>
--EXPECT--
Brine\EncodeException: Serialization of 'SimpleXMLElement' is not allowed at $value['x']
Brine\DecodeException: Unserialization of 'SimpleXMLElement' is not allowed at byte 2
Brine\DecodeException: Unserialization of 'SimpleXMLElement' is not allowed at byte 2
Brine\DecodeException: objects of SimpleXMLElement are not stored as a string of Serializable at byte 2
Brine\EncodeException: Serialization of 'PDO' is not allowed at $value['x']
Brine\DecodeException: Unserialization of 'PDO' is not allowed at byte 2
Brine\DecodeException: Unserialization of 'PDO' is not allowed at byte 2
Brine\DecodeException: objects of PDO are not stored as a string of Serializable at byte 2
