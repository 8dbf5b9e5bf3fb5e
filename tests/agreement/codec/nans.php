<?php

declare(strict_types=1);

/*
 * The bits of NaNs inside objects: the readers in PHP, of Brine's format and of igbinary's, give what the extensions give.
 *
 * scripts/php.sh release tests/agreement/codec/nans.php
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Igbinary\Decoder as Igbinary;
use Brine\Tests\Checks;
use Brine\Tree\LateValues;

error_reporting(E_ALL & ~E_DEPRECATED);

require __DIR__ . '/../../bootstrap.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

function nan(string $bits): float
{
    return unpack('E', hex2bin($bits))[1];
}

function bits(float $nan): string
{
    return bin2hex(pack('E', $nan));
}

final class Log
{
    /** @var list<string> the bits that hooks have seen */
    public static array $bits = [];
}

class Measured
{
    public float $typed = 0.0;
    protected ?float $nullable = null;
    private int|float|array $union = 0;
    public readonly float $readonly;
    /** @var list<float> */
    public readonly array $list;
    public mixed $any = null;

    public static function of(float $nan): self
    {
        $object = new self();
        $object->typed = $object->nullable = $object->union = $object->readonly = $nan;
        $object->list = [1.5, $nan, ['deep' => [$nan, $nan]], NAN];
        $object->any = [$object, [$nan], $nan];

        return $object;
    }

    public function writeAgain(): void
    {
        $this->readonly = 1.0;
    }
}

final class Waking
{
    public mixed $value = null;

    public function __wakeup(): void
    {
        Log::$bits[] = bits($this->value[0]);
    }
}

/** Returns its values directly, or in an array. */
final class Custom
{
    /** @param array<mixed> $data */
    public function __construct(public array $data)
    {
    }

    /** @return array<mixed> */
    public function __serialize(): array
    {
        return $this->data;
    }

    /** @param array<mixed> $data */
    public function __unserialize(array $data): void
    {
        Log::$bits[] = bits($data['nan']);
        $this->data = $data;
    }
}

final class Row
{
    public function __construct(public float $first, public mixed $second)
    {
    }
}

final class Dated extends \DateTimeImmutable
{
    public mixed $own = null;
}

final class Text implements \Serializable
{
    public mixed $inner = null;

    public function serialize(): string
    {
        return \brine_serialize($this->inner);
    }

    public function unserialize(string $data): void
    {
        $this->inner = Decoder::decode($data);
    }
}

/** @return iterable<string, mixed> values that the readers in PHP give exactly */
function values(float $nan): iterable
{
    $object = new \stdClass();
    $object->p = $nan;
    yield 'a property' => $object;
    yield 'typed and readonly properties, arrays' => Measured::of($nan);
    yield 'beside an object' => [$nan, new \stdClass(), 'x' => [$nan, [$nan]]];
    yield 'PHP\'s own NAN too' => (object) ['p' => NAN, 'q' => [NAN, $nan], 'r' => [NAN]];
    yield 'an array in two places' => [(object) ['p' => $list = [$nan, 1]], (object) ['p' => $list], $list];
    yield 'an object in two places' => [$object, $object, (object) ['q' => $object]];
    $one = $nan;
    $two = [$nan];
    yield 'PHP references' => [(object) ['p' => &$one], &$one, [&$two], &$two];
    yield 'a hook that sees it' => new Custom(['nan' => $nan, 'more' => [$nan]]);
    yield 'hooks of objects in each other' => new Custom(['nan' => $nan, 'more' => [new Custom(['nan' => $nan]), new \stdClass()]]);
    $waking = new Waking();
    $waking->value = [$nan];
    yield '__wakeup()' => [$waking, $waking];
    yield 'rows' => array_map(static fn (int $i): Row => new Row($i % 2 === 0 ? $nan : $i / 3, $i % 3 === 0 ? $nan : $i), range(0, 40));
    yield 'ArrayObject' => new \ArrayObject([$nan, 'x' => [$nan], 'o' => new \stdClass()]);
    yield 'ArrayIterator' => new \ArrayIterator(['x' => $nan]);
    $storage = new \SplObjectStorage();
    $storage[$object] = $nan;
    $storage[new \stdClass()] = [$nan];
    yield 'SplObjectStorage' => $storage;
    yield 'SplFixedArray of arrays' => \SplFixedArray::fromArray([[$nan], $object]);
    $list = new \SplDoublyLinkedList();
    $list[] = [$nan];
    $list[] = $object;
    yield 'SplDoublyLinkedList of arrays' => $list;
    $dated = new Dated('@0');
    $dated->own = [$nan];
    yield 'an array of a child of a date' => $dated;
}

function checkReaders(string $name, mixed $value): void
{
    $payload = \brine_serialize($value);
    $readers = ['the extension' => \brine_unserialize(...), 'PHP' => Decoder::decode(...)];
    $seen = [];
    foreach ($readers as $reader => $read) {
        Log::$bits = [];
        $decoded = $read($payload);
        $seen[] = Log::$bits;
        Checks::same("$name, $reader", bin2hex($payload), bin2hex(\brine_serialize($decoded)));
    }
    Checks::same("$name, what hooks saw", $seen[0], $seen[1]);
    if (extension_loaded('igbinary')) {
        $bytes = igbinary_serialize($value);
        Checks::same("$name, igbinary", bin2hex(\brine_serialize(igbinary_unserialize($bytes))), bin2hex(\brine_serialize(Igbinary::decode($bytes))));
    }
}

$all = ['fff8000000000000', 'fff8000000000001', '7ff8000000000001', '7ff0000000000001', 'fff0dead0000beef', '7fffffffffffffff', '7ff8000000000000'];
foreach ($all as $bits) {
    foreach (values(nan($bits)) as $name => $value) {
        checkReaders("$name, $bits", $value);
    }
}
$nan = nan('fff8000000000001');

// A property of a missing class.
$object = new Waking();
$object->value = $nan;
$payload = str_replace('Waking', 'Wakeup', \brine_serialize($object));
Checks::same('a missing class', bin2hex($payload), bin2hex(\brine_serialize(Decoder::decode($payload))));

// A double of 32 bits is made one of 64.
foreach (['010080ff', '0100a07f', '0000c0ff', 'efbec0ff', '0000c07f'] as $bits) {
    $payload = "\xC1\x10\xF0\x27stdClass\x01\x20p\xE2" . hex2bin($bits);
    Checks::same("F32 of $bits", bits(\brine_unserialize($payload)->p), bits(Decoder::decode($payload)->p));
}

// A PHP reference during reading becomes a plain value.
$decoded = Decoder::decode(\brine_serialize([Measured::of($nan), [$nan, new \stdClass()]]));
Checks::same('no reference in an object', null, \ReflectionReference::fromArrayElement(get_object_vars($decoded[0]), 'typed'));
Checks::same('no reference in an array', null, \ReflectionReference::fromArrayElement($decoded[1], 0));
$clone = clone $decoded[0];
$clone->typed = 1.0;
$copy = $decoded[1];
$copy[0] = 1.0;
Checks::same('copies are on their own', [bits($nan), bits($nan)], [bits($decoded[0]->typed), bits($decoded[1][0])]);
foreach (['Cannot assign string to property ' . Measured::class . '::$typed of type float' => static fn () => $decoded[0]->typed = 'x', 'Cannot modify readonly property ' . Measured::class . '::$readonly' => $decoded[0]->writeAgain(...)] as $message => $write) {
    try {
        $write();
        Checks::that($message, false);
    } catch (\Error $error) {
        Checks::same('written to', $message, $error->getMessage());
    }
}
$decoded[0]->typed = 2.5;
Checks::same('written to', 2.5, $decoded[0]->typed);

// Wherever it is called from, and with a list of classes.
$text = new Text();
$text->inner = [$nan, Measured::of($nan)];
$payload = \brine_serialize([$text, Measured::of($nan)]);
Checks::same('inside of a hook', bin2hex($payload), bin2hex(\brine_serialize(Decoder::decode($payload))));
$native = 'a:2:{i:0;O:8:"stdClass":0:{}i:1;C:' . strlen(Text::class) . ':"' . Text::class . '":' . strlen($text->serialize()) . ":{{$text->serialize()}}}";
Checks::same('inside of native unserialize()', bin2hex($text->serialize()), bin2hex(\brine_serialize(unserialize($native)[1]->inner)));
$value = [Measured::of($nan), new Custom(['nan' => $nan])];
$payload = \brine_serialize($value);
Checks::same('with a list of classes', bin2hex($payload), bin2hex(\brine_serialize(Decoder::decode($payload, ['allowed_classes' => [Measured::class, Custom::class]]))));
Checks::same(
    'with a list that leaves one out',
    bin2hex(\brine_serialize(\brine_unserialize($payload, ['allowed_classes' => [Custom::class]]))),
    bin2hex(\brine_serialize(Decoder::decode($payload, ['allowed_classes' => [Custom::class]]))),
);

// Of two values of one property the later one stays.
final class Renamed
{
    public mixed $p = null;
}
$name = chr(0x1F + strlen(Renamed::class)) . Renamed::class;
$double = static fn (string $bits): string => "\xE3" . strrev(hex2bin($bits));
[$odd, $other, $plain] = [$double('fff8000000000001'), $double('7ff8000000000002'), $double('7ff8000000000000')];
foreach ([[$odd, $other], [$odd, $plain], [$plain, $odd], [$odd, "\x05"], ["\x05", $odd], [$odd, "\xE7"], ["\xC0$odd", "\xE7"], ["\xC0$odd", "\xC0$plain"], ["\xE7", "\xC0$odd"]] as [$first, $second]) {
    $payload = "\xC1\x10\xF0$name\x02\x23\0*\0p\x20p$first$second";
    $expected = \brine_unserialize($payload);
    Checks::same('two values of one property, ' . bin2hex("$first $second"), bin2hex(\brine_serialize($expected)), bin2hex(\brine_serialize(Decoder::decode($payload))));
}

// What Builder says it cannot do.
$fixed = Decoder::decode(\brine_serialize(\SplFixedArray::fromArray([$nan])));
Checks::same('an element of SplFixedArray', bits(NAN), bits($fixed[0]));
$list = new \SplDoublyLinkedList();
$list[] = $nan;
Checks::same('an element of SplDoublyLinkedList', bits(NAN), bits(Decoder::decode(\brine_serialize($list))[0]));
$dated = new Dated('@0');
$dated->own = $nan;
Checks::same('a property of a child of a date', bits(NAN), bits(Decoder::decode(\brine_serialize($dated))->own));
try {
    Decoder::decode(\brine_serialize([$text, Measured::of($nan)]), ['allowed_classes' => [Text::class, Measured::class]]);
    Checks::that('a string form with a list', false);
} catch (DecodeException $error) {
    Checks::same('a string form with a list', ['bad_class', 3], [$error->getReason(), $error->getOffset()]);
}

// An object of the class that sets them is nothing to anybody.
$custom = "\xC1\x10\xF1" . chr(0x1F + strlen(LateValues::class)) . LateValues::class;
foreach (['an integer' => "\xC0\x05", 'lists' => "\xC1\xC2\x01\x02\xC1\x01\x02\xC0\x01", 'nothing' => "\xE7", 'text' => "\xC0\x23text"] as $what => $data) {
    foreach ([\brine_unserialize(...), Decoder::decode(...)] as $read) {
        Checks::same("an object of that class, with $what", LateValues::class, $read($custom . $data)::class);
    }
}

// Nothing is left that only the cycle collector would find.
gc_collect_cycles();
gc_disable();
$payload = \brine_serialize([Measured::of($nan)->list, (object) ['p' => $nan], new Custom(['nan' => $nan])]);
Decoder::decode($payload);
Log::$bits = [];
$memory = memory_get_usage();
for ($i = 0; $i < 100; ++$i) {
    Decoder::decode($payload);
    Log::$bits = [];
}
Checks::same('memory', $memory, memory_get_usage());

echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
