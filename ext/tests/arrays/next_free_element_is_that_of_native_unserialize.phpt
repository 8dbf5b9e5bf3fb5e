--TEST--
The key that [] appends at is the one after native unserialize()
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

function append(array $array): int|string
{
    try {
        $array[] = 'new';
    } catch (Error $error) {
        return $error->getMessage();
    }

    return array_key_last($array);
}

$popped = [1, 2, 3];
unset($popped[2]);
$emptied = ['a' => 1, 7 => 2];
unset($emptied[7]);
$arrays = [
    'empty' => [],
    'list' => [1, 2, 3],
    'integer run' => range(10, 30),
    'affine run' => range(0, 300, 3),
    'float run' => array_fill(0, 10, 0.25),
    'list without its last' => $popped,
    'hole' => [0 => 1, 9 => 2],
    'out of order' => [9 => 1, 0 => 2],
    'strings only' => ['a' => 1],
    'no integer left' => $emptied,
    'negative' => [-5 => 1],
    'negative and string' => ['a' => 1, -7 => 2],
    'smallest' => [PHP_INT_MIN => 1],
    'last but one' => [PHP_INT_MAX - 1 => 1],
    'largest' => [PHP_INT_MAX => 1],
];
foreach ($arrays as $name => $array) {
    // Twice, so that the map is also decoded from its shape.
    $native = unserialize(serialize([$array, $array + ['extra' => [1]], $array]));
    $decoded = brine_unserialize(brine_serialize([$array, $array + ['extra' => [1]], $array]));
    if (array_map(append(...), $native) !== array_map(append(...), $decoded)) {
        echo "$name: native ", json_encode(array_map(append(...), $native)),
            ', here ', json_encode(array_map(append(...), $decoded)), "\n";
    }
}
var_dump(append(brine_unserialize(brine_serialize($popped))));
var_dump(append(brine_unserialize(brine_serialize([PHP_INT_MAX => 1]))));
?>
--EXPECT--
int(2)
string(71) "Cannot add element to the array as the next element is already occupied"
