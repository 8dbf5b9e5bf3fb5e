--TEST--
Objects that keep their elements in each other, in which PHP would look for them without end, are refused before any hook runs
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

class Bag extends ArrayObject
{
}

class Calls extends ArrayIterator
{
    public function __unserialize(array $data): void
    {
        echo "a hook has run\n";
        parent::__unserialize($data);
        count($this);
    }

    public function __destruct()
    {
        echo "a destructor has run\n";
    }
}

class Keeps extends ArrayObject
{
    public mixed $beside = null;

    public function __serialize(): array
    {
        return [1, $this->beside, 'a state of its own'];
    }

    public function __unserialize(array $data): void
    {
        $this->beside = $data[1];
    }
}

class Waking
{
    public function __wakeup(): void
    {
        echo "a hook has run\n";
    }
}

// Lists of ArrayObjects, each with the number of the one that it keeps its elements in; none has an array.
function objects(?int ...$storages): string
{
    $payload = "\xC1\x10" . chr(0xBF + count($storages));
    foreach ($storages as $i => $storage) {
        $payload .= ($i === 0 ? "\xF1\x2AArrayObject" : "\xB0") . "\xC3\x00" . ($storage === null ? "\xE7" : "\xF4" . chr($storage)) . "\xE7\xD8";
    }

    return $payload;
}

// Nested objects, the last of which keeps its elements in the first.
function ring(string ...$classes): string
{
    $payload = '';
    foreach ($classes as $class) {
        $payload .= "\xF1" . chr(0x1F + strlen($class)) . "$class\xC3\x00";
    }

    return "$payload\xF4\x00" . str_repeat("\xE7\xD8", count($classes));
}

function tell(string $name, string $payload, array $options = []): void
{
    try {
        brine_unserialize($payload, $options);
        echo "$name: accepted\n";
    } catch (Brine\DecodeException $error) {
        echo "$name: {$error->getReason()}, {$error->getMessage()}\n";
    }
}

tell('two', "\xC1\x10" . ring('ArrayObject', 'ArrayObject'));
tell('three', "\xC1\x10" . ring('ArrayObject', 'RecursiveArrayIterator', 'Bag'));
tell('classes with hooks', "\xC1\x10" . ring('Bag', 'Calls'));
tell('inside of others', "\xC1\x10\xC1\xF0\x25Waking\x00\xE9\x01\x20x\xC1\x07" . str_replace("\xF4\x00", "\xF4\x01", ring('Calls', 'ArrayObject')));
tell('numbers that come later', "\xC1\x10\xC0\xF1\x2AArrayObject\xC3\x00\xE7\xE9\x02\x20a\x20b\xB0\xC3\x00\xB0\xC3\x00\xF4\x01\xE7\xD8\xE7\xD8\x05\xD8");
tell('two rings', "\xC1\x10\xC2\x00" . ring('ArrayIterator', 'ArrayIterator') . str_replace(["\xF1\x2CArrayIterator", "\xF4\x00"], ["\xB0", "\xF4\x02"], ring('ArrayIterator', 'ArrayIterator')));
tell('by names', "\xC1\x10\xF0\x2AArrayObject\x04\x200\x201\x202\x203\x00\xB0\x00\xF4\x00\xE7\xD8\xE7\xD8");
tell('by references', "\xC1\x10\xF1\x2AArrayObject\xC3\x00\xF5\xB0\xC3\x00\xF5\xF4\x00\xE7\xD8\xE7\xD8");
tell('behind another', "\xC1\x10\xF1\x2AArrayObject\xC3\x00\xB0\xC3\x00\xB0\xC3\x00\xF4\x01\xE7\xD8\xE7\xD8\xE7\xD8");
tell('kept by the process', "\xC1\x10" . ring('ArrayObject', 'ArrayObject'), ['resident' => true]);
tell('kept by the process, again', "\xC1\x10" . ring('ArrayObject', 'ArrayObject'), ['resident' => true]);

echo "\n";
tell('in itself', "\xC1\x10" . ring('ArrayObject'));
tell('of classes that are not allowed', "\xC1\x10" . ring('ArrayObject', 'ArrayIterator'), ['allowed_classes' => false]);
tell('one behind the other', objects(null, 0, 1, 2, 3, 4));
tell('all in one', objects(null, 0, 0, 0, 0));

$itself = new ArrayObject();
$itself->exchangeArray($itself);
$itself->x = 1;
round_trip($itself);
$parent = new ArrayObject([1, 2]);
$parent->iterator = new ArrayIterator($parent);
$parent[] = new ArrayIterator($parent);
var_dump(count(round_trip($parent)->iterator));
$plain = new stdClass();
$plain->back = new ArrayObject($plain);
var_dump(count(round_trip($plain->back)));
[$a, $b] = [new Keeps(), new Keeps()];
[$a->beside, $b->beside] = [$b, $a];
var_dump(count(round_trip($a)->beside));
// Of each object two levels, nearly as many as there may be; they are fewer where PHP is built so.
$last = PHP_DEBUG || PHP_INT_SIZE < 8 ? 1_499 : 5_999;
$chain = [new ArrayObject([1, 2, 3])];
for ($i = 1; $i <= $last; $i++) {
    $chain[] = new ArrayObject($chain[$i - 1]);
}
(new Fiber(static fn () => var_dump(count(brine_unserialize(brine_serialize($chain))[$last]))))->start();

// It can be encoded, as natively.
[$a, $b] = [new ArrayObject(), new ArrayObject()];
$a->exchangeArray($b);
$b->exchangeArray($a);
tell('encoded', brine_serialize(['x' => [7, $a]]));
?>
--EXPECT--
two: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2
three: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2
classes with hooks: bad_object, an object of Bag keeps its elements in itself, by way of others at byte 2
inside of others: bad_object, an object of Calls keeps its elements in itself, by way of others at byte 18, in $value[1]['x'][1]
numbers that come later: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 25, in $value[0][2]['a']
two rings: bad_object, an object of ArrayIterator keeps its elements in itself, by way of others at byte 4, in $value[1]
by names: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2
by references: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2
behind another: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 17, in $value[1]
kept by the process: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2
kept by the process, again: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 2

in itself: accepted
of classes that are not allowed: accepted
one behind the other: accepted
all in one: accepted
int(3)
int(1)
int(0)
int(3)
encoded: bad_object, an object of ArrayObject keeps its elements in itself, by way of others at byte 8, in $value['x'][1]
