--TEST--
Objects from which dynamic properties were removed are rows like those that never had them
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

#[AllowDynamicProperties]
final class Declared
{
    public $id = 0;
    public $name = 'name';
}

foreach ([stdClass::class, Declared::class] as $class) {
    $kept = $removed = [];
    for ($i = 0; $i < 20; $i++) {
        $object = new $class();
        $object->id = $i;
        $object->name = 'name';
        $kept[] = $object;
        $object = new $class();
        $object->first = true;
        $object->id = $i;
        $object->secret = 'secret';
        $object->name = 'name';
        unset($object->secret, $object->first);
        $removed[] = $object;
    }
    // A loop that goes on afterwards.
    $names = [];
    foreach ($removed[3] as $name => $_) {
        $names[] = $name;
        $payload = brine_serialize($removed);
    }
    $removed[3]->added = 1;
    unset($removed[3]->added);
    var_dump($payload === brine_serialize($kept), $names, round_trip($removed) == $kept);
}
?>
--EXPECT--
bool(true)
array(2) {
  [0]=>
  string(2) "id"
  [1]=>
  string(4) "name"
}
bool(true)
bool(true)
array(2) {
  [0]=>
  string(2) "id"
  [1]=>
  string(4) "name"
}
bool(true)
