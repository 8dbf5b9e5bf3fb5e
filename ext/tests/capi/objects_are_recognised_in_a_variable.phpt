--TEST--
A value that the C interface takes where it stands may hold itself, and objects that only PHP references hold are recognised
--EXTENSIONS--
brine
brine_capi
--FILE--
<?php
declare(strict_types=1);

final class Point
{
    public $self;
}

// Only the variable holds them.
$array = ['point' => new Point()];
$array['self'] = &$array;
$decoded = brine_capi_unserialize(brine_capi_serialize_variable($array));
var_dump($decoded['point'] === $decoded['self']['point'], $decoded['self']['point'] === $decoded['self']['self']['point']);

$object = new Point();
$object->self = &$object;
$decoded = brine_capi_unserialize(brine_capi_serialize_variable($object));
var_dump($decoded === $decoded->self);

// The hook, which is no user code, returns an object that it holds by reference.
foreach ([true, false] as $is_first) {
    $slot = new Point();
    $reader = new BrineCapiReader();
    $reader->value = &$slot;
    $value = $is_first ? ['slot' => &$slot, 'reader' => $reader] : ['reader' => $reader, 'slot' => &$slot];
    unset($slot, $reader);
    $decoded = brine_capi_unserialize(brine_capi_serialize($value));
    var_dump($decoded['slot'] === $decoded['reader']->value);
}
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
