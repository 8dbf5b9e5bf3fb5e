--TEST--
Every class, interface and trait that PHP knows: a payload makes an object only where native unserialize() does, and what it makes can be used
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

error_reporting(0);
require __DIR__ . '/../round_trip.inc';

/** Class => the outcome of an object without properties. */
function natively(string $class): string
{
    try {
        $made = unserialize('O:' . strlen($class) . ":\"$class\":0:{}");

        return is_object($made) ? 'object' : 'refused';
    } catch (Throwable $thrown) {
        // What __unserialize() and __wakeup() throw comes from the object itself.
        $refused = str_ends_with($thrown->getMessage(), 'is not allowed') || str_starts_with($thrown->getMessage(), 'Cannot instantiate');

        return $refused ? 'refused' : 'object';
    }
}

/** All that is done with an object that came from a cache; any of it may throw, none may crash. */
function use_it(object $object): void
{
    // A debug build stops at json_encode() of an interval that is its own property, however it was made.
    $json = PHP_DEBUG && $object instanceof DateInterval ? serialize(...) : json_encode(...);
    $uses = [
        static fn () => print_r($object, true), static fn () => var_export($object, true), static fn () => serialize($object),
        static fn () => brine_unserialize(brine_serialize([$object, $object])), static fn () => $json($object), static fn () => (string) $object,
        static fn () => (array) $object, static fn () => clone $object, static fn () => count($object), static fn () => $object == clone $object,
        static fn () => isset($object[0], $object['x']), static fn () => $object(1), static fn () => $object->missing ?? null,
        static function () use ($object): void {
            foreach ($object as $value) {
                break;
            }
        },
        static function () use ($object): void {
            $object->added = 1;
            unset($object->added);
        },
        static function () use ($object): void {
            $object[0] = 1;
            unset($object[0]);
        },
    ];
    foreach ($uses as $use) {
        ob_start();
        try {
            $use();
        } catch (Throwable) {
        }
        ob_end_clean();
    }
}

function name(string $bytes): string
{
    return strlen($bytes) <= 64 ? hex_string($bytes) : sprintf('e5%02x', strlen($bytes)) . bin2hex($bytes);
}

/** @return list<string> values for properties: null, integers, arrays, text, the object itself, and a reference to it */
function values(): array
{
    return ['d8', '05', PHP_INT_SIZE < 8 ? 'e0ffffff7f' : 'e1ffffffffffffff7f', 'e7', 'c20506d8', 'e2000080bf', hex_string('text'), 'f400', 'f5f400'];
}

/** @return list<string> the forms of an object of the class, each with every kind of value in each of its properties */
function forged(ReflectionClass $class): array
{
    $name = name($class->getName());
    $forms = ["f0{$name}00", "f1{$name}e7", "f3{$name}00", "f3{$name}05" . bin2hex('x:i:0'), "f3{$name}0d" . bin2hex('i:0;:O:1:"x":')];
    $names = '';
    $count = 0;
    foreach ($class->getProperties() as $property) {
        if (!$property->isStatic()) {
            $scope = $property->isPublic() ? '' : ($property->isProtected() ? "\0*\0" : "\0{$property->class}\0");
            $names .= name($scope . $property->name);
            $count++;
        }
    }
    foreach (values() as $value) {
        if ($count > 0) {
            $properties = sprintf('%02x', $count) . $names . str_repeat($value, $count);
            array_push($forms, "f0$name$properties", "f1{$name}e9$properties");
        }
        $forms[] = "f0{$name}02" . hex_string('dynamic') . hex_string('0') . $value . $value;
        // The arrays of __unserialize() of PHP's own classes: parts by number. An array of members with numbers for names is
        // left out: PHP 8.2 itself does not survive the clone of such an object.
        $members = 'e901' . hex_string('member') . $value;
        array_push($forms, "f1{$name}c2{$value}{$members}e7", "f1{$name}c1{$value}{$members}", "f1{$name}c300{$value}{$members}d8");
        if ($value[0] !== 'c') {
            array_push($forms, "f1{$name}c0$value", "f1{$name}c300e7{$value}{$value}", "f1{$name}c3{$value}{$value}{$value}{$value}");
        }
    }

    return $forms;
}

$made = $refused = $payloads = 0;
foreach ([...get_declared_classes(), ...get_declared_interfaces(), ...get_declared_traits()] as $name) {
    $class = new ReflectionClass($name);
    // PHP 8.6 itself does not survive unserialize('O:17:"Random\Randomizer":1:{i:0;a:0:{}}').
    if (!$class->isInternal() || ($name === Random\Randomizer::class && PHP_VERSION_ID >= 80600)) {
        continue;
    }
    $expected = natively($name);
    $expected === 'object' ? $made++ : $refused++;
    foreach (forged($class) as $i => $form) {
        // Alone, and repeated in the same payload.
        foreach ([$form, "c2{$form}f400f400"] as $hex) {
            $payloads++;
            $outcome = 'object';
            try {
                $value = brine_unserialize(payload($hex), ['max_elements' => 1000]);
                use_it(is_array($value) ? $value[2] : $value);
            } catch (Brine\DecodeException $exception) {
                $outcome = match ($exception->getReason()) {
                    'bad_class', 'bad_property' => 'refused',
                    // Said by the object itself.
                    'bad_object' => 'object',
                    default => $exception->getReason(),
                };
            } catch (Throwable $exception) {
                $outcome = $exception::class . ': ' . $exception->getMessage();
            }
            unset($value, $exception);
            // Without properties the outcome is native's; what makes no object at all makes none in any form.
            if ($i === 0 ? $outcome !== $expected : ($expected === 'refused' ? $outcome !== 'refused' : !in_array($outcome, ['object', 'refused'], true))) {
                echo "$name: $outcome, natively $expected, by $hex\n";
            }
        }
    }
}
gc_collect_cycles();
var_dump($made > 50, $refused > 50, $payloads > 10_000);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
