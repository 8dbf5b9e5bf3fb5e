--TEST--
An array that an object in it refers to is written as it would be if PHP held it twice
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

/** What the property refers to and what is in 'data' is one array, since nothing has been written to either. */
function value(object $object): array
{
    $list = [$object, 'more'];
    $object->list = &$list;

    return ['data' => $list];
}

final class Holder
{
    public $list;
}

foreach ([new stdClass(), new Holder()] as $object) {
    $value = value($object);
    $payload = brine_serialize($value);
    $again = brine_unserialize($payload);
    var_dump(brine_serialize($again) === $payload);
    var_dump($again['data'][0]->list[0] === $again['data'][0], $again['data'][0]->list[1]);
}

// Rows of a table.
$objects = array_map(static fn (): stdClass => new stdClass(), range(1, 8));
$list = $objects;
foreach ($objects as $i => $object) {
    $object->id = $i;
    $object->list = &$list;
}
$value = ['data' => $list];
unset($list);
$payload = brine_serialize($value);
$again = brine_unserialize($payload);
var_dump(serialize($again) === serialize($value), brine_serialize(brine_unserialize($payload)) === brine_serialize($again));
?>
--EXPECT--
bool(true)
bool(true)
string(4) "more"
bool(true)
bool(true)
string(4) "more"
bool(true)
bool(true)
