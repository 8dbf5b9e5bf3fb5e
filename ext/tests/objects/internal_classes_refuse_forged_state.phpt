--TEST--
PHP's own classes answer forged contents with an exception, and nothing of them is ever half built
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

$classes = ['ArrayObject', 'ArrayIterator', 'SplObjectStorage', 'SplDoublyLinkedList', 'SplStack', 'SplFixedArray', 'SplMinHeap',
    'SplPriorityQueue', 'DateTime', 'DateTimeImmutable', 'DateTimeZone', 'DateInterval', 'DatePeriod', 'Random\Engine\Mt19937',
    'Random\Engine\Xoshiro256StarStar', 'Random\Randomizer', 'HashContext', 'RuntimeException', 'ErrorException', '__PHP_Incomplete_Class',
    'MultipleIterator', 'CachingIterator', 'LimitIterator', 'RecursiveArrayIterator', 'RecursiveIteratorIterator', 'SplTempFileObject',
    'SplFileInfo', 'InternalIterator', 'WeakReference', 'Attribute', 'php_user_filter', 'Directory', 'AssertionError'];
$contents = [
    'e7', 'c1 05 05', 'c4 05 05 05 05', 'c0 c0 c0 05', 'c3 00 f4 00 e7 d8', 'c2 00 c1 f4 00 f4 00 e7', 'e9 01' . hex_string('date') . 'd8',
    'e9 03' . hex_string('date') . hex_string('timezone_type') . hex_string('timezone') . hex_string('x') . '03' . hex_string('y'),
    'e9 01' . hex_string('message') . 'e7', 'e9 01' . hex_string('previous') . 'f4 00', 'e9 02 00 e1 ff ff ff ff ff ff ff 7f 05 05',
    'e9 01' . hex_string('days') . 'e7', 'e9 01' . hex_string('__PHP_Incomplete_Class_Name') . 'e7',
];
error_reporting(E_ALL & ~E_DEPRECATED & ~E_WARNING & ~E_NOTICE);
$answers = 0;
foreach ($classes as $class) {
    foreach ($contents as $content) {
        $name = hex_string($class);
        $map = str_replace(' ', '', $content);
        $payloads = ["f1 $name $map", "c1 f1 $name $map f4 00", "f3 $name 05 68656c6c6f"];
        if (str_starts_with($map, 'e9')) {
            $payloads[] = "f0 $name" . substr($map, 2);
        }
        foreach ($payloads as $hex) {
            try {
                $value = brine_unserialize(payload($hex));
                // Accepted objects can be used and destroyed.
                @var_export($value, true);
                @count((array) $value);
                @serialize($value);
            } catch (Throwable) {
            }
            unset($value);
            $answers++;
        }
    }
}
echo $answers, " payloads were answered\n";
?>
--EXPECT--
1518 payloads were answered
