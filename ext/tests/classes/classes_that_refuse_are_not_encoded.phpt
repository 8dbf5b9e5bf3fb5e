--TEST--
Classes that refuse serialization throw with native's message, wherever the object is
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Ordinary
{
    private $inner;

    public function __construct(mixed $inner = null)
    {
        $this->inner = $inner;
    }
}

$objects = [
    static fn () => 1,
    strlen(...),
    (static fn (): Generator => yield 1)(),
    new Fiber(static fn () => 1),
    new class () {
    },
    new class () extends Ordinary {
    },
    new ReflectionClass(Ordinary::class),
    new ReflectionProperty(Ordinary::class, 'inner'),
    new WeakMap(),
    WeakReference::create(new Ordinary()),
    new SplFileObject(__FILE__),
    new SplFileInfo(__FILE__),
];
foreach ($objects as $object) {
    try {
        serialize($object);
        echo 'native accepts ', $object::class, "\n";
    } catch (Exception $exception) {
        $native = $exception->getMessage();
    }
    foreach ([$object, ['a', $object], (object) ['p' => [$object]], new Ordinary($object)] as $value) {
        try {
            brine_serialize($value);
            echo 'accepted: ', $object::class, "\n";
        } catch (Brine\EncodeException $exception) {
            if (!str_starts_with($exception->getMessage(), $native)) {
                echo "$native, but here ", $exception->getMessage(), "\n";
            }
        }
    }
    echo str_replace("\0", ' ', preg_replace('~/.*(?=\')~', '', $native)), "\n";
}
?>
--EXPECT--
Serialization of 'Closure' is not allowed
Serialization of 'Closure' is not allowed
Serialization of 'Generator' is not allowed
Serialization of 'Fiber' is not allowed
Serialization of 'class@anonymous' is not allowed
Serialization of 'Ordinary@anonymous' is not allowed
Serialization of 'ReflectionClass' is not allowed
Serialization of 'ReflectionProperty' is not allowed
Serialization of 'WeakMap' is not allowed
Serialization of 'WeakReference' is not allowed
Serialization of 'SplFileObject' is not allowed
Serialization of 'SplFileInfo' is not allowed
