--TEST--
A signed payload verifies only with the context that it was signed with
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

$key = 'a secret of a test';
$contexts = ['', 'user:1', 'user:10', "user:1\0", 'USER:1'];
foreach ($contexts as $written) {
    $frame = brine_serialize_signed('value', $key, ['context' => $written]);
    foreach ($contexts as $read) {
        echo brine_unserialize_signed($frame, $key, ['context' => $read]) ?? 'null', ' ';
    }
    echo "\n";
}
var_dump(brine_serialize_signed(1, $key) === brine_serialize_signed(1, $key, ['context' => '']));
?>
--EXPECT--
value null null null null 
null value null null null 
null null value null null 
null null null value null 
null null null null value 
bool(true)
