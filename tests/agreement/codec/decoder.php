<?php

declare(strict_types=1);

/*
 * The readers in PHP when native unserialize() builds the value: calls inside hooks, error handlers, memory limits, and the documented deviations
 * of Brine\Tree\Builder.
 *
 * scripts/php.sh release tests/agreement/codec/decoder.php
 */

namespace Brine\Tests\Codec;

use Brine\DecodeException;
use Brine\Format\Decoder;
use Brine\Format\Encoder;
use Brine\Igbinary\Decoder as Igbinary;
use Brine\Tests\Checks;

error_reporting(E_ALL & ~E_DEPRECATED);

require __DIR__ . '/../../bootstrap.php';

if (PHP_INT_SIZE < 8) {
    echo "skipped: this needs 64-bit integers\n";
    exit(0);
}

/** @return string class and message, or reason and offset */
function thrown(\Closure $call): string
{
    try {
        $call();
    } catch (DecodeException $error) {
        return $error->getReason() . ' at ' . $error->getOffset();
    } catch (\Throwable $error) {
        return $error::class . ': ' . $error->getMessage();
    }

    return 'nothing';
}

final class Log
{
    /** @var list<string> */
    public static array $lines = [];

    /** @return list<string> */
    public static function take(): array
    {
        [$lines, self::$lines] = [self::$lines, []];

        return $lines;
    }
}

class Plain
{
    public mixed $p = null;
}

final class Empty_
{
}

final class Typed
{
    public int $number = 0;
    public mixed $other = null;
    private mixed $hidden = null;
}

/** Has private and protected properties of one plain name. */
class Below
{
    private mixed $name = 1;
}

final class Above extends Below
{
    protected mixed $name = 2;
}

final class Old implements \Serializable
{
    public mixed $inner = null;

    public function serialize(): string
    {
        return serialize($this->inner);
    }

    public function unserialize(string $data): void
    {
        $this->inner = str_starts_with($data, "\xC1") ? Decoder::decode($data) : unserialize($data);
    }
}

final class Nested
{
    public mixed $inner = null;

    public function __serialize(): array
    {
        return [\brine_serialize($this->inner)];
    }

    public function __unserialize(array $data): void
    {
        $this->inner = Decoder::decode($data[0]);
    }
}

/** Has native text of a value in its array form. */
final class Texts
{
    public mixed $inner = null;

    public function __serialize(): array
    {
        return [serialize($this->inner)];
    }

    public function __unserialize(array $data): void
    {
        $this->inner = unserialize($data[0]);
    }
}

/** Serializes a value natively before it returns its properties. */
final class Sleeping
{
    public mixed $inner = null;
    public string $text = '';

    public function __sleep(): array
    {
        $this->text = serialize($this->inner);

        return ['text'];
    }
}

/** Encodes in the hooks of its string form. */
final class Encoding implements \Serializable
{
    public function serialize(): string
    {
        Encoder::encode([new \ArrayObject(), new Nested()]);

        return '';
    }

    public function unserialize(string $data): void
    {
        Log::$lines[] = thrown(static fn () => Encoder::encode((static fn () => yield 1)()));
    }
}

final class Noisy
{
    public function __wakeup(): void
    {
        trigger_error('from the hook', E_USER_WARNING);
        @unserialize('i:1');
        unserialize('x');
    }
}

final class Destructed
{
    public mixed $p = null;

    public function __wakeup(): void
    {
        throw new \DomainException('asleep');
    }

    public function __destruct()
    {
        Log::$lines[] = 'destructed';
    }
}

function reads(mixed $value, array $options = []): mixed
{
    return Decoder::decode(\brine_serialize($value), $options);
}

function text(mixed $value): string
{
    return serialize($value);
}

/** Called inside native unserialize(), whose nested calls continue the numbering of values. */
function insideNative(mixed $value): mixed
{
    $payload = \brine_serialize($value);

    return unserialize('a:2:{i:0;O:8:"stdClass":0:{}i:1;C:' . strlen(Old::class) . ':"' . Old::class . '":' . strlen($payload) . ":{{$payload}}}")[1]->inner;
}

$cycle = new Plain();
$cycle->p = [$cycle, &$cycle->p];
$graph = [new \stdClass(), $cycle, 'x' => [1.5, $cycle]];

// Calls inside hooks.
Checks::same('inside of native unserialize()', text($graph), text(insideNative($graph)));
$nested = new Nested();
$nested->inner = [$graph, $graph[0]];
Checks::same('inside of a hook', text($nested), text(reads([$nested, 1])[0]));
$old = new Old();
$old->inner = [$graph[0], $graph[0]];
$two = reads([new Plain(), $old, $graph[0], $old]);
Checks::same('string form: its numbers are its own', true, $two[1]->inner[0] === $two[1]->inner[1] && $two[1] === $two[3]);

// Per-class data that an encoder collects in such a hook is independent of the outer call.
Log::take();
$text = '{i:0;C:' . strlen(Encoding::class) . ':"' . Encoding::class . '":0:{}i:1;O:8:"stdClass":0:{}i:2;r:3;}';
Checks::same('encoding in a hook of serialize()', "a:3:$text", text([new Encoding(), $graph[0], $graph[0]]));
$three = unserialize("a:3:$text", ['allowed_classes' => [Encoding::class, \stdClass::class]]);
Checks::same('a refused class that is not allowed outside', ['Brine\EncodeException: Serialization of \'Generator\' is not allowed at $value'], Log::take());
Checks::same('encoding in a hook of unserialize()', true, $three[1] === $three[2]);

// In an array form and in __sleep(), the engine starts a new numbering for each string form, also when reading.
foreach ([new Texts(), new Sleeping()] as $holder) {
    $old->inner = [$graph[0], $graph[0]];
    $holder->inner = [$graph[0], $old, $graph[0]];
    $payload = Encoder::encode($holder);
    Checks::same($holder::class . ' has the bytes of the extension', bin2hex(\brine_serialize($holder)), bin2hex($payload));
    $decoded = Decoder::decode($payload);
    if ($decoded instanceof Texts) {
        Checks::same('a string form in native text in an array form', true, $decoded->inner[1]->inner[0] === $decoded->inner[1]->inner[1]);
    }
}

// Classes allowed inside the string form.
$old->inner = new Plain();
Checks::same('string form, all allowed', Plain::class, reads($old)->inner::class);
Checks::same('string form, not allowed inside', \__PHP_Incomplete_Class::class, reads($old, ['allowed_classes' => [Old::class]])->inner::class);
Checks::same('string form, allowed inside', Plain::class, reads($old, ['allowed_classes' => [Old::class, strtoupper(Plain::class)]])->inner::class);
Checks::same('string form with numbers and a list', 'bad_class at 3', thrown(static fn () => reads([$old, $old], ['allowed_classes' => [Old::class]])));
final class InHook
{
    public mixed $seen = null;

    public function __unserialize(array $data): void
    {
        $this->seen = thrown(static fn () => Decoder::decode($data[0], ['allowed_classes' => [Old::class]]));
    }
}
$text = \brine_serialize($old);
$seen = unserialize('O:' . strlen(InHook::class) . ':"' . InHook::class . '":1:{i:0;s:' . strlen($text) . ":\"$text\";}")->seen;
Checks::same('string form in a hook, with a list', 'bad_class at 2', $seen);

// Autoloaders are called once per definition, and not for denied classes.
spl_autoload_register(static function (string $class): void {
    Log::$lines[] = $class;
});
$payload = "\xC1\x10\xC1\xF0\x26Missing\x01\x20p\x05\xB0\x06";
Log::take();
$decoded = Decoder::decode($payload);
Checks::same('missing class: asked for once', ['Missing'], Log::take());
Checks::same('missing class', 'a:2:{i:0;O:7:"Missing":1:{s:1:"p";i:5;}i:1;O:7:"Missing":1:{s:1:"p";i:6;}}', text($decoded));
Decoder::decode($payload, ['allowed_classes' => ['missing']]);
Checks::same('missing class of a list: asked for once', ['Missing'], Log::take());
$decoded = Decoder::decode($payload, ['allowed_classes' => ['Other']]);
Checks::same('denied class: not asked for', [], Log::take());
Checks::same('denied class', 'a:2:{i:0;O:7:"Missing":1:{s:1:"p";i:5;}i:1;O:7:"Missing":1:{s:1:"p";i:6;}}', text($decoded));
Checks::same('unknown property of a missing class', 'O:7:"Missing":1:{s:2:"' . "\0x" . '";i:1;}', text(Decoder::decode("\xC1\x10\xF0\x26Missing\x01\x21\0x\x01")));

// Locating a value that a property rejects calls no autoloader again.
$misfit = "\xC1\x10\xC1\xF0\x26Missing\x01\x25number\x21xx\xF0" . chr(0x1F + strlen(Typed::class)) . Typed::class . "\x01\x61\x24wrong";
$place = 'bad_property at ' . strpos($misfit, "\x24wrong");
Log::take();
Checks::same('misfit beside a denied class', $place, thrown(static fn () => Decoder::decode($misfit, ['allowed_classes' => [Typed::class]])));
Checks::same('misfit beside a denied class: not asked for', [], Log::take());
Checks::same('misfit beside a missing class', $place, thrown(static fn () => Decoder::decode($misfit)));
Checks::same('misfit beside a missing class: asked for once', ['Missing'], Log::take());

// A class that exists only at the second lookup.
spl_autoload_register(static function (string $class): void {
    static $asked = [];
    if (($asked[$class] ?? 0) > 1 && in_array($class, ['LateForList', 'LateForAll'], true)) {
        class_alias(Old::class, $class);
    }
    $asked[$class] = ($asked[$class] ?? 0) + 1;
});
foreach (['LateForList' => ['allowed_classes' => ['lateforlist']], 'LateForAll' => []] as $class => $options) {
    $name = chr(0x1F + strlen($class)) . $class;
    $first = "\xC1\x10\xC1\xF0$name\x01\x20p\x05\xF3";
    Checks::same("$class: by its number", 'bad_class at ' . strlen($first) - 1, thrown(static fn () => Decoder::decode("$first\x60\x04i:7;", $options)));
    $decoded = Decoder::decode("$first$name\x04i:7;", $options);
    Checks::same("$class: first", 'O:' . strlen($class) . ":\"$class\":1:{s:1:\"p\";i:5;}", text($decoded[0]));
    Checks::same("$class: then", 7, $decoded[1]->inner ?? null);
}

// Names that start like mangled ones, but are not: in an object, and in the array that stands for its properties.
foreach (["\0", "\0e", "\0ee", "\0\0e", "\0*\0", "\0\0e\0e"] as $name) {
    $bytes = chr(0x1F + strlen($name)) . $name;
    foreach (['begun' => Plain::class, 'begun, nothing declared' => Empty_::class] as $what => $class) {
        $head = chr(0x1F + strlen($class)) . $class;
        $shown = addcslashes($name, "\0");
        foreach (['C' => \brine_unserialize(...), 'PHP' => Decoder::decode(...)] as $in => $decode) {
            $thrown = thrown(static fn () => $decode("\xC1\x10\xF0$head\x01$bytes\x05"));
            Checks::same("$what, $shown, $in", 'bad_name at ' . strlen($head) + 4, $thrown);
            $thrown = thrown(static fn () => $decode("\xC1\x10\xF1$head" . substr(\brine_serialize([$name => 5]), 2)));
            Checks::same("$what, $shown, $in, array", 'bad_name at 2', $thrown);
        }
    }
    $cast = (object) [$name => 5];
    Checks::same("begun, of a cast, $shown", serialize($cast), serialize(Decoder::decode(\brine_serialize($cast))));
}

// In a mangled name with a third zero byte, native text has the name of another property.
$object = chr(0x1F + strlen(Plain::class)) . Plain::class;
foreach (['protected' => "\x01", 'private' => "\x02", 'of a class' => "\x03$object"] as $scope => $byte) {
    $thrown = thrown(static fn () => Decoder::decode("\xC1\x10\xF0$object\x01$byte\x21\0p\x05"));
    Checks::same("a zero byte in a name, $scope", 'bad_name at ' . strlen($object) + 4, $thrown);
}

// Error handlers of the application are called by hooks, and only by them.
set_error_handler(static function (int $level, string $message): bool {
    Log::$lines[] = "$level $message";

    return true;
});
$lines = ['512 from the hook', '8 unserialize(): Error at offset 0 of 3 bytes', '8 unserialize(): Error at offset 0 of 1 bytes'];
if (PHP_VERSION_ID >= 80300) {
    $lines = str_replace('8 unserialize', '2 unserialize', $lines);
}
Log::take();
reads(new Noisy());
Checks::same('warnings of a hook', $lines, Log::take());
$meet = "\xC1\x10\xC1\xF0" . chr(0x1F + strlen(Typed::class)) . Typed::class . "\x02\x25hidden\x02\x61\xF0\x27stdClass\x00\xD8\xF4\x01";
Checks::same('names that meet, and a lost number', 'bad_property at 2', thrown(static fn () => Decoder::decode($meet)));
Checks::same('names that meet: no warning', [], Log::take());
Checks::same('names that only look as if they met', text([new Above(), new Above()]), text(reads([new Above(), new Above()])));
restore_error_handler();

// A value that a property rejects is reported with place and cause.
$typed = new Typed();
$payload = str_replace("\x05\xD8\xD8", "\x24wrong\xD8\xD8", \brine_serialize([1, (static function () use ($typed): Typed {
    $typed->number = 5;

    return $typed;
})()]));
try {
    Decoder::decode($payload);
    Checks::same('wrong type', 'an exception', 'nothing');
} catch (DecodeException $error) {
    Checks::same('wrong type', ['bad_property', strpos($payload, "\x24wrong"), \TypeError::class], [$error->getReason(), $error->getOffset(), $error->getPrevious()::class]);
}
Log::take();
// Exceptions of loaders are passed on unchanged, even if they are of Brine's classes.
$loader = static function (string $class): void {
    if ($class === 'Decoding') {
        Decoder::decode("\xC1\x10\xC0\xFF");
    }
};
spl_autoload_register($loader, true, true);
foreach ([Decoder::decode(...), \brine_unserialize(...), Igbinary::decode(...)] as $i => $decode) {
    $payload = $i < 2 ? "\xC1\x10\xC0\xF0\x27Decoding\x00" : "\0\0\0\x02\x14\x01\x06\x00\x17\x08Decoding\x14\x00";
    try {
        $decode($payload);
        Checks::same("a loader throws, $i", 'an exception', 'nothing');
    } catch (DecodeException $error) {
        Checks::same("a loader throws, $i", ['unknown tag FF at byte 3, in $value[0]', null], [$error->getMessage(), $error->getPrevious()]);
    }
}
spl_autoload_unregister($loader);

// Of several objects, the one whose hook refuses is named.
$in = static fn (string $zone): \DateTime => new \DateTime('2020-01-01', new \DateTimeZone($zone));
$payload = \brine_serialize([$in('Europe/Berlin'), 'x' => [$in('Europe/Rome'), new Plain(), $in('Europe/Paris')], $in('Europe/Vienna')]);
foreach ([Decoder::decode(...), \brine_unserialize(...)] as $i => $decode) {
    try {
        $decode(str_replace('Europe/Paris', 'Europe/Pariz', $payload));
        Checks::same("a refused object, $i", 'an exception', 'nothing');
    } catch (DecodeException $error) {
        Checks::same("a refused object, $i", ['bad_object', "\$value['x'][2]", \Error::class], [$error->getReason(), $error->getPath(), $error->getPrevious()::class]);
    }
}

// What PHP's own classes warn of in what they are given is refused, and no error handler hears it.
$of = static fn (string $class, string $state): string => "\xF1" . chr(0x1F + strlen($class)) . "$class$state";
$interval = "\xE9\x02\x2Afrom_string\x2Adate_string\xDA";
$fixed = static fn (string $name): string => $of('SplFixedArray', "\xE9\x01" . chr(0x1F + strlen($name)) . "$name\x05");
foreach ([
    ['bad_object at 2', $of('DateInterval', "$interval\x23junk")],
    ['bad_object at 2', $of('DateInterval', "\xE9\x02\x20y\x20f\x01\xF0\x27stdClass\x00")],
    ['bad_object at 2', $of('DateTimeZone', "\xE9\x02\x2Ctimezone_type\x27timezone\x03\x23Moon")],
    ['bad_object at 2', $of('ArrayObject', "\xC3\x00\xE7\xE9\x01\x20\x00\x05\xD8")],
    ['nothing', $of('ArrayObject', "\xC3\x00\xE9\x01\x20\x00\x05\xE7\xD8")],
    ['bad_object at 23', "\xC2" . $fixed('a') . $fixed("\0") . $fixed('b')],
] as $i => [$expected, $value]) {
    foreach ([Decoder::decode(...), \brine_unserialize(...)] as $j => $decode) {
        set_error_handler(static fn (int $level, string $message): bool => $level === E_DEPRECATED || throw new \ErrorException($message));
        Checks::same("what a class of PHP warns of, $i, $j", $expected, thrown(static fn () => $decode("\xC1\x10$value")));
        restore_error_handler();
    }
}

// Objects that keep their elements in each other are refused before any hook runs.
$ring = static fn (int $first, string ...$classes): string => implode('', array_map(static fn (string $class): string => $of($class, "\xC3\x00"), $classes))
    . "\xF4" . chr($first) . str_repeat("\xE7\xD8", count($classes));
foreach ([
    ['bad_object at 2', '$value', $ring(0, 'ArrayObject', 'ArrayIterator')],
    ['bad_object at 15', '$value[1][0]', "\xC1\xF0\x27stdClass\x00\xC0" . $ring(1, 'ArrayIterator', 'RecursiveArrayIterator', 'ArrayObject')],
    ['bad_object at 17', '$value[1]', $of('ArrayObject', "\xC3\x00") . $ring(1, 'ArrayIterator', 'ArrayIterator') . "\xE7\xD8"],
    ['bad_object at 2', '$value', "\xF0\x2AArrayObject\x04\x200\x201\x202\x203\x00\xB0\x00\xF4\x00\xE7\xD8\xE7\xD8"],
    ['bad_object at 2', '$value', $of('ArrayObject', "\xC3\x00\xF5\xB0\xC3\x00\xF5\xF4\x00\xE7\xD8\xE7\xD8")],
    ['bad_object at 4', '$value[1]', "\xC2\x00" . $ring(0, 'ArrayObject', 'ArrayObject') . $ring(2, 'ArrayObject', 'ArrayObject')],
    ['nothing', '', $ring(0, 'ArrayObject')],
    ['nothing', '', "\xC2" . $ring(0, 'ArrayObject') . "\xB0\xC3\x00\xF4\x00\xE7\xD8\xB0\xC3\x00\xF4\x01\xE7\xD8"],
    ['nothing', '', $of('ArrayObject', "\xC3\xDD\x00\x00\x00\x01") . $of('ArrayObject', "\xC3\x00\xF4\x00\xE7\xD8") . "\xE7\xD8"],
] as $i => [$expected, $path, $value]) {
    foreach ([Decoder::decode(...), \brine_unserialize(...)] as $j => $decode) {
        $found = '';
        Checks::same("elements in each other, $i, $j", $expected, thrown(static function () use ($decode, $value, &$found): void {
            try {
                $decode("\xC1\x10$value");
            } catch (DecodeException $error) {
                $found = $error->getPath();
                throw $error;
            }
        }));
        Checks::same("elements in each other, path, $i, $j", $path, $found);
    }
}
$ig = static fn (string $inside): string => "\0\0\0\x02\x17\x0BArrayObject\x14\x04\x06\0\x06\0\x06\x01$inside\x06\x02\x14\0\x06\x03\0";
Checks::same('elements in each other, igbinary', 'bad_object at 4', thrown(static fn () => Igbinary::decode($ig("\x1A\0\x14\x04\x06\0\x06\0\x06\x01\x22\0\x06\x02\x14\0\x06\x03\0"))));
Checks::same('elements in itself, igbinary', 'nothing', thrown(static fn () => Igbinary::decode($ig("\x22\0"))));

Checks::same('a hook throws', 'DomainException: asleep', thrown(static fn () => reads([new Destructed()])));
Log::take();
$broken = \brine_serialize([$destructed = new Destructed()]) . "\0";
Checks::same('bytes behind', 'trailing_bytes at ' . strlen($broken) - 1, thrown(static fn () => Decoder::decode($broken)));
Checks::same('no destructor of what was not woken', [], Log::take());

// Doubles keep their bits, whatever the ini setting is.
$bits = static fn (float $double): string => bin2hex(pack('E', $double));
$nan = unpack('E', hex2bin('7ff8dead0000beef'))[1];
$doubles = [0.1, -0.0, 5e-324, 1.7976931348623157e308, INF, -INF, 1 / 3, 1e22];
ini_set('serialize_precision', '5');
Checks::same('doubles', array_map($bits, [...$doubles, $nan]), array_map($bits, reads([...$doubles, $nan])));
$object = new \stdClass();
$object->list = $doubles;
$object->one = 1 / 3;
$object->nan = $nan;
$object->mixed = [0.1, new \stdClass()];
$decoded = reads($object);
Checks::same('doubles in an object', array_map($bits, [...$doubles, 1 / 3, 0.1, $nan]), array_map($bits, [...$decoded->list, $decoded->one, $decoded->mixed[0], $decoded->nan]));
Checks::same('the ini setting is as it was', '5', ini_get('serialize_precision'));
ini_set('serialize_precision', '1000');
$object = new \stdClass();
$object->list = array_fill(0, 200_000, 5e-324);
$payload = \brine_serialize($object);
$before = ini_set('memory_limit', (string) (memory_get_usage() + 80_000_000));
Checks::same('many digits take no memory', $object->list, Decoder::decode($payload)->list);
ini_set('memory_limit', (string) $before);
ini_restore('serialize_precision');

// unserialize() finds the object after a million values, a million times: 10 ** 9 steps, for a payload of 2 MB. A tenth of it is done.
$object = new \stdClass();
$again = array_fill(0, 1_000, $object);
foreach ([1_000 => 'too_slow at 2', 100 => 'nothing'] as $times => $expected) {
    $payload = \brine_serialize([array_fill(0, 1 << 20, 7), $object, array_fill(0, $times, $again)]);
    Checks::same("an object far behind, $times,000 times", $expected, thrown(static fn () => Decoder::decode($payload)));
}

// Arrays that a payload shares are shared in memory, and text that repeats long strings is bounded by the memory that is left.
$long = str_repeat('brine', 200_000);
$strings = array_fill(0, 2_000, $long);
Checks::same('a long string 2,000 times', $strings, Decoder::decode("\xC1\x10\xE8" . uv(2_000) . substr(\brine_serialize($long), 2) . str_repeat("\x60", 1_999)));
$beside = "\xC1\x10\xE8" . uv(2_001) . substr(\brine_serialize($long), 2) . str_repeat("\x60", 1_999) . "\xF0\x27stdClass\x00";
$inside = "\xC1\x10\xC1\xF0\x27stdClass\x00\xE8" . uv(2_000) . substr(\brine_serialize($long), 2) . str_repeat("\x61", 1_999);
$before = ini_set('memory_limit', (string) (memory_get_usage() + 200_000_000));
Checks::same('the same beside an object', 'too_large at 2', thrown(static fn () => Decoder::decode($beside)));
Checks::same('the same in an array beside an object', 'too_large at 2', thrown(static fn () => Decoder::decode($inside)));
$doubled = "\xC1\x10\xE8" . uv(62) . "\xF0\x27stdClass\x00\xC0\x01" . implode('', array_map(
    static fn (int $i): string => "\xC1" . str_repeat("\xD0" . chr($i), 2),
    range(1, 60),
));
Checks::same('doubled 60 times beside an object', 'too_large at 2', thrown(static fn () => Decoder::decode($doubled, ['max_elements' => PHP_INT_MAX])));
Checks::same('doubled 60 times, with the limit', 'max_elements', substr(thrown(static fn () => Decoder::decode($doubled)), 0, 12));
Checks::same('doubled 40 times', 2, count(Decoder::decode("\xC1\x10\xE8" . uv(41) . "\xC0\x01" . substr($doubled, 17, 5 * 40), ['max_elements' => PHP_INT_MAX])[40]));
// An array of one element is 15 bytes of text, and 376 of memory.
$small = "\xC1\x10\xE8\xE7" . pack('v', 500_002 - 8_384 - 7 * 65_536) . "\xF0\x27stdClass\x00\xC0\xC0\x01" . str_repeat("\xD0\x01", 500_000);
Checks::same('a small array 500,000 times beside an object', 'too_large at 2', thrown(static fn () => Decoder::decode($small)));
$small = "\xC1\x10\xE8\xE7" . pack('v', 500_001 - 8_384 - 7 * 65_536) . "\xF0\x27stdClass\x00" . str_repeat("\xE7", 500_000);
Checks::same('an empty one', 500_001, count(Decoder::decode($small)));
$doubled = "\x17\x08stdClass\x14\x00\x06\x01" . implode('', array_map(
    static fn (int $i): string => ($i === 0 ? "\x14\x01\x06\x00\x22\x01" : "\x14\x02\x06\x00\x01" . chr($i + 1) . "\x06\x01\x01" . chr($i + 1)) . "\x06" . chr($i + 2),
    range(0, 19),
)) . "\x00";
$value = Igbinary::decode("\0\0\0\x02\x14\x16\x06\x00" . $doubled);
Checks::that('an array of an object doubled 19 times, of igbinary', count($value) === 22 && $value[20][0] === $value[19] && $value[1][0] === $value[0]);
unset($value);
ini_set('memory_limit', (string) $before);

// Depth: as deep as the format goes, and in a fiber as deep as its stack.
$deep = str_repeat("\xC0", 4_095);
Checks::same('4,096 levels', 4_096, levels(Decoder::decode("\xC1\x10$deep\xC0\x01")));
Checks::same('4,097 levels', 'max_depth at 4098', thrown(static fn () => Decoder::decode("\xC1\x10\xC0$deep\xC0\x01")));
Checks::same('4,096 levels of objects', 4_096, levels(Decoder::decode("\xC1\x10$deep\xF0\x27stdClass\x00")));
ini_set('fiber.stack_size', (string) (512 * 1024));
foreach (['lists' => "\x01", 'an object' => "\xF0\x27stdClass\x00"] as $name => $inner) {
    $fiber = new \Fiber(static fn (): string => thrown(static fn () => Decoder::decode("\xC1\x10$deep$inner")));
    $fiber->start();
    Checks::same("$name in a fiber", 'max_depth at ' . (PHP_DEBUG ? 241 : 958), $fiber->getReturn());
}
ini_restore('fiber.stack_size');

// Nothing is left that only the cycle collector would find.
gc_collect_cycles();
gc_disable();
$payload = \brine_serialize($graph);
Decoder::decode($payload);
$memory = memory_get_usage();
for ($i = 0; $i < 100; ++$i) {
    $decoded = Decoder::decode($payload);
    $decoded[1]->p = null;
    $decoded['x'][1]->p = null;
    unset($decoded);
}
Checks::same('memory after 100 times', 0, max(0, memory_get_usage() - $memory));
gc_enable();

function uv(int $number): string
{
    return $number < 192 ? chr($number) : chr(0xC0 + (($number - 192) >> 8)) . chr(($number - 192) & 0xFF);
}

function levels(mixed $value): int
{
    for ($levels = 0; is_array($value) || is_object($value); ++$levels) {
        $value = is_array($value) ? $value[0] : null;
    }

    return $levels;
}

echo Checks::$passed, ' passed, ', Checks::$failed, " failed\n";
exit(Checks::$failed === 0 ? 0 : 1);
