--TEST--
A payload cannot make objects of classes that must never come out of one
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

abstract class AbstractClass
{
    public $p;
}
interface AnInterface
{
}
trait ATrait
{
    public $p;
}
enum AnEnum
{
    case A;
}
$anonymous = new class () {
    public $p;
};

$classes = [
    'Closure', 'closure', 'Generator', 'Fiber', 'WeakMap', 'WeakReference', 'ReflectionClass', 'SplFileObject', 'SplFileInfo',
    'AbstractClass', 'AnInterface', 'ATrait', 'AnEnum', 'Traversable', 'Iterator', 'UnitEnum', 'Stringable',
    substr($anonymous::class, 0, 60), 'class@anonymous',
];
foreach ($classes as $class) {
    $name = hex_string($class);
    $payloads = ["f0 $name 00", "f0 $name 01 20 70 05", "f1 $name e7", "f1 $name c0 05", "f3 $name 00", "c1 f0 $name 00 f4 00"];
    $refused = 0;
    foreach ($payloads as $hex) {
        try {
            $value = brine_unserialize(payload($hex));
            echo "made by $hex: ", get_debug_type($value), "\n";
        } catch (Brine\DecodeException) {
            $refused++;
        }
    }
    echo preg_replace('/\0.*/s', '', $class), ": $refused refused\n";
}
?>
--EXPECT--
Closure: 6 refused
closure: 6 refused
Generator: 6 refused
Fiber: 6 refused
WeakMap: 6 refused
WeakReference: 6 refused
ReflectionClass: 6 refused
SplFileObject: 6 refused
SplFileInfo: 6 refused
AbstractClass: 6 refused
AnInterface: 6 refused
ATrait: 6 refused
AnEnum: 6 refused
Traversable: 6 refused
Iterator: 6 refused
UnitEnum: 6 refused
Stringable: 6 refused
class@anonymous: 6 refused
class@anonymous: 6 refused
