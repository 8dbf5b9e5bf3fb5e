--TEST--
What PHP's own classes refuse is a DecodeException with their exception as the cause; what user code throws is thrown as it is
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

class Inherits extends DateTime
{
}
class Calls extends DateTime
{
    public function __unserialize(array $data): void
    {
        parent::__unserialize($data);
    }
}
class Wakes extends Exception
{
    public function __wakeup(): void
    {
        throw new DomainException('a hook of a child');
    }
}
class Holder
{
    public mixed $public = null;
    private mixed $private = null;

    public function __construct(mixed $private)
    {
        $this->private = $private;
    }
}
#[AllowDynamicProperties]
class Magic
{
    public function __serialize(): array
    {
        return get_object_vars($this);
    }

    public function __unserialize(array $data): void
    {
    }
}
class Fails
{
    public function __wakeup(): void
    {
        throw new LogicException('a hook');
    }
}
class Iterates extends ArrayIterator
{
}
class Hashes extends SplObjectStorage
{
    public function getHash(object $object): string
    {
        throw new LengthException('a method that the hook calls');
    }
}

/** The payload of a value in which dates lack their type. */
function damaged(mixed $value): string
{
    return str_replace('timezone_type', 'timezone_tipe', brine_serialize($value));
}

function outcome(string $payload): string
{
    try {
        brine_unserialize($payload);
    } catch (Throwable $thrown) {
        $lines = [];
        for (; $thrown !== null; $thrown = $thrown->getPrevious()) {
            $place = $thrown instanceof Brine\DecodeException ? " ({$thrown->getReason()}, {$thrown->getOffset()}, {$thrown->getPath()})" : '';
            $lines[] = $thrown::class . ': ' . $thrown->getMessage() . $place;
        }

        return implode("\n    ", $lines);
    }

    return 'nothing is thrown';
}

$date = new DateTime('2020-01-01');
$magic = new Magic();
$magic->dynamic = [$date];
$magic->self = $magic;
$list = [1, $date];
$holder = new Holder(['deep' => $magic]);
$iterated = str_replace('Iterates', 'Missing!', brine_serialize(new ArrayObject([1], 0, Iterates::class)));
$storage = new SplObjectStorage();
$storage[new stdClass()] = 1;
$inside = 'x:i:0;a:1:{i:0;O:5:"Fails":0:{}};m:a:0:{}';
$payloads = [
    'the value itself' => damaged($date),
    'in a list' => damaged($list),
    'in a property and an array form' => damaged(['x' => &$holder]),
    'in rows' => damaged(array_map(static fn (int $i): array => ['i' => $i, 'd' => $i === 6 ? $date : $i], range(1, 9))),
    'inherited hook' => damaged([new Inherits('2020-01-01')]),
    'hook that calls its parent' => damaged([new Calls('2020-01-01')]),
    'hook of a child' => "\xC1\x10\xF0\x24Wakes\x00",
    'string form' => "\xC1\x10\xF3\x2AArrayObject" . chr(strlen($inside)) . $inside,
    'method that a hook calls' => str_replace("\x2FSplObjectStorage", "\x25Hashes", brine_serialize($storage)),
    'class that is missing' => str_replace('Missing!', 'Missing_', $iterated),
];
foreach ($payloads as $name => $payload) {
    echo $name, ":\n    ", outcome($payload), "\n";
}

// The autoloader and the error handler that the hook of ArrayObject calls.
spl_autoload_register(static function (string $class): void {
    throw new RuntimeException("no $class");
});
echo "class loader:\n    ", outcome($payloads['class that is missing']), "\n";
// Not even an exception that was made before, at the same depth.
function made(): Exception
{
    return new OverflowException('made before');
}
function prepared(string $payload): string
{
    $exception = made();
    $loader = static fn (string $class) => throw $exception;
    spl_autoload_register($loader, true, true);
    try {
        return outcome($payload);
    } finally {
        spl_autoload_unregister($loader);
    }
}
echo "exception that was made before:\n    ", prepared($payloads['class that is missing']), "\n";
// Inside of other calls, and in a fiber.
echo "in a fiber:\n    ";
(new Fiber(static function () use ($payloads): void {
    array_map(static fn (string $payload) => print(outcome($payload) . "\n"), [$payloads['in a list']]);
}))->start();
?>
--EXPECT--
the value itself:
    Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 2 (bad_object, 2, $value)
    Error: Invalid serialization data for DateTime object
in a list:
    Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 4, in $value[1] (bad_object, 4, $value[1])
    Error: Invalid serialization data for DateTime object
in a property and an array form:
    Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 63, in $value['x']->private['deep']['dynamic'][0] (bad_object, 63, $value['x']->private['deep']['dynamic'][0])
    Error: Invalid serialization data for DateTime object
in rows:
    Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 26, in $value[5]['d'] (bad_object, 26, $value[5]['d'])
    Error: Invalid serialization data for DateTime object
inherited hook:
    Brine\DecodeException: Inherits refuses its data: Invalid serialization data for DateTime object at byte 3, in $value[0] (bad_object, 3, $value[0])
    Error: Invalid serialization data for DateTime object
hook that calls its parent:
    Error: Invalid serialization data for DateTime object
hook of a child:
    DomainException: a hook of a child
string form:
    Brine\DecodeException: objects of ArrayObject are not stored as a string of Serializable at byte 2 (bad_class, 2, $value)
method that a hook calls:
    LengthException: a method that the hook calls
class that is missing:
    Brine\DecodeException: ArrayObject refuses its data: Cannot deserialize ArrayObject with iterator class 'Missing_'; no such class exists at byte 2 (bad_object, 2, $value)
    UnexpectedValueException: Cannot deserialize ArrayObject with iterator class 'Missing_'; no such class exists
class loader:
    UnexpectedValueException: Cannot deserialize ArrayObject with iterator class 'Missing_'; no such class exists
    RuntimeException: no Missing_
exception that was made before:
    UnexpectedValueException: Cannot deserialize ArrayObject with iterator class 'Missing_'; no such class exists
    OverflowException: made before
in a fiber:
    Brine\DecodeException: DateTime refuses its data: Invalid serialization data for DateTime object at byte 4, in $value[1] (bad_object, 4, $value[1])
    Error: Invalid serialization data for DateTime object
