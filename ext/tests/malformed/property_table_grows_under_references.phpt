--TEST--
Dynamic properties that come after references into the table of properties leave these pointing to the right place, however large the table gets
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

error_reporting(E_ALL & ~E_DEPRECATED);
require __DIR__ . '/../round_trip.inc';

#[AllowDynamicProperties]
final class Mixed_
{
    public $declared = 'default';
    public ?int $typed = null;
}
// Its objects are made by PHP's own class.
#[AllowDynamicProperties]
final class Heap extends IteratorIterator
{
    public $declared = 'default';
    public ?int $typed = null;
}

const COUNT = 180;

function name(int $i): string
{
    return hex_string(sprintf('dynamic %03d', $i));
}

foreach (['Mixed_', 'Heap', 'stdClass', 'Missing'] as $class) {
    foreach (['f0' => '', 'f1' => 'e9'] as $form => $map) {
        // The first dynamic property is reference 0, the declared one 1, and the typed one 2; the second dynamic property is the object itself,
        // by which the third element of the list inside of it is reached again; all others refer to one of these.
        $names = name(0) . hex_string('declared') . hex_string('typed') . name(1);
        $values = 'f505 f5c106f600 f507 ' . ($form === 'f0' ? 'f400' : 'c0f400');
        for ($i = 2; $i < COUNT; $i++) {
            $names .= name($i);
            $values .= $i % 4 === 3 ? 'f400' : sprintf('f60%d', $i % 4);
        }
        $decoded = brine_unserialize(payload("c3 $form" . hex_string($class) . $map . sprintf('%02x', COUNT + 2) . "$names $values f600 f601 f602"));
        $properties = (array) $decoded[0];
        $right = count($properties) - (int) ($class === 'Missing') === COUNT + 2;
        // Written through an alias outside, seen in all places.
        $decoded[1] = 'first';
        $decoded[2] = 'second';
        $decoded[3] = 33;
        $properties = (array) $decoded[0];
        for ($i = 2; $i < COUNT; $i++) {
            $right = $right && $properties[sprintf('dynamic %03d', $i)] === ['first', 'second', 33, $decoded[0]][$i % 4];
        }
        $right = $right && $properties['dynamic 000'] === 'first' && $properties['declared'] === 'second' && $properties['typed'] === 33;
        echo "$class $form: ", $right ? 'right' : 'wrong', ', ', thrown(static function () use (&$decoded): void {
            $decoded[3] = 'text';
        }), "\n";
        unset($properties, $decoded);
    }
}

// The same while an error handler is called for each of them, and something else is wrong at the end.
final class Deprecated_
{
    public $declared;
}
$handled = 0;
set_error_handler(static function (int $level, string $message) use (&$handled): bool {
    $handled++;
    gc_collect_cycles();
    brine_unserialize(brine_serialize((object) array_fill_keys(['a', 'b', "c$handled"], [1])));

    return true;
}, E_DEPRECATED);
$names = '';
for ($i = 0; $i < 20; $i++) {
    $names .= name($i);
}
foreach (['', '00'] as $end) {
    $handled = 0;
    echo thrown(static fn () => brine_unserialize(payload('c1 f0' . hex_string('Deprecated_') . "14 $names f5f400" . str_repeat('f600', 19) . "f600$end"))), ", $handled handled\n";
    gc_collect_cycles();
}
?>
--EXPECT--
Mixed_ f0: right, TypeError: Cannot assign string to reference held by property Mixed_::$typed of type ?int
Mixed_ f1: right, TypeError: Cannot assign string to reference held by property Mixed_::$typed of type ?int
Heap f0: right, TypeError: Cannot assign string to reference held by property Heap::$typed of type ?int
Heap f1: right, TypeError: Cannot assign string to reference held by property Heap::$typed of type ?int
stdClass f0: right, nothing is thrown
stdClass f1: right, nothing is thrown
Missing f0: right, nothing is thrown
Missing f1: right, nothing is thrown
nothing is thrown, 20 handled
Brine\DecodeException: there are bytes after the value at byte 300, 20 handled
