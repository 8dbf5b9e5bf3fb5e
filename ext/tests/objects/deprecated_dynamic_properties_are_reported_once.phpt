--TEST--
Decoding dynamic properties of a class that does not allow them reports each name once, in native's words, and long names cut off
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
var_dump($messages === array_values(array_unique($expected)), count($messages), $messages[0], serialize($decoded) === serialize($native));

// The next call reports again. A payload may give a long name to any number of objects, and to other classes.
$long = new Closed();
@$long->{str_repeat('n', 100_000)} = 1;
$messages = [];
brine_unserialize(brine_serialize([$value, $long, clone $long]));
var_dump(count($messages), $messages[2] === '8192 Creation of dynamic property Closed::$' . str_repeat('n', 200) . '... is deprecated');

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
int(2)
string(62) "8192 Creation of dynamic property Closed::$extra is deprecated"
bool(true)
int(3)
bool(true)
Creation of dynamic property Closed::$extra is deprecated
