--TEST--
A value that a child's property with hooks refuses, over a plain one of the parent: the property is named; encoding names the place, too
--EXTENSIONS--
brine
--SKIPIF--
<?php
if (PHP_VERSION_ID < 80400) {
    die('skip PHP 8.4');
}
?>
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';
require __DIR__ . '/../objects/hooks_over_the_parent.inc';

class Loose
{
    public $number = 1;
    public $text = 'base';
}

$loose = new Loose();
$loose->number = 'many';
foreach (['brine_serialize' => 'brine_unserialize', 'brine_igbinary_serialize' => 'brine_igbinary_unserialize'] as $serialize => $unserialize) {
    // Names of one length.
    foreach ([$loose, ['rows' => [$loose, $loose]]] as $value) {
        $bytes = str_replace('Loose', 'Child', $serialize($value));
        echo thrown(static fn () => $unserialize($bytes)), "\n";
    }
    $object = new Untyped();
    $object->text = ['deep' => static fn () => 1];
    echo thrown(static fn () => $serialize([$object])), "\n";
}
?>
--EXPECT--
Brine\DecodeException: Cannot assign string to property Child::$number of type int at byte 22, in $value->number
Brine\DecodeException: Cannot assign string to property Child::$number of type int at byte 30, in $value['rows'][0]->number
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[0]->text['deep']
Brine\DecodeException: Cannot assign string to property Child::$number of type int at byte 4, in $value->number
Brine\DecodeException: Cannot assign string to property Child::$number of type int at byte 16, in $value['rows'][0]->number
Brine\EncodeException: Serialization of 'Closure' is not allowed at $value[0]->text['deep']
