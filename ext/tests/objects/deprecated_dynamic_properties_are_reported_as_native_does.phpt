--TEST--
Decoding a dynamic property of a class that does not allow them is reported once for each, in native's words
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

final class Closed
{
    public $declared = 1;
}

$value = [];
for ($i = 0; $i < 3; $i++) {
    $object = new Closed();
    @$object->extra = $i;
    @$object->{'5'} = $i;
    $value[] = $object;
}
set_error_handler(static function (int $level, string $message) use (&$messages): bool {
    $messages[] = "$level $message";

    return true;
});
$messages = [];
$native = unserialize(serialize($value));
$expected = $messages;
$messages = [];
$decoded = brine_unserialize(brine_serialize($value));
var_dump($messages === $expected, count($messages), $messages[0], serialize($decoded) === serialize($native));

// A handler that throws ends the decoding.
set_error_handler(static function (int $level, string $message): never {
    throw new ErrorException($message);
});
try {
    brine_unserialize(brine_serialize($value));
} catch (ErrorException $exception) {
    echo $exception->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
int(6)
string(62) "8192 Creation of dynamic property Closed::$extra is deprecated"
bool(true)
Creation of dynamic property Closed::$extra is deprecated
