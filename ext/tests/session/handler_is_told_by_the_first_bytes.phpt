--TEST--
The handler of a stored session is told by its first bytes, also where another handler's data looks alike
--EXTENSIONS--
brine
session
--INI--
session.serialize_handler=brine
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/session.inc';

$long = str_repeat('n', 97);
$values = str_repeat('i:1;', 50);
$sessions = [
    // A length below 32 is a control character, which begins no name.
    'php_binary: a text that looks like php' => ["\x03keys:14:\"a|i:1;b|i:2;c|\";", ['key' => 'a|i:1;b|i:2;c|']],
    'php_binary: null comes first' => ["\x01aN;\x01bi:5;", ['a' => null, 'b' => 5]],
    'php_binary: the empty name' => ["\0s:2:\"ok\";", ['' => 'ok']],
    // A length of 32 and more is a printable character, which can also begin a name.
    'php_binary: a name of 50 bytes' => ['2' . substr($long, 0, 50) . 'b:1;', [substr($long, 0, 50) => true]],
    'php_binary: a name of 97 bytes' => ["a{$long}s:3:\"a|N\";", [$long => 'a|N']],
    'php: the name begins with such a character' => ['2fa|i:7;', ['2fa' => 7]],
    'php: a value where php_binary would have one' => ['!' . substr($long, 0, 22) . "|s:200:\"$values\";", ['!' . substr($long, 0, 22) => $values]],
    'php: a name longer than its first character says' => ["2$long|i:7;", ["2$long" => 7]],
    'php: a name like the start of php_serialize' => ['a:1|a:0:{}', ['a:1' => []]],
    'php: a name that is a control character' => ["\x01x|i:7;", ["\x01x" => 7]],
    'php_serialize: a name with |' => ['a:1:{s:3:"a|b";s:3:"c|d";}', ['a|b' => 'c|d']],
    'Brine in igbinary\'s place' => ["\0\0\0\2" . brine_serialize(['a' => [1, 'b']]), ['a' => [1, 'b']]],
    'php_serialize: a count of two digits' => [serialize(range(0, 9)), range(0, 9)],
];
foreach ($sessions as $name => [$bytes, $expected]) {
    store($bytes);
    $variables = read_session();
    echo $name, $variables === $expected ? '' : ' IS READ AS ' . serialize($variables), "\n";
}
?>
--EXPECT--
php_binary: a text that looks like php
php_binary: null comes first
php_binary: the empty name
php_binary: a name of 50 bytes
php_binary: a name of 97 bytes
php: the name begins with such a character
php: a value where php_binary would have one
php: a name longer than its first character says
php: a name like the start of php_serialize
php: a name that is a control character
php_serialize: a name with |
Brine in igbinary's place
php_serialize: a count of two digits
