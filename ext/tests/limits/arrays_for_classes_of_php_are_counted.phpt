--TEST--
Arrays that PHP's own __unserialize() methods go through are counted for each object, and few deprecations come of them
--EXTENSIONS--
brine
--INI--
memory_limit=256M
error_reporting=E_ALL
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/payloads.inc';

function thrown(callable $call): string
{
    try {
        $call();

        return 'nothing is thrown';
    } catch (Throwable $exception) {
        return $exception::class . ': ' . $exception->getMessage();
    }
}

$run = "\xEC" . uv(10_000) . "\x01\x00";
$list = static fn (string ...$values): string => "\xC1\x10\xE8" . uv(count($values)) . implode('', $values);
$copies = static fn (string $class, string $array): string => $list($run, "\xF1" . bstr($class) . $array, ...array_fill(0, 1000, "\xB0$array"));
$map = static function (string $keys, string $values, int $needed): string {
    for ($i = 0; $i < 5000; $i++) {
        $keys .= bstr("key$i");
    }

    return "\xE9" . uv(5000 + $needed) . $keys . $values . str_repeat("\x00", 5000);
};
$date = $map(bstr('date') . bstr('timezone_type') . bstr('timezone'), bstr('2024-01-01 00:00:00') . "\x03" . bstr('UTC'), 3);
$members = static fn (callable $key): string => "\xE9" . uv(1 << 14) . implode('', array_map($key, range(0, (1 << 14) - 1))) . str_repeat("\x00", 1 << 14);
$attacks = [
    'ArrayObject, members' => $copies('ArrayObject', "\xC3\x00\xE7\xD0\x01\xD8"),
    'ArrayObject, storage' => $copies('ArrayObject', "\xC3\x00\xD0\x01\xE7\xD8"),
    'ArrayIterator, members' => $copies('ArrayIterator', "\xC3\x00\xE7\xD0\x01\xD8"),
    'SplQueue, members' => $copies('SplQueue', "\xC2\x00\xE7\xD0\x01"),
    'SplDoublyLinkedList, elements' => $copies('SplDoublyLinkedList', "\xC2\x00\xD0\x01\xE7"),
    'SplObjectStorage, members' => $copies('SplObjectStorage', "\xC1\xE7\xD0\x01"),
    'ArrayObject, values with names' => $list($run, "\xF0" . bstr('ArrayObject') . "\x04\x200\x201\x202\x203\x00\xE7\xD0\x01\xD8", ...array_fill(0, 1000, "\xB0\x00\xE7\xD0\x01\xD8")),
    'ArrayObject, rows' => "\xC1\x10\xED" . uv(1500) . "\x01" . str_pad("\x01", 188, "\x00") . "\xF0" . bstr('ArrayObject') . "\x04\x200\x201\x202\x203\x01\x00\x01\xE7\x01$run\x01\xD8\xD8",
    'ArrayObject, members that collide' => $list("\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7" . $members(static fn (int $i): string => "\xDD" . pack('V', $i << 15)) . "\xD8"),
    'ArrayObject, members in a scope' => $list("\xF1" . bstr('ArrayObject') . "\xC3\x00\xE7" . $members(static fn (int $i): string => bstr("\0Missing\0$i")) . "\xD8"),
    'DateTime, other keys' => $list($date, "\xF1" . bstr('DateTime') . "\xD0\x01", ...array_fill(0, 500, "\xB1\xD0\x01")),
];
$deprecations = 0;
set_error_handler(static function () use (&$deprecations): bool {
    $deprecations++;

    return true;
});
foreach ($attacks as $what => $payload) {
    $deprecations = 0;
    echo "$what: ", thrown(static fn () => brine_unserialize($payload)), ", $deprecations deprecations\n";
}

// Of fewer elements each deprecation is raised, of more none. Where no such class has a hook, all are as they were.
foreach ([['ArrayObject', 90], ['ArrayObject', 100]] as [$class, $count]) {
    $deprecations = 0;
    $payload = "\xC1\x10\xF1" . bstr($class) . "\xC3\x00\xE7\xEC" . uv($count) . "\x01\x00\xD8";
    $object = brine_unserialize($payload);
    echo count(get_mangled_object_vars($object)), " properties, $deprecations deprecations\n";
}
var_dump(error_reporting() === E_ALL);
set_error_handler(static function (int $level, string $message): bool {
    echo $message, "\n";

    return true;
});
$object->dynamic = 1;

// Honest objects of these classes.
$honest = new ArrayObject(range(0, 99_999));
var_dump(brine_unserialize(brine_serialize($honest)) == $honest);
$queue = new SplQueue();
array_map($queue->enqueue(...), range(0, 9_999));
var_dump(brine_unserialize(brine_serialize($queue)) == $queue);
?>
--EXPECTF--
ArrayObject, members: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayObject, storage: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayIterator, members: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
SplQueue, members: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
SplDoublyLinkedList, elements: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
SplObjectStorage, members: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayObject, values with names: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayObject, rows: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayObject, members that collide: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
ArrayObject, members in a scope: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
DateTime, other keys: Brine\DecodeException: the value takes more memory than max_memory allows (%d) at byte %d, in $value[%d], 0 deprecations
90 properties, 90 deprecations
100 properties, 0 deprecations
bool(true)
Creation of dynamic property ArrayObject::$dynamic is deprecated
bool(true)
bool(true)