--TEST--
A reference that nothing else holds is written as its plain value, and one that occurs once decodes to a plain value
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Sleeper
{
    public $p;

    public function __sleep(): array
    {
        return ['p'];
    }
}

function alone(mixed $value): array
{
    $map = ['k' => &$value, 'b' => [1, 2]];
    $list = [&$map['k']];
    $holes = [0, 1, &$map['k']];
    $object = (object) ['p' => 1];
    $object->p = &$map['k'];
    $sleeper = new Sleeper();
    $sleeper->p = &$map['k'];

    return [$map, $list, $holes, $object, $sleeper];
}

// In a function of its own each time, so that the reference is left to one place when the others are gone.
$plain = [['k' => 5, 'b' => [1, 2]], [5], [1 => 1, 2 => 5], (object) ['p' => 5], new Sleeper()];
$plain[4]->p = 5;
foreach ($plain as $i => $expected) {
    $value = alone(5)[$i];
    if ($i === 2) {
        unset($value[0]);
    }
    var_dump(brine_serialize($value) === brine_serialize($expected));
    var_dump(brine_serialize([$value, $value]) === brine_serialize([$expected, $expected]));
}

$outside = 5;
$decoded = brine_unserialize(brine_serialize(['a' => &$outside, 'b' => [1, 2]]));
$copy = $decoded;
$copy['a'] = 'changed';
var_dump($decoded['a']);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(5)
