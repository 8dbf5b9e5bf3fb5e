--TEST--
A property __PHP_Incomplete_Class_Name in a payload gives no object of another class, allowed or not
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Secret
{
    public $p;

    public function __wakeup(): void
    {
        echo "woken\n";
    }
}

$name = hex_string('__PHP_Incomplete_Class_Name');
$payloads = [
    'incomplete with a name' => 'f0' . hex_string('__PHP_Incomplete_Class') . '02' . $name . hex_string('p') . hex_string('Secret') . '05',
    'incomplete with no string' => 'f0' . hex_string('__PHP_Incomplete_Class') . '01' . $name . '05',
    'missing class with a name' => 'f0' . hex_string('Missing') . '01' . $name . hex_string('Secret'),
    'array form with a name' => 'f1' . hex_string('Missing') . 'e9 01' . $name . hex_string('Secret'),
    'plain class with a name' => 'f0' . hex_string('stdClass') . '01' . $name . hex_string('Secret'),
];
foreach ($payloads as $title => $hex) {
    foreach ([true, ['__PHP_Incomplete_Class', 'stdClass']] as $allowed) {
        try {
            $decoded = brine_unserialize(payload($hex), ['allowed_classes' => $allowed]);
            echo $title, ': ', $decoded::class;
            // The next reader decides for itself what is allowed, by the name that is written.
            $again = brine_unserialize(brine_serialize($decoded), ['allowed_classes' => ['stdClass', '__PHP_Incomplete_Class']]);
            echo ', then ', $again::class, "\n";
        } catch (Brine\DecodeException $exception) {
            echo $title, ': refused', "\n";
        }
    }
}
?>
--EXPECT--
incomplete with a name: refused
incomplete with a name: refused
incomplete with no string: refused
incomplete with no string: refused
missing class with a name: refused
missing class with a name: refused
array form with a name: refused
array form with a name: refused
plain class with a name: stdClass, then stdClass
plain class with a name: stdClass, then stdClass
