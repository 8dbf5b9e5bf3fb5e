--TEST--
A decoded reference into typed properties still refuses what one of the types does not take
--EXTENSIONS--
brine
--FILE--
<?php
declare(strict_types=1);

require __DIR__ . '/../round_trip.inc';

final class Typed
{
    public int $int = 1;
    public int|string $either = 1;
    public ?int $nullable = 1;
    public $untyped;
}

function assign(mixed &$reference, mixed $value): void
{
    echo json_encode($value), ': ', thrown(static function () use (&$reference, $value): void {
        $reference = $value;
    }), "\n";
}

$object = new Typed();
$object->either = &$object->int;
$object->nullable = &$object->int;
$object->untyped = &$object->int;
foreach ([[$object, &$object->int], [&$object->int, $object]] as $at => $value) {
    $decoded = round_trip($value);
    $typed = $decoded[$at];
    assign($decoded[1 - $at], 'no integer');
    assign($typed->untyped, null);
    assign($typed->either, 'no integer either');
    assign($decoded[1 - $at], 7);
    echo json_encode($decoded), "\n";

    // Without the properties, the reference has no type.
    unset($typed->int, $typed->nullable);
    assign($typed->untyped, 'a string');
    assign($typed->untyped, null);
    unset($typed->either, $decoded[$at], $typed);
    assign($decoded[1 - $at], [1.5]);
}
?>
--EXPECT--
"no integer": TypeError: Cannot assign string to reference held by property Typed::$int of type int
null: TypeError: Cannot assign null to reference held by property Typed::$int of type int
"no integer either": TypeError: Cannot assign string to reference held by property Typed::$int of type int
7: nothing is thrown
[{"int":7,"either":7,"nullable":7,"untyped":7},7]
"a string": nothing is thrown
null: TypeError: Cannot assign null to reference held by property Typed::$either of type string|int
[1.5]: nothing is thrown
"no integer": TypeError: Cannot assign string to reference held by property Typed::$int of type int
null: TypeError: Cannot assign null to reference held by property Typed::$int of type int
"no integer either": TypeError: Cannot assign string to reference held by property Typed::$int of type int
7: nothing is thrown
[7,{"int":7,"either":7,"nullable":7,"untyped":7}]
"a string": nothing is thrown
null: TypeError: Cannot assign null to reference held by property Typed::$either of type string|int
[1.5]: nothing is thrown
