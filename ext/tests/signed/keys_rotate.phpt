--TEST--
Any key of a list verifies, however many keys there are and in whatever order they are used
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$keys = [];
for ($i = 0; $i < 100; $i++) {
    $keys["name $i"] = "the key number $i" . str_repeat('.', $i);
}
$read = $refused = 0;
foreach ([$keys, array_reverse($keys), $keys] as $order) {
    foreach ($order as $name => $key) {
        $frame = brine_serialize_signed($name, $key);
        $read += brine_unserialize_signed($frame, $keys) === $name;
        $read += brine_unserialize_signed($frame, [$key]) === $name;
        $read += brine_unserialize_signed($frame, ['x' => 'other', 'y' => $key]) === $name;
        $refused += brine_unserialize_signed($frame, array_diff_key($keys, [$name => true])) === null;
    }
}
echo "$read $refused\n";

// To HMAC, these are the same key: RFC 2104 pads with zeros, and hashes what is longer than a block.
$long = str_repeat('l', 65);
var_dump(brine_unserialize_signed(brine_serialize_signed('padded', 'key of this test'), "key of this test\0"));
var_dump(brine_unserialize_signed(brine_serialize_signed('hashed', $long), hash('sha256', $long, true)));
?>
--EXPECT--
900 300
string(6) "padded"
string(6) "hashed"
