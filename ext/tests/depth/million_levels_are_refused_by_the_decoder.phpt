--TEST--
Payloads of a million levels are refused by the decoder, whatever they are made of and whatever max_depth says, also in a fiber
--EXTENSIONS--
brine
--INI--
memory_limit=512M
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/deep.inc';

final class Hooked
{
    public $p;

    public function __unserialize(array $data): void
    {
        echo "must not be called\n";
    }
}

$levels = 1_000_000;
$next = hex_string('next');
$payloads = [
    'list' => payload('') . str_repeat("\xC0", $levels) . "\xD8",
    'long list' => payload('') . str_repeat("\xE8\x01", $levels) . "\xD8",
    'map' => payload('') . "\xE9\x01\x23next" . str_repeat("\xB0", $levels) . "\xD8",
    'map, each with its keys' => payload('') . str_repeat("\xE9\x01\x20k", $levels) . "\xD8",
    'object' => payload('f0' . hex_string('stdClass') . '01' . $next) . str_repeat("\xB0", $levels) . "\xD8",
    'class with hook' => payload('f0' . hex_string('Hooked') . '01' . $next) . str_repeat("\xB0", $levels) . "\xD8",
    'missing class' => payload('f0' . hex_string('Missing') . '01' . $next) . str_repeat("\xB0", $levels) . "\xD8",
    'array form' => payload('f1' . hex_string('Hooked')) . str_repeat("\xC0\xB0", $levels) . "\xD8",
    'reference' => payload('') . str_repeat("\xC0\xF5", $levels) . "\xD8",
    'references only' => payload('') . "\xC0" . str_repeat("\xF5", $levels) . "\xD8",
];
foreach ($payloads as $name => $payload) {
    foreach ([[], ['max_depth' => 4096], ['max_depth' => 1]] as $options) {
        $refused = on_both_stacks(static fn (): string => thrown(static fn () => brine_unserialize($payload, $options)));
        echo $name, ': ', explode(', in $', $refused)[0], "\n";
    }
}
?>
--EXPECT--
list: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4098
list: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4098
list: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 3
long list: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 8194
long list: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 8194
long list: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 4
map: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4104
map: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4104
map: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 9
map, each with its keys: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 16386
map, each with its keys: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 16386
map, each with its keys: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 6
object: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4113
object: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4113
object: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 18
class with hook: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4111
class with hook: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4111
class with hook: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 16
missing class: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4112
missing class: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4112
missing class: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 17
array form: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4105
array form: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 4105
array form: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 10
reference: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 8194
reference: Brine\DecodeException: the value is nested deeper than max_depth (4096) at byte 8194
reference: Brine\DecodeException: the value is nested deeper than max_depth (1) at byte 4
references only: Brine\DecodeException: a PHP reference cannot stand here at byte 4
references only: Brine\DecodeException: a PHP reference cannot stand here at byte 4
references only: Brine\DecodeException: a PHP reference cannot stand here at byte 4
